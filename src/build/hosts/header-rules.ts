/** Writes the _headers file that Netlify and Cloudflare Pages read. */
import type { HostFacts } from './host.ts';

/** Both join the values of a header that several rules set, so no two rules set one. Pages have the hosts' own default. */
export function createHeaderRules({ security, cache }: HostFacts): string {
  const rule = (path: string, headers: Readonly<Record<string, string>>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const rules = [
    rule('/*', security),
    ...cache.map(({ pattern, value }) => rule(pattern, { 'Cache-Control': value })),
  ];
  return `${rules.join('\n')}\n`;
}

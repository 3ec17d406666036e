/** Writes `_redirects` and `_headers`, the files of Netlify and Cloudflare, and reads them as Cloudflare does. */
import { escapePattern } from '../foundation/escape.ts';
import { type HostFacts, headerRules } from './host.ts';
import { decodePath } from './host-answer.ts';

/**
 * Writes a `_headers` file. If several rules that match a path set the same header, both hosts join the values, so each
 * header of a path has one rule. Pages have the default Cache-Control of the host.
 */
export function createHeaderRules(facts: HostFacts, further: ReturnType<typeof headerRules> = []): string {
  const [common, ...others] = headerRules(facts, false);
  const rules = [...(common ? [common] : []), ...further, ...others].map(({ pattern, headers }) =>
    [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  return `${rules.join('\n')}\n`;
}

interface RedirectRule {
  from: string;
  to: string;
  status: number;
}

export function parseRedirects(text: string): RedirectRule[] {
  return lines(text).flatMap(({ line }): RedirectRule[] => {
    const [from, to, status = '301'] = line.split(/\s+/);
    return from === undefined || to === undefined ? [] : [{ from, to, status: Number(status) }];
  });
}

interface HeaderRule {
  path: string;
  headers: [name: string, value: string][];
}

export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const { line, isIndented } of lines(text)) {
    const colon = line.indexOf(':');
    if (!isIndented) rules.push({ path: line, headers: [] });
    else if (colon > 0) rules.at(-1)?.headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return rules;
}

function lines(text: string): { line: string; isIndented: boolean }[] {
  return text
    .split('\n')
    .map((line) => ({ line: line.trim(), isIndented: /^\s/.test(line) }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
}

/** Matches a path against a pattern that may contain `*`; both may be percent-encoded. */
export function matchesPattern(pattern: string, path: string): boolean {
  const parts = (decodePath(pattern) ?? pattern).split('*').map(escapePattern);
  return new RegExp(`^${parts.join('.*')}$`, 's').test(decodePath(path) ?? path);
}

/** Collects the headers of all rules that match a path; several values of one header are joined. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const rule of rules) {
    if (!matchesPattern(rule.path, path)) continue;
    for (const [name, value] of rule.headers)
      found[name] =
        name in found ? `${found[name]}, ${value}` : value.replace(':splat', splatOf(rule.path, path));
  }
  return found;
}

/** The new address of a path by a rule. */
export function targetOf({ from, to }: RedirectRule, path: string): string {
  return to.replace(':splat', () => splatOf(from, path));
}

/** The part of a path that the `*` of a pattern stands for. */
function splatOf(pattern: string, path: string): string {
  const [start = '', end = ''] = pattern.split('*');
  return path.slice(start.length, path.length - end.length);
}

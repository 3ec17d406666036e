/** Firebase Hosting: firebase.json, in the output folder, which is its own public folder. It cannot answer 410. */
import * as z from 'zod';
import { findCleanFile, findRule } from './clean-files.ts';
import { type Host, headerRules } from './host.ts';
import { decodePath, redirect, withQuery } from './host-answer.ts';

/** Characters with a meaning in its patterns. */
const PATTERN = /[()[\]{}!+@*?:]/;

const configSchema = z.object({
  hosting: z.object({
    redirects: z.array(z.object({ source: z.string(), destination: z.string(), type: z.number() })),
    headers: z.array(
      z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  }),
});

export const host: Host = {
  paths: ['firebase.json'],
  maxRedirects: 1_000,
  lacks: ['queries'],
  isRoot: true,
  rulesReachMissing: true,
  write(facts) {
    const hosting = {
      public: '.',
      ignore: ['firebase.json', '.firebase/**', '.nojekyll'],
      cleanUrls: true,
      trailingSlash: false,
      redirects: [
        ...facts.moved
          .filter(({ from }) => !PATTERN.test(from))
          .map(({ from, to }) => ({ source: from, destination: to, type: 301 })),
        ...facts.patterns.map(({ from, to, rest }) => ({
          source: `${from}:rest*`,
          destination: rest ? `${to}:rest` : to,
          type: 301,
        })),
      ],
      // If several rules match, the last one sets the header.
      headers: headerRules(facts, true).map(({ pattern, headers }) => ({
        source: pattern === '/*' ? '**' : pattern.replace('/*', '/**'),
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      })),
    };
    return [{ path: 'firebase.json', content: `${JSON.stringify({ hosting }, null, 2)}\n` }];
  },
  createAnswer(site) {
    const { hosting } = configSchema.parse(JSON.parse(site.read('firebase.json') ?? '{}'));
    return (path, query) => {
      const asked = decodePath(path) ?? path;
      const headers: Record<string, string> = {};
      for (const rule of hosting.headers)
        if (covers(rule.source, asked)) for (const { key, value } of rule.headers) headers[key] = value;
      const moved = findRule(hosting.redirects, path);
      if (moved) return redirect(moved.rule.type, withQuery(moved.to, query), headers);
      return { ...findCleanFile(site, path, query, 301), headers };
    };
  },
};

/** The patterns of our firebase.json are a path, or the start of a path before "**". */
function covers(source: string, path: string): boolean {
  const start = source.replace(/\*\*$/, '');
  return start === source ? source === path : path.startsWith(start);
}

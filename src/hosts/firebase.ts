/** Firebase Hosting: firebase.json, in the output folder, which is its own public folder. It cannot answer 410. */
import * as z from 'zod';
import { attempt } from '../foundation/attempt.ts';
import { covers, findCleanFile, findRule } from './clean-files.ts';
import { escapePattern, type Host, headerRules, unescapePattern } from './host.ts';
import { decodePath, redirect, withQuery } from './host-answer.ts';

/** Characters with a meaning in its globs. */
const GLOB = /[()[\]{}!+@*?:]/;
/** All that follows a path. Its own server takes one segment of `:name*`, and more of a group. */
const REST = '(.*)$';

/** Firebase encodes the targets of redirects itself. One that would not come out as it was stays as it is. */
function decodeTarget(to: string): string {
  const decoded = attempt(() => decodeURI(to));
  return decoded !== undefined && encodeURI(decoded) === to ? decoded : to;
}

const configSchema = z.object({
  hosting: z.object({
    redirects: z.array(
      z.object({
        source: z.string().optional(),
        regex: z.string().optional(),
        destination: z.string(),
        type: z.number(),
      }),
    ),
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
          .filter(({ from }) => !GLOB.test(from))
          .map(({ from, to }) => ({ source: from, destination: decodeTarget(to), type: 301 })),
        ...facts.patterns.map(({ from, to, rest }) => ({
          regex: `^${escapePattern(from)}${REST}`,
          destination: decodeTarget(to) + (rest ? ':1' : ''),
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
    const rules = hosting.redirects.map(({ source, regex = '', destination, type }) => ({
      source: source ?? `${unescapePattern(regex.slice(1, -REST.length))}:rest*`,
      destination: encodeURI(destination).replace(/:1$/, ':rest'),
      type,
    }));
    return (path, query) => {
      const asked = decodePath(path) ?? path;
      const headers: Record<string, string> = {};
      for (const rule of hosting.headers)
        if (covers(rule.source, '**', asked)) for (const { key, value } of rule.headers) headers[key] = value;
      const moved = findRule(rules, path);
      if (moved) return redirect(moved.rule.type, withQuery(moved.to, query), headers);
      return { ...findCleanFile(site, path, query, 301), headers };
    };
  },
};

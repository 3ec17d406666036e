/** Vercel: vercel.json, in the output folder. It cannot answer 410, and has one not-found page. */
import * as z from 'zod';
import { findCleanFile } from './clean-files.ts';
import { type Host, headerRules } from './host.ts';
import { decodePath, redirect, withQuery } from './host-answer.ts';

/** Characters with a meaning in its patterns. */
const PATTERN = /[()[\]{}!+*?:\\]/;

const configSchema = z.object({
  redirects: z.array(z.object({ source: z.string(), destination: z.string(), statusCode: z.number() })),
  headers: z.array(
    z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
  ),
});

export const host: Host = {
  paths: ['vercel.json'],
  maxRedirects: 1_024,
  isRoot: true,
  rulesReachMissing: true,
  write(facts) {
    const config = {
      cleanUrls: true,
      trailingSlash: false,
      redirects: facts.moved
        .filter(({ from }) => !PATTERN.test(from))
        .map(({ from, to }) => ({ source: from, destination: to, statusCode: 301 })),
      // If several rules match, the last one sets the header.
      headers: headerRules(facts, true).map(({ pattern, headers }) => ({
        source: pattern.replace('*', '(.*)'),
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      })),
    };
    return [{ path: 'vercel.json', content: `${JSON.stringify(config, null, 2)}\n` }];
  },
  createAnswer(site) {
    const config = configSchema.parse(JSON.parse(site.read('vercel.json') ?? '{}'));
    return (path, query) => {
      const asked = decodePath(path) ?? path;
      const headers: Record<string, string> = {};
      for (const { source, headers: own } of config.headers) {
        const start = source.replace('(.*)', '');
        if (start === source ? source !== asked : !asked.startsWith(start)) continue;
        for (const { key, value } of own) headers[key] = value;
      }
      const moved = config.redirects.find(({ source }) => source === asked.replace(/(.)\/$/, '$1'));
      if (moved) return redirect(moved.statusCode, withQuery(moved.destination, query), headers);
      return { ...findCleanFile(site, path, query, 308), headers };
    };
  },
};

/** Firebase Hosting: firebase.json, in the output folder, which is its own public folder. It cannot answer 410. */
import type { Host } from './host.ts';

/** Characters that have a meaning in its patterns. */
const PATTERN = /[()[\]{}!+@*?:]/;

export const firebase: Host = {
  paths: ['firebase.json'],
  maxRedirects: 1_000,
  write({ moved, cache, defaultCache, security }) {
    const rule = (source: string, headers: Readonly<Record<string, string>>) => ({
      source,
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    });
    const hosting = {
      public: '.',
      ignore: ['firebase.json', '.firebase/**', '.nojekyll'],
      cleanUrls: true,
      trailingSlash: false,
      redirects: moved
        .filter(({ from }) => !PATTERN.test(from))
        .map(({ from, to }) => ({ source: from, destination: to, type: 301 })),
      // Of rules that match, the last one sets the header.
      headers: [
        rule('**', { ...security, 'Cache-Control': defaultCache }),
        ...cache.map(({ pattern, value }) => rule(pattern.replace('/*', '/**'), { 'Cache-Control': value })),
      ],
    };
    return [{ path: 'firebase.json', content: `${JSON.stringify({ hosting }, null, 2)}\n` }];
  },
};

/** Firebase Hosting: firebase.json, in the output folder, which is its own public folder. It cannot answer 410. */

import { attempt } from '../foundation/attempt.ts';
import { escapePattern } from '../foundation/escape.ts';
import { type Host, headerRules } from './host.ts';

/** Characters with a meaning in its globs. */
const GLOB = /[()[\]{}!+@*?:]/;
const sourceOf = (path: string) =>
  GLOB.test(path) ? { regex: `^${escapePattern(path)}$` } : { source: path };
/** All that follows a path. Its own server takes one segment of `:name*`, and more of a group. */
const REST = '(.*)$';

/** Firebase encodes the targets of redirects itself. One that would not come out as it was stays as it is. */
function decodeTarget(to: string): string {
  const decoded = attempt(() => decodeURI(to.replaceAll('%24', '$')));
  return decoded !== undefined && encodeURI(decoded) === to.replaceAll('%24', '$') ? decoded : to;
}

export const host: Host = {
  paths: ['firebase.json'],
  maxRedirects: 1_000,
  lacks: ['queries'],
  // It reads the start of a new address as a pattern too, and encodes it itself.
  lacksRedirect: (_from, to) => /(?:[()+%]|\*.|:\d).*\*$/.test(to),
  isRoot: true,
  rulesReachMissing: true,
  write(facts) {
    const hosting = {
      public: '.',
      ignore: ['firebase.json', '.firebase/**', '.nojekyll'],
      cleanUrls: true,
      trailingSlash: false,
      redirects: [
        ...facts.moved.map(({ from, to }) => ({
          ...sourceOf(from),
          destination: decodeTarget(to),
          type: 301,
        })),
        ...facts.patterns.map(({ from, to, rest }) => ({
          regex: `^${escapePattern(from)}${REST}`,
          destination: decodeTarget(to) + (rest ? ':1' : ''),
          type: 301,
        })),
      ],
      // If several rules match, the last one sets the header.
      headers: headerRules(facts, true).map(({ pattern, headers }) => ({
        source:
          pattern === '/*' ? '**' : pattern.replace(/\/\*(?=(.?))/, (_, next) => (next ? '/**/*' : '/**')),
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      })),
    };
    return [{ path: 'firebase.json', content: `${JSON.stringify({ hosting }, null, 2)}\n` }];
  },
};

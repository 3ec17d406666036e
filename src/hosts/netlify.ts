/** Netlify: `_redirects` and `_headers`. Forced rules come first, then files under clean URLs, then the other rules. */
import { encodePath, type Host, notFoundOf, OPERATOR_FOLDER } from './host.ts';
import { createNetlifyFunction, varyByAccept } from './markdown-function.ts';
import { createHeaderRules, patternLines } from './rule-files.ts';

const FUNCTION = `${OPERATOR_FOLDER}edge-functions/markdown.js`;

export const host: Host = {
  paths: ['_redirects', '_headers'],
  twinPaths: [FUNCTION],
  // Netlify documents no limit, but many rules slow down each deploy.
  maxRedirects: 10_000,
  isRoot: true,
  rulesReachMissing: true,
  write(facts) {
    // "!" forces a rule: it applies although a page exists at the old address.
    const lines = [
      ...facts.moved.map(({ from, to }) => `${encodePath(from)} ${to} 301!`),
      ...facts.queries.map(
        ({ path, query, to }) => `${encodePath(path)} ${query.replaceAll('&', ' ')} ${to} 301!`,
      ),
      ...patternLines(facts, '301!'),
      ...facts.gone.map((from) => `${encodePath(from)} ${notFoundOf(facts, from)} 410!`),
      ...facts.notFound
        .filter(({ below }) => below !== '')
        .map(({ below, file }) => `${below}/* ${file} 404`),
    ];
    return [
      { path: '_redirects', content: lines.map((line) => `${line}\n`).join('') },
      { path: '_headers', content: createHeaderRules(varyByAccept(facts)) },
      ...(facts.twinOrigin === null
        ? []
        : [{ path: FUNCTION, content: createNetlifyFunction(facts.twinOrigin) }]),
    ];
  },
};

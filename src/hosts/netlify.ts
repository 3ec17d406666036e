/** Netlify: `_redirects` and `_headers`. Forced rules come first, then files under clean URLs, then the other rules. */
import { encodePath, type Host, type HostFacts, notFoundOf, OPERATOR_FOLDER } from './host.ts';
import { createNetlifyFunction, varyByAccept } from './markdown-function.ts';
import { createHeaderRules } from './rule-files.ts';

const FUNCTION = `${OPERATOR_FOLDER}edge-functions/markdown.js`;

export const host: Host = {
  paths: ['_redirects', '_headers'],
  twinPaths: [FUNCTION],
  // Netlify documents no limit, but many rules slow down each deploy.
  maxRedirects: 10_000,
  isRoot: true,
  rulesReachMissing: true,
  lacksRedirect: (from) => hasSpace(readQuery(from.replace(/^[^?]*\??/, ''))),
  write(facts) {
    // "!" forces a rule: it applies although a page exists at the old address.
    const lines = [
      ...facts.moved.map(({ from, to }) => `${encodePath(from)} ${to} 301!`),
      ...facts.queries
        .map(({ path, query, to }) => ({ query: readQuery(query), from: encodePath(path), to }))
        .filter(({ query }) => !hasSpace(query))
        .map(({ query, from, to }) => `${from} ${query.join(' ')} ${to} 301!`),
      ...facts.patterns.flatMap(linesBelow),
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

/** The pairs of a query as characters, which Netlify compares. A rule has no place for spaces. */
const readQuery = (query: string) =>
  [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
const hasSpace = (query: readonly string[]) => query.some((pair) => /\s/.test(pair));

/** `/old/*` would cover `/old` too, so these rules name the first part of the rest. */
function linesBelow({ from, to, rest }: HostFacts['patterns'][number]): string[] {
  return ['', '/*'].map(
    (end) => `${encodePath(from)}:rest${end} ${to}${rest ? `:rest${end.replace('*', ':splat')}` : ''} 301!`,
  );
}

/** Netlify: `_redirects` and `_headers`. Forced rules come first, then files under clean URLs, then the other rules. */
import { encodePath, type Host, notFoundOf, OPERATOR_FOLDER } from './host.ts';
import {
  answerFile,
  answerNotFound,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
  withQuery,
} from './host-answer.ts';
import { createNetlifyFunction, runFunction, varyByAccept } from './markdown-function.ts';
import {
  createHeaderRules,
  headersFor,
  matchesPattern,
  parseHeaders,
  parseRedirects,
  patternLines,
  targetOf,
} from './rule-files.ts';

const FUNCTION = `${OPERATOR_FOLDER}edge-functions/markdown.js`;
const DEFAULT_CACHE = 'public,max-age=0,must-revalidate';

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
  createAnswer(site) {
    const redirects = parseRedirects(site.read('_redirects') ?? '');
    const headerRules = parseHeaders(site.read('_headers') ?? '');
    return runFunction(site, FUNCTION, (path, query) => {
      const headers = { 'Cache-Control': DEFAULT_CACHE, ...headersFor(headerRules, path) };
      // Rules ignore a slash at the end of a path.
      const asked = path.replace(/(.)\/+$/, '$1');
      const matching = redirects.filter(
        (rule) =>
          matchesPattern(rule.from, asked) && (rule.query === undefined || query === `?${rule.query}`),
      );
      const follow = (rule: (typeof redirects)[number]): HostAnswer =>
        rule.status >= 300 && rule.status < 400
          ? redirect(rule.status, withQuery(targetOf(rule, asked), rule.query ? '' : query), headers)
          : { status: rule.status, name: rule.to.slice(1), headers };
      const forced = matching.find((rule) => rule.forced);
      if (forced) return follow(forced);
      const found = findFile(site, path, query);
      if (found) return { ...found, headers };
      const [rule] = matching;
      if (rule) return follow(rule);
      return answerNotFound(site, headers);
    });
  },
};

function findFile(site: HostedSite, path: string, query: string): HostAnswer | null {
  const name = decodePath(path)?.slice(1) ?? null;
  // An encoded slash is part of a name.
  if (name === null || /%2f/i.test(path)) return null;
  if (name === '') return site.has('index.html') ? answerFile('index.html') : null;
  if (!name.endsWith('/')) {
    if (site.has(name)) return answerFile(name);
    if (site.has(`${name}.html`)) return answerFile(`${name}.html`);
    return site.has(`${name}/index.html`) ? redirect(301, `${path}/${query}`) : null;
  }
  const bare = name.replace(/\/+$/, '');
  if (site.has(`${bare}.html`)) return redirect(301, path.replace(/\/+$/, '') + query);
  return site.has(`${bare}/index.html`) ? answerFile(`${bare}/index.html`) : null;
}

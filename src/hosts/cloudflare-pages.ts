/** Cloudflare Pages: `_redirects` and `_headers`. It sends the nearest not-found page by itself, and cannot answer 410. */
import { encodePath, type Host, type HostFacts, type HostFile } from './host.ts';
import {
  type Answer,
  answerFile,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
  withQuery,
} from './host-answer.ts';
import { CLOUDFLARE_FUNCTION, runFunction, varyByAccept, WITHOUT_TWINS } from './markdown-function.ts';
import {
  createHeaderRules,
  headersFor,
  matchesPattern,
  parseHeaders,
  parseRedirects,
  targetOf,
} from './rule-files.ts';

/** A line of `_redirects` with another status has no effect. */
const STATUSES = new Set([200, 301, 302, 303, 307, 308]);
const MAX_STATIC_RULES = 2_000;
const MAX_HEADER_RULES = 100;
export const RULES = ['_redirects', '_headers'];
const WORKER = '_worker.js';
const ROUTES = '_routes.json';

export const host: Host = {
  paths: RULES,
  twinPaths: [WORKER, ROUTES],
  maxRedirects: MAX_STATIC_RULES,
  lacks: ['queries'],
  isRoot: true,
  write: (facts) => [
    ...writeRules(facts),
    ...(facts.twinOrigin === null
      ? []
      : [
          { path: WORKER, content: CLOUDFLARE_FUNCTION },
          {
            path: ROUTES,
            content: `${JSON.stringify({ version: 1, include: ['/*'], exclude: WITHOUT_TWINS.map((folder) => `/${folder}/*`) })}\n`,
          },
        ]),
  ],
  createAnswer: (site) => runFunction(site, WORKER, answerByRules(site)),
};

export function writeRules(facts: HostFacts): HostFile[] {
  const { moved, twinOrigin } = facts;
  const link = { pattern: '/*.md', headers: { Link: `<${twinOrigin}/:splat>; rel="canonical"` } };
  return [
    {
      path: '_redirects',
      content: [
        ...moved.map(({ from, to }) => `${encodePath(from)} ${to} 301`),
        ...facts.patterns.map(
          ({ from, to, rest }) => `${encodePath(from)}* ${to}${rest ? ':splat' : ''} 301`,
        ),
      ]
        .map((line) => `${line}\n`)
        .join(''),
    },
    { path: '_headers', content: createHeaderRules(varyByAccept(facts), twinOrigin === null ? [] : [link]) },
  ];
}

function answerByRules(site: HostedSite): Answer {
  const rules = parseRedirects(site.read('_redirects') ?? '')
    .filter(({ status }) => STATUSES.has(status))
    .slice(0, MAX_STATIC_RULES);
  const redirects = new Map(rules.map((rule) => [rule.from, rule]));
  const patterns = rules.filter(({ from }) => from.endsWith('*'));
  const headerRules = parseHeaders(site.read('_headers') ?? '').slice(0, MAX_HEADER_RULES);
  return (path, query) => {
    const rule = redirects.get(path) ?? patterns.find(({ from }) => matchesPattern(from, path));
    const { status, location, name } = rule
      ? redirect(rule.status, withQuery(targetOf(rule, path), query))
      : findFile(site, decodePath(path) ?? path, query);
    const headers: Record<string, string> = {
      'Access-Control-Allow-Origin': '*',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      ...(status === 200 && { 'Cache-Control': 'public, max-age=0, must-revalidate' }),
      ...headersFor(headerRules, path),
      ...(status === 404 && { 'Cache-Control': 'no-store' }),
    };
    return { status, name, headers, ...(location !== undefined && { location }) };
  };
}

function findFile(site: HostedSite, path: string, query: string): HostAnswer {
  const has = (file: string) => site.has(file.slice(1));
  const file = (found: string) => answerFile(found.slice(1));
  const moveTo = (target: string) =>
    redirect(308, target.split('/').map(encodeURIComponent).join('/') + query);
  const missing = (): HostAnswer => {
    const page = nearestNotFound(site, path);
    // A site without a not-found page is treated as a single-page application.
    return page === null ? answerFile('index.html') : { status: 404, name: page, headers: {} };
  };
  if (path.endsWith('/')) {
    if (has(`${path}index.html`)) return file(`${path}index.html`);
    if (path.endsWith('/index/')) return moveTo(path.slice(0, -'index/'.length));
    return has(path.replace(/\/$/, '.html')) ? moveTo(path.slice(0, -1)) : missing();
  }
  if (has(path)) {
    if (!path.endsWith('.html')) return file(path);
    const clean = path.slice(0, -'.html'.length);
    if (clean.endsWith('/index')) return moveTo(clean.replace(/\/index$/, '/'));
    return has(clean) || clean === '/' ? file(path) : moveTo(clean);
  }
  if (path.endsWith('/index')) return moveTo(path.slice(0, -'index'.length));
  if (has(`${path}.html`)) return file(`${path}.html`);
  return has(`${path}/index.html`) ? moveTo(`${path}/`) : missing();
}

/** Finds the nearest not-found page: in the folder of the path, or in one above it. */
export function nearestNotFound(site: HostedSite, path: string): string | null {
  for (let folder = path; folder !== ''; ) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    const name = `${folder}/404.html`.slice(1);
    if (site.has(name)) return name;
  }
  return null;
}

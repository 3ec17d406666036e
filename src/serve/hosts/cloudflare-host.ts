/** Imitates Cloudflare Pages: redirects first, one address for each page, the nearest not-found page. */
import {
  decodePath,
  type HostAnswer,
  type HostedSite,
  type HostImitation,
  nearestNotFound,
  redirect,
  withQuery,
} from './host-answer.ts';
import { headersFor, parseHeaders, parseRedirects } from './rule-files.ts';

/** Other statuses of a rule are not supported: the line has no effect. */
const STATUSES = new Set([200, 301, 302, 303, 307, 308]);
const MAX_STATIC_RULES = 2_000;
const MAX_HEADER_RULES = 100;

export const cloudflareHost: HostImitation = (site) => {
  const rules = parseRedirects(site.read('_redirects') ?? '')
    .filter(({ status }) => STATUSES.has(status))
    .slice(0, MAX_STATIC_RULES);
  const redirects = new Map(rules.map((rule) => [rule.from, rule]));
  const headerRules = parseHeaders(site.read('_headers') ?? '').slice(0, MAX_HEADER_RULES);
  return (path, query) => {
    const rule = redirects.get(path);
    const { status, location, name } = rule
      ? redirect(rule.status, withQuery(rule.to, query))
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
};

function findFile(site: HostedSite, path: string, query: string): HostAnswer {
  const has = (file: string) => site.has(file.slice(1));
  const file = (found: string): HostAnswer => ({ status: 200, name: found.slice(1), headers: {} });
  const moveTo = (target: string) =>
    redirect(308, target.split('/').map(encodeURIComponent).join('/') + query);
  const missing = (): HostAnswer => {
    const page = nearestNotFound(site, path);
    // Without such a page it takes the site for an application of one page.
    return page === null
      ? { status: 200, name: 'index.html', headers: {} }
      : { status: 404, name: page, headers: {} };
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

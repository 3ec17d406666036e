/** Imitates Netlify: forced redirects, then files under clean URLs, then the other rules, then /404.html. */
import {
  decodePath,
  type HostAnswer,
  type HostedSite,
  type HostImitation,
  redirect,
  withQuery,
} from './host-answer.ts';
import { headersFor, matchesPattern, parseHeaders, parseRedirects } from './rule-files.ts';

const DEFAULT_CACHE = 'public,max-age=0,must-revalidate';

export const netlifyHost: HostImitation = (site) => {
  const redirects = parseRedirects(site.read('_redirects') ?? '');
  const headerRules = parseHeaders(site.read('_headers') ?? '');
  return (path, query) => {
    const headers = { 'Cache-Control': DEFAULT_CACHE, ...headersFor(headerRules, path) };
    // Rules treat a path with and without a slash at its end alike.
    const asked = path.replace(/(.)\/+$/, '$1');
    const matching = redirects.filter(({ from }) => matchesPattern(from, asked));
    const follow = ({ to, status }: { to: string; status: number }): HostAnswer =>
      status >= 300 && status < 400
        ? redirect(status, withQuery(to, query), headers)
        : { status, name: to.slice(1), headers };
    const forced = matching.find((rule) => rule.forced);
    if (forced) return follow(forced);
    const found = findFile(site, path, query);
    if (found) return { ...found, headers };
    const [rule] = matching;
    if (rule) return follow(rule);
    return { status: 404, name: site.has('404.html') ? '404.html' : null, headers };
  };
};

function findFile(site: HostedSite, path: string, query: string): Omit<HostAnswer, 'headers'> | null {
  const name = decodePath(path)?.slice(1) ?? null;
  if (name === null) return null;
  const file = (found: string) => ({ status: 200, name: found });
  if (name === '') return site.has('index.html') ? file('index.html') : null;
  if (!name.endsWith('/')) {
    if (site.has(name)) return file(name);
    if (site.has(`${name}.html`)) return file(`${name}.html`);
    return site.has(`${name}/index.html`) ? redirect(301, `${path}/${query}`) : null;
  }
  const bare = name.replace(/\/+$/, '');
  if (site.has(`${bare}.html`)) return redirect(301, path.replace(/\/+$/, '') + query);
  return site.has(`${bare}/index.html`) ? file(`${bare}/index.html`) : null;
}

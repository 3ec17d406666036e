/** Answers as a web server does that includes one of our files: nginx, Caddy and Apache. Each reads its rules from its own file. */
import { UNCLEAN, WANTS_MARKDOWN } from './host.ts';
import {
  type Answer,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
  restOf,
  withQuery,
} from './host-answer.ts';

export interface ServerRules {
  /** New address by old one, which has the base path; null for a withdrawn page. */
  old: ReadonlyMap<string, string | null>;
  /** New address by old path with its query. */
  queries: ReadonlyMap<string, string>;
  /** Start of paths that move, with the base path, and the address that takes its place; `*` at its end for the rest. */
  patterns: readonly (readonly [from: string, to: string])[];
  /** Headers of every answer. */
  always: Readonly<Record<string, string>>;
  /** Headers of the site by path. */
  own: readonly { pattern: RegExp; name: string; value: string }[];
  /** Cache-Control of an answer that is no error: the first that matches. */
  cache: readonly { pattern: RegExp; value: string }[];
  /** Not-found pages, with the base path: the first that matches. */
  notFound: readonly { pattern: RegExp; page: string }[];
  /** null for a site without Markdown twins. */
  twinOrigin: string | null;
}

const REFUSED = new RegExp(UNCLEAN, 'i');
const WANTS = new RegExp(WANTS_MARKDOWN, 'i');

export function createServerAnswer(site: HostedSite, rules: ServerRules): Answer {
  const start = `${site.basePath}/`;
  return (path, query, accept = '') => {
    if (/%(?![0-9a-f]{2})|%00/i.test(path)) return { status: 400, name: null, headers: {} };
    const asked = (decodePath(path) ?? path).replace(/\/{2,}/g, '/');
    const answer = (found: Omit<HostAnswer, 'headers'>): HostAnswer => {
      const cached = rules.cache.find(({ pattern }) => pattern.test(asked))?.value;
      const page = /^(.+)\.md$/.exec(path)?.[1];
      const headers: Record<string, string> = {
        ...rules.always,
        ...Object.fromEntries(
          rules.own.filter(({ pattern }) => pattern.test(asked)).map(({ name, value }) => [name, value]),
        ),
        ...(found.status < 400 && cached !== undefined && { 'Cache-Control': cached }),
        ...(found.status < 400 && rules.twinOrigin !== null && { Vary: 'Accept' }),
        ...(found.status === 200 &&
          rules.twinOrigin !== null &&
          page !== undefined && { Link: `<${rules.twinOrigin}${page}>; rel="canonical"` }),
      };
      return { ...found, headers };
    };
    const missing = (status: number) => {
      const page = rules.notFound.find(({ pattern }) => pattern.test(asked))?.page ?? `${start}404.html`;
      const name = page.slice(start.length);
      return answer({ status, name: site.has(name) ? name : null });
    };
    const old = asked === start ? undefined : rules.old.get(asked.replace(/\/$/, ''));
    if (`${asked}/` === start) return answer(redirect(301, start + query));
    if (old === null) return missing(410);
    if (old !== undefined) return answer(redirect(301, withQuery(old, old.includes('#') ? '' : query)));
    const byQuery = rules.queries.get(asked + query);
    if (byQuery !== undefined) return answer(redirect(301, byQuery));
    const isClean = !REFUSED.test(path);
    const pattern = isClean && rules.patterns.find(([from]) => asked.startsWith(from));
    if (pattern) {
      const rest = restOf(path, pattern[0]);
      return answer(
        redirect(
          301,
          withQuery(
            pattern[1].replace(/\*$/, () => rest),
            query,
          ),
        ),
      );
    }
    if (/\/\.(?!well-known\/)/.test(asked) || !asked.startsWith(start)) return missing(404);
    const name = asked.slice(start.length);
    const find = (names: readonly string[]) => names.find((file) => site.has(file));
    if (name.endsWith('/')) {
      const bare = name.replace(/\/+$/, '');
      const isPage = isClean && find([`${bare}.html`, `${bare}/index.html`]) !== undefined;
      return isPage ? answer(redirect(301, path.replace(/\/+$/, '') + query)) : missing(404);
    }
    const twin = rules.twinOrigin !== null && WANTS.test(accept) ? [`${name}.md`] : [];
    const found = find([...twin, name, `${name}.html`, name === '' ? 'index.html' : `${name}/index.html`]);
    return found === undefined ? missing(404) : answer({ status: 200, name: found });
  };
}

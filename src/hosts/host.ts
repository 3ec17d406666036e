/** Defines what a host is: the files that it reads, and for some how it answers requests with them. */
import { escapePattern } from '../foundation/escape.ts';
import type { Answer, HostedSite } from './host-answer.ts';

export interface Host {
  /** Paths below the output folder of the files that it reads. */
  paths: readonly string[];
  /** Paths of the files that it reads for a site with Markdown twins only. */
  twinPaths?: readonly string[];
  /** Number of old addresses that the host accepts, or that its files have room for. Others keep their pages. */
  maxRedirects: number;
  /** True if the output folder is the root of the host: requests and rules then have paths without the base path. */
  isRoot: boolean;
  /** Kinds of rules that its files cannot express. */
  lacks?: readonly ('patterns' | 'queries' | 'headers')[];
  /** True for a redirect, as in the configuration, that its files cannot express. */
  lacksRedirect?(from: string, to: string): boolean;
  /** True if its files refuse unclean paths, so that the rest of a path may follow the root of the site. */
  refusesUnclean?: true;
  /** True if a rule for a path also sets the headers of a 404 there. */
  rulesReachMissing?: true;
  /** Renders the facts of a site in the format of the host. */
  write(facts: HostFacts): HostFile[];
  /** Reads these files, and answers requests as the host does (`serve --as`): only where tests compare it with the host's own server. */
  createAnswer?(site: HostedSite): Answer;
}

export interface HostFile {
  path: string;
  content: string;
}

export interface HostFacts {
  /** Short name of the site. */
  name: string;
  /** Google Cloud project, where it is configured. */
  project: string | null;
  /** '' or a path such as "/blog". */
  basePath: string;
  layout: 'file' | 'directory';
  /**
   * Old addresses: `from` without base path, as characters; `to` as an href, or the URL of another host. No `to` here and below has
   * a `$`, `{` or `}`, which hosts read as names of values.
   */
  moved: readonly { from: string; to: string }[];
  /** Redirects of all paths that begin with `from`. With `rest`, what follows it is added to `to`. */
  patterns: readonly { from: string; to: string; rest: boolean }[];
  /** Redirects of one path with one query. */
  queries: readonly { path: string; query: string; to: string }[];
  /** Withdrawn addresses, as `from` above. */
  gone: readonly string[];
  /** Not-found pages, the page of the whole site last. `below` is '' or the start of an edition, such as "/ru". */
  notFound: readonly { below: string; file: string }[];
  /** Paths of files whose content types do not follow from their extensions, such as feeds. */
  typed: readonly string[];
  /** Cache-Control of the paths that differ from the default. A pattern may end with `*`. No two match one path. */
  cache: readonly { pattern: string; value: string }[];
  /** Cache-Control of every other path. */
  defaultCache: string;
  /** Origin of the site where pages have Markdown twins; null without them. */
  twinOrigin: string | null;
  /** Headers of the drawings, in place of those below with the same name. */
  drawings: Readonly<Record<string, string>>;
  /** Headers by path that the owner of the site adds to those below. A pattern may end with `*`. */
  headers: readonly { pattern: string; set: Readonly<Record<string, string>> }[];
  /** Headers of every answer. */
  security: Readonly<Record<string, string>>;
}

/**
 * The headers of all paths, then those of single ones. Cloudflare reads 100 rules, so what a site with many languages would lose comes last.
 * @param withDefault the first rule has the Cache-Control of pages, for a host where a later rule replaces it
 */
export function headerRules(
  facts: HostFacts,
  withDefault: boolean,
): { pattern: string; headers: Readonly<Record<string, string>> }[] {
  const { security, cache, defaultCache } = facts;
  return [
    { pattern: '/*', headers: { ...security, ...(withDefault && { 'Cache-Control': defaultCache }) } },
    ...headersByPath(facts).map(({ pattern, set }) => ({ pattern, headers: set })),
    ...cache.map(({ pattern, value }) => ({ pattern, headers: { 'Cache-Control': value } })),
  ];
}

/**
 * Matches an Accept header that wants Markdown: it names the type, and no other with a greater weight. `*\/*` gets HTML, and
 * so does a weight below 1, because expressions cannot compare weights.
 */
export const WANTS_MARKDOWN =
  '(?:^|,)\\s*text/markdown\\s*(?:;\\s*[a-pr-z][^,;]*)*(?:;\\s*q=1(?:\\.0*)?\\s*)?(?:,|$)';

/**
 * Matches a raw path, in any case of letters, whose end may not become a new address: an empty segment, a slash or a backslash at
 * its start would name another host, and an encoded slash at its end would lead to the same address again.
 */
export const UNCLEAN = '//|\\x5c|%2f|%5c';

/** The folder of files for the operator of a server. No target publishes it. */
export const OPERATOR_FOLDER = '.hosting/';

/** Percent-encodes a path, as a browser sends it. */
export function encodePath(path: string): string {
  return encodeURI(path)
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/%5[BD]/g, decodeURIComponent);
}

/** Matches the paths of a pattern from their start, and to their end unless `*` is there. */
export function patternSource(pattern: string): string {
  const [start = '', end = '$'] = pattern.split('*').map(escapePattern);
  return start + (end === '$' || end === '' ? end : `.*${end}$`);
}

function headersByPath({ drawings, headers }: HostFacts): HostFacts['headers'] {
  return [{ pattern: '/*.svg', set: drawings }, ...headers];
}

/** The headers of drawings and of the site, one by one. */
export function listOwn(facts: HostFacts): { pattern: string; name: string; value: string }[] {
  return headersByPath(facts).flatMap(({ pattern, set }) =>
    Object.entries(set).map(([name, value]) => ({ pattern, name, value })),
  );
}

export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\(.)/g, '$1');
}

/** The not-found page for a path. */
export function notFoundOf({ notFound }: Pick<HostFacts, 'notFound'>, path: string): string {
  const page = notFound.find(({ below }) => `${path}/`.startsWith(`${below}/`));
  return page?.file ?? '/404.html';
}

/** Defines what a host is: a pure function from the facts of a site to the files that the host reads. */

export interface Host {
  /** Paths below the output folder of the files that it writes. */
  paths: readonly string[];
  /** Number of old addresses that the host accepts, or that its files have room for. Others keep their pages. */
  maxRedirects: number;
  write(facts: HostFacts): HostFile[];
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
  /** '' or a path such as "/blog". The host's paths do not contain it where the output folder is the root of the host. */
  basePath: string;
  layout: 'file' | 'directory';
  /** Old addresses: `from` without base path, as characters; `to` as an href. At most `maxRedirects`. */
  moved: readonly { from: string; to: string }[];
  /** Withdrawn addresses, as `from` above. */
  gone: readonly string[];
  /** Not-found pages, that of the whole site last. `below` is '' or the start of an edition, such as "/ru". */
  notFound: readonly { below: string; file: string }[];
  /** Cache-Control of the paths that differ from the default. A pattern may end with `*`. No two match one path. */
  cache: readonly { pattern: string; value: string }[];
  /** Cache-Control of every other path. */
  defaultCache: string;
  /** Headers of every answer. */
  security: Readonly<Record<string, string>>;
}

/** The folder of files for the operator, which no target publishes. */
export const OPERATOR_FOLDER = '.hosting/';

/** Percent-encodes a path, as a browser sends it. */
export function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** The not-found page for a path. */
export function notFoundOf({ notFound }: Pick<HostFacts, 'notFound'>, path: string): string {
  const page = notFound.find(({ below }) => `${path}/`.startsWith(`${below}/`));
  return page?.file ?? '/404.html';
}

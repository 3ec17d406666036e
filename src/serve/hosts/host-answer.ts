/** Defines how a host is imitated: a function from the URL of a request to its answer, made from the files of a build. */

export interface HostAnswer {
  status: number;
  /** Of a redirect. */
  location?: string;
  /** Output path of the file whose bytes are sent; null for none. */
  name: string | null;
  headers: Record<string, string>;
}

/** A build, as the host receives it. */
export interface HostedSite {
  basePath: string;
  /** Whether a file is published. */
  has(name: string): boolean;
  /** Whether a deploy stores a file under its clean URL. */
  isPage(name: string): boolean;
  /** The text of a file; null where the build has none. */
  read(name: string): string | null;
  /** Cache-Control that a deploy gives an object. */
  cacheControl(name: string): string;
}

/** @param path as in the request line, normalized: it starts with "/" and has no query. @param query '' or from "?" on */
export type Answer = (path: string, query: string) => HostAnswer;

export type HostImitation = (site: HostedSite) => Answer;

/** The characters of a path; null where its encoding is wrong. */
export function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

export function redirect(status: number, location: string, headers: Record<string, string> = {}): HostAnswer {
  return { status, location, name: null, headers };
}

/** The nearest not-found page: in the folder of a path, or above it. */
export function nearestNotFound(site: HostedSite, path: string): string | null {
  for (let folder = path; folder !== ''; ) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    const name = `${folder}/404.html`.slice(1);
    if (site.has(name)) return name;
  }
  return null;
}

/** An old or new address with the query that was asked for. */
export function withQuery(location: string, query: string): string {
  if (query === '' || location.includes('?')) return location;
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(location) ?? [];
  return path + query + fragment;
}

/** Defines how a host answers: a function from the path of a request to a status, headers, and a file or a new address. */
import { attempt } from '../foundation/attempt.ts';

export interface HostAnswer {
  status: number;
  /** The new address, if the answer is a redirect. */
  location?: string;
  /** Output path of the file whose bytes are sent; null for none. */
  name: string | null;
  headers: Record<string, string>;
}

/** The files of a build, as a deploy gives them to the host. */
export interface HostedSite {
  basePath: string;
  /** True if readers can get the file. */
  has(name: string): boolean;
  /** True if a deploy to a bucket stores the file under its clean URL. */
  isPage(name: string): boolean;
  /** The text of a file; null if the build has no such file. */
  read(name: string): string | null;
  /** Cache-Control that a deploy gives an object. */
  cacheControl(name: string): string;
}

/**
 * @param path normalized and percent-encoded: it starts with "/" and has no query
 * @param query '' or from "?" on
 * @param accept the Accept header
 */
export type Answer = (path: string, query: string, accept?: string) => HostAnswer;

/** Removes percent-encoding; null if it is malformed. */
export function decodePath(path: string): string | null {
  return attempt(() => decodeURIComponent(path)) ?? null;
}

export function answerFile(name: string, headers: Record<string, string> = {}): HostAnswer {
  return { status: 200, name, headers };
}

/** Answers with the not-found page of the whole site. */
export function answerNotFound(site: HostedSite, headers: Record<string, string> = {}): HostAnswer {
  return { status: 404, name: site.has('404.html') ? '404.html' : null, headers };
}

export function redirect(status: number, location: string, headers: Record<string, string> = {}): HostAnswer {
  return { status, location, name: null, headers };
}

/** The part of a path after a start that ends with "/", as a request spells it. */
export function restOf(path: string, start: string): string {
  return path
    .split('/')
    .slice(start.split('/').length - 1)
    .join('/');
}

/** Adds the query of a request to the target of a redirect, unless the target has a query. */
export function withQuery(location: string, query: string): string {
  if (query === '' || location.includes('?')) return location;
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(location) ?? [];
  return path + query + fragment;
}

/** Redirects that only a host can make: below a path, by a query, or to another host. They have no page at the old address. */
import * as z from 'zod';
import { aliasPath } from './page-path.ts';

const isPath = (text: string) => aliasPath.safeParse(text === '' ? '/' : text).success;

const FROM = 'an old address must be a path of the site such as /old-slug, /old/* or /?p=12';
const TO = 'a new address must be a path of the site such as /new-slug, or begin with https://';

/** A path, all paths below one (`/old/*`), or a path with a query. */
export const oldAddress = z
  .string()
  .refine((from) => isPath(from.replace(/\/\*$|\?[\w.~%=&+-]+$/, '')), FROM)
  .meta({ examples: ['/articles/old-slug', '/old/*', '/?p=12'] });

/** A path or an address of another host; at the end `*` stands for the rest of the old path. */
export const newAddress = z
  .string()
  .refine((to) => isPath(to.replace(/\/\*$/, '')) || /^https:\/\/[^\s"'$\\<>{}]+$/.test(to), TO)
  .meta({ examples: ['/articles/new-slug', '/new/*', 'https://example.org/'] });

interface Redirect {
  from: string;
  to?: string | undefined;
}

/** Says whether a page at the old address cannot lead on, so that the host has to. */
export function needsHost({ from, to = '' }: Redirect): boolean {
  return /[*?]/.test(from) || to.startsWith('https:');
}

/** Says whether a redirect of this kind, or one without a page, leads on from a path. */
export function leadsOn({ from }: Redirect, path: string): boolean {
  return from.endsWith('/*') ? path.startsWith(from.slice(0, -1)) : from.replace(/(.)\/+$/, '$1') === path;
}

/** Redirects that only a host can make: below a path, by a query, or to another host. They have no page at the old address. */
import * as z from 'zod';
import { aliasPath, SEGMENTS } from './page-path.ts';

const isPath = (text: string) => aliasPath.safeParse(text === '' ? '/' : text).success;

/** Names with values. */
const WORD = String.raw`(?:[\w.~+-]|%[\dA-Fa-f]{2})+`;
const QUERY = `${WORD}=${WORD}(?:&${WORD}=${WORD})*`;
// Editors check these by the JSON schema.
const OLD = new RegExp(String.raw`^(?:(?:\/|${SEGMENTS}\/*)(?:\?${QUERY})?|(?:${SEGMENTS})?\/\*)$`, 'u');
const NEW = new RegExp(
  String.raw`^(?:\/|${SEGMENTS}\/*|(?:${SEGMENTS})?\/\*|https:\/\/[^\s\p{C}"'$\\<>{}]+)$`,
  'u',
);

const FROM = 'an old address must be a path of the site such as /old-slug, /old/* or /?p=12';
const TO = 'a new address must be a path of the site such as /new-slug, or begin with https://';

/** A path, all paths below one (`/old/*`), or a path with a query. */
export const oldAddress = z
  .string()
  .regex(OLD, { error: FROM, abort: true })
  .refine((from) => isPath(from.replace(/\/\*$|\?.*$/, '')), FROM)
  .meta({ examples: ['/articles/old-slug', '/old/*', '/?p=12'] });

/** A path or an address of another host; at the end `*` stands for the rest of the old path. */
export const newAddress = z
  .string()
  .regex(NEW, { error: TO, abort: true })
  .refine((to) => (to.startsWith('https:') ? URL.canParse(to) : isPath(to.replace(/\/\*$/, ''))), TO)
  .refine(
    (to) => !/^https:\/\/[^/?#]*\*$/.test(to),
    '"*" needs a "/" before it, or it becomes part of the name of the host',
  )
  .refine(
    (to) => !/[^:/]\/:|:(?:splat|rest)|#$/.test(to),
    'hosts read ":name" as a part of the old address: write %3A in place of the colon, and nothing in place of "#" at the end',
  )
  .meta({ examples: ['/articles/new-slug', '/new/*', 'https://example.org/'] });

/** Headers that the build sets, and those that are part of an answer. */
const TAKEN =
  /^(?:content-.*|referrer-policy|permissions-policy|x-content-type-options|strict-transport-security|cache-control|vary|link|location|set-cookie|server|date)$/i;

/** Headers of one path, or of all paths below one. */
export const headerRule = z.strictObject({
  path: z
    .string()
    .regex(/^(?:\/[\w.~-]+)*\/?\*?$/, 'must be a path such as /embed/* or /fonts/a.woff2')
    .describe('A path, or all paths below one.')
    .meta({ examples: ['/embed/*'] }),
  set: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header')
        .refine((name) => !TAKEN.test(name), 'the build sets this header itself'),
      z
        .string()
        .regex(/^[\x20-\x7e]+$/)
        .regex(/^[^"'$\\{}%]*$/, 'a value has no quotes, and none of $ \\ { } %')
        .regex(
          /^(?!\s|expr=|.*(?::splat|\s$))/,
          'a value has no space at its ends, and none of expr= and :splat',
        ),
    )
    .describe('Values by the names of headers.')
    .meta({ examples: [{ 'Access-Control-Allow-Origin': '*' }] }),
});

interface Redirect {
  from: string;
  to?: string | undefined;
}

/** True if no page at the old address can redirect, so the host must. */
export function needsHost({ from, to = '' }: Redirect): boolean {
  return /[*?]/.test(from) || to.startsWith('https:');
}

/** True if a redirect that a host makes covers a path. */
export function leadsOn({ from }: Redirect, path: string): boolean {
  return from.endsWith('/*') ? path.startsWith(from.slice(0, -1)) : from.replace(/(.)\/+$/, '$1') === path;
}

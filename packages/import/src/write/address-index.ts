/** Finds the new address of a page by its old address, by its file in the source, or by a name that a tag uses. */
import { posix } from 'node:path';
import { readHeadingIds } from '../convert/heading-ids.ts';
import { isAbsoluteUrl } from '../core.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import { decodeAddress } from '../read/decode-address.ts';
import type { PlacedPost } from './place-posts.ts';

export type AddressIndex = ReturnType<typeof createAddressIndex>;

/** Endings that a link to a file of the source may omit. */
const ENDINGS = ['', '.md', '.mdx', '.markdown', '.html', '/index.md', '/index.mdx'];

/** @param listings old address → new one, of the lists of posts */
export function createAddressIndex(
  { url: oldUrl }: ImportedSite,
  placed: readonly PlacedPost[],
  listings: ReadonlyMap<string, string>,
) {
  const places = indexPosts(placed, listings);
  const { byAddress, byName, bySlug } = places;
  const postsByUrl = new Map(placed.map(({ url, post }) => [url, post]));
  const host = oldUrl === null ? null : withoutWww(new URL(oldUrl).host);
  const base = oldUrl === null ? '' : new URL(oldUrl).pathname.replace(/\/$/, '');
  const withoutBase = (path: string) =>
    base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) || '/' : path;

  return {
    /** Path, query and fragment of an address of the old site; null for an address elsewhere. */
    ownPath(target: string): string | null {
      if (!isAbsoluteUrl(target)) return target;
      const full = target.startsWith('//') ? `https:${target}` : target;
      if (!/^https?:/i.test(full) || !URL.canParse(full)) return null;
      const url = new URL(full);
      return withoutWww(url.host) === host ? url.pathname + url.search + url.hash : null;
    },
    /** Removes the path of the old site's home from the start of a path. */
    withoutBase,
    isHome: (path: string) => normalizeAddress(withoutBase(path)) === '/',
    /** New address of what a query names, such as `/?p=12`. */
    findByQuery(query: string): string | null {
      for (const [key, value] of new URLSearchParams(query))
        if (byAddress.has(`/?${key}=${value}`)) return byAddress.get(`/?${key}=${value}`) ?? null;
      return null;
    },
    /** New address of the page at a path of the old site. */
    findAbsolute: (path: string): string | null => byAddress.get(normalizeAddress(withoutBase(path))) ?? null,
    /** New address of the page that a link in a post names. */
    findPage(post: ImportedPost, path: string): string | null {
      const plain = withoutBase(path);
      return (
        findByAddress(places, post, plain) ??
        findByFile(places, post, plain) ??
        findRelative(places, post, plain) ??
        (/^\/[^/]+\/?$/.test(plain)
          ? (bySlug.get(normalizeAddress(plain)) ?? null)
          : // Folders that tools leave out, such as those of a language, may stand before the path.
            (plain.startsWith('/') && byName.get(normalizeAddress(plain).slice(1))) || null)
      );
    },
    /** New address of the post that a tag such as Hugo's `ref` names. */
    findNamed(name: string): string | null {
      const named = name.replace(/^\/+|\/$/g, '').toLowerCase();
      return byName.get(named) ?? byName.get(named.replace(/(?:\/_?index)?\.mdx?$/, '')) ?? null;
    },
    /** The post at a new address. */
    postAt: (url: string) => postsByUrl.get(url),
  };
}

/** The new addresses of posts, by what links call them. */
interface Places {
  byAddress: ReadonlyMap<string, string>;
  byFile: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, string>;
  /** null where several posts have the slug. */
  bySlug: ReadonlyMap<string, string | null>;
}

function indexPosts(placed: readonly PlacedPost[], listings: ReadonlyMap<string, string>): Places {
  const byAddress = new Map<string, string>();
  const byFile = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const [old, url] of listings) byAddress.set(normalizeAddress(old), url);
  // Where two posts have the same key, the first one gets it.
  for (const { post, url } of placed.toReversed()) {
    // The new home page takes the place of the old one.
    for (const address of post.addresses)
      if (normalizeAddress(address) !== '/') byAddress.set(normalizeAddress(address), url);
    // An export is one file of many posts, which are named by their numbers.
    if (post.id === undefined) byFile.set(post.file.toLowerCase(), url);
    else for (const key of ['p', 'page_id', 'post_id']) byAddress.set(`/?${key}=${post.id}`, url);
    if (post.id === undefined) for (const name of namesOf(post)) byName.set(name, url);
  }

  // A link may name a post by its slug alone, if no other post has it.
  const bySlug = new Map<string, string | null>();
  for (const { post, slug, url } of placed)
    for (const name of new Set(
      [slug, post.path.slice(post.path.lastIndexOf('/') + 1)].map((own) => normalizeAddress(`/${own}`)),
    ))
      bySlug.set(name, bySlug.has(name) ? null : url);
  return { byAddress, byFile, byName, bySlug };
}

function findByFile({ byFile, byName }: Places, post: ImportedPost, path: string): string | null {
  const file = path.replace(/^@site\//, '').replace(/^~\//, '');
  const places = path.startsWith('/') ? [file.slice(1)] : [posix.join(posix.dirname(post.file), file), file];
  for (const place of places) {
    const plain = posix.normalize(place).replace(/\/$/, '');
    for (const ending of ENDINGS) {
      const url = byFile.get((plain + ending).toLowerCase());
      if (url !== undefined) return url;
    }
  }
  return /\.mdx?$/i.test(file) ? (byName.get(file.replace(/^[@./]+/, '').toLowerCase()) ?? null) : null;
}

function findByAddress({ byAddress }: Places, post: ImportedPost, path: string): string | null {
  if (!path.startsWith('/')) return null;
  // Links on a site in several languages may omit the language of the page.
  const [, language = ''] = /^(\/[a-z]{2}(?:-[a-z]{2,4})?)(?:\/|$)/i.exec(post.addresses[0] ?? '') ?? [];
  return byAddress.get(normalizeAddress(path)) ?? byAddress.get(normalizeAddress(language + path)) ?? null;
}

/** Resolves a relative address as a browser does, with and without a slash at the end of the page's address. */
function findRelative(
  { byAddress }: Places,
  { addresses: [address] }: ImportedPost,
  path: string,
): string | null {
  if (address === undefined || path.startsWith('/')) return null;
  for (const from of [`${address}/`, address]) {
    const resolved = new URL(path, `http://old.invalid${encodeURI(from)}`).pathname;
    const url = byAddress.get(normalizeAddress(resolved));
    if (url !== undefined) return url;
  }
  return null;
}

/** Translates the fragments of links: headings have other ids in the new site. */
export function createFragmentTranslator() {
  const headingIds = new Map<ImportedPost, Map<string, string>>();
  /** @param fragment with its "#" */
  return (post: ImportedPost, fragment: string): string => {
    const ids = headingIds.get(post) ?? readHeadingIds(post);
    headingIds.set(post, ids);
    return `#${ids.get(decodeAddress(fragment.slice(1))) ?? fragment.slice(1)}`;
  };
}

/** Normal form of an old address: decoded, in lower case, without extension, index name and slash at the end. */
export function normalizeAddress(path: string): string {
  const plain = decodeAddress(path)
    .replace(/(?:\/(?:index|readme))?(?:\.(?:html?|mdx?))?\/*$/i, '')
    .replace(/\/{2,}/g, '/')
    .normalize('NFC');
  return plain.toLowerCase() || '/';
}

/** Names by which tags may refer to a post: its path from the source, and from each folder below. */
function* namesOf({ file }: ImportedPost): Iterable<string> {
  const whole = file.toLowerCase();
  const plain = whole.replace(/\.(?:md|mdx|markdown|html)$/, '');
  for (const path of [whole, plain, plain.replace(/\/_?index$/, '')]) {
    const parts = path.split('/');
    for (let from = 0; from < parts.length; from++) yield parts.slice(from).join('/');
  }
}

function withoutWww(host: string): string {
  return host.replace(/^www\./i, '').toLowerCase();
}

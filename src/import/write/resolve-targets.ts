/** Finds what the links and pictures of the old site are in the new one, and which files have to be copied. */
import { posix } from 'node:path';
import { isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { RESERVED_SEGMENTS } from '../../site/routes.ts';
import { SOURCE_FILE } from '../convert/address-tags.ts';
import type { Targets } from '../convert/element-writers.ts';
import { readHeadingIds } from '../convert/heading-ids.ts';
import { isImageTarget } from '../convert/rewrite-targets.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { SourceFolder } from '../read/source-folder.ts';
import type { PlacedPost } from './place-posts.ts';
import { oneLine } from './post-file.ts';

export interface ResolverInput {
  imported: ImportedSite;
  placed: readonly PlacedPost[];
  /** Old address → new one, for pages that are no posts: categories and authors. */
  listings: ReadonlyMap<string, string>;
  /** null for a source that has no files besides the export. */
  source: SourceFolder | null;
  notes: Notes;
  /** Names the folder of the copied pictures. */
  name: string;
}

const DEAD_LINK = 'link to a page that is not part of the import: left as it is';

/** Files that a link may lead to: nothing that a browser runs as part of the site. */
const DOWNLOAD =
  /\.(?:7z|aac|avi|bz2|csv|docx?|epub|flac|gz|ics|jsonl?|key|m4a|m4v|mobi|mov|mp3|mp4|odp|ods|odt|ogg|ogv|opus|otf|pdf|pptx?|rar|rtf|tar|tgz|ttf|txt|vcf|vtt|wav|webm|woff2?|xlsx?|xz|zip)$/i;

/** Normal form of an old address: without host, ending and slash at the end, in lower case. */
function normalizeAddress(path: string): string {
  const plain = decode(path)
    .replace(/(?:\/(?:index|readme))?(?:\.(?:html?|mdx?))?\/*$/i, '')
    .replace(/\/{2,}/g, '/')
    .normalize('NFC');
  return plain.toLowerCase() || '/';
}

export function createTargetResolver({ imported, placed, listings, source, notes, name }: ResolverInput) {
  const byAddress = new Map<string, string>();
  const byFile = new Map<string, PlacedPost>();
  const byName = new Map<string, PlacedPost>();
  const byUrl = new Map(placed.map(({ url, post }) => [url, post]));
  const headingIds = new Map<ImportedPost, Map<string, string>>();
  for (const [old, url] of listings) byAddress.set(normalizeAddress(old), url);
  for (const entry of placed.toReversed()) {
    const { post, url } = entry;
    for (const address of post.addresses) byAddress.set(normalizeAddress(address), url);
    byFile.set(post.file.toLowerCase(), entry);
    for (const key of namesOf(post)) byName.set(key, entry);
  }
  const hosts = new Set(imported.url === null ? [] : [withoutWww(new URL(imported.url).host)]);
  const base = imported.url === null ? '' : new URL(imported.url).pathname.replace(/\/$/, '');
  /** File of the source → file of the site, relative to the root. */
  const copies = new Map<string, string>();
  const copyNames = new Set<string>();

  const copyTo = (file: string, folder: string, path: string): string => {
    const known = copies.get(file);
    if (known !== undefined) return known;
    let safe = `${folder}/${safePath(path)}`;
    for (let number = 2; copyNames.has(safe.toLowerCase()); number++)
      safe = `${folder}/${safePath(path).replace(/(\.[^./]*)?$/, `-${number}$1`)}`;
    copyNames.add(safe.toLowerCase());
    copies.set(file, safe);
    return safe;
  };

  /** The path of an address of the old site, base removed; null for any other address. */
  const ownPath = (target: string): string | null => {
    if (!isAbsoluteUrl(target)) return target;
    const full = target.startsWith('//') ? `https:${target}` : target;
    if (!/^https?:/i.test(full) || !URL.canParse(full)) return null;
    const { host, pathname, search, hash } = new URL(full);
    return hosts.has(withoutWww(host)) ? pathname + search + hash : null;
  };
  const withoutBase = (path: string) =>
    base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) || '/' : path;

  /** Paths in the source that a target may mean. */
  function* candidates(post: ImportedPost, path: string): Iterable<string> {
    const folder = posix.dirname(post.file);
    if (!path.startsWith('/')) yield posix.join(folder, path);
    for (const asset of imported.assets) {
      const start = asset.mount === '' ? '/' : `${asset.mount}/`;
      const rooted = /^[~@]/.test(path) || path.startsWith('/') ? path : `/${path}`;
      if (rooted.startsWith(start)) yield posix.join(asset.folder, rooted.slice(start.length));
    }
    const [address] = post.addresses;
    if (path.startsWith('/') || address === undefined) return;
    for (const asset of imported.assets) yield posix.join(asset.folder, address, path);
    for (const asset of imported.assets) yield posix.join(asset.folder, posix.dirname(address), path);
  }
  const findFile = (post: ImportedPost, path: string): string | null => {
    if (!source || path.includes('\0')) return null;
    for (const candidate of candidates(post, path)) {
      const file = posix.normalize(candidate).replace(/^\.\//, '');
      if (!file.startsWith('..') && !/(?:^|\/)\.[^/]/.test(file) && source.has(file)) return file;
    }
    return null;
  };

  const findPost = (post: ImportedPost, path: string): string | null => {
    const plain = withoutBase(path);
    if (plain.startsWith('/')) {
      // Sites in several languages add that of the page.
      const [, language = ''] = /^(\/[a-z]{2}(?:-[a-z]{2,4})?)(?:\/|$)/i.exec(post.addresses[0] ?? '') ?? [];
      const found =
        byAddress.get(normalizeAddress(plain)) ?? byAddress.get(normalizeAddress(language + plain));
      if (found !== undefined) return found;
    }
    const file = plain.replace(/^@site\//, '').replace(/^~\//, '');
    const folder = posix.dirname(post.file);
    const bases = plain.startsWith('/') ? [file.slice(1)] : [posix.join(folder, file), file];
    for (const at of bases) {
      const normal = posix.normalize(at).replace(/\/$/, '');
      for (const ending of ['', '.md', '.mdx', '.markdown', '.html', '/index.md', '/index.mdx']) {
        const entry = byFile.get((normal + ending).toLowerCase());
        if (entry) return entry.url;
      }
    }
    const named = /\.mdx?$/i.test(file) ? byName.get(file.replace(/^[./]+/, '').toLowerCase()) : undefined;
    if (named || plain.startsWith('/')) return named?.url ?? null;
    // As browsers resolve it, from an address with and without a slash at the end.
    for (const [address] of [post.addresses]) {
      if (address === undefined) continue;
      for (const at of [`${address}/`, address]) {
        const resolved = new URL(plain, `http://old.invalid${encodeURI(at)}`).pathname;
        const found = byAddress.get(normalizeAddress(resolved));
        if (found !== undefined) return found;
      }
    }
    return null;
  };

  /** The same heading on the new page. @param fragment with its mark */
  const fragmentOf = (post: ImportedPost | undefined, fragment: string): string => {
    if (post === undefined || fragment.length < 2) return fragment;
    const ids = headingIds.get(post) ?? readHeadingIds(post);
    headingIds.set(post, ids);
    const id = ids.get(decode(fragment.slice(1)));
    return id === undefined ? fragment : `#${id}`;
  };

  const targetsAt = (post: ImportedPost, line: number): Targets => {
    const note = (message: string, detail: string) =>
      notes.add({ file: post.file, line, message, detail: detail.slice(0, 300) });
    const image = (written: string): string => {
      const target = written.trim();
      if (target.startsWith('{')) return target;
      const path = ownPath(target);
      if (path === null) {
        if (/^(?:https?:)?\/\//i.test(target)) {
          note('picture on another site: still loaded from there', target);
          return target.startsWith('//') ? `https:${target}` : target;
        }
        note('picture that is no file: left as it is', target);
        return target;
      }
      const plain = decode(withoutBase(path).replace(/[?#].*$/, ''));
      const file = findFile(post, plain);
      if (file === null || !isImageTarget(file)) {
        note(
          isAbsoluteUrl(target)
            ? 'picture of the old site that is not in the source: still loaded from there'
            : 'picture that is not in the source: left as it is',
          target,
        );
        return target;
      }
      return copyTo(file, `content/images/${name}`, file).slice('content/images/'.length);
    };
    const link = (written: string): string => {
      const target = written.trim();
      if (target.startsWith(SOURCE_FILE)) return reference(target.slice(SOURCE_FILE.length));
      if (target.startsWith('#')) return fragmentOf(post, target);
      if (target === '' || target.startsWith('?')) return target;
      const path = ownPath(target);
      if (path === null || /^[{<]/.test(target)) return target;
      const [, plain = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
      const fragment = rest.replace(/^\?[^#]*/, '');
      const own = decode(plain);
      const found = findPost(post, own);
      if (found !== null) return found + fragmentOf(byUrl.get(found), fragment);
      if (normalizeAddress(withoutBase(own)) === '/') return `/${fragment}`;
      const file = findFile(post, withoutBase(own));
      if (file !== null && (DOWNLOAD.test(file) || isImageTarget(file))) {
        const rooted = withoutBase(own).startsWith('/') ? withoutBase(own).slice(1) : `files/${name}/${file}`;
        const isFree = !RESERVED_SEGMENTS.has(rooted.replace(/\/.*$/, ''));
        return `/${copyTo(file, 'public', isFree ? rooted : `files/${name}/${file}`).slice('public/'.length)}${fragment}`;
      }
      note(DEAD_LINK, target);
      return isAbsoluteUrl(target) ? target : plain.replace(/(.)\/+$/, '$1') + rest;
    };
    /** The article that a tag of Hugo or Jekyll names. */
    const reference = (written: string): string => {
      const [, plain = '', fragment = ''] = /^([^#]*)(.*)$/.exec(decode(written)) ?? [];
      if (plain === '') return fragment;
      const named = plain.replace(/^\/+|\/$/g, '').toLowerCase();
      const entry = byName.get(named) ?? byName.get(named.replace(/(?:\/_?index)?\.mdx?$/, ''));
      const found = entry?.url ?? findPost(post, plain);
      if (found) return found + fragmentOf(byUrl.get(found), fragment);
      note(DEAD_LINK, plain);
      return plain + fragment;
    };
    return { image, link, title: oneLine(post.title ?? '') || 'Video' };
  };
  return { targetsAt, copies };
}

/** Names by which tags refer to a post: its path from the top, and from any folder below. */
function* namesOf({ file }: ImportedPost): Iterable<string> {
  const whole = file.toLowerCase();
  const plain = whole.replace(/\.(?:md|mdx|markdown|html)$/, '');
  for (const path of [whole, plain, plain.replace(/\/_?index$/, '')]) {
    const parts = path.split('/');
    for (let from = 0; from < parts.length; from++) yield parts.slice(from).join('/');
  }
}

/** A path that every system can hold: no dots in front, no blanks, no marks. */
function safePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      part
        .normalize('NFC')
        .replace(/[^\p{L}\p{N}._-]+/gu, '-')
        .replace(/^[.-]+/, '')
        .slice(0, 120),
    )
    .filter((part) => part !== '')
    .join('/');
}

function withoutWww(host: string): string {
  return host.replace(/^www\./i, '').toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

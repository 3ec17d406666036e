/** Replaces the targets of links and pictures: with addresses of the new site, or with copies of files. */
import type { Targets } from '../convert/element-writers.ts';
import { isImageTarget } from '../convert/read-targets.ts';
import { describeSecret, isAbsoluteUrl, readStart } from '../core.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from '../read/decode-address.ts';
import type { SourceFolder } from '../read/source-folder.ts';
import {
  type AddressIndex,
  createAddressIndex,
  createFragmentTranslator,
  normalizeAddress,
} from './address-index.ts';
import { createCopiedFiles, type FileCopy } from './copied-files.ts';
import type { PlacedPost } from './place-posts.ts';
import { oneLine } from './post-file.ts';

export interface ResolverInput {
  imported: ImportedSite;
  placed: readonly PlacedPost[];
  /** Old address → new one, of pages that are not posts: categories and authors. */
  listings: ReadonlyMap<string, string>;
  source: SourceFolder;
  notes: Notes;
  /** Folder of the copied pictures. */
  name: string;
  /** Where the old site stands beside the new one: its origin and path. null where the new one takes its place. */
  oldSite: string | null;
  /** True if the new site has a page or a file at a path. */
  answers(path: string): boolean;
}

export interface TargetResolver {
  /** @param line line of the post's file, for notes */
  targetsAt(post: ImportedPost, line: number): Targets;
  copies(): Iterable<FileCopy>;
  /** The new address of a page of the old site; null if it is not part of the import. */
  findPage(path: string): string | null;
  /** What the conversions so far have found. */
  found: FoundTargets;
}

/** A target as the new text has it. */
export interface FoundTarget {
  post: ImportedPost;
  /** Line of the post's file. */
  line: number;
  target: string;
}

export interface FoundTargets {
  /** Links that lead to nothing in the source. */
  links: FoundTarget[];
  /** Pictures that the source does not have. */
  images: FoundTarget[];
  /** Pictures that are copied, each with its file in the source. */
  copied: (FoundTarget & { file: string })[];
  /** Links to parts of the pages of posts, which only the new texts can confirm. */
  fragments: (FoundTarget & { to: ImportedPost; id: string })[];
  /** How many pictures of its own the source shows. */
  pictures: number;
}

const LEFT_LINK = 'link to a page that is not part of the import: left as it is';
const OLD_LINK = 'link to a page that is not part of the import: it leads to the old site';
export const NO_PART = 'link to a part that the new page does not have: it leads to the page';

/** Files that a browser would run or show as a part of the site, and files that control a host. A link may lead to any other. */
const NO_DOWNLOAD =
  /\.(?:[sx]?html?|mhtml|php\d?|aspx?|jsp|[cm]?[jt]sx?|css|xml|xslt?|svgz?|wasm|webmanifest)$|(?:^|\/)(?:\.[^/]*|_(?:headers|redirects|routes\.json|worker\.js)|CNAME)$/i;

/** Adds a note about one target of a post. */
type NoteTarget = (message: string, target: string) => void;

/** A place in a post with a target, and what is known of it. */
interface Place {
  post: ImportedPost;
  line: number;
  note: NoteTarget;
}

export function createTargetResolver(input: ResolverInput): TargetResolver {
  const { imported, placed, listings, source, notes, name } = input;
  const files = createCopiedFiles(imported.assets, source, name);
  const chosen = new Set(placed.map(({ post }) => post));
  const context: Context = {
    ...input,
    index: createAddressIndex(imported, placed, listings),
    files,
    fragmentOn: createFragmentTranslator(),
    found: { links: [], images: [], copied: [], fragments: [], pictures: 0 },
    texts: new Set(imported.posts.map(({ file }) => file)),
    waiting: new Set(
      imported.posts.flatMap((post) => (chosen.has(post) ? [] : post.addresses.map(normalizeAddress))),
    ),
    placeOf: new Map(placed.map(({ post, file }) => [post, file])),
  };
  return {
    copies: files.copies,
    found: context.found,
    findPage: (path) => findAbsolute(context, path),
    targetsAt(post, line) {
      const note: NoteTarget = (message, target) =>
        notes.add({ file: post.file, line, message, detail: target.slice(0, 300) });
      const place = { post, line, note };
      return {
        image: (written) => resolveImage(context, place, plainTarget(written)),
        link: (written) => resolveLink(context, place, plainTarget(written)),
        titleOf: (target) => titleOf(context, post, target),
        reference: (name) => resolveReference(context, place, name.trim()),
        title: oneLine(post.title ?? '') || 'Video',
      };
    },
  };
}

function findAbsolute({ index }: Context, path: string): string | null {
  const plain = decodeAddress(path.replace(/[?#].*$/, ''));
  return index.isHome(plain) ? '/' : index.findAbsolute(plain);
}

function titleOf({ index }: Context, post: ImportedPost, target: string): string | null {
  const path = index.ownPath(target);
  const page = path === null ? null : index.findPage(post, decodeAddress(path.replace(/[?#].*$/, '')));
  return (page && oneLine(index.postAt(page)?.title ?? '')) || null;
}

/** The page to which the redirects of the old site led from all addresses below one. */
function findMoved({ index, imported }: Context, post: ImportedPost, path: string): string | null {
  const plain = index.withoutBase(path);
  const rule = imported.redirects?.find(
    ({ from, to }) =>
      from.endsWith('/*') && to?.startsWith('/') && to.endsWith('/*') && plain.startsWith(from.slice(0, -1)),
  );
  return rule?.to ? index.findPage(post, rule.to.slice(0, -1) + plain.slice(rule.from.length - 1)) : null;
}

/** Browsers take a backslash of an address for a slash. */
function plainTarget(written: string): string {
  const target = written.trim().replace(/^<(.*)>$/, '$1');
  return /^[a-z][a-z0-9+.-]*:|\{/i.test(target) ? target : target.replaceAll('\\', '/');
}

interface Context extends ResolverInput {
  index: AddressIndex;
  files: ReturnType<typeof createCopiedFiles>;
  fragmentOn: ReturnType<typeof createFragmentTranslator>;
  found: FoundTargets;
  /** Files of the posts. Those in another language wait for an import of their own. */
  texts: ReadonlySet<string>;
  /** Addresses of these posts, in their normal form. */
  waiting: ReadonlySet<string>;
  /** The file of each post in the new site. */
  placeOf: ReadonlyMap<ImportedPost, string>;
}

function resolveImage(
  { index, files, placeOf, found }: Context,
  { post, line, note }: Place,
  target: string,
): string {
  if (target.startsWith('{')) return target;
  const path = index.ownPath(target);
  if (path === null) return keepForeignImage(target, note);
  found.pictures++;
  const file = files.find(post, decodeAddress(index.withoutBase(path).replace(/[?#].*$/, '')));
  if (file !== null && isImageTarget(file)) {
    const article = /^[/~@]/.test(path) ? undefined : placeOf.get(post);
    const beside = article === undefined ? null : files.copyBeside(file, post, article);
    const target = beside ?? files.copyImage(file);
    found.copied.push({ post, line, target, file });
    return target;
  }
  if (isAbsoluteUrl(target))
    note('picture of the old site that is not in the source: still loaded from there', target);
  else found.images.push({ post, line, target });
  return target;
}

function keepForeignImage(target: string, note: NoteTarget): string {
  if (!/^(?:https?:)?\/\//i.test(target)) {
    note('picture whose address is not a file: left as it is', target);
    return target;
  }
  note('picture on another site: still loaded from there', target);
  return target.startsWith('//') ? `https:${target}` : target;
}

function resolveLink(context: Context, place: Place, target: string): string {
  const { index, imported } = context;
  const { post, note } = place;
  if (target.startsWith('#')) return toPart(context, place, '', post, target);
  if (target === '' || target.startsWith('?')) return target;
  const ownPath = index.ownPath(target);
  if (ownPath === null || /^[{<]/.test(target)) return target;

  const [, written = '', rest = ''] = /^([^?#]*)(.*)$/.exec(ownPath) ?? [];
  const path = decodeAddress(written);
  const fragment = rest.replace(/^\?[^#]*/, '');
  const query = /^\?[^#]*/.exec(rest)?.[0] ?? '';
  const page = index.findPage(post, path) ?? findMoved(context, post, path);
  if (page !== null) return toPart(context, place, page, index.postAt(page), fragment);
  if (index.isHome(path)) {
    const named = query === '' ? null : (index.findByQuery(query) ?? findAttachment(context, post, query));
    if (named !== null) return toPart(context, place, named, index.postAt(named), fragment);
    if (!NAMES_SOMETHING.test(query) && !fragment.startsWith('#/'))
      return toPart(context, place, '/', undefined, fragment);
    note(LEFT_LINK, target);
    return isAbsoluteUrl(target) || imported.url === null ? target : imported.url + target;
  }
  const download = findDownload(context, post, path, note);
  if (download !== null) return download + fragment;
  return withoutPage(context, place, target, { path, written, rest });
}

/** A link to a part of a page. Ids of headings differ in the new site. @param page '' for the page with the link */
function toPart(
  { fragmentOn, found }: Context,
  { post, line, note }: Place,
  page: string,
  to: ImportedPost | undefined,
  fragment: string,
): string {
  if (fragment.length < 2) return page + fragment;
  if (to === undefined) {
    if (fragment !== '#top') note(NO_PART, page + fragment);
    return page;
  }
  const own = fragmentOn(to, fragment);
  const target = page + (own === '#top' && page !== '' ? '' : own);
  if (target.includes('#') && own !== '#top')
    found.fragments.push({ post, line, target, to, id: decodeAddress(own.slice(1)) });
  return target;
}

const MAILBOX = /^[^/@\s]+@[^/@\s]+\.[a-z]{2,}$/i;
const HOST = /^www\.[^/\s]+\.[a-z]{2,}(?:\/|$)/i;

/** A link to an address of the old site that no imported page has. */
function withoutPage(
  { index, files, waiting, oldSite, answers, found }: Context,
  { post, line, note }: Place,
  target: string,
  { path, written, rest }: { path: string; written: string; rest: string },
): string {
  const left = isAbsoluteUrl(target) ? target : written.replace(/(.)\/+$/, '$1') + rest;
  if (MAILBOX.test(target) || HOST.test(target)) {
    note('link without "mailto:" or "https://", which led nowhere: completed', target);
    return (MAILBOX.test(target) ? 'mailto:' : 'https://') + target;
  }
  const plain = index.withoutBase(path);
  const file = files.find(post, plain);
  const [address = '/'] = post.addresses;
  const base = `http://old.invalid${encodeURI(address)}`;
  const at = URL.canParse(encodeURI(plain), base)
    ? decodeAddress(new URL(encodeURI(plain), base).pathname)
    : plain;
  // What is there in the source, or here, is not dead; a strict build names what stays.
  const isThere = file !== null || waiting.has(normalizeAddress(at)) || answers(at);
  if (isAbsoluteUrl(target) || isThere) {
    note(LEFT_LINK, target);
    return left;
  }
  if (oldSite !== null) {
    note(OLD_LINK, target);
    return oldSite + encodeURI(at) + rest;
  }
  found.links.push({ post, line, target: left });
  return left;
}

/** Resolves the name of a post in a tag of Hugo or Jekyll, such as `{{< ref "post.md#part" >}}`. */
function resolveReference(context: Context, place: Place, reference: string): string {
  const { index, found } = context;
  const { post, line } = place;
  const [, name = '', fragment = ''] = /^([^#]*)(.*)$/.exec(decodeAddress(reference)) ?? [];
  if (name === '') return toPart(context, place, '', post, fragment);
  const url = index.findNamed(name) ?? index.findPage(post, name);
  if (url !== null) return toPart(context, place, url, index.postAt(url), fragment);
  const target = name + fragment;
  found.links.push({ post, line, target });
  return target;
}

/** A query that more than counts visitors. */
const NAMES_SOMETHING = /[?&](?!utm_|ref=|fbclid|gclid|replytocom)[\w-]+=/;

/** `/?attachment_id=12` shows a file of the library. */
function findAttachment(
  { imported, index, files }: Context,
  post: ImportedPost,
  query: string,
): string | null {
  const picture = imported.records.pictures.get(new URLSearchParams(query).get('attachment_id') ?? '');
  const path = picture && index.ownPath(picture.url);
  const file = path ? files.find(post, decodeAddress(index.withoutBase(path))) : null;
  return file === null ? (picture?.url ?? null) : files.copyDownload(file, path ?? file);
}

function findDownload(
  { index, files, source, texts }: Context,
  post: ImportedPost,
  path: string,
  note: NoteTarget,
): string | null {
  const plain = index.withoutBase(path);
  const file = files.find(post, plain);
  if (file === null || texts.has(file) || (NO_DOWNLOAD.test(file) && !isImageTarget(file))) return null;
  const absolute = source.toCopy(file);
  if (absolute === null) return null;
  // A build refuses such a file in public/.
  const secret = describeSecret(file, () => readStart(absolute));
  if (secret !== null) {
    note(`file that is not copied: it ${secret}`, file);
    return null;
  }
  return files.copyDownload(file, plain);
}

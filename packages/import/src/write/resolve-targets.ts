/** Replaces the targets of links and pictures: with addresses of the new site, or with copies of files. */
import type { Targets } from '../convert/element-writers.ts';
import { isImageTarget } from '../convert/read-targets.ts';
import { describeSecret, isAbsoluteUrl, readStart } from '../core.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from '../read/decode-address.ts';
import type { SourceFolder } from '../read/source-folder.ts';
import { type AddressIndex, createAddressIndex, createFragmentTranslator } from './address-index.ts';
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
}

export interface TargetResolver {
  /** @param line line of the post's file, for notes */
  targetsAt(post: ImportedPost, line: number): Targets;
  copies(): Iterable<FileCopy>;
}

const DEAD_LINK = 'link to a page that is not part of the import: left as it is';

/** Files that a browser would run or show as a part of the site, and files that control a host. A link may lead to any other. */
const NO_DOWNLOAD =
  /\.(?:[sx]?html?|mhtml|php\d?|aspx?|jsp|[cm]?[jt]sx?|css|xml|xslt?|svgz?|wasm|webmanifest)$|(?:^|\/)(?:\.[^/]*|_(?:headers|redirects|routes\.json|worker\.js)|CNAME)$/i;

/** Adds a note about one target of a post. */
type NoteTarget = (message: string, target: string) => void;

export function createTargetResolver(input: ResolverInput): TargetResolver {
  const { imported, placed, listings, source, notes, name } = input;
  const context: Context = {
    index: createAddressIndex(imported, placed, listings),
    files: createCopiedFiles(imported.assets, source, name),
    fragmentOn: createFragmentTranslator(),
    source,
    imported,
    texts: new Set(imported.posts.map(({ file }) => file)),
    placeOf: new Map(placed.map(({ post, file }) => [post, file])),
  };
  return {
    copies: context.files.copies,
    targetsAt(post, line) {
      const note: NoteTarget = (message, target) =>
        notes.add({ file: post.file, line, message, detail: target.slice(0, 300) });
      return {
        image: (written) => resolveImage(context, post, written.trim(), note),
        link: (written) => resolveLink(context, post, written.trim(), note),
        reference: (name) => resolveReference(context, post, name.trim(), note),
        title: oneLine(post.title ?? '') || 'Video',
      };
    },
  };
}

interface Context {
  index: AddressIndex;
  files: ReturnType<typeof createCopiedFiles>;
  fragmentOn: ReturnType<typeof createFragmentTranslator>;
  source: SourceFolder;
  imported: ImportedSite;
  /** Files of the posts. Those in another language wait for an import of their own. */
  texts: ReadonlySet<string>;
  /** The file of each post in the new site. */
  placeOf: ReadonlyMap<ImportedPost, string>;
}

function resolveImage(
  { index, files, placeOf }: Context,
  post: ImportedPost,
  target: string,
  note: NoteTarget,
): string {
  if (target.startsWith('{')) return target;
  const path = index.ownPath(target);
  if (path === null) return keepForeignImage(target, note);
  const file = files.find(post, decodeAddress(index.withoutBase(path).replace(/[?#].*$/, '')));
  if (file !== null && isImageTarget(file)) {
    const article = /^[/~@]/.test(path) ? undefined : placeOf.get(post);
    const beside = article === undefined ? null : files.copyBeside(file, post, article);
    return beside ?? files.copyImage(file);
  }
  note(
    isAbsoluteUrl(target)
      ? 'picture of the old site that is not in the source: still loaded from there'
      : 'picture that is not in the source: left as it is',
    target,
  );
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

function resolveLink(context: Context, post: ImportedPost, target: string, note: NoteTarget): string {
  const { index, fragmentOn, imported } = context;
  if (target.startsWith('#')) return fragmentOn(post, target);
  if (target === '' || target.startsWith('?')) return target;
  const ownPath = index.ownPath(target);
  if (ownPath === null || /^[{<]/.test(target)) return target;

  const [, written = '', rest = ''] = /^([^?#]*)(.*)$/.exec(ownPath) ?? [];
  const path = decodeAddress(written);
  const fragment = rest.replace(/^\?[^#]*/, '');
  const query = /^\?[^#]*/.exec(rest)?.[0] ?? '';
  const page = index.findPage(post, path);
  if (page !== null) return page + fragmentOn(index.postAt(page), fragment);
  if (index.isHome(path)) {
    const named = query === '' ? null : (index.findByQuery(query) ?? findAttachment(context, post, query));
    if (named !== null) return named + fragmentOn(index.postAt(named), fragment);
    if (!NAMES_SOMETHING.test(query) && !fragment.startsWith('#/')) return `/${fragment}`;
    note(DEAD_LINK, target);
    return isAbsoluteUrl(target) || imported.url === null ? target : imported.url + target;
  }
  const download = findDownload(context, post, path, note);
  if (download !== null) return download + fragment;
  note(DEAD_LINK, target);
  return isAbsoluteUrl(target) ? target : written.replace(/(.)\/+$/, '$1') + rest;
}

/** Resolves the name of a post in a tag of Hugo or Jekyll, such as `{{< ref "post.md#part" >}}`. */
function resolveReference(
  { index, fragmentOn }: Context,
  post: ImportedPost,
  reference: string,
  note: NoteTarget,
): string {
  const [, name = '', fragment = ''] = /^([^#]*)(.*)$/.exec(decodeAddress(reference)) ?? [];
  if (name === '') return fragment;
  const url = index.findNamed(name) ?? index.findPage(post, name);
  if (url !== null) return url + fragmentOn(index.postAt(url), fragment);
  note(DEAD_LINK, name);
  return name + fragment;
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

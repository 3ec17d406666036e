/** Finds the files of the source that links and pictures name, and collects those that the import copies. */
import { posix } from 'node:path';
import { isImageTarget } from '../convert/read-targets.ts';
import { RESERVED_SEGMENTS } from '../core.ts';
import type { AssetFolder, ImportedPost } from '../imported-site.ts';
import type { SourceFolder } from '../read/source-folder.ts';

const IMAGES = 'content/images';
const DOWNLOADS = 'public';

/** A file of the source, and its copy relative to the root of the site. */
export interface FileCopy {
  from: string;
  to: string;
}

/** @param name folder of the copies in the new site */
export function createCopiedFiles(assets: readonly AssetFolder[], source: SourceFolder, name: string) {
  /** Folder of the site and file of the source → the copy. A picture that a link leads to has two. */
  const copies = new Map<string, FileCopy>();
  const taken = new Set<string>();

  /** A tool may publish a folder within a hidden one; nothing else that is hidden is copied. */
  const isHidden = (file: string): boolean => {
    const own = assets.find(({ folder }) => folder !== '' && file.startsWith(`${folder}/`));
    return /(?:^|\/)\.[^/]/.test(own ? file.slice(own.folder.length) : file);
  };

  /** Chooses a free path in `folder` for a copy. @returns the path from the root of the site */
  const copyTo = (file: string, folder: string, path: string): string => {
    const known = copies.get(`${folder}\n${file}`);
    if (known !== undefined) return known.to;
    const safe = safePath(path);
    let chosen = `${folder}/${safe}`;
    for (let number = 2; taken.has(chosen.toLowerCase()); number++)
      chosen = `${folder}/${safe.replace(/(\.[^./]*)?$/, `-${number}$1`)}`;
    taken.add(chosen.toLowerCase());
    copies.set(`${folder}\n${file}`, { from: file, to: chosen });
    return chosen;
  };

  let names: Map<string, string | null> | null = null;
  /** The only picture of the source with a name. The code of a theme may know its folder. */
  const findByName = (name: string): string | null => {
    names ??= countNames(source.files.filter((file) => isImageTarget(file) && !isHidden(file)));
    return names.get(name) ?? null;
  };

  return {
    copies: (): Iterable<FileCopy> => copies.values(),
    /** The file of the source that a path in a post names; null if there is none. */
    find(post: ImportedPost, path: string): string | null {
      if (path.includes('\0')) return null;
      for (const candidate of candidates(assets, post, path)) {
        const file = posix.normalize(candidate).replace(/^\.\//, '');
        if (!file.startsWith('..') && !isHidden(file) && source.has(file)) return file;
      }
      // Some themes write a colon before a file of their folder of pictures.
      return isImageTarget(path) && !path.includes('/') ? findByName(path.replace(/^:/, '')) : null;
    },
    /** @returns the path as an article names the picture */
    copyImage: (file: string): string => copyTo(file, IMAGES, `${name}/${file}`).slice(IMAGES.length + 1),
    /**
     * Keeps a picture that lies beside its text, or below it, where it is.
     * @param article the text in the new site. @returns the path from there; null for a picture elsewhere
     */
    copyBeside(file: string, post: ImportedPost, article: string): string | null {
      const own = posix.dirname(post.file);
      const start = own === '.' ? '' : `${own}/`;
      if (!file.startsWith(start)) return null;
      const folder = posix.dirname(article);
      const name = posix.parse(article).name;
      // A bundle that becomes one file keeps its folder.
      const isBundle = /^_?index\.\w+$/i.test(posix.basename(post.file)) && name !== 'index';
      const path = (isBundle ? `${name}/` : '') + file.slice(start.length);
      return copyTo(file, folder, path).slice(folder.length + 1);
    },
    /** @param path on the old site; the copy keeps it if it is free. @returns the address in the new site */
    copyDownload(file: string, path: string): string {
      const own = `files/${name}/${file}`;
      const rooted = path.startsWith('/') ? path.slice(1) : own;
      const isFree = !RESERVED_SEGMENTS.has(rooted.replace(/\/.*$/, ''));
      return copyTo(file, DOWNLOADS, isFree ? rooted : own).slice(DOWNLOADS.length);
    },
  };
}

/** Name → the file; null if several have the name. */
function countNames(files: readonly string[]): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const file of files) {
    const name = posix.basename(file);
    names.set(name, names.has(name) ? null : file);
  }
  return names;
}

/** Paths in the source that a path in a post may mean, the most likely one first. */
function* candidates(
  assets: readonly AssetFolder[],
  { file, addresses: [address] }: ImportedPost,
  path: string,
): Iterable<string> {
  if (!path.startsWith('/')) {
    yield posix.join(posix.dirname(file), path);
    // Hexo keeps the files of a post in a folder with its name.
    yield posix.join(file.replace(/\.\w+$/, ''), path);
  }
  const rooted = /^[/~@]/.test(path) ? path : `/${path}`;
  for (const { folder, mount } of assets) {
    const start = mount === '' ? '/' : `${mount}/`;
    if (rooted.startsWith(start)) yield posix.join(folder, rooted.slice(start.length));
  }
  if (path.startsWith('/') || address === undefined) return;
  // As a browser does it: no path leads above the root.
  for (const from of [address, posix.dirname(address)])
    for (const { folder } of assets) yield posix.join(folder || '.', posix.join('/', from, path));
}

/** A path that is valid on every system: no leading dots, no spaces, no special characters. */
function safePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      part
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
        .replace(/^[.-]+/, '')
        .slice(0, 120),
    )
    .filter((part) => part !== '')
    .join('/');
}

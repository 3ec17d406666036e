/** Finds the files of content/ that a text names: beside it, or in the folder of pictures. Loads no parser. */

import { statSync } from 'node:fs';
import { isAbsolute, join, normalize, posix } from 'node:path';
import { attempt } from '../../foundation/attempt.ts';
import { logicalPath } from '../../foundation/layers.ts';
import { isNear } from '../../foundation/near-names.ts';
import { toSlashes } from '../../foundation/paths.ts';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { isAbsoluteUrl } from '../markdown/safe-urls.ts';

const IMAGE_FOLDER = 'content/images';

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
/** Files that run nothing in a browser, and are no sources of a site. */
const DOWNLOAD =
  /\.(?:bib|csv|docx?|epub|flac|gpx|gz|ics|m4a|mp3|mp4|od[pst]|ogg|opus|pdf|pptx?|tsv|txt|vcf|wav|webm|xlsx?|zip)$/i;
/** Data that the build reads; a text shows parts of it with directives. */
const PRIVATE = /^content\/(?:data|approved)\//;

/** True for a target that may name a file beside the text: a relative path with an extension. */
export function mayNameFile(target: string): boolean {
  return /^(?![/#?]|[a-z][a-z0-9+.-]*:)[^?#]*\.[a-z0-9]+(?:[?#]|$)/i.test(target);
}

/** True for a file that a site serves where a text names it. */
export function isServed(file: string): boolean {
  return PICTURE.test(file) || DOWNLOAD.test(file);
}

export function isPicture(file: string): boolean {
  return PICTURE.test(file);
}

/**
 * The path of a target below the root, as editors and GitHub resolve it.
 * @param file of the text. @returns null for a target that is no path, or leads out of content/
 */
export function pathBeside(file: string, target: string): string | null {
  const path = isAbsoluteUrl(target) || /^[/#?]/.test(target) ? null : decodePath(target);
  if (path === null) return null;
  const beside = posix.join(posix.dirname(file), path);
  return /^content\/.*[^/]$/.test(beside) && !beside.includes('/.') ? beside : null;
}

function decodePath(target: string): string | null {
  const path = attempt(() => decodeURIComponent(target.replace(/[?#].*$/, '')));
  return path === undefined || path === '' || /[\0\\]/.test(path) ? null : path;
}

export interface NamedFiles {
  /** The picture that a target names; null where it names none. Paths are relative to the root. */
  picture(file: string, target: string): string | null;
  /** The file beside the text that a link leads to. */
  download(file: string, target: string): string | null;
  /** A target that works in place of a dead one: the name is alike, or the folder is another. */
  instead(file: string, target: string): string | null;
}

/** What it has found stays as it was. */
export function createNamedFiles(root: string, locales: readonly LocaleCode[]): NamedFiles {
  const known = new Map<string, string | null>();
  const find = (path: string | null): string | null => {
    if (path === null) return null;
    let found = known.get(path);
    if (found === undefined) {
      // A Mac writes names in another Unicode form than keyboards do. Two files never differ in it alone.
      const forms = [...new Set([path, path.normalize('NFC'), path.normalize('NFD')])];
      const isFile = (form: string) =>
        attempt(() => statSync(join(root, form), { throwIfNoEntry: false }))?.isDirectory() === false;
      found = forms.find(isFile) ?? null;
      known.set(path, found);
    }
    return found;
  };
  /** The file beside the text, or else the file beside the same text in another language. */
  const besides = (file: string, target: string) => {
    const own = pathBeside(logicalPath(root, file), target);
    const others = locales.map((locale) => own?.replace(/^content\/\w+\//, `content/${locale}/`) ?? null);
    return { own, others: own === null || own.startsWith(`${IMAGE_FOLDER}/`) ? [] : others };
  };
  const first = (paths: readonly (string | null)[]) => {
    for (const path of paths) {
      const found = find(path);
      if (found !== null) return found;
    }
    return null;
  };
  const pictures = new Map<string, string | null>();
  const listed = new Map<string, readonly string[]>();
  const filesBelow = (folder: string): readonly string[] => {
    const before = listed.get(folder);
    if (before) return before;
    const files: string[] = [];
    walkDirectory(join(root, folder), (entry, prefix) => {
      const path = `${folder}/${prefix}${entry.name}`;
      if (entry.isFile() && (isServed(path) || path.endsWith('.md'))) files.push(path);
    });
    listed.set(folder, files);
    return files;
  };
  return {
    picture(file, target) {
      const key = `${posix.dirname(file)}\n${target}`;
      let found = pictures.get(key);
      if (found === undefined) {
        const { own, others } = besides(file, target);
        const central = centralName(target);
        found = first([own, central === null ? null : `${IMAGE_FOLDER}/${central}`, ...others]);
        pictures.set(key, found);
      }
      return found;
    },
    download(file, target) {
      if (!mayNameFile(target)) return null;
      const { own, others } = besides(file, target);
      if (own === null || !isServed(own) || PRIVATE.test(own)) return null;
      return first([own, ...others]);
    },
    instead(file, target) {
      const wanted = posix.basename(decodePath(target) ?? '');
      if (wanted === '' || isAbsoluteUrl(target)) return null;
      const edition = file.split('/', 2).join('/');
      const all = [...filesBelow(edition), ...filesBelow(IMAGE_FOLDER)].filter((path) => path !== file);
      const compare = (name: string) => name.normalize('NFC').toLowerCase();
      const nameOf = (path: string) => compare(posix.basename(path));
      const found =
        all.find((path) => nameOf(path) === compare(wanted)) ??
        all.find((path) => isNear(nameOf(path), compare(wanted)));
      return found === undefined ? null : encodeURI(posix.relative(posix.dirname(file), found));
    },
  };
}

/** The path below the folder of pictures; null for any other target. Its name may follow the way up to it, as editors write it. */
function centralName(target: string): string | null {
  const decoded = isAbsoluteUrl(target) ? null : decodePath(target);
  if (decoded === null) return null;
  const path = toSlashes(normalize(decoded.replace(/^(?:\/|(?:\.\.?\/)+)?images\//, '')));
  return path.startsWith('..') || isAbsolute(path) || path === '.' ? null : path;
}

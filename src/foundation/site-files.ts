/**
 * The door for files of a site: it opens regular files of a bounded size, so that no pipe, device or endless file stops a command,
 * and follows no symbolic link out of the folder of the site.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from './attempt.ts';
import { FileRefusal, finding, hasCode, type Problem } from './errors.ts';
import { splitLayer } from './layers.ts';
import { isWithin } from './paths.ts';

/** Bytes. Photographs are the largest files that a build reads as a whole. */
const MAX_FILE_SIZE = 200_000_000;

export const OUTSIDE_CONTENT: Problem = {
  code: 'symbolic-link',
  message: 'a symbolic link that leads out of the content is not followed',
  hint: 'put the file itself there',
};

export const SYMBOLIC_LINK = finding(
  'symbolic-link',
  'a symbolic link is not followed, because it may lead out of the site',
  'replace the link with the file or folder itself',
);

const DEAD_LINK = finding(
  'symbolic-link',
  'a symbolic link leads to nothing',
  'correct the link, or remove it',
);

export const SPECIAL_FILE = finding(
  'special-file',
  'a pipe, a socket or a device is in place of a file',
  'replace it with a file',
);

/** The reason why a file is too large to be read as a whole; null if it is not. */
export function findSizeProblem({ size }: Pick<Stats, 'size'>, most = MAX_FILE_SIZE): Problem | null {
  if (size <= most) return null;
  const message = `the file has ${Math.ceil(size / 1e6)} MB, and a build reads up to ${MAX_FILE_SIZE / 1e6} MB`;
  return finding('file-too-large', message, 'make it smaller, or divide it');
}

/** @throws as `readFileSync`, and FileRefusal. @param path absolute. @param most bytes; the program's own files may be larger */
export function readRegularFile(path: string, most = MAX_FILE_SIZE): Buffer {
  const file = openRegularFile(path, most);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Opens a file to read it. The caller closes it. @throws as `openSync`, and FileRefusal */
export function openRegularFile(path: string, most = Number.POSITIVE_INFINITY): number {
  const file = open(path);
  const stat = fstatSync(file);
  const problem = stat.isFile() || stat.isDirectory() ? findSizeProblem(stat, most) : SPECIAL_FILE;
  if (!problem) return file;
  closeSync(file);
  throw new FileRefusal(path, problem);
}

function open(path: string): number {
  try {
    // Without this flag, opening a pipe waits for a program that writes into it.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const isLink = hasCode(error, 'ENOENT') && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    throw isLink ? new FileRefusal(path, DEAD_LINK) : error;
  }
}

/** @throws as `readRegularFile`. @param file relative to the root */
export function readSiteFile(root: string, file: string): Buffer {
  const path = join(root, file);
  if (isOutsideContent(root, file)) throw new FileRefusal(path, OUTSIDE_CONTENT);
  return readRegularFile(path);
}

/** True if a symbolic link takes the file out of its top folder, which is content/, theme/ or a layer. @param file relative to the root */
export function isOutsideContent(root: string, file: string): boolean {
  const { layer, path } = splitLayer(root, file);
  const folder = layer ? join(root, layer.folder) : join(root, path.replace(/\/.*$/, ''));
  return isOutside(folder, join(root, file));
}

/** True if a path leads out of a folder once its symbolic links are followed. Code that reads a missing file reports that. */
export function isOutside(folder: string, path: string): boolean {
  return attempt(() => !isWithin(realpathSync(path), realpathSync(folder))) ?? false;
}

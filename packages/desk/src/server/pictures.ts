/** The pictures of content/images: stores new ones, lists them, and reads one for the desk. */
import { readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import {
  attempt,
  createFile,
  isOutsideContent,
  makeFolder,
  RefusedRequest,
  readRegularFile,
  toSlashes,
  UserError,
} from './core.ts';

const FOLDER = 'content/images';

/** The bytes that files of a kind begin with. */
const KINDS: readonly [extension: string, start: RegExp, type: string][] = [
  ['.jpg', /^\xff\xd8\xff/, 'image/jpeg'],
  ['.png', /^\x89PNG\r\n/, 'image/png'],
  ['.gif', /^GIF8/, 'image/gif'],
  ['.webp', /^RIFF.{4}WEBP/s, 'image/webp'],
  ['.avif', /^.{4}ftypavi[fs]/s, 'image/avif'],
];
const kindOf = (bytes: Buffer) => {
  const start = bytes.toString('latin1', 0, 16);
  return KINDS.find(([, pattern]) => pattern.test(start));
};

/**
 * Writes a new file in content/images. A file of that name stays, and the new one gets a number.
 * @param name of the file on the editor's machine
 * @returns its address for Markdown
 * @throws UserError where it is no picture
 */
export async function storePicture(root: string, name: string, bytes: Buffer): Promise<string> {
  const [extension] = kindOf(bytes) ?? [];
  if (!extension)
    throw new UserError({
      code: 'invalid-value',
      message: `"${name.slice(0, 100)}" is not a JPEG, PNG, GIF, WebP or AVIF picture`,
      hint: 'choose another file',
    });
  const plain = name
    .replace(/\.\w+$/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const stem = plain.replace(/^-|-$/g, '').slice(0, 60) || 'picture';
  makeFolder(join(root, FOLDER));
  for (let count = 1; ; count++) {
    const file = `${stem}${count === 1 ? '' : `-${count}`}${extension}`;
    if (await createFile(join(root, FOLDER, file), bytes)) return `/images/${file}`;
  }
}

const NAMES = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/** Names below content/images, the newest first. */
export function listPictures(root: string): string[] {
  const names = attempt(() => readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })) ?? [];
  return names
    .filter((name) => NAMES.test(extname(name)))
    .map((name) => ({ name, time: attempt(() => statSync(join(root, FOLDER, name)).mtimeMs) ?? 0 }))
    .sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1))
    .map(({ name }) => toSlashes(name));
}

/** @param name below content/images @throws RefusedRequest where there is no such picture */
export function readPicture(root: string, name: string): Buffer {
  const isPlain = name.split('/').every((part) => part !== '' && !/^\.|[\\\0:]/.test(part));
  const file = `${FOLDER}/${name}`;
  const bytes =
    isPlain && !isOutsideContent(root, file) ? attempt(() => readRegularFile(join(root, file))) : null;
  if (!bytes || !kindOf(bytes)) throw new RefusedRequest(404, `There is no picture ${JSON.stringify(name)}.`);
  return bytes;
}

export function sendPicture(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, {
    'Content-Type': kindOf(bytes)?.[2] ?? 'application/octet-stream',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}

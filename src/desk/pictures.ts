/** Stores pictures that an editor drops into a text. */
import { join } from 'node:path';
import { UserError } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { createFile } from '../foundation/replace-file.ts';

const FOLDER = 'content/images';

/** The bytes that files of a kind begin with. */
const KINDS: readonly [extension: string, start: RegExp][] = [
  ['.jpg', /^\xff\xd8\xff/],
  ['.png', /^\x89PNG\r\n/],
  ['.gif', /^GIF8/],
  ['.webp', /^RIFF.{4}WEBP/s],
  ['.avif', /^.{4}ftypavi[fs]/s],
];

/**
 * Writes a new file in content/images. A file of that name stays, and the new one gets a number.
 * @param name of the file on the editor's machine
 * @returns its address for Markdown
 * @throws UserError where it is no picture
 */
export async function storePicture(root: string, name: string, bytes: Buffer): Promise<string> {
  const start = bytes.toString('latin1', 0, 16);
  const extension = KINDS.find(([, pattern]) => pattern.test(start))?.[0];
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

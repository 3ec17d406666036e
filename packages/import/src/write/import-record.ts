/** Records the files that imports wrote, so that a later import recognises files that were edited since. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createUnreadable, hasCode, isNewer, parseJson, readFolder, UserError } from '../core.ts';

/** Folder of the site that has a report and a record for each source. */
export const IMPORT_FOLDER = 'imports';

/** The newest form that this version reads. */
const VERSION = 1;
const schema = z.object({ version: z.literal(VERSION), files: z.record(z.string(), z.string()) });

export interface ImportRecord {
  /** Files of all imports of the site: path relative to the root → hash of the bytes that were written. */
  files: ReadonlyMap<string, string>;
  /** Files of the imports of this source. */
  own: ReadonlyMap<string, string>;
}

export function hashContent(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

export function recordFile(name: string): string {
  return `${IMPORT_FOLDER}/${name}.json`;
}

export function readImportRecord(root: string, name: string): ImportRecord {
  const files = new Map<string, string>();
  const own = new Map<string, string>();
  for (const entry of readFolder(join(root, IMPORT_FOLDER))) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    const file = `${IMPORT_FOLDER}/${entry.name}`;
    const value = parseJson(readText(join(root, file)));
    const parsed = schema.safeParse(value);
    const cure =
      'restore the file, or delete it; the next import then leaves the files that it lists as they are';
    if (!parsed.success)
      throw new UserError(
        createUnreadable(isNewer(value, VERSION), 'the record of an import', cure, { file }),
      );
    for (const [path, hash] of Object.entries(parsed.data.files)) {
      files.set(path, hash);
      if (file === recordFile(name)) own.set(path, hash);
    }
  }
  return { files, own };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

/** The content of the record file. */
export function writeRecord(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version: VERSION, files: Object.fromEntries(sorted) }, null, 2)}\n`;
}

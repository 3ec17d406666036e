/** Writes the files of an import. It replaces a file only if an import wrote it and it was not edited since. */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createFile,
  hasCode,
  isWithin,
  makeFolder,
  OUTSIDE_CONTENT,
  replaceFile,
  UserError,
} from '../core.ts';
import type { Notes } from '../notes.ts';
import { hashContent, type ImportRecord } from './import-record.ts';
import type { SitePlan } from './plan-site.ts';

export interface WriteResult {
  created: string[];
  updated: string[];
  unchanged: string[];
  /** Files that were edited, created or deleted by hand, and stay as they are. */
  kept: string[];
  /** Files of this source for the record: path → hash of the bytes. */
  written: Map<string, string>;
}

interface WriteInput {
  root: string;
  plan: SitePlan;
  record: ImportRecord;
  notes: Notes;
  /** True to find out what would happen without writing. */
  dryRun: boolean;
  each(done: number): void;
}

export async function writeFiles({
  root,
  plan,
  record,
  notes,
  dryRun,
  each,
}: WriteInput): Promise<WriteResult> {
  const result: WriteResult = {
    created: [],
    updated: [],
    unchanged: [],
    kept: [],
    written: new Map(record.own),
  };
  for (const [path, text] of plan.merged)
    result[await putFile({ root, path, content: text, isMine: () => true, dryRun })].push(path);
  for (const [index, entry] of plan.files.entries()) {
    each(index + 1);
    const { path } = entry;
    const content = 'text' in entry ? entry.text() : await readFile(entry.copyOf);
    const before = record.files.get(path);
    if (before !== undefined && !existsSync(join(root, path))) {
      notes.add({ file: path, message: 'deleted since it was imported: not written again' });
      result.kept.push(path);
      continue;
    }
    const isMine = (old: Buffer) => hashContent(old) === before;
    const outcome = await putFile({ root, path, content, isMine, dryRun });
    result[outcome].push(path);
    if (outcome !== 'kept') result.written.set(path, hashContent(content));
    else
      notes.add({
        file: path,
        message:
          before === undefined
            ? 'exists and was not imported: left as it is'
            : 'edited since it was imported: left as it is',
      });
  }
  const planned = new Set(plan.files.map(({ path }) => path));
  for (const path of record.own.keys())
    if (!planned.has(path))
      notes.add({ file: path, message: 'is no longer part of the source: left as it is' });
  for (const [path, text] of plan.basics) {
    if (planned.has(path)) continue;
    const outcome = await putFile({ root, path, content: text, isMine: () => false, dryRun });
    if (outcome === 'created') result.created.push(path);
  }
  return result;
}

interface FileToPut {
  root: string;
  path: string;
  content: string | Buffer;
  /** True if the import may replace a file with these bytes. */
  isMine(old: Buffer): boolean;
  dryRun: boolean;
}

/** Writes a file, unless it exists with other bytes than the import's own. */
async function putFile({ root, path, content, isMine, dryRun }: FileToPut) {
  const file = join(root, path);
  refuseElsewhere(root, path);
  const old = await readOrNull(file);
  if (old === null) {
    if (dryRun) return 'created';
    makeFolder(dirname(file));
    return (await createFile(file, content)) ? 'created' : 'kept';
  }
  if (old.equals(Buffer.from(content))) return 'unchanged';
  if (!isMine(old)) return 'kept';
  if (dryRun) return 'updated';
  const confirm = async () => (await readFile(file)).equals(old);
  return (await replaceFile(file, content, { confirm })) ? 'updated' : 'kept';
}

/** Throws if a symbolic link in the path leads out of the site. */
function refuseElsewhere(root: string, path: string): void {
  const parts = path.split('/');
  if (parts.includes('..') || path.startsWith('/')) throw new Error(`the path ${path} leaves the site`);
  const top = parts.length > 1 ? join(root, parts[0] ?? '') : root;
  let at = join(root, path);
  while (!existsSync(at) && !isDeadLink(at)) at = dirname(at);
  if (
    isDeadLink(at) ||
    (isWithin(at, top) && existsSync(top) && !isWithin(realpathSync(at), realpathSync(top)))
  )
    throw new UserError({ file: path, ...OUTSIDE_CONTENT });
}

function isDeadLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && !existsSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

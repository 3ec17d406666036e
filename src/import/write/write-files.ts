/** Writes the files of an import: new ones, and those that it wrote before and that have not been edited since. */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LIES_ELSEWHERE } from '../../content/data/site-files.ts';
import { hasCode, UserError } from '../../foundation/errors.ts';
import { isWithin } from '../../foundation/paths.ts';
import { createFile, replaceFile } from '../../foundation/replace-file.ts';
import { findImageProblem } from '../../pictures/responsive.ts';
import type { Notes } from '../notes.ts';
import { hashBytes, type ImportRecord } from './import-record.ts';
import type { PlannedFile, SitePlan } from './plan-site.ts';

export interface WriteResult {
  created: string[];
  updated: string[];
  unchanged: string[];
  /** Files that were changed, made or deleted by others: they stay as they are. */
  kept: string[];
  /** Hashes of the files of this import. */
  written: Map<string, string>;
}

interface WriteInput {
  root: string;
  plan: SitePlan;
  record: ImportRecord;
  notes: Notes;
  /** Whether to find out what would happen only. */
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
  const put = async (
    path: string,
    content: string | Buffer,
    isMine: (old: Buffer) => boolean,
  ): Promise<'created' | 'updated' | 'unchanged' | 'kept'> => {
    const file = join(root, path);
    refuseElsewhere(root, path);
    const old = await readOrNull(file);
    if (old === null) {
      if (dryRun) return 'created';
      await mkdir(dirname(file), { recursive: true });
      return (await createFile(file, content)) ? 'created' : 'kept';
    }
    if (old.equals(Buffer.from(content))) return 'unchanged';
    if (!isMine(old)) return 'kept';
    if (dryRun) return 'updated';
    const confirm = async () => (await readFile(file)).equals(old);
    return (await replaceFile(file, content, { confirm })) ? 'updated' : 'kept';
  };

  for (const [path, text] of plan.merged) result[await put(path, text, () => true)].push(path);
  const planned = new Set(plan.files.map(({ path }) => path));
  for (const [index, entry] of plan.files.entries()) {
    each(index + 1);
    const content = await contentOf(entry, notes);
    if (content === null) continue;
    const { path } = entry;
    const before = record.files.get(path);
    if (before !== undefined && !existsSync(join(root, path))) {
      notes.add({ file: path, message: 'deleted since it was imported: not written again' });
      result.kept.push(path);
      continue;
    }
    const outcome = await put(path, content, (old) => hashBytes(old) === before);
    result[outcome].push(path);
    if (outcome === 'kept')
      notes.add({
        file: path,
        message:
          before === undefined
            ? 'exists and was not imported: left as it is'
            : 'edited since it was imported: left as it is',
      });
    else result.written.set(path, hashBytes(content));
  }
  for (const path of record.own.keys())
    if (!planned.has(path))
      notes.add({ file: path, message: 'is no longer part of the source: left as it is' });
  for (const [path, text] of plan.basics) {
    if (planned.has(path)) continue;
    if ((await put(path, text, () => false)) === 'created') result.created.push(path);
  }
  return result;
}

async function contentOf(entry: PlannedFile, notes: Notes): Promise<string | Buffer | null> {
  if ('text' in entry) return entry.text;
  const bytes = await readFile(entry.copyOf);
  const problem = entry.path.startsWith('content/images/') ? await findImageProblem(bytes) : null;
  if (problem === null) return bytes;
  notes.add({ file: entry.path, message: `picture not copied: ${problem}` });
  return null;
}

/** A link among the folders of the site may lead out of it. */
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
    throw new UserError({ file: path, ...LIES_ELSEWHERE });
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

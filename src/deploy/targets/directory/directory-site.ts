/**
 * Reads and writes the site's files in a target folder. Earlier versions stay in `.articles/kept`, one file for each
 * content, and the log holds the headers and generations of all versions.
 */

import { createReadStream, lstatSync } from 'node:fs';
import { link, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode, UserError } from '../../../foundation/errors.ts';
import { makeFolder } from '../../../foundation/make-folder.ts';
import { listFiles } from '../../../foundation/walk-directory.ts';
import {
  ConflictError,
  type ListedObject,
  type ObjectSpec,
  STATE_PREFIX,
  type StoredObject,
} from '../target.ts';
import {
  digestOf,
  keepFile,
  makeFolderWithin,
  receive,
  removeAbandoned,
  removeEmptyFolders,
} from './directory-files.ts';
import { formatHead, type LogEntry, loadLog } from './directory-log.ts';

export interface SiteFolder {
  /** Absolute path. */
  readonly root: string;
  /** null until it is read. */
  log: Log | null;
}

type Log = Awaited<ReturnType<typeof loadLog>>;

interface LiveFile {
  object: StoredObject;
  digest: string;
}

export const isState = (name: string) => name.startsWith(STATE_PREFIX);

export function openSiteFolder(root: string): SiteFolder {
  return { root, log: null };
}

/** The log of a large site takes as long to read as its files to list. */
async function logOf(folder: SiteFolder): Promise<Log> {
  folder.log ??= await loadLog(logPath(folder.root));
  return folder.log;
}

const logPath = (root: string) => join(root, STATE_PREFIX, 'log.jsonl');
const keptPath = ({ root }: SiteFolder, digest: string) => join(root, STATE_PREFIX, 'kept', digest);

/** Makes the folders for versions. Called before the first write, so that reading leaves the target as it is. */
const prepare = (folder: SiteFolder) => makeFolder(keptPath(folder, '.'));

/** @returns null where there is no such file */
export async function statFile(folder: SiteFolder, name: string): Promise<LiveFile | null> {
  const log = await logOf(folder);
  const path = join(folder.root, name);
  try {
    // Asked one by one, the threads of Node take three times the processor time.
    const { size, mtimeMs } = lstatSync(path);
    const digest = await digestOf(path, size);
    return { object: createStored(name, size, mtimeMs, log.find(name, digest)), digest };
  } catch (error) {
    if (hasCode(error, 'EISDIR')) throw createClashError(name);
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    return null;
  }
}

/** Lists the live files; with `versions`, the kept ones too. Reads the log again, as other processes may write it. */
export async function listSite(
  folder: SiteFolder,
  below: string,
  versions: boolean,
): Promise<StoredObject[]> {
  // The state is not in the log.
  if (isState(below)) return [];
  folder.log = null;
  const log = await logOf(folder);
  const objects: StoredObject[] = [];
  const live = new Set<string>();
  for (const name of await listFileNames(folder)) {
    const found = name.startsWith(below) ? await statFile(folder, name) : null;
    if (!found) continue;
    objects.push(found.object);
    live.add(`${found.object.generation} ${name}`);
  }
  for (const entry of versions ? log.entries() : []) {
    if (live.has(`${entry.generation} ${entry.name}`) || !entry.name.startsWith(below)) continue;
    const kept = lstatSync(keptPath(folder, entry.digest), { throwIfNoEntry: false });
    if (kept) objects.push(createStored(entry.name, kept.size, 0, entry));
  }
  return objects;
}

async function listFileNames({ root }: SiteFolder): Promise<string[]> {
  return (await listFiles(root)).filter((name) => !isState(name));
}

/** Writes a new file, or replaces the file of a generation. @throws ConflictError when the live file has another generation */
export async function writeFile(
  folder: SiteFolder,
  spec: ObjectSpec,
  source: Readable,
  generation: string,
): Promise<StoredObject> {
  prepare(folder);
  const { temporary, digest } = await receive(folder.root, source);
  const path = join(folder.root, spec.name);
  try {
    await makeFolderWithin(folder.root, dirname(path), spec.name);
    const live = generation === '0' ? null : await requireGeneration(folder, spec.name, generation);
    if (live) await keepFile(path, keptPath(folder, live.digest));
    const log = await logOf(folder);
    await log.append(createEntry(log, spec, digest));
    if (live) await rename(temporary, path);
    else await link(temporary, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new ConflictError(spec.name);
    throw hasCode(error, 'EISDIR', 'ENOTDIR', 'ENOTEMPTY') ? createClashError(spec.name) : error;
  } finally {
    await rm(temporary, { force: true });
  }
  const stored = await statFile(folder, spec.name);
  if (!stored) throw new ConflictError(spec.name);
  return stored.object;
}

/** Replaces the headers of a live file in the log. */
export async function patchFile(
  folder: SiteFolder,
  spec: ObjectSpec,
  generation: string,
): Promise<StoredObject> {
  const { object, digest } = await requireGeneration(folder, spec.name, generation);
  const log = await logOf(folder);
  const entry = createEntry(log, spec, digest);
  prepare(folder);
  await log.append(entry);
  return createStored(spec.name, object.size, object.updated, entry);
}

/** Opens a live file or a kept version. */
export async function openFile(folder: SiteFolder, { name, generation }: StoredObject): Promise<Readable> {
  const live = await statFile(folder, name);
  if (live?.object.generation === generation) return createReadStream(join(folder.root, name));
  const log = await logOf(folder);
  for (const entry of log.entries()) {
    if (entry.name === name && String(entry.generation) === generation)
      return createReadStream(keptPath(folder, entry.digest));
  }
  throw new ConflictError(name);
}

export async function removeFile(folder: SiteFolder, { name, generation }: ListedObject): Promise<void> {
  const path = join(folder.root, name);
  const live = await statFile(folder, name);
  if (!live) return;
  if (live.object.generation !== generation) throw new ConflictError(name);
  prepare(folder);
  await keepFile(path, keptPath(folder, live.digest));
  await unlink(path);
  await removeEmptyFolders(folder.root, dirname(path));
}

/** Removes the kept versions that no release needs, and their entries in the log. */
export async function sweepSite(
  folder: SiteFolder,
  isNeeded: (name: string, hash: string) => boolean,
): Promise<void> {
  prepare(folder);
  await removeAbandoned(folder.root);
  const live = new Map<string, string | undefined>();
  for (const name of await listFileNames(folder)) live.set(name, (await statFile(folder, name))?.digest);
  const entries: LogEntry[] = [];
  const needed = new Set<string>();
  const log = await logOf(folder);
  for (const entry of log.entries()) {
    const isKept = isNeeded(entry.name, entry.marks.hash ?? '');
    if (isKept) needed.add(entry.digest);
    if (isKept || live.get(entry.name) === entry.digest) entries.push(entry);
  }
  await log.rewrite(entries);
  for (const digest of await readdir(keptPath(folder, '.')))
    if (!needed.has(digest)) await rm(keptPath(folder, digest), { force: true });
}

/** @throws ConflictError when the live file is another one */
async function requireGeneration(folder: SiteFolder, name: string, generation: string): Promise<LiveFile> {
  const live = await statFile(folder, name);
  if (live?.object.generation !== generation) throw new ConflictError(name);
  return live;
}

function createEntry(log: Log, spec: ObjectSpec, digest: string): LogEntry {
  return { name: spec.name, digest, generation: log.nextGeneration(), ...formatHead(spec) };
}

/** @param entry undefined for a file of another program */
function createStored(name: string, size: number, updated: number, entry?: LogEntry): StoredObject {
  return {
    name,
    size,
    updated,
    generation: String(entry?.generation ?? -1),
    contentType: entry?.contentType ?? '',
    cacheControl: entry?.cacheControl ?? '',
    contentEncoding: entry?.contentEncoding ?? '',
    metadata: entry?.marks ?? {},
  };
}

function createClashError(name: string): UserError {
  return new UserError({
    code: 'invalid-object-name',
    message: `"${name}" cannot be both a file and a folder`,
    hint: 'remove it from the target, or rename the page',
  });
}

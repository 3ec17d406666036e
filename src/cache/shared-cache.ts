/**
 * Shares builds between machines (setting `cache`). A machine without a build of its own takes over the newest one: its output,
 * its pictures and its state. Then it builds what has changed, as a machine with a build does, and adds that to the store.
 *
 * The store has packs of files, and snapshots. A snapshot is the state of one build, which lists its output, with the names of its
 * pictures and of the packs that hold all these files.
 */

import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { SharedBuilds, SharedSite } from '../build/build-result.ts';
import { hashSource } from '../build/parse/parse-file.ts';
import { type BuildState, cacheFolder, type SourceRecord } from '../build/state/build-state.ts';
import { loadState, openState, writeState } from '../build/state/state-file.ts';
import { createFileWriter, hashBytes } from '../build/write/file-writer.ts';
import type { CachedOutput, Stat } from '../build/write/manifest.ts';
import { isMountPoint, replaceFolder, siblingsOf } from '../build/write/output-directory.ts';
import { openLocation, refuseOwnFolder } from '../deploy/resolve-target.ts';
import {
  ConflictError,
  createObjectBody,
  type ListedObject,
  STATE_PREFIX,
} from '../deploy/targets/target.ts';
import type { TargetClient } from '../deploy/targets/target-client.ts';
import { hidePassword } from '../deploy/targets/target-registry.ts';
import { attempt } from '../foundation/attempt.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { finding, problemsOf } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { followLink } from '../foundation/paths.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';
import { formatBytes, formatCount } from '../foundation/report.ts';
import { forEachConcurrently, runBoth } from '../foundation/run-concurrently.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { listFiles } from '../foundation/walk-directory.ts';
import { type Blob, divide, nameOf, PACK_SIZE, pack, packFiles, unpack, unpackFiles } from './packs.ts';

/** Objects of a deploy target with this prefix belong to no site. */
const PREFIX = `${STATE_PREFIX}cache/`;
/** Folders of the local cache with files that take long to make. */
const PICTURES = ['images', 'social'];
/** Each build that changes something adds a pack. With this many more than the files fill, the next build packs all of them again. */
const MAX_MORE = 40;
/** Milliseconds without a build of a kind, after which its objects are removed. */
const KEPT = 30 * DAY_MS;
const CONCURRENCY = 4;

/** The path of an output that stays in its folder. */
const PATH = /^(?!(?:.*\/)?\.\.?(?:\/|$))[^\\\0]+$/;

const Snapshot = z.object({
  packs: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  /** Path below the local cache, and hash. */
  pictures: z.array(z.tuple([z.string().regex(/^(?:images|social)\/\w[\w.-]*$/), z.string()])),
});
interface Snapshot extends z.output<typeof Snapshot> {
  state: BuildState;
}

/** Packs and pictures of the restored build that the store has, so that `save` does not upload them again. */
interface Held {
  /** Names of intact packs, and the hashes of their files. */
  packs: Map<string, readonly string[]>;
  /** Paths of pictures, and their hashes. */
  pictures: ReadonlyMap<string, string>;
}

/** @returns null if the cache is off, or this machine has built the site before */
export function shareBuilds({ options, config, code, file, now }: SharedSite): SharedBuilds | null {
  const { cache: location } = config;
  const { root, shard, drafts, future, reporter } = options;
  const out = followLink(options.out);
  // A mounted volume cannot be replaced.
  if (location === undefined || (existsSync(out) && (readdirSync(out).length > 0 || isMountPoint(out))))
    return null;
  const { shortName, basePath } = config;
  const variant = nameOf(Buffer.from(JSON.stringify([code, shortName, basePath, shard, drafts, future])));
  const folder = `${PREFIX}${variant.slice(0, 16)}/`;
  const folders: Folders = {
    root,
    out,
    file,
    now,
    packs: `${folder}packs/`,
    snapshots: `${folder}snapshots/`,
  };
  let target: TargetClient | null = null;
  let listed: ListedObject[] = [];
  let held: Held = { packs: new Map(), pictures: new Map() };

  /** A build never fails for the store. */
  const tolerate = async (work: () => Promise<void>, fault: string) => {
    try {
      await work();
    } catch (error) {
      const [problem] = problemsOf(error, root) ?? [];
      if (!problem) throw error;
      const { message, hint } = problem;
      reporter.warn(finding('unavailable-cache', `${fault} ${hidePassword(location)}: ${message}`, hint));
    }
  };
  return {
    restore: () =>
      tolerate(async () => {
        const opened = await openLocation(config, location);
        refuseOwnFolder(opened, config, out);
        listed = await opened.listNames(PREFIX);
        target = opened;
        const snapshot = await findSnapshot(opened, listed, folders);
        if (!snapshot) return;
        const { files, size, ...restored } = await restoreBuild(opened, listed, snapshot, folders);
        held = restored;
        reporter.info(
          files > 0
            ? `${formatCount(files, 'file')} (${formatBytes(size)}) of the last build taken from the shared cache`
            : 'the shared cache has no whole build',
        );
      }, 'no build could be taken from'),
    save: () =>
      tolerate(async () => {
        if (!target) return;
        await target.connect();
        const needed = await saveBuild(target, held, folders);
        for (const object of listOld(listed, folder, needed)) await target.remove(object);
      }, 'the build could not be added to'),
  };
}

interface Folders {
  root: string;
  out: string;
  file: string;
  now: number;
  /** Prefixes of the objects of this kind of build. */
  packs: string;
  snapshots: string;
}

/** Objects of this kind of build that the newest one does not need, and all of a kind that nobody builds any more. */
function listOld(listed: readonly ListedObject[], own: string, needed: ReadonlySet<string>): ListedObject[] {
  const now = Date.now();
  const folderOf = ({ name }: ListedObject) => name.slice(0, own.length);
  const inUse = new Set(listed.filter(({ updated }) => updated >= now - KEPT).map(folderOf));
  return listed.filter((object) => {
    if (folderOf(object) !== own) return !inUse.has(folderOf(object));
    // Another machine may read the rest at this moment.
    return object.updated < now - DAY_MS && !needed.has(object.name);
  });
}

/** The newest snapshot that is whole. The clock of the machine that made it must not be ahead: its articles may not be due yet. */
async function findSnapshot(
  target: TargetClient,
  listed: readonly ListedObject[],
  { snapshots, file, now }: Folders,
): Promise<Snapshot | null> {
  const names = listed.map(({ name }) => name).filter((name) => name.startsWith(snapshots));
  for (const name of names.sort().reverse()) {
    const packed = await readListed(target, name);
    const unpacked = packed && (await unpack(name.slice(name.lastIndexOf('-') + 1), packed, Snapshot));
    const state = unpacked && readState(unpacked.bytes, file);
    if (!state || state.due.from > now + DAY_MS) continue;
    if (state.outputs.every(({ path }) => PATH.test(path))) return { ...unpacked.head, state };
  }
  return null;
}

/** @returns null where another machine has removed the object since the listing */
async function readListed(target: TargetClient, name: string): Promise<Buffer | null> {
  try {
    return await target.read(name);
  } catch (error) {
    if (await target.stat(name)) throw error;
    return null;
  }
}

function readState(bytes: Buffer, file: string): BuildState | null {
  const copy = `${file}.shared`;
  makeFolder(dirname(copy));
  writeFileSync(copy, bytes);
  try {
    return loadState(copy);
  } finally {
    rmSync(copy);
  }
}

/**
 * Writes the files of a snapshot, except those of packs that are lost or damaged: the build makes these again.
 * @returns what the store has of them, and how much was read
 */
async function restoreBuild(
  target: TargetClient,
  listed: readonly ListedObject[],
  { packs, pictures, state }: Snapshot,
  folders: Folders,
): Promise<Held & { files: number; size: number }> {
  const { root, out, file } = folders;
  const scanned = Date.now();
  const stored = new Set(listed.map(({ name }) => name));
  const { fresh } = siblingsOf(out);
  rmSync(fresh, { recursive: true, force: true });
  const write = createWriters(fresh, root, state.outputs, pictures);
  const intact: Held['packs'] = new Map();
  const written = new Map<string, CachedOutput>();
  let size = 0;

  const restorePacks = () =>
    forEachConcurrently(packs, CONCURRENCY, async (name) => {
      const object = folders.packs + name;
      const packed = stored.has(object) ? await readListed(target, object) : null;
      const blobs = packed && (await unpackFiles(name, packed));
      if (!blobs) return;
      size += packed.length;
      intact.set(
        name,
        blobs.map(({ hash }) => hash),
      );
      for (const blob of blobs) for (const output of write(blob)) written.set(output.path, output);
    });
  // The first packs arrive while this thread reads the sources.
  const [, sources] = await runBoth(restorePacks, async () => adoptSources(state, root));
  if (written.size > 0) {
    replaceFolder({ out });
    const outputs = state.outputs.map((output) => written.get(output.path) ?? { ...output, ...NO_STAT });
    writeState(file, { ...state, scanned, sources, outputs });
  }
  const found = new Set([...intact.values()].flat());
  return {
    packs: intact,
    pictures: new Map(pictures.filter(([, hash]) => found.has(hash))),
    files: written.size,
    size,
  };
}

/** @returns a function that writes a file to all its paths, and returns the records of those in the output */
function createWriters(
  fresh: string,
  root: string,
  outputs: readonly CachedOutput[],
  pictures: Snapshot['pictures'],
): (blob: Blob) => CachedOutput[] {
  const writer = createFileWriter(fresh, false);
  const byHash = new Map<string, { outputs: CachedOutput[]; pictures: string[] }>();
  const find = (hash: string) => {
    const found = byHash.get(hash) ?? { outputs: [], pictures: [] };
    byHash.set(hash, found);
    return found;
  };
  for (const output of outputs) find(output.hash).outputs.push(output);
  for (const [path, hash] of pictures) find(hash).pictures.push(join(cacheFolder(root), path));
  return ({ hash, bytes }) => {
    const wanted = find(hash);
    for (const path of wanted.pictures) {
      makeFolder(dirname(path));
      // A build that is killed must not leave a part of a picture: its name says that it is current.
      replaceFileSync(path, bytes);
    }
    return wanted.outputs.map((output) => writer.write(output, bytes, hash));
  };
}

/** A record whose file differs keeps times that no file has. */
const NO_STAT: Stat = { size: -1, mtime: 0, ctime: 0 };

/** Gives the records of articles the times of their files on this machine. */
function adoptSources({ sources }: BuildState, root: string): SourceRecord[] {
  return sources.map((record) => {
    const path = join(root, record.file);
    const stat = statSync(path, { throwIfNoEntry: false });
    const isSame = attempt(() => hashSource(readRegularFile(path).toString())) === record.hash;
    if (!stat || !isSame) return { ...record, ...NO_STAT };
    return { ...record, size: stat.size, mtime: stat.mtimeMs, ctime: stat.ctimeMs };
  });
}

/**
 * Writes packs with the files that the store lacks, and a snapshot.
 * @returns the names of the packs of this build
 */
async function saveBuild(target: TargetClient, held: Held, folders: Folders): Promise<Set<string>> {
  const { root, out, file } = folders;
  const outputs = openState(file)?.outputs.rows() ?? [];
  const paths = new Map(outputs.map(({ hash, path }) => [hash, join(out, path)]));
  const pictures = await listPictures(root, held);
  for (const [path, hash] of pictures) paths.set(hash, join(cacheFolder(root), path));

  const useful = [...held.packs].filter(([, hashes]) => hashes.some((hash) => paths.has(hash)));
  const filled = outputs.reduce((sum, { size }) => sum + size, 0) / PACK_SIZE;
  const base = useful.length > filled + MAX_MORE ? [] : useful;
  const packs = base.map(([name]) => name);
  for (const [, hashes] of base) for (const hash of hashes) paths.delete(hash);
  const blobs = function* (): Iterable<Blob> {
    for (const [hash, path] of paths) yield { hash, bytes: readRegularFile(path) };
  };
  await forEachConcurrently(divide(blobs()), CONCURRENCY, async (group) => {
    const packed = await packFiles(group);
    packs.push(nameOf(packed));
    await write(target, folders.packs + nameOf(packed), packed);
  });
  const head: z.input<typeof Snapshot> = { packs, pictures };
  const snapshot = await pack(head, [readRegularFile(file, Number.POSITIVE_INFINITY)]);
  // Names sort by time, and tell a damaged snapshot from a whole one.
  const time = Date.now().toString(36).padStart(9, '0');
  await write(target, `${folders.snapshots}${time}-${nameOf(snapshot)}`, snapshot);
  return new Set(packs.map((name) => folders.packs + name));
}

/** The pictures of the local cache with their hashes. The name of a picture is made of all that it depends on. */
async function listPictures(root: string, held: Held): Promise<[string, string][]> {
  const cache = cacheFolder(root);
  const paths: string[] = [];
  for (const folder of PICTURES)
    for (const name of await listFiles(join(cache, folder))) paths.push(`${folder}/${name}`);
  return paths.map((path) => [
    path,
    held.pictures.get(path) ?? hashBytes(readRegularFile(join(cache, path))),
  ]);
}

/** Replaces an object that is there, which may be damaged. Another machine writes the same: the name says what it holds. */
async function write(target: TargetClient, name: string, bytes: Buffer): Promise<void> {
  const spec = {
    name,
    contentType: 'application/octet-stream',
    cacheControl: 'private, max-age=0',
    contentEncoding: '' as const,
    metadata: {},
  };
  try {
    const { object } = (await target.stat(name)) ?? {};
    await target.write(spec, createObjectBody(bytes), object?.generation ?? '0');
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

/**
 * Shares builds between machines (setting `cache`). A machine without a build of its own takes over the newest one: its output,
 * its pictures and its state. Then it builds what has changed, as a machine with a build does, and adds that to the store.
 *
 * The store has packs of files (packs.ts) and snapshots. A snapshot lists the files of one build and the packs that hold them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import type { SharedBuilds, SharedSite } from '../build/build-result.ts';
import { hashSource } from '../build/parse/parse-file.ts';
import { type BuildState, cacheFolder } from '../build/state/build-state.ts';
import { loadState, writeState } from '../build/state/state-file.ts';
import type { Stat } from '../build/write/manifest.ts';
import { replaceFolder, siblingsOf } from '../build/write/output-directory.ts';
import { openLocation } from '../deploy/resolve-target.ts';
import { ConflictError, createBody, type ListedObject, STATE_PREFIX } from '../deploy/targets/target.ts';
import type { TargetClient } from '../deploy/targets/target-client.ts';
import { hidePassword } from '../deploy/targets/target-registry.ts';
import { attempt } from '../foundation/attempt.ts';
import { finding, UserError } from '../foundation/errors.ts';
import { followLink } from '../foundation/paths.ts';
import { formatBytes, formatCount } from '../foundation/report.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import { type Blob, createPack, divide, nameOf, openPack } from './packs.ts';

/** Objects of a deploy target with this prefix belong to no site. */
const PREFIX = `${STATE_PREFIX}cache/`;
/** Folders of the local cache that builds take long to make. */
const PICTURES = ['images', 'social'];
/** Path of the state in a snapshot. */
const STATE = 'state';
/** A build adds a pack. With more of them, the next one packs all files again. */
const MAX_PACKS = 40;
/** Milliseconds after which an object that no build needs is removed. */
const KEPT = 30 * 86_400_000;
const CONCURRENCY = 4;

/** Nothing but output, pictures and state is written: the local cache has compiled code too. */
const PATH = /^(?:state|(?:out|images|social)\/(?!(?:.*\/)?\.\.?(?:\/|$))[^\\\0]+)$/;

const Snapshot = z.object({
  packs: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  /** Path and hash. A path is `out/…` or `images/…`, or the state. */
  files: z.array(z.tuple([z.string().regex(PATH), z.string()])),
});
type Snapshot = z.output<typeof Snapshot>;

/** @returns null where the site shares no builds, or this machine has a build of its own */
export function shareBuilds({ options, config, code, file }: SharedSite): SharedBuilds | null {
  const { cache: location } = config;
  const { root, shard, drafts, future, reporter } = options;
  const out = followLink(options.out);
  const isEmpty = !existsSync(out) || readdirSync(out).length === 0;
  if (location === undefined || !isEmpty || existsSync(file)) return null;
  const { shortName, basePath } = config;
  const variant = nameOf(Buffer.from(JSON.stringify([code, shortName, basePath, shard, drafts, future])));
  const folder = `${PREFIX}${variant.slice(0, 16)}/`;
  const folders: Folders = { root, out, file, packs: `${folder}packs/`, snapshots: `${folder}snapshots/` };
  let target: TargetClient | null = null;
  let listed: ListedObject[] = [];
  let held: Snapshot | null = null;

  /** A build never fails for the store. */
  const tolerate = async (work: () => Promise<void>, fault: string) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const [{ message, hint } = { message: '', hint: '' }] = error.problems;
      reporter.warn(finding('unavailable-cache', `${fault} ${hidePassword(location)}: ${message}`, hint));
    }
  };
  return {
    restore: () =>
      tolerate(async () => {
        const opened = await openLocation(config, location);
        listed = await opened.listNames(PREFIX);
        target = opened;
        const snapshot = await findSnapshot(opened, listed, folders);
        if (!snapshot) return;
        const { size, isWhole, ...restored } = await restoreFiles(opened, snapshot, folders);
        held = restored;
        const files = `${formatCount(held.files.length, 'file')} (${formatBytes(size)})`;
        reporter.info(
          isWhole
            ? `${files} of the last build taken from the shared cache`
            : 'the shared cache has no whole build',
        );
      }, 'no build could be taken from'),
    save: () =>
      tolerate(async () => {
        if (!target) return;
        await target.connect();
        const snapshot = await saveFiles(target, held, folders);
        const bytes = await promisify(gzip)(JSON.stringify(snapshot));
        // Names sort by time, and tell a damaged snapshot from a whole one.
        const name = `${folders.snapshots}${Date.now().toString(36).padStart(9, '0')}-${nameOf(bytes)}`;
        await write(target, name, bytes);
        const needed = new Set(snapshot.packs.map((pack) => folders.packs + pack));
        for (const object of listOld(listed, folder, needed)) await target.remove(object);
      }, 'the build could not be added to'),
  };
}

interface Folders {
  root: string;
  out: string;
  file: string;
  /** Prefixes of the objects of this kind of build. */
  packs: string;
  snapshots: string;
}

/** Old objects that this kind of build does not need, and all of a kind that nobody has built for so long. */
function listOld(listed: readonly ListedObject[], own: string, needed: ReadonlySet<string>): ListedObject[] {
  const since = Date.now() - KEPT;
  const folderOf = ({ name }: ListedObject) => name.slice(0, own.length);
  const inUse = new Set(listed.filter(({ updated }) => updated >= since).map(folderOf));
  return listed.filter((object) => {
    const isOwn = folderOf(object) === own;
    return object.updated < since && !needed.has(object.name) && (isOwn || !inUse.has(folderOf(object)));
  });
}

/** The newest snapshot that is whole. */
async function findSnapshot(
  target: TargetClient,
  listed: readonly ListedObject[],
  { snapshots }: Folders,
): Promise<Snapshot | null> {
  const names = listed.map(({ name }) => name).filter((name) => name.startsWith(snapshots));
  for (const name of names.sort().reverse()) {
    const bytes = await target.read(name);
    if (nameOf(bytes) !== name.slice(name.lastIndexOf('-') + 1)) continue;
    const { data } = Snapshot.safeParse(JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')));
    if (data) return data;
  }
  return null;
}

/**
 * Writes the files of a snapshot, except those of packs that are lost or damaged: the build makes these again.
 * @returns the packs that are intact with their files, and the bytes that were read
 */
async function restoreFiles(
  target: TargetClient,
  { packs, files }: Snapshot,
  folders: Folders,
): Promise<Snapshot & { size: number; isWhole: boolean }> {
  const { fresh } = siblingsOf(folders.out);
  const paths = new Map<string, string[]>();
  for (const [path, hash] of files) paths.set(hash, [...(paths.get(hash) ?? []), path]);
  const writeFile = createFileWriter();
  const intact: string[] = [];
  const found = new Set<string>();
  const states: Buffer[] = [];
  let size = 0;
  rmSync(fresh, { recursive: true, force: true });
  await forEachConcurrently(packs, CONCURRENCY, async (name) => {
    const object = folders.packs + name;
    const packed = (await target.stat(object)) && (await target.read(object));
    const blobs = packed && (await openPack(name, packed));
    if (!blobs) return;
    intact.push(name);
    size += packed.length;
    for (const { hash, bytes } of blobs) {
      for (const path of found.has(hash) ? [] : (paths.get(hash) ?? [])) {
        if (path === STATE) states.push(Buffer.from(bytes));
        else if (path.startsWith('out/')) writeFile(join(fresh, path.slice('out/'.length)), bytes);
        else writeFile(join(cacheFolder(folders.root), path), bytes);
      }
      found.add(hash);
    }
  });
  const [state] = states;
  const isWhole = state !== undefined && existsSync(fresh);
  if (isWhole) {
    replaceFolder({ out: folders.out });
    adoptState(state, folders);
  }
  return { packs: intact, files: files.filter(([, hash]) => found.has(hash)), size, isWhole };
}

function createFileWriter() {
  const folders = new Set<string>();
  return (path: string, bytes: Uint8Array) => {
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    writeFileSync(path, bytes);
  };
}

/** Gives the records of the state the times of this machine. A record whose file differs keeps times that no file has. */
function adoptState(bytes: Buffer, { root, out, file }: Folders): void {
  createFileWriter()(file, bytes);
  const scanned = Date.now();
  const state = loadState(file);
  if (!state) {
    rmSync(file);
    return;
  }
  const adopted: BuildState = {
    ...state,
    scanned,
    // The files of the site have other times here.
    inputs: '',
    sources: state.sources.map((record) => {
      const path = join(root, record.file);
      const isSame = attempt(() => hashSource(readFileSync(path, 'utf8'))) === record.hash;
      return { ...record, ...(isSame ? readStat(path) : NO_STAT) };
    }),
    outputs: state.outputs.map((record) => ({ ...record, ...readStat(join(out, record.path)) })),
  };
  writeState(file, adopted);
}

const NO_STAT: Stat = { size: -1, mtime: 0, ctime: 0 };

function readStat(path: string): Stat {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? { size: stat.size, mtime: stat.mtimeMs, ctime: stat.ctimeMs } : NO_STAT;
}

/** Writes packs with the files that the intact ones lack. */
async function saveFiles(target: TargetClient, intact: Snapshot | null, folders: Folders): Promise<Snapshot> {
  const { root, out, file } = folders;
  const base = intact && intact.packs.length <= MAX_PACKS ? intact : null;
  const held = new Map(base?.files);
  const hashes = new Set(held.values());
  const files: Snapshot['files'] = [];
  const packs: string[] = [];

  const listBlobs = function* (): Iterable<Blob> {
    for (const { path, hash } of loadState(file)?.outputs ?? []) {
      files.push([`out/${path}`, hash]);
      if (hashes.has(hash)) continue;
      hashes.add(hash);
      yield { hash, bytes: readFileSync(join(out, path)) };
    }
    for (const path of [...listPictures(root), STATE]) {
      // The name of a picture is made of all that it depends on.
      const same = path === STATE ? undefined : held.get(path);
      const bytes =
        same === undefined ? readFileSync(path === STATE ? file : join(cacheFolder(root), path)) : null;
      const hash = same ?? nameOf(bytes ?? Buffer.alloc(0));
      files.push([path, hash]);
      if (bytes && !hashes.has(hash)) yield { hash, bytes };
    }
  };
  await forEachConcurrently(divide(listBlobs()), CONCURRENCY, async (blobs) => {
    const packed = await createPack(blobs);
    packs.push(nameOf(packed));
    await write(target, folders.packs + nameOf(packed), packed);
  });
  return { packs: [...packs, ...(base?.packs ?? [])], files };
}

function listPictures(root: string): string[] {
  const cache = cacheFolder(root);
  return PICTURES.filter((folder) => existsSync(join(cache, folder))).flatMap((folder) =>
    readdirSync(join(cache, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(cache.length + 1)
          .replaceAll('\\', '/'),
      ),
  );
}

/** Replaces an object that is there, which may be damaged. Another machine writes the same: the name says what it holds. */
async function write(target: TargetClient, name: string, bytes: Buffer): Promise<void> {
  const spec = {
    name,
    contentType: 'application/gzip',
    cacheControl: 'private, max-age=0',
    contentEncoding: '' as const,
    metadata: {},
  };
  try {
    const { object } = (await target.stat(name)) ?? {};
    await target.write(spec, createBody(bytes), { generation: object?.generation ?? '0' });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

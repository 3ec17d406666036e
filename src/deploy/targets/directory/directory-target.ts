/** Opens a folder as a deploy target, for any server that serves files. */
import { constants, createReadStream } from 'node:fs';
import { access, link, lstat, mkdir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasCode, messageOf, refusalOf, UserError } from '../../../foundation/errors.ts';
import { listFiles } from '../../../foundation/walk-directory.ts';
import { ConflictError, type ObjectSpec, STATE_PREFIX, type StoredObject, type Target } from '../target.ts';
import {
  digestOf,
  findExisting,
  keepFile,
  makeFolder,
  receive,
  removeAbandoned,
  removeEmptyFolders,
} from './directory-files.ts';
import { formatHead, type LogEntry, loadLog } from './directory-log.ts';
import { openStateFolder } from './directory-state.ts';

const isState = (name: string) => name.startsWith(STATE_PREFIX);

/** Opens `file:///path`. Earlier versions stay in `.articles/kept`, one file for each content. */
export async function openDirectory(url: URL): Promise<Target> {
  const root = readRoot(url);
  const state = openStateFolder(root);
  const logPath = join(root, STATE_PREFIX, 'log.jsonl');
  const keptPath = (digest: string) => join(root, STATE_PREFIX, 'kept', digest);
  let log = await loadLog(logPath);

  const statFile = async (name: string): Promise<{ object: StoredObject; digest: string } | null> => {
    const path = join(root, name);
    try {
      const { size, mtimeMs } = await lstat(path);
      const digest = await digestOf(path);
      return { object: createStored(name, size, mtimeMs, log.find(name, digest)), digest };
    } catch (error) {
      if (hasCode(error, 'EISDIR')) throw createClashError(name);
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
      return null;
    }
  };
  const listSite = async () => (await listFiles(root)).filter((name) => !isState(name));
  /** Not before the first write, so that reading leaves the folder as it is. */
  const prepare = () => mkdir(join(root, STATE_PREFIX, 'kept'), { recursive: true });

  /** @returns the live file @throws ConflictError when it is another one */
  const requireGeneration = async (name: string, generation: string) => {
    const live = await statFile(name);
    if (live?.object.generation !== generation) throw new ConflictError(name);
    return live;
  };

  const createEntry = (spec: ObjectSpec, digest: string): LogEntry => ({
    name: spec.name,
    digest,
    generation: log.nextGeneration(),
    ...formatHead(spec),
  });

  const writeFile = async (spec: ObjectSpec, source: Readable, generation: string) => {
    await prepare();
    const { temporary, digest } = await receive(root, source);
    const path = join(root, spec.name);
    try {
      await makeFolder(root, dirname(path), spec.name);
      const live = generation === '0' ? null : await requireGeneration(spec.name, generation);
      if (live) await keepFile(path, keptPath(live.digest));
      await log.append(createEntry(spec, digest));
      if (live) await rename(temporary, path);
      else await link(temporary, path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ConflictError(spec.name);
      throw hasCode(error, 'EISDIR', 'ENOTDIR', 'ENOTEMPTY') ? createClashError(spec.name) : error;
    } finally {
      await rm(temporary, { force: true });
    }
    const stored = await statFile(spec.name);
    if (!stored) throw new ConflictError(spec.name);
    return stored.object;
  };

  /** The bytes of a live or kept object. */
  const openObject = async ({ name, generation }: StoredObject): Promise<Readable> => {
    if (isState(name)) return Readable.from([await state.read(name)]);
    const live = await statFile(name);
    if (live?.object.generation === generation) return createReadStream(join(root, name));
    for (const entry of log.entries()) {
      if (entry.name === name && String(entry.generation) === generation)
        return createReadStream(keptPath(entry.digest));
    }
    throw new ConflictError(name);
  };

  const explainError = (error: unknown) => {
    const refusal = refusalOf(error);
    if (!refusal) return error;
    const { file = root, code, message, hint } = refusal;
    return new UserError({ code, message: `cannot write to ${root}: ${message} (${file})`, hint });
  };

  return {
    url: pathToFileURL(root).href,
    publicUrl: pathToFileURL(join(root, 'index.html')).href,
    prefix: '',
    naming: 'file',
    encodes: false,
    isLocal: true,
    listsDetails: true,
    explainError,
    async connect() {
      try {
        await access(`${findExisting(root)}/`, constants.W_OK | constants.X_OK);
      } catch (error) {
        throw explainError(error);
      }
    },
    async listPage(below, { versions }) {
      log = await loadLog(logPath);
      const objects = await state.list(below);
      const live = new Set<string>();
      for (const name of isState(below) ? [] : await listSite()) {
        const found = name.startsWith(below) ? await statFile(name) : null;
        if (!found) continue;
        objects.push(found.object);
        live.add(`${found.object.generation} ${name}`);
      }
      for (const entry of versions ? log.entries() : []) {
        if (live.has(`${entry.generation} ${entry.name}`) || !entry.name.startsWith(below)) continue;
        const kept = await lstat(keptPath(entry.digest)).catch(() => null);
        if (kept) objects.push(createStored(entry.name, kept.size, 0, entry));
      }
      return { objects: objects.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
    },
    async stat(name) {
      const object = isState(name) ? await state.find(name) : (await statFile(name))?.object;
      return object ? { object, now: Date.now() } : null;
    },
    read: (name) => (isState(name) ? state.read(name) : readFile(join(root, name))),
    async write(spec, body, generation) {
      const source = body.kind === 'bytes' ? Readable.from([body.bytes]) : body.open();
      return isState(spec.name)
        ? state.write(spec, await buffer(source), generation)
        : writeFile(spec, source, generation);
    },
    async patch(spec, stored) {
      const live = await requireGeneration(spec.name, stored.generation);
      const entry = createEntry(spec, live.digest);
      await prepare();
      await log.append(entry);
      return createStored(spec.name, live.object.size, live.object.updated, entry);
    },
    copy: async (from, to, generation) => writeFile(to, await openObject(from), generation),
    async remove({ name, generation }) {
      if (isState(name)) return state.remove(name);
      const path = join(root, name);
      const live = await statFile(name);
      if (!live) return;
      if (live.object.generation !== generation) throw new ConflictError(name);
      await prepare();
      await keepFile(path, keptPath(live.digest));
      await unlink(path);
      await removeEmptyFolders(root, dirname(path));
    },
    async setUp(_, done) {
      done.add(
        `no changes: the folder ${root} needs no setup; its web server sends headers and the 404 page`,
      );
    },
    async sweep(isNeeded) {
      await prepare();
      await removeAbandoned(root);
      const live = new Map<string, string | undefined>();
      for (const name of await listSite()) live.set(name, (await statFile(name))?.digest);
      const entries: LogEntry[] = [];
      const needed = new Set<string>();
      for (const entry of log.entries()) {
        const isKept = isNeeded(entry.name, entry.marks.hash ?? '');
        if (isKept) needed.add(entry.digest);
        if (isKept || live.get(entry.name) === entry.digest) entries.push(entry);
      }
      await log.rewrite(entries);
      for (const digest of await readdir(keptPath('.'))) {
        if (!needed.has(digest)) await rm(keptPath(digest), { force: true });
      }
    },
  };
}

/** @throws UserError for a URL that is not a folder below the root of the file system */
function readRoot(url: URL): string {
  try {
    const folder = resolve(fileURLToPath(url));
    if (folder.includes('\0')) throw new Error('a path cannot contain the character 0');
    if (folder !== dirname(folder)) return folder;
    throw new Error('it is the root of the file system');
  } catch (error) {
    throw new UserError({
      code: 'invalid-target',
      message: `"${url.href}" is not a folder: ${messageOf(error)}`,
      hint: 'use an absolute path, such as file:///srv/www',
    });
  }
}

/** A file without an entry belongs to another program. */
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

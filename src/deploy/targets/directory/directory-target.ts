/** Owns a folder as a target: for trying a deploy, and for any server that serves files. */
import { constants, createReadStream } from 'node:fs';
import { access, link, lstat, mkdir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasCode, messageOf, UserError } from '../../../foundation/errors.ts';
import { STATE_PREFIX } from '../../plan/deploy-plan.ts';
import { type Body, ConflictError, type ObjectSpec, type StoredObject, type Target } from '../target.ts';
import {
  digestOf,
  findExisting,
  keep,
  listFiles,
  makeFolder,
  removeEmptyFolders,
  sizeOf,
} from './directory-files.ts';
import { type LogEntry, loadLog } from './directory-log.ts';
import { openStateFolder } from './directory-state.ts';
import { receive, removeAbandoned } from './directory-temporary.ts';

/** Opens `file:///path`. Earlier versions stay in `.articles/kept`, one file for each content. */
export async function openDirectory(url: URL): Promise<Target> {
  const root = readRoot(url);
  const state = openStateFolder(root);
  const keptPath = (digest: string) => join(root, STATE_PREFIX, 'kept', digest);
  let calls = 0;
  let log = await loadLog(join(root, STATE_PREFIX, 'log.jsonl'));

  const statFile = async (name: string): Promise<(StoredObject & { digest: string }) | null> => {
    const path = join(root, name);
    try {
      const { size, mtimeMs } = await lstat(path);
      const digest = await digestOf(path);
      const entry = log.find(name, digest);
      return { ...createStored(name, size, mtimeMs, entry), digest };
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
      return null;
    }
  };

  /** Puts a finished temporary file in place, and the one that stood there aside. */
  const place = async (temporary: string, spec: ObjectSpec, digest: string, generation: string) => {
    const path = join(root, spec.name);
    try {
      await makeFolder(root, dirname(path), spec.name);
      const standing = generation === '0' ? null : await statFile(spec.name);
      if (generation !== '0' && standing?.generation !== generation) throw new ConflictError(spec.name);
      if (standing) await keep(path, keptPath(standing.digest));
      const { name, contentType, cacheControl, contentEncoding, marks } = spec;
      const headers = { contentType, cacheControl, contentEncoding, marks: { ...marks } };
      await log.append({ name, digest, generation: log.nextGeneration(), metageneration: 1, ...headers });
      if (standing) await rename(temporary, path);
      else await link(temporary, path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ConflictError(spec.name);
      if (hasCode(error, 'EISDIR', 'ENOTDIR', 'ENOTEMPTY')) throw createClashError(spec.name);
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    const stored = await statFile(spec.name);
    if (!stored) throw new ConflictError(spec.name);
    return stored;
  };

  let preparing: Promise<unknown> | null = null;
  /** Before the first write, since a target that is only looked at stays as it is. */
  const prepare = () => {
    preparing ??= mkdir(join(root, STATE_PREFIX, 'kept'), { recursive: true });
    return preparing;
  };

  /** The file that holds the bytes of a live or kept object. */
  const locate = async (stored: StoredObject): Promise<Readable> => {
    if (stored.name.startsWith(STATE_PREFIX)) return Readable.from([await state.read(stored.name)]);
    const live = await statFile(stored.name);
    if (live?.generation === stored.generation) return createReadStream(join(root, stored.name));
    for (const entry of log.entries()) {
      if (entry.name === stored.name && String(entry.generation) === stored.generation) {
        return createReadStream(keptPath(entry.digest));
      }
    }
    throw new ConflictError(stored.name);
  };

  const write = async (spec: ObjectSpec, source: Readable, generation: string) => {
    await prepare();
    const { temporary, digest } = await receive(root, source);
    return place(temporary, spec, digest, generation);
  };

  return {
    url: pathToFileURL(root).href,
    publicUrl: pathToFileURL(join(root, 'index.html')).href,
    prefix: '',
    naming: 'file',
    encodes: false,
    calls: () => calls,
    async connect() {
      try {
        await access(await findExisting(root), constants.W_OK | constants.X_OK);
      } catch (error) {
        throw new UserError({
          message: `cannot write to the folder ${root}: ${messageOf(error)}`,
          hint: 'name another folder or mend its permissions',
        });
      }
    },
    async list(below, { versions = false } = {}) {
      calls++;
      log = await loadLog(join(root, STATE_PREFIX, 'log.jsonl'));
      const objects: StoredObject[] = await state.list(below);
      const live = new Set<string>();
      for (const name of below.startsWith(STATE_PREFIX) ? [] : await listFiles(root)) {
        if (!name.startsWith(below)) continue;
        const stored = await statFile(name);
        if (!stored) continue;
        objects.push(stored);
        live.add(`${stored.generation} ${name}`);
      }
      for (const entry of versions ? log.entries() : []) {
        if (live.has(`${entry.generation} ${entry.name}`) || !entry.name.startsWith(below)) continue;
        const size = await sizeOf(keptPath(entry.digest));
        if (size !== null) objects.push(createStored(entry.name, size, 0, entry));
      }
      return objects.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    },
    async stat(name) {
      calls++;
      const object = name.startsWith(STATE_PREFIX) ? await state.find(name) : await statFile(name);
      return object && { object, now: Date.now() };
    },
    async read(name) {
      calls++;
      return name.startsWith(STATE_PREFIX) ? state.read(name) : readFile(join(root, name));
    },
    async write(spec, body, when) {
      calls++;
      when.check?.();
      if (spec.name.startsWith(STATE_PREFIX)) return state.write(spec, await buffer(openBody(body)), when);
      return write(spec, openBody(body), when.generation);
    },
    async patch(spec, stored, check) {
      calls++;
      check?.();
      if (spec.name.startsWith(STATE_PREFIX)) return state.write(spec, null, stored);
      const now = await statFile(spec.name);
      if (now?.generation !== stored.generation) throw new ConflictError(spec.name);
      const { name, contentType, cacheControl, contentEncoding, marks } = spec;
      await prepare();
      await log.append({
        ...{ name, contentType, cacheControl, contentEncoding, marks: { ...marks }, digest: now.digest },
        generation: Number(now.generation),
        metageneration: Number(now.metageneration) + 1,
      });
      return (await statFile(name)) ?? now;
    },
    async copy(from, to, when) {
      calls++;
      when.check?.();
      return write(to, await locate(from), when.generation);
    },
    async remove(stored, check) {
      calls++;
      check?.();
      if (stored.name.startsWith(STATE_PREFIX)) return state.remove(stored);
      const now = await statFile(stored.name);
      if (!now) return;
      if (now.generation !== stored.generation) throw new ConflictError(stored.name);
      await prepare();
      await keep(join(root, stored.name), keptPath(now.digest));
      await unlink(join(root, stored.name));
      await removeEmptyFolders(root, dirname(join(root, stored.name)));
    },
    async setUp() {
      return [`the folder ${root} is ready; headers and the 404 page are up to the server in front of it`];
    },
    async sweep(isNeeded) {
      await prepare();
      await removeAbandoned(root);
      const live = new Map((await listFiles(root)).map((name) => [name, statFile(name)]));
      const needed = new Set<string>();
      const standing: LogEntry[] = [];
      for (const entry of log.entries()) {
        const isKept = isNeeded(entry.name, entry.marks.hash ?? '');
        if (isKept) needed.add(entry.digest);
        if (isKept || (await live.get(entry.name))?.digest === entry.digest) standing.push(entry);
      }
      await log.rewrite(standing);
      for (const digest of await readdir(join(root, STATE_PREFIX, 'kept'))) {
        if (!needed.has(digest)) await rm(keptPath(digest), { force: true });
      }
    },
  };
}

function readRoot(url: URL): string {
  try {
    const folder = resolve(fileURLToPath(url));
    if (folder !== dirname(folder)) return folder;
    throw new Error('it is the root of the file system');
  } catch (error) {
    throw new UserError({
      message: `"${url.href}" is not a folder: ${messageOf(error)}`,
      hint: 'give an absolute path, such as file:///srv/www',
    });
  }
}

/** A file without an entry has generation 1 and no marks: somebody else's. */
function createStored(
  name: string,
  size: number,
  updated: number,
  entry: LogEntry | undefined,
): StoredObject {
  return {
    name,
    size,
    updated,
    generation: String(entry?.generation ?? -1),
    metageneration: String(entry?.metageneration ?? 1),
    contentType: entry?.contentType ?? '',
    cacheControl: entry?.cacheControl ?? '',
    contentEncoding: entry?.contentEncoding ?? '',
    marks: entry?.marks ?? {},
  };
}

function openBody(body: Body): Readable {
  return body.kind === 'bytes' ? Readable.from([body.bytes]) : body.open();
}

function createClashError(name: string): UserError {
  return new UserError({
    message: `"${name}" cannot be a file and a folder at once`,
    hint: 'remove what stands there, or rename the page',
  });
}

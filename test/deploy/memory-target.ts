/** A deploy target in memory, whose generations are hashes of the content. Written as a contributor would add one. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type Body,
  ConflictError,
  type ObjectSpec,
  type OpenTarget,
  type StoredObject,
} from '../../src/deploy/targets/target.ts';

interface MemoryObject {
  stored: StoredObject;
  bytes: Buffer;
}

export interface MemoryStore {
  live: Map<string, MemoryObject>;
  earlier: MemoryObject[];
  /** Called before and after each request; throws to fail it. */
  observe(when: 'before' | 'after', method: string, name: string): void;
}

export function createMemoryStore(): MemoryStore {
  return { live: new Map(), earlier: [], observe: () => undefined };
}

/** @returns the opener of `memory://…` */
export function createMemoryTarget(store: MemoryStore): OpenTarget {
  const read = async (body: Body) => (body.kind === 'bytes' ? body.bytes : buffer(body.open()));
  const put = (spec: ObjectSpec, bytes: Buffer, generation: string) => {
    const live = store.live.get(spec.name);
    if ((live?.stored.generation ?? '0') !== generation) throw new ConflictError(spec.name);
    if (live) store.earlier.push(live);
    const hash = createHash('md5').update(bytes).digest('hex');
    const stored = { ...spec, generation: hash, size: bytes.length, updated: Date.now() };
    store.live.set(spec.name, { stored, bytes });
    return stored;
  };
  const request = async <T>(method: string, name: string, work: () => T | Promise<T>): Promise<T> => {
    store.observe('before', method, name);
    const result = await work();
    store.observe('after', method, name);
    return result;
  };
  return async (url) => ({
    url: url.href,
    publicUrl: url.href,
    prefix: '',
    naming: 'extensionless',
    encodes: false,
    listsDetails: true,
    explainError: (error) => error,
    connect: async () => undefined,
    setUp: async (_, done) => void done.add('no changes'),
    listPage: (prefix, { versions, pageToken }) =>
      request('list', prefix, () => {
        const all = [...store.live.values(), ...(versions ? store.earlier : [])].map(({ stored }) => stored);
        const objects = all
          .filter(({ name }) => name.startsWith(prefix))
          .sort((a, b) => (a.name < b.name ? -1 : 1));
        const start = Number(pageToken ?? 0);
        const next = start + 5 < objects.length ? String(start + 5) : undefined;
        return { objects: objects.slice(start, start + 5), nextPageToken: next };
      }),
    stat: (name) =>
      request('stat', name, () => {
        const live = store.live.get(name);
        return live ? { object: live.stored, now: Date.now() } : null;
      }),
    read: (name) => request('read', name, () => store.live.get(name)?.bytes ?? Buffer.alloc(0)),
    write: (spec, body, generation) =>
      request('write', spec.name, async () => put(spec, await read(body), generation)),
    patch: (spec, { generation }) =>
      request('patch', spec.name, () => {
        const live = store.live.get(spec.name);
        if (live?.stored.generation !== generation) throw new ConflictError(spec.name);
        live.stored = { ...live.stored, ...spec };
        return live.stored;
      }),
    copy: (from, to, generation) =>
      request('copy', to.name, () => {
        const versions = [...store.live.values(), ...store.earlier];
        const source = versions.find(
          ({ stored }) => stored.name === from.name && stored.generation === from.generation,
        );
        if (!source) throw new Error(`no version ${from.generation} of ${from.name}`);
        return put(to, source.bytes, generation);
      }),
    remove: ({ name, generation }) =>
      request('remove', name, () => {
        const live = store.live.get(name);
        if (!live) return;
        if (live.stored.generation !== generation) throw new ConflictError(name);
        store.earlier.push(live);
        store.live.delete(name);
      }),
  });
}

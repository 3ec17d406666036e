/**
 * Logs that machines share, in a folder or a bucket. Each log has a head, and parts that are named by where they begin. A part is
 * written only where there is none, so of two machines that go on with one log, one is refused.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { acquireLock, isOutdated, type Lease, LockHeldError } from '../deploy/lock/deploy-lock.ts';
import { openLocation, refuseOwnFolder } from '../deploy/resolve-target.ts';
import {
  ConflictError,
  createObjectBody,
  type ListedObject,
  STATE_PREFIX,
} from '../deploy/targets/target.ts';
import type { TargetClient } from '../deploy/targets/target-client.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';

/** Seconds after which the claim of a machine that died ends. A living one renews it four times as often. */
const LEASE = 60;
/** With more parts, a log is written again as one. */
const MAX_PARTS = 30;
const CONCURRENCY = 4;
const ATTEMPTS = 5;

export interface SharedLog {
  name: string;
  /** In bytes. */
  size: number;
  hasHead: boolean;
  /** Nothing is left to do for it. */
  isEnded: boolean;
  /** Last change in milliseconds, by the clock of the store. */
  updated: number;
}

export interface Claim {
  /** False if another machine may have claimed it. */
  isOurs(): boolean;
  release(): Promise<void>;
}

/** @param folder of the logs, below the location @throws UserError where the store cannot be reached */
export async function openSharedLogs(config: SiteConfig, location: string, folder: string) {
  const target = await openLocation(config, location);
  refuseOwnFolder(target, config, join(config.root, 'dist'));
  await target.connect();
  const prefix = `${STATE_PREFIX}${folder}/`;
  const { write, listAll, find, read } = createObjects(target, prefix);
  const { take, isHeld } = createClaims(target);
  const headOf = (name: string) => `${prefix}${name}/head`;

  return {
    async list(): Promise<SharedLog[]> {
      return [...(await listAll())].map(([name, { parts, others }]) => ({
        name,
        size: sizeOf(parts),
        hasHead: others.has('head'),
        isEnded: others.has('ended'),
        updated: Math.max(0, ...parts.map(({ object }) => object.updated), others.get('head')?.updated ?? 0),
      }));
    },
    /** @returns null where there is no head yet */
    readHead: async (name: string): Promise<Buffer | null> =>
      (await target.stat(headOf(name))) ? target.read(headOf(name)) : null,
    writeHead: async (name: string, bytes: Buffer) =>
      write(headOf(name), bytes, (await target.stat(headOf(name)))?.object.generation ?? '0'),
    read,
    /** @param offset where the log ends @returns false if another machine has gone on with it */
    async append(name: string, offset: number, bytes: Buffer): Promise<boolean> {
      try {
        await write(partOf(prefix, name, offset), bytes, '0');
        return true;
      } catch (error) {
        if (error instanceof ConflictError) return false;
        throw error;
      }
    },
    /** Claims all logs together, for a moment. @returns null where another machine has them */
    claimAll: () => take(`${prefix}lock`),
    /** @returns null where another machine works on the log */
    claim: (name: string) => take(`${prefix}${name}/lock`),
    /** The logs that machines work on. Ask after `claimAll`, which tells the time of the store. */
    async listClaimed(): Promise<Set<string>> {
      const now = (await target.stat(`${prefix}lock`))?.now ?? 0;
      const claimed = new Set<string>();
      await forEachConcurrently(await listAll(), CONCURRENCY, async ([name, { others }]) => {
        const lock = others.get('lock');
        if (lock && lock.updated > now - LEASE * 1000 && (await isHeld(lock.name))) claimed.add(name);
      });
      return claimed;
    },
    /** Joins the parts of a log that has ended, or has many. Only its holder may call it. */
    async tidy(name: string, isEnded: boolean): Promise<void> {
      const { parts, others } = await find(name);
      const [first] = parts;
      if (first && (isEnded ? parts.length > 1 : parts.length > MAX_PARTS)) {
        await write(first.object.name, await read(name), first.object.generation);
        for (const { object } of parts.slice(1)) await target.remove(object);
      }
      const mark = others.get('ended');
      if (isEnded && !mark) await write(`${prefix}${name}/ended`, Buffer.from('\n'), '0');
      // Somebody has asked for a lost text again.
      if (!isEnded && mark) await target.remove(mark);
    },
  };
}

/** The objects of logs: `{log}/head`, `{log}/part-{offset}`, `{log}/ended` and `{log}/lock`. */
function createObjects(target: TargetClient, prefix: string) {
  const writer = randomUUID();
  /** The objects of all logs, or of one. */
  const listAll = async (only = ''): Promise<Map<string, Stored>> => {
    const logs = new Map<string, Stored>();
    for (const object of await target.listNames(prefix + only)) {
      const [name = '', kind] = object.name.slice(prefix.length).split('/');
      if (kind === undefined) continue;
      const log: Stored = logs.get(name) ?? { parts: [], others: new Map() };
      logs.set(name, log);
      const offset = /^part-(\d+)$/.exec(kind)?.[1];
      if (offset === undefined) log.others.set(kind, object);
      else log.parts.push({ offset: Number(offset), object });
    }
    for (const { parts } of logs.values()) parts.sort((a, b) => a.offset - b.offset);
    return logs;
  };
  const find = async (name: string): Promise<Stored> =>
    (await listAll(`${name}/`)).get(name) ?? { parts: [], others: new Map() };
  return {
    listAll,
    find,
    async write(name: string, bytes: Buffer, generation: string): Promise<void> {
      const spec = {
        name,
        contentType: 'application/x-ndjson',
        cacheControl: 'no-store',
        contentEncoding: '' as const,
        // Tells what this process has written already, if the answer was lost.
        metadata: { writer },
      };
      await target.write(spec, createObjectBody(bytes), generation);
    },
    async read(name: string): Promise<Buffer> {
      for (let attempt = 1; ; attempt++) {
        try {
          const bytes: Buffer[] = [];
          const parts = wholeParts((await find(name)).parts);
          await forEachConcurrently(parts.entries(), CONCURRENCY, async ([index, { object }]) => {
            bytes[index] = await target.read(object.name);
          });
          return Buffer.concat(bytes);
        } catch (error) {
          // Another machine has joined the parts since the listing.
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
  };
}

function createClaims(target: TargetClient) {
  return {
    /** @param name of the lock @returns null where another machine has it */
    async take(name: string): Promise<Claim | null> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          const stored = (await target.stat(name))?.object ?? null;
          const lease = await acquireLock(stored, { target, lockSeconds: LEASE, forceUnlock: false }, name);
          if (lease) return claimOf(lease);
        } catch (error) {
          if (error instanceof LockHeldError) return null;
          throw error;
        }
      }
      return null;
    },
    async isHeld(name: string): Promise<boolean> {
      try {
        await isOutdated(null, { target, forceUnlock: false }, name);
        return false;
      } catch (error) {
        if (error instanceof LockHeldError) return true;
        throw error;
      }
    },
  };
}

const partOf = (prefix: string, name: string, offset: number) =>
  `${prefix}${name}/part-${String(offset).padStart(12, '0')}`;

interface Stored {
  /** In their order. */
  parts: { offset: number; object: ListedObject }[];
  others: Map<string, ListedObject>;
}

/** The parts that follow each other. One that is within a longer one is left over from joining them. */
function wholeParts(parts: Stored['parts']): Stored['parts'] {
  let end = 0;
  return parts.filter(({ offset, object }) => {
    if (offset !== end) return false;
    end += object.size;
    return true;
  });
}

const sizeOf = (parts: Stored['parts']) =>
  wholeParts(parts).reduce((sum, { object }) => sum + object.size, 0);

function claimOf(lease: Lease): Claim {
  // No write of the former holder can change what this one writes.
  lease.settle();
  return {
    isOurs: () => {
      try {
        return lease.remainingLease() > 0;
      } catch {
        return false;
      }
    },
    release: () => lease.release(),
  };
}

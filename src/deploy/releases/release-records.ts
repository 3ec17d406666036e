/** Owns release records: what the site consisted of after each deploy. Their marks alone make the list of releases. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { createMarks, STATE_PREFIX, type Wanted } from '../plan/deploy-plan.ts';
import type { Body, ObjectSpec, StoredObject, Target } from '../targets/target.ts';
import { isExpired, type Retention } from './retention.ts';

export const RELEASES_PREFIX = `${STATE_PREFIX}releases/`;

export interface Release {
  /** `r12`. */
  id: string;
  sequence: number;
  /** ISO 8601. */
  created: string;
  files: number;
  /** Bytes of the sources. */
  bytes: number;
  /** Digest of all names, hashes and headers: equal for two releases that are the same. */
  state: string;
  /** Id of the release that a rollback has restored; null for a build. */
  restores: string | null;
  /** The name that the parts of a sharded deploy share. */
  label: string | null;
  /** The object that holds the record. */
  stored: StoredObject;
}

const recordSchema = z.object({
  version: z.literal(1),
  objects: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['asset', 'file', 'data', 'article', 'page', 'error', 'worker', 'index']),
      hash: z.string(),
      size: z.number(),
      contentType: z.string(),
      cacheControl: z.string(),
      contentEncoding: z.enum(['', 'gzip']),
    }),
  ),
});

/** From a listing, newest first. */
export function readReleases(stored: readonly StoredObject[]): Release[] {
  return stored
    .flatMap((object): Release[] => {
      const sequence = Number(/^(\d+)\.json$/.exec(object.name.slice(RELEASES_PREFIX.length))?.[1]);
      if (!object.name.startsWith(RELEASES_PREFIX) || Number.isNaN(sequence)) return [];
      const {
        created = '',
        files = '0',
        bytes = '0',
        state = '',
        restores = null,
        label = null,
      } = object.marks;
      return [
        {
          id: `r${sequence}`,
          sequence,
          created,
          files: Number(files),
          bytes: Number(bytes),
          state,
          restores,
          label,
          stored: object,
        },
      ];
    })
    .sort((a, b) => b.sequence - a.sequence);
}

/** Digest of everything that makes a release. */
export function digestState(wanted: readonly Wanted[]): string {
  const lines = wanted.map(({ name, hash, contentType, cacheControl, contentEncoding }) =>
    JSON.stringify([name, hash, contentType, cacheControl, contentEncoding]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url');
}

/** The record as an object; written only where no record with this number stands. */
export async function createRecord(
  wanted: readonly Wanted[],
  release: { sequence: number; created: string; restores: string | null; label: string | null },
): Promise<{ spec: ObjectSpec; body: Body }> {
  return {
    spec: {
      ...RECORD_HEADERS,
      name: `${RELEASES_PREFIX}${String(release.sequence).padStart(6, '0')}.json`,
      marks: {
        created: release.created,
        files: String(wanted.length),
        bytes: String(wanted.reduce((sum, { size }) => sum + size, 0)),
        state: digestState(wanted),
        ...(release.restores === null ? {} : { restores: release.restores }),
        ...(release.label === null ? {} : { label: release.label }),
      },
    },
    body: await encodeObjects(wanted),
  };
}

/** Stored as a gzip file, not as encoded JSON, so that every target gives the same bytes back. */
export const RECORD_HEADERS = {
  contentType: 'application/gzip',
  cacheControl: 'no-store',
  contentEncoding: '',
} as const;

export async function encodeObjects(wanted: readonly Wanted[]): Promise<Body> {
  const objects = wanted.map(({ marks: _, ...object }) => object);
  const bytes = await promisify(gzip)(JSON.stringify({ version: 1, objects }));
  return { kind: 'bytes', bytes, md5: createHash('md5').update(bytes).digest('base64') };
}

/** @param scope the mark that the objects bear */
export async function decodeObjects(bytes: Buffer, scope: string): Promise<Wanted[]> {
  const { objects } = recordSchema.parse(JSON.parse((await promisify(gunzip)(bytes)).toString()));
  return objects.map((object) => ({ ...object, marks: createMarks(object.kind, object.hash, scope) }));
}

/** What the release consisted of. */
export async function loadRecord(target: Target, release: Release, scope: string): Promise<Wanted[]> {
  const wanted = await decodeObjects(await target.read(release.stored.name), scope);
  if (digestState(wanted) !== release.state) {
    throw new UserError({
      message: `the record of release ${release.id} is damaged`,
      hint: 'roll back to another one (articles releases), or deploy an earlier build',
    });
  }
  return wanted;
}

/** Records whose objects may be gone by now: by the same rule as the assets that they alone used. */
export function findExpired(releases: readonly Release[], retention: Retention): Release[] {
  return releases.filter((_, index) => {
    const successor = releases[index - 1];
    return successor !== undefined && isExpired(successor.sequence, Date.parse(successor.created), retention);
  });
}

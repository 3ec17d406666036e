/** Writes and reads release records: the objects of each release. Their metadata alone lists the releases. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { createMetadata, type DesiredObject, KINDS } from '../plan/change-set.ts';
import { isExpired, type Retention } from '../plan/retention.ts';
import {
  type Body,
  createBody,
  type ObjectSpec,
  STATE_PREFIX,
  type StoredObject,
} from '../targets/target.ts';
import type { TargetClient } from '../targets/target-client.ts';

export const RELEASES_PREFIX = `${STATE_PREFIX}releases/`;

export type Release = ReturnType<typeof readReleases>[number];

const recordSchema = z.object({
  version: z.literal(1),
  objects: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(KINDS),
      hash: z.string(),
      size: z.number(),
      contentType: z.string(),
      cacheControl: z.string(),
      contentEncoding: z.enum(['', 'gzip']),
    }),
  ),
});

/** The releases of a listing, newest first. */
export function readReleases(stored: readonly StoredObject[]) {
  const releases = stored.flatMap((object) => {
    const number = /^(\d+)\.json$/.exec(object.name.slice(RELEASES_PREFIX.length))?.[1];
    if (!object.name.startsWith(RELEASES_PREFIX) || number === undefined) return [];
    const { created = '', files, bytes, state = '', restores = null, label = null } = object.metadata;
    const sequence = Number(number);
    return [
      {
        id: `r${sequence}`,
        sequence,
        /** ISO 8601. */
        created,
        files: Number(files ?? 0),
        /** Bytes of the sources. */
        bytes: Number(bytes ?? 0),
        state,
        /** Id of the release that a rollback restored; null for a build. */
        restores,
        /** Name that the parts of a sharded deploy share. */
        label,
        /** The object that holds the record. */
        stored: object,
      },
    ];
  });
  return releases.sort((a, b) => b.sequence - a.sequence);
}

/** Digest of all names, hashes and headers: equal releases have equal digests. */
export function digestState(desired: readonly DesiredObject[]): string {
  const lines = desired.map(({ name, hash, contentType, cacheControl, contentEncoding }) =>
    JSON.stringify([name, hash, contentType, cacheControl, contentEncoding]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url');
}

/** What a release records. */
export interface ReleaseContent {
  desired: DesiredObject[];
  /** The release that it brings back; null for a new one. */
  restores: string | null;
  label: string | null;
}

/** @param now milliseconds */
export async function createRecord(
  { desired, restores, label }: ReleaseContent,
  sequence: number,
  now: number,
): Promise<{ spec: ObjectSpec; body: Body }> {
  return {
    spec: {
      ...RECORD_HEADERS,
      name: `${RELEASES_PREFIX}${String(sequence).padStart(6, '0')}.json`,
      metadata: {
        created: new Date(now).toISOString(),
        files: String(desired.length),
        bytes: String(desired.reduce((sum, { size }) => sum + size, 0)),
        state: digestState(desired),
        ...(restores === null ? {} : { restores }),
        ...(label === null ? {} : { label }),
      },
    },
    body: await encodeObjects(desired),
  };
}

/** Stored as a gzip file, not as encoded JSON, so that every target returns the same bytes. */
export const RECORD_HEADERS = {
  contentType: 'application/gzip',
  cacheControl: 'no-store',
  contentEncoding: '',
} as const;

export async function encodeObjects(desired: readonly DesiredObject[]): Promise<Body> {
  const objects = desired.map(({ metadata: _, ...object }) => object);
  return createBody(await promisify(gzip)(JSON.stringify({ version: 1, objects })));
}

/** @param scope of the objects */
export async function decodeObjects(bytes: Buffer, scope: string): Promise<DesiredObject[]> {
  const { objects } = recordSchema.parse(JSON.parse((await promisify(gunzip)(bytes)).toString()));
  return objects.map((object) => ({ ...object, metadata: createMetadata(object.kind, object.hash, scope) }));
}

/** The objects of a release. @throws UserError for a damaged record */
export async function loadRecord(
  target: TargetClient,
  release: Release,
  scope: string,
): Promise<DesiredObject[]> {
  const desired = await decodeObjects(await target.read(release.stored.name), scope);
  if (digestState(desired) !== release.state) {
    throw new UserError({
      code: 'damaged-record',
      message: `the record of release ${release.id} is damaged`,
      hint: 'roll back to another one (`articles releases`), or deploy an earlier build',
    });
  }
  return desired;
}

/** Records whose objects may be gone: they expire by the same rule as the assets that only they used. */
export function findExpired(releases: readonly Release[], retention: Retention): Release[] {
  return releases.filter((_, index) => {
    const successor = releases[index - 1];
    return successor !== undefined && isExpired(successor.sequence, Date.parse(successor.created), retention);
  });
}

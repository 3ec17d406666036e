/** Writes and reads release records: the objects of each release. A list of releases needs only the metadata of the records. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { createUnreadable, NewerFormatError } from '../../foundation/stored-version.ts';
import { type DesiredObject, KINDS } from '../plan/change-set.ts';
import { isExpired, type Retention } from '../plan/retention.ts';
import { packObjects, shareText, unpackObjects } from '../targets/object-lines.ts';
import {
  type ObjectBody,
  type ObjectSpec,
  RECORD_HEADERS,
  STATE_PREFIX,
  type StoredObject,
} from '../targets/target.ts';
import type { AnyClient } from '../targets/target-client.ts';
import type { ShownOffers } from './offer-records.ts';
import { formatTimes, parseTimes, type ReleaseTimes } from './release-times.ts';

export const RELEASES_PREFIX = `${STATE_PREFIX}releases/`;

export type Release = ReturnType<typeof readReleases>[number];

const objectSchema = z.object({
  name: z.string(),
  kind: z.enum(KINDS),
  hash: z.string(),
  size: z.number(),
  contentType: z.string().transform(shareText),
  cacheControl: z.string().transform(shareText),
  contentEncoding: z.enum(['', 'gzip']),
});

/** The releases of a listing, newest first. */
export function readReleases(stored: readonly StoredObject[]) {
  const releases = stored.flatMap((object) => {
    const number = /^(\d+)\.json$/.exec(object.name.slice(RELEASES_PREFIX.length))?.[1];
    if (!object.name.startsWith(RELEASES_PREFIX) || number === undefined) return [];
    const {
      created = '',
      files,
      bytes,
      state = '',
      restores = null,
      label = null,
      offers = '',
    } = object.metadata;
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
        /** Digest of the offers that it shows; '' for none. */
        offers,
        /** When it was built, and when its site changes; null for a release of a version that did not write it. */
        times: parseTimes(object.metadata),
        /** The object that holds the record. */
        stored: object,
      },
    ];
  });
  return releases.sort((a, b) => b.sequence - a.sequence);
}

/** @param id such as "r12"; null for the newest release @throws UserError when it does not exist */
export function findRelease(releases: readonly Release[], id: string | null): Release {
  const found = id === null ? releases[0] : releases.find((release) => release.id === id);
  if (found) return found;
  const code = 'unknown-release';
  if (id === null || releases.length === 0)
    throw new UserError({ code, message: 'the target has no releases', hint: 'deploy a build first' });
  const hint = `choose one of ${releases.map((release) => release.id).join(', ')}`;
  throw new UserError({ code, message: `there is no release "${id}"`, hint });
}

/** Digest of all names, hashes and headers: equal releases have equal digests. */
export function digestState(desired: readonly DesiredObject[]): string {
  const digest = createHash('sha256');
  let separator = '';
  for (const { name, hash, contentType, cacheControl, contentEncoding } of desired.toSorted(byLine)) {
    const line = JSON.stringify([name, hash, contentType, cacheControl, contentEncoding]);
    digest.update(separator + line);
    separator = '\n';
  }
  return digest.digest('base64url');
}

/** The record of one release. */
export interface ReleaseContent {
  desired: DesiredObject[];
  /** The release that it brings back; null for a new one. */
  restores: string | null;
  label: string | null;
  times: ReleaseTimes;
  /** null where nobody records what is shown. */
  offers: ShownOffers | null;
}

/** Orders as the lines of the digest would be: there a quote follows the name. Compares without making the lines. */
function byLine({ name: a }: DesiredObject, { name: b }: DesiredObject): number {
  if (b.startsWith(a)) return a === b ? 0 : b.charCodeAt(a.length) < QUOTE ? 1 : -1;
  if (a.startsWith(b)) return a.charCodeAt(b.length) < QUOTE ? -1 : 1;
  return a < b ? -1 : 1;
}

const QUOTE = 0x22;

/** @param created ISO 8601 */
export async function createRecord(
  { desired, restores, label, times, offers }: ReleaseContent,
  sequence: number,
  created: string,
): Promise<{ spec: ObjectSpec; body: ObjectBody }> {
  return {
    spec: {
      ...RECORD_HEADERS,
      name: `${RELEASES_PREFIX}${String(sequence).padStart(6, '0')}.json`,
      metadata: {
        created,
        files: String(desired.length),
        bytes: String(desired.reduce((sum, { size }) => sum + size, 0)),
        state: digestState(desired),
        ...(restores === null ? {} : { restores }),
        ...(label === null ? {} : { label }),
        ...(offers?.state ? { offers: offers.state } : {}),
        ...formatTimes(times),
      },
    },
    body: await packObjects(desired),
  };
}

export async function decodeObjects(bytes: Buffer): Promise<DesiredObject[]> {
  const desired: DesiredObject[] = [];
  for await (const objects of unpackObjects(bytes, objectSchema)) desired.push(...objects);
  return desired;
}

/** The objects of a release. @throws UserError for a record that is damaged, or of a newer version */
export async function loadRecord(target: AnyClient, release: Release): Promise<DesiredObject[]> {
  const bytes = await target.read(release.stored.name);
  const desired = await decodeObjects(bytes).catch((error: unknown) => error);
  if (Array.isArray(desired) && digestState(desired) === release.state) return desired;
  throw new UserError(
    createUnreadable(
      desired instanceof NewerFormatError,
      `the record of release ${release.id}`,
      `choose another release (\`articles releases\`). Restore ${release.stored.name} at the target, or remove it to give this one up`,
    ),
  );
}

/** Records whose objects may be gone: they expire by the same rule as the assets that only they used. */
export function findExpired(releases: readonly Release[], retention: Retention): Release[] {
  return releases.filter((_, index) => {
    const successor = releases[index - 1];
    return successor !== undefined && isExpired(successor.sequence, Date.parse(successor.created), retention);
  });
}

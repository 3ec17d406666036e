/**
 * Keeps at production what readers were shown of the ledger of paid links: one object for each change, with all that is
 * shown from then on. It is written before the first page of a deploy changes, and marked as complete after the last, so
 * that a deploy that is killed leaves nothing out: until a later one is complete, readers may have either.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY_MS } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { createUnreadable, NewerFormatError } from '../../foundation/stored-version.ts';
import type { OfferOnPages } from '../../site/offers.ts';
import type { DeployOptions, LeasedOptions } from '../deploy-options.ts';
import { packObjects, unpackObjects } from '../targets/object-lines.ts';
import {
  createObjectBody,
  type Metadata,
  type ObjectBody,
  RECORD_HEADERS,
  STATE_PREFIX,
  type StoredObject,
} from '../targets/target.ts';
import type { AnyClient, TargetClient } from '../targets/target-client.ts';

export const OFFERS_PREFIX = `${STATE_PREFIX}offers/`;

const lineSchema: z.ZodType<OfferOnPages> = z.object({
  locale: z.string(),
  name: z.string(),
  advertiser: z.string(),
  url: z.string(),
  text: z.string(),
  beside: z.array(z.string()),
  label: z.string(),
  pages: z.array(z.string()),
});

/** A release that is recorded. */
interface RecordedRelease {
  id: string;
  /** Digest of the offers that it shows; '' for none. */
  offers: string;
}

/** What a release shows. */
export interface ShownOffers {
  /** Digest; '' where it shows none. */
  state: string;
  load(target: AnyClient): Promise<ObjectBody>;
}

export function shownOffers(lines: readonly OfferOnPages[]): ShownOffers {
  const digest = () => createHash('sha256').update(JSON.stringify(lines)).digest('base64url');
  return { state: lines.length === 0 ? '' : digest(), load: () => packObjects(lines) };
}

/** What an earlier release showed; null, with a warning, where somebody has removed the record of it. */
export function recordedOffers(
  stored: readonly StoredObject[],
  { id, offers: state }: RecordedRelease,
  { reporter }: Pick<DeployOptions, 'reporter'>,
): ShownOffers | null {
  if (state === '') return shownOffers([]);
  const record = readOfferRecords(stored).find((one) => one.state === state);
  if (record)
    return { state, load: async (target) => createObjectBody(await target.read(record.stored.name)) };
  reporter.warn({
    code: 'record-not-written',
    message: `the target no longer has the record of the offers of release ${id}, so the rollback cannot write them`,
    hint: 'deploy a build soon: it records what readers see from then on',
  });
  return null;
}

interface OfferRecord {
  sequence: number;
  state: string;
  /** Milliseconds since the epoch, before the first change of a page. */
  since: number;
  /** After the last change of a page; null for a deploy that did not end. */
  complete: number | null;
  stored: StoredObject;
}

/** The records of a listing, oldest first. */
export function readOfferRecords(stored: readonly StoredObject[]): OfferRecord[] {
  const records = stored.flatMap((object): OfferRecord[] => {
    const [, number] = /^(\d+)\.json$/.exec(object.name.slice(OFFERS_PREFIX.length)) ?? [];
    if (!object.name.startsWith(OFFERS_PREFIX) || number === undefined) return [];
    const { state = '', since = '', complete = '' } = object.metadata;
    return [
      {
        sequence: Number(number),
        state,
        since: Date.parse(since) || object.updated,
        complete: Date.parse(complete) || null,
        stored: object,
      },
    ];
  });
  return records.sort((a, b) => a.sequence - b.sequence);
}

/** @returns when nobody had any longer what each record has; null where readers may have it still */
export function endsOf(records: readonly OfferRecord[]): (number | null)[] {
  return records.map(
    (_, index) => records.slice(index + 1).find(({ complete }) => complete !== null)?.complete ?? null,
  );
}

/** @throws UserError for a record that is damaged, or of a newer version */
export async function loadOfferRecord(
  target: TargetClient,
  { stored }: OfferRecord,
): Promise<OfferOnPages[]> {
  const bytes = await target.read(stored.name);
  const lines: OfferOnPages[] = [];
  try {
    for await (const some of unpackObjects(bytes, lineSchema)) lines.push(...some);
    return lines;
  } catch (error) {
    const what = `${stored.name} at ${target.url}`;
    const cure = 'restore it from a backup, or remove it to give up what it says';
    throw new UserError(createUnreadable(error instanceof NewerFormatError, what, cure));
  }
}

const nameOf = (sequence: number) => `${OFFERS_PREFIX}${String(sequence).padStart(6, '0')}.json`;

/** What a deploy has to write: a new record, or that the newest one is complete. */
type OfferStep = { sequence: number; offers: ShownOffers } | { complete: StoredObject };

const YEAR = 365.25 * DAY_MS;

/** @param kept the releases that a rollback may bring back, whose offers must be known then */
export function planOfferRecord(
  stored: readonly StoredObject[],
  offers: ShownOffers | null,
  { kept, years, now }: { kept: readonly RecordedRelease[]; years: number; now: number },
): { step: OfferStep | null; expired: StoredObject[]; isIn(release: RecordedRelease): boolean } {
  if (offers === null) return { step: null, expired: [], isIn: () => true };
  const records = readOfferRecords(stored);
  const newest = records.at(-1);
  const needed = new Set([...kept.map((release) => release.offers), offers.state]);
  const ends = endsOf(records);
  const expired = records.filter(({ state }, index) => {
    const end = ends[index] ?? null;
    return end !== null && end < now - years * YEAR && !needed.has(state);
  });
  const isIn = (release: RecordedRelease) => release.offers === offers.state;
  const result = { expired: expired.map((record) => record.stored), isIn };
  if ((newest?.state ?? '') !== offers.state)
    return { ...result, step: { sequence: (newest?.sequence ?? 0) + 1, offers } };
  return { ...result, step: newest?.complete === null ? { complete: newest.stored } : null };
}

/** Called before the first change. @returns what to call after the last one */
export async function beginOfferRecord(
  { offers: step }: { offers: OfferStep | null },
  { target, now }: Pick<LeasedOptions, 'target' | 'now'>,
): Promise<() => Promise<void>> {
  if (step === null) return async () => undefined;
  const name = 'complete' in step ? step.complete.name : nameOf(step.sequence);
  const body =
    'complete' in step ? createObjectBody(await target.read(name)) : await step.offers.load(target);
  const write = (metadata: Metadata, { generation }: { generation: string }) =>
    target.write({ ...RECORD_HEADERS, name, metadata }, body, generation);
  const formatNow = () => new Date(now()).toISOString();
  const begun =
    'complete' in step
      ? step.complete
      : await write({ state: step.offers.state, since: formatNow() }, { generation: '0' });
  return async () => void (await write({ ...begun.metadata, complete: formatNow() }, begun));
}

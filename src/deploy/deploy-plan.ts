/** Plans a deploy: one listing, its source, the changes, and the number of the release. Writes nothing. */
import type { UserError } from '../foundation/errors.ts';
import type { DeployOptions, PublishedFile } from './deploy-options.ts';
import { createChangeSet, type DesiredObject, KINDS } from './plan/change-set.ts';
import type { BytesSource } from './plan/desired-objects.ts';
import { checkChanges, type GuardOptions } from './plan/guards.ts';
import { findAfterRecords } from './releases/after-records.ts';
import { planOfferRecord } from './releases/offer-records.ts';
import { PENDING_NAME } from './releases/pending-actions.ts';
import { digestState, findExpired, type ReleaseContent, readReleases } from './releases/release-records.ts';
import { isSameFuture } from './releases/release-times.ts';
import { LOCK_NAME, type StoredObject } from './targets/target.ts';

/** The content that the target shall have: a build, an earlier release, or the parts of a sharded build. */
export interface DeploySource extends ReleaseContent {
  /** undefined where the bytes no longer exist. */
  originOf(object: DesiredObject): BytesSource | undefined;
  guards: GuardOptions;
  /** Uploaded parts that no release needs any longer. */
  obsoleteParts: StoredObject[];
  /** Explains why the objects with these names have no origin. */
  explainMissing?(names: readonly string[]): UserError;
}

/** @param stored the listing of the target. @returns null when nothing is left to do */
export type LoadSource = (stored: readonly StoredObject[]) => Promise<DeploySource | null>;

export type DeployPlan = NonNullable<Awaited<ReturnType<typeof createDeployPlan>>>;

/** @throws UserError when bytes of a desired object no longer exist */
export async function createDeployPlan(loadSource: LoadSource, options: DeployOptions) {
  const { target, scope, keepReleases, keepDays, keepOffers, now } = options;
  const stored = await target.list('');
  const source = await loadSource(stored);
  if (!source) return null;
  const releases = readReleases(stored);
  const [newest] = releases;
  const recorded = newest?.state === digestState(source.desired) ? newest : null;
  const sequence = (newest?.sequence ?? 0) + (recorded ? 0 : 1);
  const retention = { keepReleases, keepDays, sequence, now: now() };
  const changeSet = createChangeSet({ desired: source.desired, stored, scope, retention });
  const missing = changeSet.changes.filter(
    (change) => (change.action === 'create' || change.action === 'replace') && !source.originOf(change.spec),
  );
  if (source.explainMissing && missing.length > 0) {
    throw source.explainMissing(missing.map(({ name }) => name));
  }
  const expired = findExpired(releases, retention);
  const kept = releases.filter((release) => !expired.includes(release));
  const offers = planOfferRecord(stored, source.offers, { kept, years: keepOffers, now: now() });
  return {
    ...changeSet,
    source,
    /** Reasons not to deploy. */
    refusals: checkChanges(changeSet, source.desired, source.guards),
    /** What readers find there now. */
    published: () => listPublished(stored, scope),
    lock: stored.find(({ name }) => name === LOCK_NAME) ?? null,
    /** An earlier deploy could not tell all actions what it changed. */
    isPending: stored.some(({ name }) => name === PENDING_NAME),
    /** Id of the newest release; null before the first one. */
    current: newest?.id ?? null,
    /** The release to record, or to record again with other times; null when the newest record is the same. */
    release:
      recorded && isSameFuture(recorded.times, source.times) && offers.isIn(recorded)
        ? null
        : { id: `r${sequence}`, sequence, replaces: recorded },
    /** What the record of shown offers lacks; null for nothing. */
    offers: offers.step,
    /** Records of expired releases, and parts, which are removed. */
    obsoleteRecords: [
      ...expired.map((release) => release.stored),
      ...findAfterRecords(stored, expired),
      ...source.obsoleteParts,
      ...offers.expired,
    ],
  };
}

function listPublished(stored: readonly StoredObject[], scope: string): PublishedFile[] {
  return stored.flatMap(({ name, metadata }) => {
    const kind = metadata.scope === scope && KINDS.find((known) => known === metadata.kind);
    return kind ? { name, kind } : [];
  });
}

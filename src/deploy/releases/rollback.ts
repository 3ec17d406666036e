/** Owns which release a rollback brings back. */
import { UserError } from '../../foundation/errors.ts';
import { createPlan, type Wanted } from '../plan/deploy-plan.ts';
import { type StoredObject, sameHeaders, type Target } from '../targets/target.ts';
import { loadRecord, type Release, readReleases } from './release-records.ts';

/**
 * Every release shows a build: its own, or after a rollback the one that it restores. The release to go back to is the
 * newest that shows an earlier build than what stands. So each rollback goes further back, and none goes to a build that
 * was rolled back before what stands was deployed.
 *
 * A deploy that was interrupted is no release: where it has left something, the newest release is what stood before it.
 * @param id such as "r12", which is taken as it is; null for the one before
 * @param stored the target's listing
 * @throws UserError when there is none
 */
export async function chooseRollback(
  id: string | null,
  stored: readonly StoredObject[],
  { target, scope }: { target: Target; scope: string },
): Promise<{ release: Release; wanted: Wanted[] }> {
  const releases = readReleases(stored);
  const [newest] = releases;
  if (!newest) {
    throw new UserError({ message: 'nothing has been deployed here', hint: 'deploy a build first' });
  }
  const load = async (release: Release) => ({ release, wanted: await loadRecord(target, release, scope) });
  if (id !== null) return load(findRelease(releases, id));
  const standing = await load(newest);
  const traces = findTraces(standing, stored, scope);
  const before = releases.find((release) => buildOf(release) < buildOf(newest));
  if (traces.length === 0) return load(before ?? throwNoneBefore(newest));
  const earlier = before && (await load(before));
  // All of it as the release before has it: that rollback was interrupted, and goes on.
  return earlier && areOf(earlier.wanted, traces) ? earlier : standing;
}

/** Sequence of the deploy that made what the release shows. */
function buildOf({ sequence, restores }: Release): number {
  return restores === null ? sequence : Number(restores.slice(1));
}

function findRelease(releases: readonly Release[], id: string): Release {
  const found = releases.find((release) => release.id === id);
  if (found) return found;
  throw new UserError({
    message: `there is no release "${id}"`,
    hint: `choose one of ${releases.map((release) => release.id).join(', ')}`,
  });
}

function throwNoneBefore({ id, restores }: Release): never {
  throw new UserError({
    message: `there is no release before ${restores ?? id}`,
    hint: 'deploy an earlier build instead',
  });
}

/** What stands where the newest release has something else; null for a file that is gone. */
function findTraces(
  { release, wanted }: { release: Release; wanted: Wanted[] },
  stored: readonly StoredObject[],
  scope: string,
): (StoredObject | null)[] {
  const retention = { keepReleases: 1, keepDays: 0, sequence: 0, now: 0 };
  const { changes } = createPlan({ wanted, stored, scope, retention, adopt: true });
  return changes.flatMap((change) => {
    const isRemoval = change.action === 'delete' || change.action === 'retire';
    // What is older than the record is what the release itself has yet to remove.
    return isRemoval && change.stored.updated <= release.stored.updated ? [] : [change.stored];
  });
}

function areOf(wanted: readonly Wanted[], traces: readonly (StoredObject | null)[]): boolean {
  const byName = new Map(wanted.map((object) => [object.name, object]));
  return traces.every((trace) => {
    const object = trace && byName.get(trace.name);
    return !!object && object.hash === trace.marks.hash && sameHeaders(trace, object);
  });
}

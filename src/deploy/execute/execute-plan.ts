/**
 * Executes a plan: writes in order, the release record, removals. Stops at the first failure. Then the target is as planned, and
 * a failure of the clean-up is a warning: the next deploy makes it up.
 */
import { messageOf, problemsOf } from '../../foundation/errors.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import type { LeasedOptions } from '../deploy-options.ts';
import type { DeployPlan } from '../deploy-plan.ts';
import { groupChanges, type ObjectChange } from '../plan/change-set.ts';
import { summarizePlan } from '../plan/describe-plan.ts';
import { beginOfferRecord } from '../releases/offer-records.ts';
import { createRecord, loadRecord, RELEASES_PREFIX, readReleases } from '../releases/release-records.ts';
import type { ChangeTally } from '../report-deploy.ts';
import { ConflictError } from '../targets/target.ts';
import { loadBody } from './read-output.ts';

/** @throws UserError when another program changes an object, or a file differs from the manifest */
export async function executePlan(
  plan: DeployPlan,
  tally: ChangeTally,
  options: LeasedOptions,
): Promise<void> {
  const { target, concurrency } = options;
  const { source, release, changes } = plan;
  const phase = options.reporter.phase('deploy', changes.length);
  /** A group starts when the previous one is complete. */
  const makeChanges = async (groups: readonly ObjectChange[][]) => {
    for (const group of groups) {
      await forEachConcurrently(group, concurrency, async (change) => {
        try {
          await makeChange(change);
        } catch (error) {
          // If another deploy has taken the lock, this throws the better explanation.
          if (error instanceof ConflictError) target.remainingLease();
          throw error;
        }
        phase.update(tally.uploaded + tally.headers + tally.deleted, change.name);
      });
    }
  };
  const makeChange = async (change: ObjectChange) => {
    if (change.action === 'delete') {
      await target.remove(change.stored);
      tally.deleted++;
    } else if (change.action === 'create' || change.action === 'replace') {
      const generation = change.stored?.generation ?? '0';
      const origin = source.originOf(change.spec);
      if (!origin) throw new Error(`no origin for "${change.name}"`);
      if ('generation' in origin) {
        await target.copy(origin, change.spec, generation);
      } else {
        const body = await loadBody(options.folder, origin, target.remainingLease);
        await target.write(change.spec, body, generation);
        tally.bytes += body.size;
      }
      tally.uploaded++;
    } else {
      await target.patch(change.spec, change.stored);
      if (change.action === 'headers') tally.headers++;
    }
  };

  const completeOffers = await beginOfferRecord(plan, options);
  const { writes, removals } = groupChanges(changes);
  await makeChanges(writes);
  if (release) {
    const { replaces, sequence } = release;
    const content = replaces ? { ...source, restores: replaces.restores, label: replaces.label } : source;
    const created = replaces?.created ?? new Date(options.now()).toISOString();
    const { spec, body } = await createRecord(content, sequence, created);
    await target.write(spec, body, replaces?.stored.generation ?? '0');
  }
  await makeChanges(removals);
  await completeOffers();
  phase.end(summarizePlan(plan));
  try {
    await forEachConcurrently(plan.obsoleteRecords, concurrency, target.remove);
    if (target.sweep) await target.sweep(await findNeededVersions(options));
  } catch (error) {
    // An interrupted deploy stops, and so does one that has lost its lock.
    target.remainingLease();
    const [problem] = problemsOf(error, '') ?? [];
    const cause = problem?.message ?? messageOf(error);
    options.reporter.warn({
      code: 'clean-up-failed',
      message: `the deploy is complete, but files that no release needs could not be removed: ${cause}`,
      hint: `the next deploy tries again${problem ? `. For this one: ${problem.hint}` : ''}`,
    });
  }
}

/** Finds the versions that releases need. @returns a test for one version */
async function findNeededVersions({ target }: LeasedOptions) {
  const needed = new Set<string>();
  for (const release of readReleases(await target.list(RELEASES_PREFIX))) {
    for (const { name, hash } of await loadRecord(target, release)) needed.add(`${hash} ${name}`);
  }
  return (name: string, hash: string) => needed.has(`${hash} ${name}`);
}

/** Makes changes: group by group, many at once within one, and stops at the first failure. */
import type { Phase } from '../../foundation/report.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import type { DeploySource } from '../deploy-plan.ts';
import type { Change } from '../plan/change-set.ts';
import { type AssertLease, ConflictError } from '../targets/target.ts';
import type { TargetClient } from '../targets/target-client.ts';
import { loadBody } from './read-output.ts';

/** What a deploy has done. */
export interface Tally {
  uploaded: number;
  headers: number;
  deleted: number;
  /** Bytes sent. */
  bytes: number;
}

export interface ExecuteOptions {
  target: TargetClient;
  folder: string;
  concurrency: number;
  originOf: DeploySource['originOf'];
  assertLease: AssertLease;
  tally: Tally;
  phase: Phase;
}

/**
 * A group starts when the previous one is complete.
 * @throws UserError when another program changes an object, or a file differs from the manifest
 */
export async function executeChanges(groups: readonly Change[][], options: ExecuteOptions): Promise<void> {
  const { tally, assertLease, phase } = options;
  for (const group of groups) {
    await forEachConcurrently(group, options.concurrency, async (change) => {
      try {
        await executeChange(change, options);
      } catch (error) {
        // If another deploy has taken the lock, that is the better explanation.
        if (error instanceof ConflictError) assertLease();
        throw error;
      }
      phase.update(tally.uploaded + tally.headers + tally.deleted, change.name);
    });
  }
}

async function executeChange(change: Change, options: ExecuteOptions): Promise<void> {
  const { target, tally, assertLease } = options;
  if (change.action === 'delete') {
    await target.remove(change.stored, assertLease);
    tally.deleted++;
  } else if (change.action === 'headers' || change.action === 'retire') {
    await target.patch(change.spec, change.stored, assertLease);
    if (change.action === 'headers') tally.headers++;
  } else {
    const when = { generation: change.stored?.generation ?? '0', assertLease };
    const origin = options.originOf(change.name);
    if (!origin) throw new Error(`no origin for "${change.name}"`);
    if (origin.from === 'target') {
      await target.copy(origin.object, change.spec, when);
    } else {
      const body = await loadBody(options.folder, origin.source, assertLease);
      await target.write(change.spec, body, when);
      tally.bytes += body.size;
    }
    tally.uploaded++;
  }
}

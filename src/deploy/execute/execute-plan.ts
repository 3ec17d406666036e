/** Owns making changes: group after group, many at once within one, none after a failure. */
import type { Phase } from '../../foundation/report.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import type { Change } from '../plan/deploy-plan.ts';
import { type Body, ConflictError, type Permit, type StoredObject, type Target } from '../targets/target.ts';
import { loadBody, type Source } from './read-output.ts';

/** Where the bytes of an object come from: a file of the build, or an object that the target has already. */
export type Origin = { from: 'folder'; source: Source } | { from: 'target'; object: StoredObject };

export interface Tally {
  uploaded: number;
  headers: number;
  deleted: number;
  /** Bytes sent. */
  bytes: number;
}

export interface Work {
  target: Target;
  folder: string;
  concurrency: number;
  originOf: (name: string) => Origin | undefined;
  check: Permit;
  tally: Tally;
  phase: Phase;
}

/**
 * A group begins when the one before it is complete.
 * @throws UserError when somebody else changes an object meanwhile, or a file is not what the build wrote
 */
export async function makeChanges(groups: readonly Change[][], work: Work): Promise<void> {
  for (const group of groups) {
    await forEachConcurrently(group, work.concurrency, async (change) => {
      try {
        await makeChange(change, work);
      } catch (error) {
        // After a take-over the lock is the better explanation.
        if (error instanceof ConflictError) work.check();
        throw error;
      }
      const { uploaded, headers, deleted } = work.tally;
      work.phase.update(uploaded + headers + deleted, change.name);
    });
  }
}

async function makeChange(change: Change, work: Work): Promise<void> {
  const { target, tally, check } = work;
  switch (change.action) {
    case 'create':
    case 'replace': {
      const { wanted } = change;
      const generation = change.stored?.generation ?? '0';
      const origin = work.originOf(change.name);
      if (!origin) throw new Error(`no origin for "${change.name}"`);
      if (origin.from === 'target') {
        await target.copy(origin.object, wanted, { generation, check });
      } else {
        const body = await loadBody(work.folder, { ...origin.source, check });
        await target.write(wanted, body, { generation, check });
        tally.bytes += sizeOf(body);
      }
      tally.uploaded++;
      return;
    }
    case 'headers':
      await target.patch(change.wanted, change.stored, check);
      tally.headers++;
      return;
    case 'retire':
      await target.patch(change.spec, change.stored, check);
      return;
    case 'delete':
      await target.remove(change.stored, check);
      tally.deleted++;
  }
}

export function sizeOf(body: Body): number {
  return body.kind === 'bytes' ? body.bytes.length : body.size;
}

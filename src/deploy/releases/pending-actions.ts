/**
 * Keeps at the target the changes that the actions after a deploy still have to be told. It is written before the first
 * change of a deploy, so a deploy that is killed and an action that fails lose no purge: the next deploy makes it up.
 */
import * as z from 'zod';
import type { Problem } from '../../foundation/errors.ts';
import { createUnreadable, NewerFormatError } from '../../foundation/stored-version.ts';
import type { ReleaseChange } from '../after/after-action.ts';
import { KINDS } from '../plan/change-set.ts';
import { packObjects, unpackObjects } from '../targets/object-lines.ts';
import { ConflictError, RECORD_HEADERS, STATE_PREFIX, type StoredObject } from '../targets/target.ts';
import type { AnyClient, TargetClient } from '../targets/target-client.ts';

export const PENDING_NAME = `${STATE_PREFIX}after/pending`;

const changeSchema = z.object({
  action: z.enum(['added', 'changed', 'removed']),
  path: z.string(),
  kind: z.enum(KINDS),
});

export interface PendingActions {
  changes: ReleaseChange[];
  /** Names of the actions that have not been told. */
  due: readonly string[];
  stored: StoredObject;
  /** Why the changes are not known. */
  fault: Problem | null;
}

/** @returns null where nothing is pending */
export async function loadPending(target: TargetClient): Promise<PendingActions | null> {
  const stored = (await target.stat(PENDING_NAME))?.object;
  if (!stored) return null;
  const due = (stored.metadata.due ?? '').split(' ');
  const bytes = await target.read(PENDING_NAME);
  const changes: ReleaseChange[] = [];
  try {
    for await (const some of unpackObjects(bytes, changeSchema)) changes.push(...some);
    return { changes, due, stored, fault: null };
  } catch (error) {
    const what = 'the list of what an earlier deploy had to announce';
    const fault = createUnreadable(
      error instanceof NewerFormatError,
      what,
      'purge the caches of your CDN by hand',
    );
    return { changes: [], due, stored, fault };
  }
}

export async function savePending(
  target: AnyClient,
  { changes, due }: Pick<PendingActions, 'changes' | 'due'>,
  stored: StoredObject | null,
): Promise<StoredObject> {
  // A token tells this write from that of another deploy after an answer that was lost.
  const metadata = { due: due.join(' '), token: crypto.randomUUID() };
  const spec = { ...RECORD_HEADERS, name: PENDING_NAME, metadata };
  return target.write(spec, await packObjects(changes), stored?.generation ?? '0');
}

/** Another deploy that has taken the list over keeps it. */
export async function removePending(target: TargetClient, stored: StoredObject): Promise<void> {
  await target.remove(stored).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
}

/** Later changes replace earlier ones of the same address. */
export function mergeChanges(...lists: readonly (readonly ReleaseChange[])[]): ReleaseChange[] {
  return [...new Map(lists.flat().map((change) => [`${change.kind} ${change.path}`, change])).values()];
}

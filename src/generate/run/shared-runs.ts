/** Runs that machines share (setting `generate.state`): their plans and journals, kept in a folder or bucket as they grow. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, SharedLog } from '../../cache/shared-logs.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { UserError } from '../../foundation/errors.ts';
import { tryLock } from '../../foundation/file-lock.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import type { Mirror } from '../journal/journal.ts';
import { readLedger } from '../journal/ledger.ts';
import { journalPath, lockPath, planPath, RUN_ID, runFolder } from './run-plan.ts';

/** Milliseconds without a change, after which a run is left in the store. */
const KEPT = 30 * 86_400_000;
/** Milliseconds to wait for another machine that plans. It may have died, and then its claim ends within a minute. */
const MAX_WAIT = 90_000;
const CONCURRENCY = 4;

/** A run that this process alone works on. */
export interface SharedRun extends Pick<Claim, 'isOurs'> {
  mirror: Mirror;
  savePlan(): Promise<void>;
  close(isEnded: boolean): Promise<void>;
}

export type SharedRuns = NonNullable<Awaited<ReturnType<typeof openSharedRuns>>>;

/** @returns null without the setting @throws UserError where the store cannot be reached */
export async function openSharedRuns(config: SiteConfig) {
  const { root, shortName } = config;
  const { state } = config.generate;
  if (state === undefined) return null;
  const { openSharedLogs } = await import('../../cache/shared-logs.ts');
  const logs = await openSharedLogs(config, state, `generate/${shortName}`);
  const sizeOf = (id: string) => (existsSync(journalPath(root, id)) ? readJournalFile(root, id).length : 0);

  /** Takes over a run, unless this machine has more of it, or works on it. */
  const bring = async ({ name: id, size }: SharedLog): Promise<void> => {
    makeFolder(runFolder(root, id));
    const lock = await tryLock(lockPath(root, id));
    if (!lock) return;
    try {
      const own = sizeOf(id);
      const head = own <= size ? await logs.readHead(id) : null;
      if (!head) return;
      if (own < size) replaceFileSync(journalPath(root, id), await logs.read(id), { durable: true });
      replaceFileSync(planPath(root, id), head, { durable: true });
    } finally {
      await lock.release();
    }
  };

  /** Makes the journal on this machine equal to that in the store. This machine adds the records that it could not send at the time. */
  const reconcile = async (id: string): Promise<void> => {
    const stored = await logs.read(id);
    const own = sizeOf(id) > 0 ? readJournalFile(root, id) : Buffer.alloc(0);
    const whole = own.subarray(0, own.lastIndexOf(10) + 1);
    if (!whole.subarray(0, stored.length).equals(stored))
      replaceFileSync(journalPath(root, id), stored, { durable: true });
    else if (whole.length > stored.length)
      await logs.append(id, stored.length, whole.subarray(stored.length));
    const head = await logs.readHead(id);
    if (head) replaceFileSync(planPath(root, id), head, { durable: true });
    else await logs.writeHead(id, readRegularFile(planPath(root, id)));
  };

  return {
    /** Brings the runs that other machines have left, except those that the committed ledger tells everything of. */
    async pull(): Promise<void> {
      const told = new Set(readLedger(root, () => undefined).map(({ run }) => run));
      const oldest = Date.now() - KEPT;
      const wanted = (await logs.list()).filter(
        ({ name, hasHead, isEnded, updated }) =>
          RUN_ID.test(name) && hasHead && updated >= oldest && !(isEnded && told.has(name)),
      );
      await forEachConcurrently(wanted, CONCURRENCY, bring);
    },
    /** Lets no other machine plan. @throws UserError if another one does so for too long */
    async lockPlans(): Promise<Pick<Claim, 'release'>> {
      for (const until = Date.now() + MAX_WAIT; Date.now() < until; await sleep(500)) {
        const claim = await logs.claimAll();
        if (claim) return claim;
      }
      throw new UserError({
        code: 'in-use',
        message: 'another machine has been starting a run for more than a minute',
        hint: 'wait for it, and run the command again',
      });
    },
    /** The ids of runs that other machines work on. Ask between `lockPlans` and its release. */
    listHeld: () => logs.listClaimed(),
    /** Claims a run whose plan is on this machine. @returns null where another machine works on it */
    async claim(id: string): Promise<SharedRun | null> {
      const claim = await logs.claim(id);
      if (!claim) return null;
      try {
        await reconcile(id);
      } catch (error) {
        await claim.release();
        throw error;
      }
      return {
        isOurs: claim.isOurs,
        async mirror(text, offset) {
          if (!(await logs.append(id, offset, Buffer.from(text)))) throw takenOver(id);
        },
        savePlan: () => logs.writeHead(id, readRegularFile(planPath(root, id))),
        async close(isEnded) {
          if (claim.isOurs()) await logs.tidy(id, isEnded);
          await claim.release();
        },
      };
    },
  };
}

const readJournalFile = (root: string, id: string) =>
  readRegularFile(journalPath(root, id), Number.POSITIVE_INFINITY);

/** The error of a process that goes on with a run after another one has claimed it. */
export function takenOver(id: string): UserError {
  return new UserError({
    code: 'in-use',
    message: `another process has taken over run ${id} while this one was suspended`,
    hint: 'let the other process finish; nothing more was sent here',
  });
}

/** Runs that machines share (setting `generate.state`): their plans and journals, kept in a folder or bucket as they grow. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, SharedLog } from '../../cache/shared-logs.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { tryLock } from '../../foundation/file-lock.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import type { Mirror } from '../journal/journal.ts';
import { readLedger } from '../journal/ledger.ts';
import { isDecided } from '../journal/ledger-line.ts';
import { mergeJournals } from '../journal/merge-journals.ts';
import { journalPath, lockPath, parsePlan, planPath, RUN_ID, runFolder } from './run-plan.ts';

/** Milliseconds without a change, after which a run is left in the store. */
const KEPT = 30 * DAY_MS;
/** Milliseconds to wait for another machine that plans. It may have died, and then its claim ends within a minute. */
const MAX_WAIT = 90_000;
const CONCURRENCY = 4;

/** A run that only this process works on. */
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
  const readOwn = (id: string): Buffer =>
    existsSync(journalPath(root, id))
      ? readRegularFile(journalPath(root, id), Number.POSITIVE_INFINITY)
      : Buffer.alloc(0);

  /**
   * Adds what machines share of a run to this machine. What it could not send at the time stays at the end.
   * @returns the journal, and how much of it is shared
   */
  const join = async (id: string): Promise<{ journal: Buffer; shared: number }> => {
    const stored = await logs.read(id);
    const own = readOwn(id);
    const journal = mergeJournals(stored, own.subarray(0, own.lastIndexOf(10) + 1));
    if (!own.subarray(0, journal.length).equals(journal))
      replaceFileSync(journalPath(root, id), journal, { durable: true });
    return { journal, shared: stored.length };
  };

  /** Takes over a run, unless this machine works on it. */
  const bring = async ({ name: id, size }: SharedLog): Promise<void> => {
    makeFolder(runFolder(root, id));
    const lock = await tryLock(lockPath(root, id));
    if (!lock) return;
    try {
      const head = await logs.readHead(id);
      if (!head) return;
      if (readOwn(id).length !== size) await join(id);
      replaceFileSync(planPath(root, id), head, { durable: true });
    } finally {
      await lock.release();
    }
  };

  /** Makes the journal on this machine equal to that in the store, and the other way round. */
  const reconcile = async (id: string): Promise<void> => {
    const { journal, shared } = await join(id);
    if (journal.length > shared) await logs.append(id, shared, journal.subarray(shared));
    const head = await logs.readHead(id);
    if (head) replaceFileSync(planPath(root, id), head, { durable: true });
    else await logs.writeHead(id, readRegularFile(planPath(root, id)));
  };

  return {
    /** Brings the runs that other machines have left, except those that the committed ledger tells everything of. */
    async pull(): Promise<void> {
      const ledger = readLedger(root, () => undefined).filter(isDecided);
      const told = new Set(ledger.map(({ run, article }) => `${run} ${article}`));
      const oldest = Date.now() - KEPT;
      const kept = (await logs.list()).filter(
        ({ name, hasHead, updated }) => RUN_ID.test(name) && hasHead && updated >= oldest,
      );
      await forEachConcurrently(kept, CONCURRENCY, async (log) => {
        if (!log.isEnded || !isTold(await logs.readHead(log.name), told)) await bring(log);
      });
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

/** True if the committed ledger has the outcome of each article. What another machine has written may not be committed yet. */
function isTold(head: Buffer | null, told: ReadonlySet<string>): boolean {
  const plan = parsePlan(head?.toString() ?? '');
  return plan !== null && [...plan.jobs, ...plan.parked].every(({ id }) => told.has(`${plan.id} ${id}`));
}

/** The error of a process that goes on with a run after another one has claimed it. */
export function takenOver(id: string): UserError {
  return new UserError({
    code: 'in-use',
    message: `another process has taken over run ${id} while this one was suspended`,
    hint: 'let the other process finish; nothing more was sent here',
  });
}

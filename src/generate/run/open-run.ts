/** Opens the run of a request: resumes the unfinished one, or starts a new one. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Clock } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { type FileLock, tryLock, waitForLock } from '../../foundation/file-lock.ts';
import type { Reporter } from '../../foundation/report.ts';
import type { Caller } from '../calls/caller.ts';
import type { Provider } from '../calls/provider.ts';
import type { Stop } from '../calls/stop.ts';
import { diskError, openJournal } from '../journal/journal.ts';
import type { JournalRecord } from '../journal/journal-records.ts';
import type { Price } from '../journal/money.ts';
import { applyRecord, createRunState } from '../journal/run-state.ts';
import type { LocaleContext } from '../write/locale-context.ts';
import type { SlugReservations } from '../write/slug-reservations.ts';
import type { Estimate } from './estimate.ts';
import { hashCommand, hashRequest, type Request } from './plan-jobs.ts';
import { journalPath, loadPlans, type RunPlan, runFolder, STATE_FOLDER, writePlan } from './run-plan.ts';

/** Milliseconds to wait while another process starts a run; planning thousands of topics takes less than a second. */
const MAX_WAIT = 60_000;

export type OpenRun = NonNullable<Awaited<ReturnType<typeof lockAndRead>>>;

/** What the articles of a run share. */
export interface RunContext {
  config: SiteConfig;
  run: OpenRun;
  contexts: ReadonlyMap<string, LocaleContext>;
  provider: Provider;
  price: Price | null;
  /** USD, or null for no limit. */
  budget: number | null;
  /** Of the whole run; null where it was announced before. */
  estimate: Estimate | null;
  retryUnknown: boolean;
  stop: Stop;
  reporter: Reporter;
  clock: Clock;
  random: () => number;
}

/** A run whose articles are being written. */
export interface WritingContext extends RunContext {
  call: Caller;
  reservations: SlugReservations;
}

/** An article that needs another run of the same command, and why. */
export interface UnfinishedArticle {
  article: string;
  topic: string;
  reason: string;
}

/**
 * @param isNew starts a new run even where one is unfinished
 * @throws UserError where another process works on the same request, or where its topics file has changed since an
 *   unfinished run
 */
export async function openRun(root: string, request: Request, isNew: boolean, createPlan: () => RunPlan) {
  const key = hashRequest(request);
  // One process at a time: two identical commands at the same moment must not start two runs.
  const { release } = await lockStart(join(root, STATE_FOLDER));
  try {
    const last = isNew ? undefined : loadPlans(root).findLast((plan) => plan.key === key);
    if (last) {
      const run = await lockAndRead(root, last, true);
      if (!run) {
        throw new UserError({
          code: 'in-use',
          message: `another process is working on the same request (run ${last.id})`,
          hint: 'wait for it, or use --new to start a second run of the request',
        });
      }
      if (!run.state.ended) return run;
      await run.close();
    }
    if (!isNew) await refuseChangedTopics(root, request);
    const plan = createPlan();
    writePlan(root, plan);
    const run = await lockAndRead(root, plan, false);
    if (!run) throw new Error(`the new run ${plan.id} is locked`);
    return run;
  } finally {
    await release();
  }
}

/** @throws UserError where an unfinished run of the same command had other topics */
async function refuseChangedTopics(root: string, request: Request): Promise<void> {
  const command = hashCommand(request);
  const plan = command === null ? undefined : loadPlans(root).findLast((other) => other.command === command);
  if (!plan || plan.key === hashRequest(request)) return;
  const run = await lockAndRead(root, plan, true);
  const done = run?.state.articles.size ?? 0;
  await run?.close();
  if (run?.state.ended) return;
  throw new UserError({
    file: request.source ?? '',
    code: 'changed-topics',
    message: `the topics have changed since run ${plan.id}, of which ${plan.jobs.length - done} articles are unfinished`,
    hint: 'restore the file to continue that run, or use --new to begin another one; written articles are skipped',
  });
}

/** Allows one process at a time to start a run. */
async function lockStart(folder: string): Promise<FileLock> {
  const lock = await onDisk(folder, () => {
    mkdirSync(folder, { recursive: true });
    return waitForLock(lockFile(folder), { signal: AbortSignal.timeout(MAX_WAIT) });
  });
  if (lock) return lock;
  throw new UserError({
    code: 'in-use',
    message: 'another process has been starting a run for a minute',
    hint: `check that process; if there is none, delete ${STATE_FOLDER}/lock`,
  });
}

/** Opens a run that exists. @returns null where another process works on it */
export async function lockAndRead(root: string, plan: RunPlan, resumed: boolean) {
  const path = lockFile(runFolder(root, plan.id));
  const lock = await onDisk(path, () => tryLock(path));
  if (!lock) return null;
  try {
    const state = createRunState();
    const journal = await openJournal(journalPath(root, plan.id), (record) => applyRecord(state, record));
    return {
      plan,
      state,
      /** Writes a record to the journal, then applies it to the state. */
      record: async (record: JournalRecord): Promise<void> => {
        if (!lock.isOurs()) {
          throw new UserError({
            code: 'in-use',
            message: `another process has taken over run ${plan.id} while this one was suspended`,
            hint: 'let the other process finish; nothing more was sent here',
          });
        }
        await journal.append(record);
        applyRecord(state, record);
      },
      resumed,
      /** Whether a crash had cut off the journal's last line. */
      torn: journal.torn,
      close: lock.release,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const lockFile = (folder: string) => join(folder, 'lock');

/** @throws UserError where the disk is full or read-only */
async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(path, error);
  }
}

/** Opens the run of a request: resumes an unfinished run, or starts a new one. */
import { dirname, join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Clock } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { type FileLock, tryLock, waitForLock } from '../../foundation/file-lock.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import type { Reporter } from '../../foundation/report.ts';
import type { Caller } from '../calls/caller.ts';
import type { Provider } from '../calls/provider.ts';
import type { Stop } from '../calls/stop.ts';
import { diskError, openJournal } from '../journal/journal.ts';
import type { JournalRecord } from '../journal/journal-records.ts';
import { applyRecord, createRunState } from '../journal/run-state.ts';
import type { LocaleContext } from '../write/locale-context.ts';
import type { Estimate } from './estimate.ts';
import { hashCommand, hashRequest, type Request } from './plan-jobs.ts';
import { journalPath, loadPlans, type RunPlan, runFolder, STATE_FOLDER, writePlan } from './run-plan.ts';

/** Milliseconds to wait for another process, which normally needs less than a second. */
const MAX_WAIT = 60_000;

export type OpenRun = NonNullable<Awaited<ReturnType<typeof lockAndRead>>>;

/** The context that all articles of a run share. */
export interface RunContext {
  config: SiteConfig;
  run: OpenRun;
  contexts: ReadonlyMap<string, LocaleContext>;
  provider: Provider;
  /** In USD; null for no limit. */
  budget: number | null;
  /** Estimate of the whole run; null if an earlier command has announced it. */
  estimate: Estimate | null;
  retryUnknown: boolean;
  stop: Stop;
  reporter: Reporter;
  clock: Clock;
  random: () => number;
}

/** The context of a run whose articles are being written. */
export interface WritingContext extends RunContext {
  call: Caller;
}

/** An article that needs another run of the same command. */
export interface UnfinishedArticle {
  article: string;
  topic: string;
  reason: string;
}

/**
 * @param isNew starts a new run even if one is unfinished
 * @param room bytes that the answers of all calls that run at once may take
 * @throws UserError if another process works on the same request, or if the topics file has changed since an unfinished
 *   run of the same command
 */
export async function openRun(
  root: string,
  request: Request,
  isNew: boolean,
  createPlan: () => Promise<RunPlan>,
  room: number,
) {
  const key = hashRequest(request);
  // Two identical commands at the same moment must not start two runs.
  const { release } = await lockFolder(root, 'lock');
  try {
    const last = isNew ? undefined : loadPlans(root).findLast((plan) => plan.key === key);
    if (last) {
      const run = await lockAndRead(root, last, true, room);
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
    const plan = await createPlan();
    writePlan(root, plan);
    const run = await lockAndRead(root, plan, false, room);
    if (!run) throw new Error(`the new run ${plan.id} is locked`);
    return run;
  } finally {
    await release();
  }
}

/** @throws UserError if an unfinished run of the same command had other topics */
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
    message: `the topics have changed since run ${plan.id}, which has ${plan.jobs.length - done} unfinished articles`,
    hint: 'restore the file to continue that run, or use --new to begin another one; written articles are skipped',
  });
}

/** Takes a lock of the site, which one process at a time holds for a moment. */
export async function lockFolder(root: string, name: string): Promise<FileLock> {
  const path = join(root, STATE_FOLDER, name);
  const lock = await onDisk(path, () => {
    makeFolder(dirname(path));
    return waitForLock(path, { signal: AbortSignal.timeout(MAX_WAIT) });
  });
  if (lock) return lock;
  throw new UserError({
    code: 'in-use',
    message: 'another process has been starting a run or writing an article for a minute',
    hint: `check that process; if there is none, delete ${STATE_FOLDER}/${name}`,
  });
}

/** Opens an existing run. @returns null if another process works on it */
export async function lockAndRead(root: string, plan: RunPlan, resumed: boolean, room = 0) {
  const path = lockFile(runFolder(root, plan.id));
  const lock = await onDisk(path, () => tryLock(path));
  if (!lock) return null;
  try {
    const state = createRunState();
    const apply = (record: JournalRecord) => applyRecord(state, record);
    const journal = await openJournal(journalPath(root, plan.id), apply, room);
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
      /** True if a crash had cut off the journal's last line. */
      torn: journal.torn,
      async close(): Promise<void> {
        if (lock.isOurs()) await journal.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const lockFile = (folder: string) => join(folder, 'lock');

/** @throws UserError if the disk is full or read-only */
async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(path, error);
  }
}

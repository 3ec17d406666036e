/** Opens the run of a request: resumes an unfinished run, or starts a new one. */
import { existsSync } from 'node:fs';
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
import { applyRecord, createRunState, type RunState } from '../journal/run-state.ts';
import type { LocaleContext } from '../write/locale-context.ts';
import type { Estimate } from './estimate.ts';
import { hashRequest, hashRequestBefore, type Request } from './plan-jobs.ts';
import type { RecordedAnswers } from './recorded-answers.ts';
import type { EmitEvent } from './run-events.ts';
import {
  type ArticleJob,
  jobId,
  journalPath,
  listRuns,
  loadPlan,
  loadPlans,
  lockPath,
  type RunPlan,
  rowOf,
  STATE_FOLDER,
  subjectOf,
  writePlan,
} from './run-plan.ts';
import { type SharedRun, type SharedRuns, takenOver } from './shared-runs.ts';

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
  /** Answers that other runs have paid for. */
  recorded?: RecordedAnswers;
  retryUnknown: boolean;
  stop: Stop;
  reporter: Reporter;
  emit: EmitEvent;
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

interface OpenOptions {
  /** True to start a new run even if one is unfinished. */
  isNew: boolean;
  /** Bytes that the answers of all calls that run at once may take. */
  room: number;
  /** Runs of other machines; null where they share none. */
  shared: SharedRuns | null;
}

/**
 * Opens the run that a request goes on with: the newest unfinished one that knows one of its topics, or whose text was lost;
 * else a new one. Topics that another process is writing are left to it.
 * @throws UserError if other processes are writing everything that is asked for
 */
export async function openRun(
  root: string,
  request: Request,
  createPlan: () => Promise<RunPlan>,
  { isNew, room, shared }: OpenOptions,
) {
  const key = hashRequest(request);
  // Two processes must not plan the same topic.
  const { release } = await lockPlans(root, shared);
  try {
    // First: a run that ends while this one plans counts as held, and what earlier ones wrote is there when the plan is made.
    const held = await listHeld(root, shared);
    await shared?.pull();
    const wanted = await createPlan();
    const plans = loadPlans(root);
    const others = plans.filter(({ id }) => held.has(id));
    const fresh = leaveClaimed(wanted, others, key);
    const keys = [key, hashRequestBefore(request)];
    const idle = isNew ? [] : plans.filter((plan) => keys.includes(plan.key) && !others.includes(plan));
    const subjects = new Set(fresh.jobs.map(articleKeyOf));
    const knows = (plan: RunPlan) =>
      [...plan.jobs, ...plan.parked].some((job) => subjects.has(articleKeyOf(job)));
    for (const [index, plan] of idle.reverse().entries()) {
      if (!knows(plan) && index > 0) continue;
      const run = await lockAndRead(root, plan, { resumed: true, room, subjects, shared });
      if (!run) continue;
      const merged = run.state.ended ? null : mergePlans(run, fresh, request.remakeRejected ?? false);
      if (merged) {
        const next = { ...merged, key };
        await run.savePlan(next);
        return { ...run, plan: next };
      }
      await run.close();
    }
    writePlan(root, fresh);
    const run = await lockAndRead(root, fresh, { resumed: false, room, shared });
    if (!run) throw new Error(`the new run ${fresh.id} is locked`);
    return run;
  } finally {
    await release();
  }
}

/** Lets no other process plan, on this machine or on one with the same state. */
async function lockPlans(root: string, shared: SharedRuns | null): Promise<{ release(): Promise<void> }> {
  const lock = await lockFolder(root, 'lock');
  if (!shared) return lock;
  try {
    const claim = await shared.lockPlans();
    return { release: () => claim.release().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Identifies the article of a job in every run. */
export const articleKeyOf = (job: ArticleJob): string => `${job.locale} ${subjectOf(job)}`;

/** The ids of the runs that other processes work on. */
async function listHeld(root: string, shared: SharedRuns | null): Promise<Set<string>> {
  const held = new Set(await shared?.listHeld());
  for (const id of listRuns(root)) {
    const path = lockPath(root, id);
    if (held.has(id) || !existsSync(path)) continue;
    const lock = await onDisk(path, () => tryLock(path));
    if (lock) await lock.release();
    else held.add(id);
  }
  return held;
}

/** @throws UserError if nothing is left */
function leaveClaimed(fresh: RunPlan, others: readonly RunPlan[], key: string): RunPlan {
  const claims = new Map(others.flatMap((plan) => plan.jobs.map((job) => [articleKeyOf(job), plan.id])));
  const claimed = fresh.jobs.filter((job) => claims.has(articleKeyOf(job)));
  const proposing = others.find((plan) => plan.key === key && plan.proposals.length > 0);
  const [first] = claimed;
  const holder = first ? claims.get(articleKeyOf(first)) : proposing?.id;
  if ((first && claimed.length === fresh.jobs.length) || (proposing && fresh.proposals.length > 0))
    throw new UserError({
      code: 'in-use',
      message: `another process is working on the same request (run ${holder})`,
      hint: 'wait for it, and run the command again',
    });
  const skipped = claimed.map((job) => ({
    locale: job.locale,
    topic: job.topic.topic,
    reason: `run ${claims.get(articleKeyOf(job))} is writing it`,
  }));
  const jobs = fresh.jobs.filter((job) => !claims.has(articleKeyOf(job)));
  return { ...fresh, jobs, skipped: [...fresh.skipped, ...skipped] };
}

/**
 * Goes on with a run for a list that may have become longer, shorter or another order. A row or a prompt that has changed is
 * other work.
 * @returns null if the run has nothing to do with the list
 */
function mergePlans(
  { plan, state }: { plan: RunPlan; state: RunState },
  fresh: RunPlan,
  remake: boolean,
): RunPlan | null {
  if (plan.proposals.length > 0 || (fresh.proposals.length > 0 && plan.jobs.length > 0)) return plan;
  const all = [...plan.jobs, ...plan.parked];
  const isDone = ({ id }: ArticleJob) => state.articles.has(id);
  const open = all.filter((job) => !isDone(job));
  const findSame = (job: ArticleJob) =>
    all.find(
      (other) =>
        articleKeyOf(other) === articleKeyOf(job) &&
        // What is paid of an article that is not finished stays paid when the prompt changes.
        (isDone(other) ? !remake && isSameWork(other, job) : rowOf(other) === rowOf(job)),
    );
  const pairs = fresh.jobs.map((job) => ({ job, same: findSame(job) }));
  if (open.length > 0 && !pairs.some(({ same }) => same && !isDone(same))) return null;
  const asked = new Set(pairs.flatMap(({ job, same }) => (same && isDone(same) ? [] : articleKeyOf(job))));
  const done = all.filter((job) => isDone(job) && !asked.has(articleKeyOf(job)));
  const numberOf = createNumbers(all);
  const going = pairs
    .filter(({ same }) => !same || !isDone(same))
    .map(({ job, same }) => same ?? { ...job, id: numberOf(job) });
  const titles = new Set(done.map(({ locale, topic }) => `${locale} ${topic.topic}`));
  return {
    ...plan,
    jobs: [...done, ...going],
    parked: open.filter((job) => !going.includes(job)),
    skipped: fresh.skipped.filter(({ locale, topic }) => !titles.has(`${locale} ${topic}`)),
  };
}

/** An earlier version recorded no prompt of a job. */
const isSameWork = (a: ArticleJob, b: ArticleJob) =>
  rowOf(a) === rowOf(b) && (a.prompt === undefined || b.prompt === undefined || a.prompt === b.prompt);

/** @returns a function that gives a job an id which no job of the run has */
function createNumbers(jobs: readonly ArticleJob[]) {
  const last = new Map<string, number>();
  for (const { id, locale } of jobs)
    last.set(locale, Math.max(last.get(locale) ?? 0, Number(id.slice(id.lastIndexOf('-') + 1))));
  return ({ locale }: ArticleJob) => {
    const number = (last.get(locale) ?? 0) + 1;
    last.set(locale, number);
    return jobId(locale, number);
  };
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

interface RunOptions extends Pick<OpenOptions, 'shared'> {
  resumed: boolean;
  room?: number;
  /** Subjects of a list. An article of one of them is made again from its recorded answers if its file is gone. */
  subjects?: ReadonlySet<string>;
}

/** Opens an existing run. @returns null if another process works on it */
export async function lockAndRead(
  root: string,
  { id }: Pick<RunPlan, 'id'>,
  { resumed, room = 0, subjects, shared }: RunOptions,
) {
  const path = lockPath(root, id);
  const lock = await onDisk(path, () => tryLock(path));
  if (!lock) return null;
  let claim: SharedRun | null = null;
  try {
    claim = (await shared?.claim(id)) ?? null;
    if (shared && !claim) {
      await lock.release();
      return null;
    }
    // Another process may have gone on with it since its plan was read.
    const plan = loadPlan(root, id);
    const state = createRunState();
    const { apply, remade } = createReplay(root, plan, state, subjects);
    const journal = await openJournal(journalPath(root, id), apply, room, claim?.mirror);
    const isOurs = () => lock.isOurs() && (claim?.isOurs() ?? true);
    return {
      plan,
      state,
      /** When each article was written whose file is gone, by its id. It is made again with this time. */
      remade,
      /** False if another process may have taken over the run. */
      isOurs,
      /** Writes a record to the journal, then applies it to the state. */
      record: async (record: JournalRecord): Promise<void> => {
        if (!isOurs()) throw takenOver(id);
        await journal.append(record);
        applyRecord(state, record);
      },
      savePlan: async (changed: RunPlan): Promise<void> => {
        writePlan(root, changed);
        await claim?.savePlan();
      },
      resumed,
      /** True if a crash had cut off the journal's last line. */
      torn: journal.torn,
      async close(): Promise<void> {
        try {
          if (lock.isOurs()) await journal.close();
          await claim?.close(state.ended);
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await claim?.close(false).catch(() => undefined);
    await lock.release();
    throw error;
  }
}

/** Applies the records of a journal, except the outcome of articles that are asked for and whose files are gone. */
function createReplay(
  root: string,
  plan: RunPlan,
  state: RunState,
  subjects: ReadonlySet<string> = new Set(),
) {
  const jobs = [...plan.jobs, ...plan.parked].filter((job) => subjects.has(articleKeyOf(job)));
  const wanted = new Set(jobs.map(({ id }) => id));
  const remade = new Map<string, number>();
  const apply = (record: JournalRecord): void => {
    if (record.type === 'article' && wanted.has(record.article)) {
      const isGone = record.file !== null && !existsSync(join(root, record.file));
      if (isGone) {
        remade.set(record.article, record.at);
        return;
      }
      remade.delete(record.article);
    }
    if (record.type === 'end' && remade.size > 0) return;
    applyRecord(state, record);
  };
  return { apply, remade: remade as ReadonlyMap<string, number> };
}

/** @throws UserError if the disk is full or read-only */
async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(path, error);
  }
}

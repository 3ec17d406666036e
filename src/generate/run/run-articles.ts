/** Runs the jobs of a plan concurrently, until all are done or the budget, an interrupt or a problem ends the run. */

import { type ErrorCode, type Problem, UserError } from '../../foundation/errors.ts';
import type { Phase } from '../../foundation/report.ts';
import { formatCount } from '../../foundation/report.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import { createBudget } from '../calls/budget.ts';
import { type Caller, createCaller } from '../calls/caller.ts';
import { adviseOn, createCanary } from '../calls/canary.ts';
import { createLimiter } from '../calls/limiter.ts';
import { createRecovery } from '../calls/recovery.ts';
import { Unfinished } from '../calls/stop.ts';
import { isBlocking } from '../checks/finding.ts';
import type { ArticleRecord, JournalRecord } from '../journal/journal-records.ts';
import { formatUsd } from '../journal/money.ts';
import { tallyOf } from '../journal/run-state.ts';
import { createAdmission } from './admission.ts';
import { addProposedJobs, writeArticle } from './article-job.ts';
import { correctEstimate } from './estimate.ts';
import type { OpenRun, RunContext, UnfinishedArticle } from './open-run.ts';
import { type ArticleJob, subjectOf } from './run-plan.ts';
import { type GenerateResult, isWritten, summarizeRun } from './run-result.ts';
import { settleRun } from './settle-run.ts';

/** The run ends after this many consecutive articles without an answer from the server. */
const MAX_SILENT = 3;

/** The cost of the run is estimated again after this many articles. */
const ESTIMATE_AFTER = 10;

/** @throws UserError with the result so far if the run could not be completed */
export async function runLive(context: RunContext): Promise<GenerateResult> {
  const { config, run, clock, random } = context;
  const settings = config.generate;
  const limiter = createLimiter({ ...settings, clock, random, signal: context.stop.signal });
  const budget = createBudget(context.budget, spentBefore(run));
  run.state.lost.clear();
  const canary = createCanary(run.state, context.budget);
  const record = async (entry: JournalRecord) => {
    await run.record(entry);
    canary.note(entry);
  };
  const calls = { ...context, budget, record, state: run.state, prices: settings.prices };
  const recovery = createRecovery({ ...calls, settings });
  const call = createCaller({ ...calls, recovery, limiter, canary });
  const readings = { pause: limiter.pause, spent: budget.spent };
  const watched = { ...context, run: { ...run, record } };
  const unfinished = await writeArticles(watched, call, readings).finally(recovery.close);
  return finishRun(context, unfinished);
}

/** USD that earlier processes of the run have spent, without open calls: the recovery reserves their cost. */
function spentBefore({ state }: OpenRun): number {
  const open = [...state.calls.values()].filter((call) => call.state === 'open');
  return tallyOf(state).usd - open.reduce((sum, { intent }) => sum + intent.reserve, 0);
}

/** Readings for the progress line: how long the server makes all calls wait in milliseconds, and the cost in USD. */
type Readings = { pause(): number; spent(): number };

/** Writes the articles that are not done yet. @returns those that `call` could not answer completely */
export async function writeArticles(context: RunContext, call: Caller, readings: Readings) {
  const { config, run, stop, reporter } = context;
  const { articles, calls } = run.state;
  const writing = { ...context, call };
  /** The errors of articles that the server did not answer. */
  const failedByServer: Unfinished[] = [];
  const unfinished = await addProposedJobs(writing, failedByServer);
  const doubtful = [...calls.values()].filter(({ state }) => state === 'open' || state === 'unknown');
  const interrupted = new Set(doubtful.map(({ intent }) => intent.article));
  // Articles that were begun come first, so that a small budget finishes them. Articles with interrupted calls come last,
  // because these calls need time to appear in the server's store.
  const rankOf = ({ id }: ArticleJob) => (interrupted.has(id) ? 2 : run.state.keys.has(id) ? 0 : 1);
  const queue = run.plan.jobs.filter(({ id }) => !articles.has(id)).sort((a, b) => rankOf(a) - rankOf(b));
  const admission = createAdmission(context);
  const phase = reporter.phase('articles', run.plan.jobs.length, run.state.articles.size);
  const progress = createProgress(context, phase, readings);
  const ticker = setInterval(progress.show, 500);
  const untilStopped = function* () {
    for (const job of queue) if (!stop.signal.aborted) yield job;
  };
  const rejections = createRejectionCounter(config.generate.maxRejections);
  // The journal may confirm several articles at once, so their number may jump past ESTIMATE_AFTER.
  let isAnnounced = articles.size >= ESTIMATE_AFTER;
  let emptyAnswersInARow = 0;
  const work = async (job: ArticleJob) => {
    await admission.enter(job.id);
    if (stop.signal.aborted) return;
    try {
      const record = await writeArticle(writing, job);
      await run.record(record);
      emptyAnswersInARow = 0;
      progress.count(record);
      emitArticle(context, job, record);
      if (!isAnnounced && articles.size >= ESTIMATE_AFTER) {
        isAnnounced = true;
        announceCost(context);
      }
      const problem = rejections.count(record);
      if (problem) stop.stop({ kind: 'problem', problem });
    } catch (error) {
      if (!(error instanceof Unfinished)) {
        // The other articles stop at their next call, and what they paid for is recorded.
        stop.stop({
          kind: 'problem',
          problem: { code: 'interrupted', message: 'the run was aborted', hint: 'see the error' },
        });
        throw error;
      }
      unfinished.push({ article: job.id, topic: job.topic.topic, reason: error.message });
      if (error.kind === 'server') failedByServer.push(error);
      // An unknown call of an earlier process says nothing about the present state of the server.
      const isSilent = error.kind === 'server' || (error.kind === 'unknown' && !interrupted.has(job.id));
      if (isSilent && ++emptyAnswersInARow >= MAX_SILENT)
        stop.stop({ kind: 'problem', problem: silentProblem(error) });
    } finally {
      admission.leave(job.id);
    }
  };
  try {
    await forEachConcurrently(untilStopped(), config.generate.concurrency, work);
  } finally {
    clearInterval(ticker);
  }
  const [first] = failedByServer;
  // The same command finishes all of them later.
  if (first && failedByServer.length === unfinished.length && !stop.reason())
    stop.stop({ kind: 'problem', problem: silentProblem(first) });
  if (queue.length > 0) phase.end(`${articles.size} of ${run.plan.jobs.length}`);
  const named = new Set(unfinished.map(({ article }) => article));
  for (const { id, topic } of queue) {
    if (!articles.has(id) && !named.has(id))
      unfinished.push({ article: id, topic: topic.topic, reason: 'not started' });
  }
  return unfinished;
}

function emitArticle(
  { run, emit }: RunContext,
  job: ArticleJob,
  { status, file, findings }: ArticleRecord,
): void {
  const { topic, locale } = job;
  const codes = [...new Set(findings.map(({ code }) => code))];
  const id = subjectOf(job);
  emit({ event: 'article', run: run.plan.id, topic: topic.topic, id, locale, status, file, codes });
}

/** Detects a run whose articles are rejected one after another for the same reason. @param max consecutive rejections with the same code that end the run */
function createRejectionCounter(max: number) {
  let consecutive = new Map<string, number>();
  return {
    /** Counts an article. @returns the problem that ends the run, or null */
    count({ status, findings }: ArticleRecord): Problem | null {
      if (status === 'skipped') return null;
      const codes = isWritten(status)
        ? []
        : [...new Set(findings.filter(isBlocking).map(({ code }) => code))];
      consecutive = new Map(codes.map((code) => [code, (consecutive.get(code) ?? 0) + 1]));
      const code = codes.find((candidate) => (consecutive.get(candidate) ?? 0) >= max);
      if (code === undefined) return null;
      const last = findings.find((finding) => finding.code === code);
      return {
        code: 'useless-answers',
        message: `${max} articles in a row were rejected with "${code}": ${last?.message ?? ''}`,
        hint: adviseOn([code]),
      };
    },
  };
}

/** Announces a new estimate, based on the cost of the first articles. */
function announceCost({ run, estimate, budget, reporter }: RunContext): void {
  const { articles, closed } = run.state;
  const usd = estimate && correctEstimate(estimate, articles.keys(), closed.usd);
  if (usd === null) return;
  const total = formatCount(run.plan.jobs.length, 'article');
  reporter.info(`after ${formatCount(articles.size, 'article')}: about ${formatUsd(usd)} for all ${total}`);
  if (budget !== null && usd > budget)
    reporter.warn({
      code: 'small-budget',
      message: `the budget of ${formatUsd(budget)} will not suffice`,
      hint: 'the run stops before it exceeds it; the same command with a higher --budget continues it',
    });
}

/** Shows articles written and rejected, and money spent. */
function createProgress({ run, budget }: RunContext, phase: Phase, readings: Readings) {
  let written = 0;
  let needReview = 0;
  let rejected = 0;
  const show = () => {
    const done = run.state.articles.size;
    const pause = readings.pause();
    const notes = [
      pause > 1000 && `waiting ${Math.ceil(pause / 1000)} s for the server`,
      `${written} written`,
      needReview > 0 && `${needReview} to be reviewed`,
      `${rejected} rejected`,
      `${formatUsd(readings.spent())}${budget === null ? '' : ` of ${formatUsd(budget)}`}`,
    ];
    phase.update(done, notes.filter(Boolean).join(', '));
  };
  return {
    count({ status }: ArticleRecord) {
      if (isWritten(status)) written++;
      else if (status === 'needs-review') needReview++;
      else rejected++;
      show();
    },
    show,
  };
}

function silentProblem({ kind, message, loss = 'lost' }: Unfinished): Problem {
  if (kind !== 'unknown' || loss !== 'lost')
    return {
      code: 'silent-model-server',
      message: kind === 'unknown' ? `the model's server fails: ${message}` : message,
      hint: 'run the same command again when the server works; what was paid is kept',
    };
  const hint =
    'check --base-url; the same command with --retry-unknown sends such calls again and may pay them twice';
  return { code: 'silent-model-server', message: `the server loses answers: ${message}`, hint };
}

/**
 * Records the end of a run that is done, and summarises it.
 * @param isOpen true if a batch is running
 * @throws UserError with the result so far if the command has to be repeated
 */
export async function finishRun(
  { config, run, stop, reporter, emit }: RunContext,
  unfinished: UnfinishedArticle[],
  isOpen = false,
) {
  const reason = stop.reason();
  const [first] = unfinished;
  const isLooking = [...run.state.calls.values()].some(({ state }) => state === 'open');
  const isLeft = isOpen || isLooking || run.plan.proposals.length > 0 || run.plan.parked.length > 0;
  if (!first && !reason && !isLeft) await run.record({ type: 'end', at: Date.now() });
  const stopped = reason?.kind === 'problem' ? null : (reason?.kind ?? null);
  const lines = await settleRun(config, run);
  const result = summarizeRun(config, run, unfinished, stopped, lines);
  emit({ event: 'end', result });
  if (result.estimated > 0)
    reporter.warn({
      code: 'unreadable-usage',
      message: `the usage of ${formatCount(result.estimated, 'answer')} cannot be read or believed: they count with the most that they can have cost`,
      hint: 'compare --report with the bill of the provider',
    });
  const incomplete = (code: ErrorCode, message: string, hint: string) =>
    new UserError({ code, message, hint }, result);
  if (reason?.kind === 'problem') throw new UserError(reason.problem, result);
  if (reason?.kind === 'interrupt') {
    const hint = 'run the same command again to continue; nothing is paid twice';
    throw incomplete('interrupted', `stopped with ${unfinished.length} unfinished articles`, hint);
  }
  if (reason?.kind === 'time' && first) {
    const hint = 'run the same command again to continue; nothing is paid twice';
    const count = formatCount(unfinished.length, 'unfinished article');
    throw incomplete('used-up-time', `the time is used up with ${count}`, hint);
  }
  const refused = [...result.needsReview, ...result.rejected];
  const [rejected] = refused;
  if (!first && !reason && !isOpen && rejected && result.written.length === 0)
    throw incomplete(
      'useless-answers',
      `no article was accepted (${refused.length} with findings); the first: ${(rejected.findings.find(isBlocking) ?? rejected.findings[0])?.message}`,
      adviseOn(rejected.findings.map(({ code }) => code)),
    );
  if (!first || reason) return result;
  const isUnknown = [...run.state.calls.values()].some(
    ({ state, intent }) => state === 'unknown' && !run.state.articles.has(intent.article),
  );
  throw incomplete(
    'unfinished-articles',
    `${formatCount(unfinished.length, 'article')} could not be finished; the first: ${first.reason}`,
    isUnknown
      ? 'run the same command with --retry-unknown to send such calls again; they may be paid twice'
      : 'run the same command again to continue',
  );
}

/** Owns a run: many articles at once, each carried as far as budget, server and checks allow. */
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Clock } from '../../foundation/clock.ts';
import { type Problem, UserError } from '../../foundation/errors.ts';
import type { Reporter } from '../../foundation/report.ts';
import { createBudget } from '../calls/budget.ts';
import { tallyOf } from '../calls/call-states.ts';
import { type Caller, createCaller } from '../calls/calls.ts';
import { createLimiter } from '../calls/limiter.ts';
import type { Price } from '../calls/money.ts';
import type { Provider } from '../calls/provider.ts';
import { createRecovery } from '../calls/recovery.ts';
import type { LocaleShop } from '../write/locale-context.ts';
import { openClaims } from '../write/slug-reservations.ts';
import { addProposedJobs, writeOne } from './article-jobs.ts';
import type { OpenRun } from './open-run.ts';
import { STATE_FOLDER } from './run-folders.ts';
import { createProgress } from './run-progress.ts';
import { createResult, type GenerateResult } from './run-result.ts';
import { type Stop, Unfinished } from './stop.ts';

export interface RunOptions {
  config: SiteConfig;
  run: OpenRun;
  shops: ReadonlyMap<string, LocaleShop>;
  provider: Provider;
  price: Price | null;
  /** USD, or null for no bound. */
  budget: number | null;
  retryUnknown: boolean;
  stop: Stop;
  reporter: Reporter;
  clock: Clock;
  random: () => number;
}

/** Articles in a row that the server leaves unanswered before the run ends. */
const MOST_SILENT = 3;

/** Carries a live run to its end, or as far as it goes. @throws UserError with the result so far */
export async function runLive(options: RunOptions): Promise<GenerateResult> {
  const { config, run, stop, clock, random } = options;
  const settings = config.generate;
  const limiter = createLimiter({
    concurrency: settings.concurrency,
    requestsPerMinute: settings.requestsPerMinute,
    tokensPerMinute: settings.tokensPerMinute,
    clock,
    random,
  });
  const budget = createBudget(options.budget, spentBefore(run));
  const recovery = createRecovery({ ...options, budget, record: run.record, state: run.state, settings });
  const call = createCaller({
    provider: options.provider,
    recovery,
    limiter,
    budget,
    record: run.record,
    state: run.state,
    price: options.price,
    clock,
    random,
    stop,
  });
  const gauge = { pause: limiter.pause, spent: budget.spent };
  const unfinished = await workThrough(options, call, gauge).finally(recovery.close);
  return conclude(options, unfinished);
}

/** Open calls are left out: the recovery holds what they may have cost. */
function spentBefore(run: OpenRun): number {
  let open = 0;
  for (const { state, intent } of run.state.calls.values()) if (state === 'open') open += intent.reserve;
  return tallyOf(run.state).usd - open;
}

/** Lets every open job go on as far as `call` carries it. @returns what could not be finished */
export async function workThrough(
  options: RunOptions,
  call: Caller,
  gauge: { pause(): number; spent(): number },
): Promise<GenerateResult['unfinished']> {
  const { config, run, stop, reporter } = options;
  const claims = await openClaims(`${config.root}/${STATE_FOLDER}/claims.jsonl`);
  const unfinished: GenerateResult['unfinished'] = [];
  try {
    await addProposedJobs(options, call, unfinished);
    const jobs = run.plan.jobs.filter(({ id }) => !run.state.articles.has(id));
    // Calls that were cut off get time to reach the server's store: their articles come last.
    const isCutOff = new Set(
      [...run.state.calls.values()]
        .filter(({ state }) => state === 'open' || state === 'unknown')
        .map(({ intent }) => intent.article),
    );
    const queue = [
      ...jobs.filter(({ id }) => !isCutOff.has(id)),
      ...jobs.filter(({ id }) => isCutOff.has(id)),
    ];
    const phase = reporter.phase('articles', run.plan.jobs.length);
    const progress = createProgress(options, phase, gauge);
    const ticker = setInterval(progress.show, 500);
    let silent = 0;
    let next = 0;
    const worker = async () => {
      for (let job = queue[next++]; job && !stop.signal.aborted; job = queue[next++]) {
        try {
          const record = await writeOne(options, job, call, claims);
          await run.record(record);
          silent = 0;
          progress.count(record);
        } catch (error) {
          if (!(error instanceof Unfinished)) throw error;
          unfinished.push({ article: job.id, topic: job.topic.topic, reason: error.message });
          if (error.kind !== 'server' && error.kind !== 'unknown') continue;
          // What an earlier run has left says nothing of the server.
          if (error.kind === 'unknown' && isCutOff.has(job.id)) continue;
          silent++;
          if (silent >= MOST_SILENT && options.retryUnknown === false)
            stop.stop({ kind: 'problem', problem: silentProblem(error) });
        }
      }
    };
    const workers = Array.from({ length: Math.min(queue.length, config.generate.concurrency) }, () =>
      worker().catch((error: unknown) => {
        // The others end in order; what they paid for is recorded.
        stop.stop({ kind: 'problem', problem: { message: 'the run was broken off', hint: 'see the error' } });
        throw error;
      }),
    );
    const results = await Promise.allSettled(workers);
    clearInterval(ticker);
    const broken = results.find((result) => result.status === 'rejected');
    if (broken) throw broken.reason;
    if (queue.length > 0) phase.end(`${run.state.articles.size} of ${run.plan.jobs.length}`);
    const named = new Set(unfinished.map(({ article }) => article));
    for (const { id, topic } of queue) {
      if (run.state.articles.has(id) || named.has(id)) continue;
      unfinished.push({ article: id, topic: topic.topic, reason: 'not begun' });
    }
  } finally {
    await claims.close();
  }
  return unfinished;
}

function silentProblem(error: Unfinished): Problem {
  return error.kind === 'unknown'
    ? {
        message: `the server loses answers: ${error.message}`,
        hint: 'check --base-url; the same command with --retry-unknown sends such calls again and may pay them twice',
      }
    : {
        message: error.message,
        hint: 'run the same command again when the server is well; what was paid is kept',
      };
}

/**
 * Ends the run where all is done, and says what is to be done where not.
 * @param isOpen whether batches are on their way
 */
export async function conclude(
  { run, stop }: Pick<RunOptions, 'run' | 'stop'>,
  unfinished: GenerateResult['unfinished'],
  isOpen = false,
): Promise<GenerateResult> {
  const reason = stop.reason();
  if (unfinished.length === 0 && reason === null && !isOpen && run.plan.proposals.length === 0) {
    await run.record({ type: 'end', at: Date.now() });
  }
  const stopped = reason?.kind === 'budget' || reason?.kind === 'interrupt' ? reason.kind : null;
  const result = createResult(run.plan, run.state, unfinished, stopped);
  if (reason?.kind === 'problem') throw new UserError(reason.problem, result);
  if (reason?.kind === 'interrupt') {
    throw new UserError(
      {
        message: `stopped with ${unfinished.length} articles to go`,
        hint: 'run the same command again to go on; nothing is paid twice',
      },
      result,
    );
  }
  const [first] = unfinished;
  if (first && reason === null) {
    const isUnknown = [...run.state.calls.values()].some(({ state }) => state === 'unknown');
    throw new UserError(
      {
        message: `${unfinished.length} articles could not be finished; the first: ${first.reason}`,
        hint: isUnknown
          ? 'run the same command with --retry-unknown to send such calls again; they may be paid twice'
          : 'run the same command again to go on',
      },
      result,
    );
  }
  return result;
}

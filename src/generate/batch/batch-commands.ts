/** Owns the commands of runs in batches: a round is sent, looked at, collected, and followed by the next. */
import { UserError } from '../../foundation/errors.ts';
import { priceOf } from '../calls/money.ts';
import { lockAndRead, type OpenRun } from '../run/open-run.ts';
import { conclude, type RunOptions } from '../run/run-articles.ts';
import { loadPlans } from '../run/run-folders.ts';
import { count, type GenerateResult, renderResult, sumResults } from '../run/run-result.ts';
import { openShops } from '../write/locale-context.ts';
import { createBatchServer } from './batch-server.ts';
import {
  BATCH_LIMITS,
  type BatchOptions,
  type BatchStatus,
  collectBatches,
  listBatches,
  submitRound,
} from './run-batch.ts';

/** What all runs of a command share. */
type SharedOptions = Omit<RunOptions, 'run' | 'shops' | 'price' | 'budget'>;

const NOTHING = 'no batch is on its way';

/** The first round of a run, or the next one. */
export async function submit(run: RunOptions): Promise<void> {
  const options = withBatches(run);
  const { value, text } = await endRound(options, await submitRound(options), []);
  run.reporter.result(value, text);
}

function withBatches(run: RunOptions): BatchOptions {
  return { ...run, server: createBatchServer(run.provider), limits: BATCH_LIMITS };
}

interface RoundResult {
  value: GenerateResult & { sent: number; pending: BatchStatus[] };
  text: string;
}

/** What a round came to: with calls on their way the run is not over, and articles that wait for them are no failure. */
async function endRound(
  options: BatchOptions,
  round: { unfinished: GenerateResult['unfinished']; sent: number },
  pending: BatchStatus[],
): Promise<RoundResult> {
  const isOpen =
    round.sent > 0 || [...options.run.state.batches.values()].some(({ state }) => state === 'created');
  const result = await conclude(options, isOpen ? [] : round.unfinished, isOpen);
  const text = isOpen
    ? `${result.written.length} written, ${round.sent} calls sent in batches; next: articles generate --batch collect`
    : renderResult(result);
  return { value: { ...result, unfinished: round.unfinished, sent: round.sent, pending }, text };
}

/**
 * Looks at every run that has batches on their way, or takes in what they brought and sends the next round.
 * @param budget USD, where the command sets one
 * @throws UserError with the problems of all runs
 */
export async function followBatches(
  shared: SharedOptions,
  budget: number | null,
  action: 'status' | 'collect',
): Promise<void> {
  const { config, provider, reporter } = shared;
  const server = createBatchServer(provider);
  const statuses: (BatchStatus & { run: string })[] = [];
  const rounds: RoundResult[] = [];
  const failures: UserError[] = [];
  for (const plan of loadPlans(config.root)) {
    if (plan.mode !== 'batch') continue;
    const run = await lockAndRead(config.root, plan, true);
    if (!run) {
      failures.push(
        new UserError({ message: `another process is at work on run ${plan.id}`, hint: 'wait for it' }),
      );
      continue;
    }
    try {
      if (run.state.ended) continue;
      if (action === 'status')
        statuses.push(...(await listBatches({ run, server })).map((status) => ({ run: plan.id, ...status })));
      else rounds.push(await collectRun(shared, budget, run));
    } catch (error) {
      // Other runs have answers that are paid for.
      if (!(error instanceof UserError)) throw error;
      failures.push(error);
    } finally {
      await run.close();
    }
  }
  const { value, text } = action === 'status' ? describeStatuses(statuses) : sumRounds(rounds);
  if (failures.length === 0) return reporter.result(value, text);
  const [failure] = failures;
  if (failure && failures.length === 1 && rounds.length + statuses.length === 0) throw failure;
  // What the other runs have come to.
  reporter.info(text);
  throw new UserError(
    failures.flatMap(({ problems }) => problems),
    value,
  );
}

function describeStatuses(statuses: readonly (BatchStatus & { run: string })[]) {
  const lines = statuses.map(({ name, status, completed, failed, total }) =>
    completed === null
      ? `${name}: ${status}, ${count(total, 'call')}`
      : `${name}: ${status}, ${completed} of ${count(total, 'call')} done, ${failed} failed`,
  );
  return { value: { batches: statuses }, text: lines.join('\n') || NOTHING };
}

function sumRounds(rounds: readonly RoundResult[]): { value: object; text: string } {
  const [first] = rounds;
  if (!first) return { value: { ...sumResults([]), batches: [] }, text: NOTHING };
  return {
    value: rounds.length === 1 ? first.value : sumResults(rounds.map(({ value }) => value)),
    text: rounds.map(({ text }) => text).join('\n'),
  };
}

async function collectRun(shared: SharedOptions, budget: number | null, run: OpenRun): Promise<RoundResult> {
  const { config } = shared;
  const { jobs, proposals, model } = run.plan;
  const locales = [...new Set([...jobs, ...proposals].map(({ locale }) => locale))];
  const batch = withBatches({
    ...shared,
    budget: budget ?? run.state.budget ?? config.generate.budget ?? null,
    run,
    shops: await openShops(config, locales, model),
    price: priceOf(config.generate.prices, model),
  });
  const pending = await collectBatches(batch);
  return endRound(batch, await submitRound(batch), pending);
}

/** Runs the commands `--batch submit`, `status` and `collect`. */

import { UserError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/report.ts';
import type { CommandResult } from '../../results/command-results.ts';
import type { BatchStatus } from '../../results/writing-results.ts';
import { readLedger } from '../journal/ledger.ts';
import type { RunContext } from '../run/open-run.ts';
import { lockAndRead, type OpenRun } from '../run/open-run.ts';
import { loadPlans } from '../run/run-plan.ts';
import { sumResults } from '../run/run-result.ts';
import { settleRun } from '../run/settle-run.ts';
import type { SharedRuns } from '../run/shared-runs.ts';
import { loadLocaleContexts } from '../write/locale-context.ts';
import { type BatchServer, createBatchServer, type ServerBatch } from './batch-server.ts';
import { collectBatches, listBatches } from './collect-batch.ts';
import { submitBatches } from './submit-batch.ts';

/** The part of a context that all runs of a command have in common. */
type CommonContext = Omit<RunContext, 'run' | 'contexts' | 'budget' | 'estimate'>;

const NO_BATCHES = 'no batch is running';

/** Sends the next calls of a run in batches. */
export async function submit(context: RunContext): Promise<void> {
  const batch = { ...context, server: createBatchServer(context.provider, context.config.shortName) };
  const { value, text } = await submitBatches(batch, []);
  context.reporter.result(value, text);
}

type SubmitResult = Awaited<ReturnType<typeof submitBatches>>;

/**
 * Shows the batches of every unfinished run, or collects their answers and sends the next calls.
 * @param shared runs of other machines; null where they share none
 * @param budget in USD; null if the command sets none
 * @throws UserError with the problems of all runs; one failing run does not block the others
 */
export async function followBatches(
  common: CommonContext,
  shared: SharedRuns | null,
  budget: number | null,
  action: 'status' | 'collect',
): Promise<void> {
  const { config, provider, reporter } = common;
  const server = createBatchServer(provider, config.shortName);
  const known = new Set<string>();
  const statuses: (BatchStatus & { run: string })[] = [];
  const results: SubmitResult[] = [];
  const failures: UserError[] = [];
  await shared?.pull();
  for (const plan of loadPlans(config.root)) {
    if (plan.mode !== 'batch') continue;
    const run = await lockAndRead(config.root, plan, { resumed: true, shared });
    if (!run) {
      const message = `another process is working on run ${plan.id}`;
      failures.push(new UserError({ code: 'in-use', message, hint: 'wait for it' }));
      continue;
    }
    try {
      if (run.state.ended) continue;
      if (action === 'status')
        statuses.push(...(await listBatches(run, server)).map((status) => ({ run: plan.id, ...status })));
      else results.push(await collectRun(common, server, budget, run));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push(error);
    } finally {
      for (const { batch } of run.state.batches.values()) if (batch !== null) known.add(batch);
      await settleRun(config, run).finally(run.close);
    }
  }
  const unknown = await server.findUnknown(known);
  const lines = readLedger(config.root, reporter.warn);
  const sent = new Set(lines.flatMap(({ batch }) => batch ?? []));
  const last = new Map(lines.map((line) => [`${line.run}/${line.article}`, line.batch]));
  const waiting = new Set([...last.values()]);
  const missing = unknown.filter(({ id }) => waiting.has(id) || !sent.has(id));
  if (missing.length > 0) failures.push(describeUnknown(missing, sent));
  const { value, text } = action === 'status' ? describeStatuses(statuses) : sumSubmits(results);
  const problems = failures.flatMap((failure) => failure.problems);
  if (problems.length === 0) return reporter.result(value, text);
  if (failures.length === 1 && results.length + statuses.length === 0) throw failures[0];
  // The runs that succeeded are reported before the problems.
  reporter.info(text);
  throw new UserError(problems, value);
}

/** @param sent batches that the committed ledger names */
function describeUnknown(batches: readonly ServerBatch[], sent: ReadonlySet<string>): UserError {
  const names = batches.map(({ id }) => `${id}${sent.has(id) ? ' (in the ledger)' : ''}`).join(', ');
  const count = formatCount(batches.length, 'batch', 'batches');
  return new UserError({
    code: 'unknown-batch',
    message: `the server has ${count} of this site that no journal on this machine knows: ${names}`,
    hint: 'restore .articles/generate from the machine that sent them, and collect again; a new submit would pay for the same topics',
  });
}

function describeStatuses(statuses: readonly (BatchStatus & { run: string })[]) {
  const lines = statuses.map(({ name, status, completed, failed, total }) => {
    const calls = formatCount(total, 'call');
    return `${name}: ${status}, ${completed === null ? calls : `${completed} of ${calls} done, ${failed} failed`}`;
  });
  return { value: { batches: statuses }, text: lines.join('\n') || NO_BATCHES };
}

function sumSubmits(results: readonly SubmitResult[]): { value: CommandResult; text: string } {
  const [first] = results;
  if (!first) return { value: { ...sumResults([]), batches: [] }, text: NO_BATCHES };
  return {
    value: results.length === 1 ? first.value : sumResults(results.map(({ value }) => value)),
    text: results.map(({ text }) => text).join('\n'),
  };
}

async function collectRun(common: CommonContext, server: BatchServer, budget: number | null, run: OpenRun) {
  const { generate } = common.config;
  const { jobs, proposals, model } = run.plan;
  const locales = [...new Set([...jobs, ...proposals].map(({ locale }) => locale))];
  const context = {
    ...common,
    server,
    budget: budget ?? run.state.budget ?? generate.budget ?? null,
    run,
    contexts: await loadLocaleContexts(common.config, locales, model),
    estimate: null,
  };
  return submitBatches(context, await collectBatches(context));
}

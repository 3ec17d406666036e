/** Runs the commands `--batch submit`, `status` and `collect`. */

import { UserError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/report.ts';
import type { CommandResult } from '../../results/command-results.ts';
import type { BatchStatus } from '../../results/writing-results.ts';
import { isOlderRun, newestLines, readLedger } from '../journal/ledger.ts';
import type { LedgerLine } from '../journal/ledger-line.ts';
import type { RunContext } from '../run/open-run.ts';
import { articleKeyOf, lockAndRead, type OpenRun } from '../run/open-run.ts';
import { readRun } from '../run/read-run.ts';
import { loadPlans } from '../run/run-plan.ts';
import { sumResults } from '../run/run-result.ts';
import { describeRecord } from '../run/save-article.ts';
import { readAllLines, settleRun } from '../run/settle-run.ts';
import type { SharedRuns } from '../run/shared-runs.ts';
import { loadLocaleContexts } from '../write/locale-context.ts';
import { type BatchServer, createBatchServer } from './batch-server.ts';
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
  const fail = (error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    failures.push(error);
  };
  await shared?.pull();
  for (const plan of loadPlans(config.root)) {
    if (plan.mode !== 'batch') continue;
    const run = await lockAndRead(config.root, plan, { resumed: true, shared });
    if (!run) {
      const { batches } = await readRun(config.root, plan.id, reporter.warn);
      for (const { batch } of batches.values()) if (batch !== null) known.add(batch);
      const message = `another process is working on run ${plan.id}`;
      fail(new UserError({ code: 'in-use', message, hint: 'wait for it' }));
      continue;
    }
    try {
      if (run.state.ended) continue;
      if (action === 'status')
        statuses.push(...(await listBatches(run, server)).map((status) => ({ run: plan.id, ...status })));
      else results.push(await collectRun(common, server, budget, run));
    } catch (error) {
      fail(error);
    } finally {
      for (const { batch } of run.state.batches.values()) if (batch !== null) known.add(batch);
      await settleRun(config, run).finally(run.close);
    }
  }
  await findMissing(server, readLedger(config.root, reporter.warn), known)
    .then((missing) => missing.length > 0 && failures.push(describeMissing(missing)))
    .catch(fail);
  const { value, text } = action === 'status' ? describeStatuses(statuses) : sumSubmits(results);
  const problems = failures.flatMap((failure) => failure.problems);
  if (problems.length === 0) return reporter.result(value, text);
  if (failures.length === 1 && results.length + statuses.length === 0) throw failures[0];
  // The runs that succeeded are reported before the problems.
  reporter.info(text);
  throw new UserError(problems, value);
}

/**
 * Names the batches of the site that no journal on this machine knows: those that topics of the ledger wait for, also where
 * the server lists no batches, and those that no line of the ledger has.
 */
async function findMissing(
  server: BatchServer,
  lines: readonly LedgerLine[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const sent = new Set(lines.flatMap(({ batch }) => batch ?? []));
  const waiting = [...newestLines(lines).values()].flatMap(({ batch }) =>
    batch === null || known.has(batch) ? [] : batch,
  );
  const others = (await server.findUnknown(known)).filter((id) => !sent.has(id));
  return [...new Set(waiting)].map((id) => `${id} (in the ledger)`).concat(others);
}

function describeMissing(names: readonly string[]): UserError {
  const count = formatCount(names.length, 'batch', 'batches');
  return new UserError({
    code: 'unknown-batch',
    message: `no journal on this machine knows ${count} of this site: ${names.join(', ')}`,
    hint: 'restore .articles/generate from the machine that sent them, or set generate.state to what it uses, and collect again; where it is lost, --new pays for their topics again',
  });
}

function describeStatuses(statuses: readonly (BatchStatus & { run: string })[]) {
  const lines = statuses.map(({ name, status, completed, failed, total }) => {
    const calls = formatCount(total, 'call');
    return `${name}: ${status}, ${completed === null ? calls : `${completed} of ${calls} done, ${failed} failed`}`;
  });
  return {
    value: { kind: 'generate-status' as const, batches: statuses },
    text: lines.join('\n') || NO_BATCHES,
  };
}

function sumSubmits(results: readonly SubmitResult[]): { value: CommandResult; text: string } {
  const [first] = results;
  const several = { kind: 'generate-batches' as const, ...sumResults(results.map(({ value }) => value)) };
  if (!first) return { value: { ...several, batches: [] }, text: NO_BATCHES };
  return {
    value: results.length === 1 ? first.value : several,
    text: results.map(({ text }) => text).join('\n'),
  };
}

/** Leaves articles that a later run has begun before this one has sent a call of theirs. */
async function leaveBegun({ config, reporter, clock }: CommonContext, { plan, state, record }: OpenRun) {
  const lines = newestLines(await readAllLines(config, reporter.warn));
  for (const job of plan.jobs) {
    const begun = lines.get(articleKeyOf(job))?.run ?? '';
    const isOwn = state.keys.has(job.id) || state.articles.has(job.id);
    if (!isOwn && isOlderRun(plan.id, begun))
      await record(describeRecord(job, clock.now(), 'skipped', null, job.topic.topic, []));
  }
}

async function collectRun(common: CommonContext, server: BatchServer, budget: number | null, run: OpenRun) {
  await leaveBegun(common, run);
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

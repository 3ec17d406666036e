/** Owns what `articles generate` does: dry run, live run, and the rounds of a batch. */
import type { SiteConfig } from '../config/schema.ts';
import { UserError } from '../errors.ts';
import type { Reporter } from '../report.ts';
import {
  BATCH_LIMITS,
  type BatchOptions,
  type BatchStatus,
  collectBatches,
  listBatches,
  submitRound,
} from './batch.ts';
import { createBatchServer } from './batch-server.ts';
import { systemClock } from './clock.ts';
import { type Estimate, estimateRun, renderPrompts } from './estimate.ts';
import { formatUsd, type Price } from './money.ts';
import { lockAndRead, type OpenRun, openRun } from './open-run.ts';
import { createPlan, hashRequest, type Request } from './plan.ts';
import { createProvider, type Provider } from './provider.ts';
import { count, type GenerateResult, renderResult, sumResults } from './result.ts';
import { conclude, type RunOptions, runLive } from './run.ts';
import { loadPlans, type RunPlan } from './runs.ts';
import type { Stop } from './stop.ts';
import { openShops } from './workshop.ts';

export interface GenerateOptions {
  request: Request;
  action: 'dry-run' | 'live' | 'submit' | 'status' | 'collect';
  budget: number | null;
  baseUrl: string | undefined;
  apiKey: string | undefined;
  retryUnknown: boolean;
  isNew: boolean;
}

export async function generate(
  config: SiteConfig,
  reporter: Reporter,
  options: GenerateOptions,
  stop: Stop,
): Promise<void> {
  const { request, action, budget } = options;
  const price = priceOf(config, request.model);
  if (action === 'dry-run') return dryRun(config, reporter, request, price);
  if (!price && budget !== null) {
    throw new UserError({
      file: 'site-config.json',
      message: `the price of ${request.model} is not known, so a budget cannot be kept`,
      hint: 'add the model to generate.prices',
    });
  }
  if (!price)
    reporter.warn({
      message: `the price of ${request.model} is not known: spending is not counted`,
      hint: 'add the model to generate.prices in site-config.json',
    });
  const provider = await createProvider({
    apiKey: options.apiKey,
    baseUrl: options.baseUrl,
    timeoutSeconds: config.generate.timeoutSeconds,
  });
  if (action === 'status' || action === 'collect')
    return followBatches(config, reporter, options, provider, stop, action);

  const shops = await openShops(config, request.locales, request.model);
  const run = await openRun(config.root, hashRequest(request), options.isNew, () =>
    createPlan(config.root, request, shops, config.generate.author, Date.now()),
  );
  announce(run, reporter, estimateRun(config.root, run.plan, shops, price));
  const runOptions = { ...common(options, config, reporter, stop), run, shops, provider, price };
  try {
    if (action === 'live') report(reporter, await runLive(runOptions));
    else await submit(reporter, { ...runOptions, server: createBatchServer(provider), limits: BATCH_LIMITS });
  } finally {
    await run.close();
  }
}

function common(
  { budget, retryUnknown }: GenerateOptions,
  config: SiteConfig,
  reporter: Reporter,
  stop: Stop,
) {
  return { config, budget, retryUnknown, stop, reporter, clock: systemClock, random: Math.random };
}

function priceOf(config: SiteConfig, model: string): Price | null {
  return config.generate.prices[model] ?? null;
}

function announce(run: OpenRun, reporter: Reporter, { articles, calls, usd }: Estimate): void {
  const { plan, state, resumed, torn } = run;
  if (torn) {
    reporter.warn({
      message: "the journal's last line was cut off by a crash",
      hint: 'nothing is to be done: it is kept beside the journal, and its call is looked up at the server',
    });
  }
  if (resumed)
    reporter.info(
      `going on with run ${plan.id}: ${state.articles.size} of ${count(plan.jobs.length, 'article')} are done`,
    );
  else if (articles > 0)
    reporter.info(
      `run ${plan.id}: ${count(articles, 'article')}, ${count(calls, 'call')}${usd === null ? '' : ` and about ${formatUsd(usd)}`} without repairs`,
    );
}

function report(reporter: Reporter, result: GenerateResult): void {
  if (result.stopped === 'budget') {
    reporter.warn({
      message: `the budget is used up; ${result.unfinished.length} articles are unfinished`,
      hint: 'run the same command with a higher --budget to go on',
    });
  }
  reporter.result(result, renderResult(result));
}

async function dryRun(
  config: SiteConfig,
  reporter: Reporter,
  request: Request,
  price: Price | null,
): Promise<void> {
  const shops = await openShops(config, request.locales, request.model);
  const plan = createPlan(config.root, request, shops, config.generate.author, Date.now());
  const estimate = estimateRun(config.root, plan, shops, price);
  reporter.output(renderPrompts(estimate));
  const { articles, calls, tokens, usd, prompts } = estimate;
  reporter.result(
    {
      dryRun: true,
      written: [],
      rejected: [],
      model: plan.model,
      articles,
      calls,
      tokens,
      usd,
      skipped: plan.skipped.length,
      skips: plan.skipped,
      topics: plan.jobs.map(({ locale, topic }) => ({ locale, ...topic })),
      prompts,
    },
    `${count(articles, 'article')}, ${count(calls, 'call')}, about ${Math.round(tokens.input)} tokens in and ${Math.round(tokens.output)} out, ${usd === null ? `price of ${plan.model} unknown` : `about ${formatUsd(usd)}`} without repairs; ${plan.skipped.length} skipped`,
  );
}

async function submit(reporter: Reporter, options: BatchOptions): Promise<void> {
  const { value, text } = await endRound(options, await submitRound(options), []);
  reporter.result(value, text);
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

async function followBatches(
  config: SiteConfig,
  reporter: Reporter,
  options: GenerateOptions,
  provider: Provider,
  stop: Stop,
  action: 'status' | 'collect',
): Promise<void> {
  const server = createBatchServer(provider);
  const statuses: (BatchStatus & { run: string })[] = [];
  const rounds: RoundResult[] = [];
  for (const plan of loadPlans(config.root)) {
    if (plan.mode !== 'batch') continue;
    const run = await lockAndRead(config.root, plan, true);
    if (!run)
      throw new UserError({ message: `another process is at work on run ${plan.id}`, hint: 'wait for it' });
    try {
      if (run.state.ended) continue;
      if (action === 'status')
        statuses.push(...(await listBatches({ run, server })).map((status) => ({ run: plan.id, ...status })));
      else rounds.push(await collectRun(config, reporter, options, provider, stop, run, plan));
    } finally {
      await run.close();
    }
  }
  const [first] = rounds;
  if (first)
    reporter.result(
      rounds.length === 1 ? first.value : sumResults(rounds.map(({ value }) => value)),
      rounds.map(({ text }) => text).join('\n'),
    );
  else
    reporter.result(
      action === 'collect' ? { ...sumResults([]), batches: [] } : { batches: statuses },
      statuses
        .map(({ name, status, completed, failed, total }) =>
          completed === null
            ? `${name}: ${status}, ${count(total, 'call')}`
            : `${name}: ${status}, ${completed} of ${count(total, 'call')} done, ${failed} failed`,
        )
        .join('\n') || 'no batch is on its way',
    );
}

async function collectRun(
  config: SiteConfig,
  reporter: Reporter,
  options: GenerateOptions,
  provider: Provider,
  stop: Stop,
  run: OpenRun,
  plan: RunPlan,
): Promise<RoundResult> {
  const locales = [...new Set([...plan.jobs, ...plan.proposals].map(({ locale }) => locale))];
  const runOptions: RunOptions = {
    ...common(options, config, reporter, stop),
    run,
    shops: await openShops(config, locales, plan.model),
    provider,
    price: priceOf(config, plan.model),
  };
  const batch: BatchOptions = { ...runOptions, server: createBatchServer(provider), limits: BATCH_LIMITS };
  const pending = await collectBatches(batch);
  return endRound(batch, await submitRound(batch), pending);
}

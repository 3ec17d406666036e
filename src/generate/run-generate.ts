/** Owns what `articles generate` does: dry run, live run, or a round of batches. */
import type { SiteConfig } from '../config/config-schema.ts';
import { systemClock } from '../foundation/clock.ts';
import { UserError } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import { followBatches, submit } from './batch/batch-commands.ts';
import { formatUsd, type Price, priceOf } from './calls/money.ts';
import { createProvider } from './calls/provider.ts';
import { type Estimate, estimateRun, renderPrompts } from './run/estimate.ts';
import { type OpenRun, openRun } from './run/open-run.ts';
import { createPlan, hashRequest, type Request } from './run/plan-jobs.ts';
import { runLive } from './run/run-articles.ts';
import { count, type GenerateResult, renderResult } from './run/run-result.ts';
import type { Stop } from './run/stop.ts';
import { openShops } from './write/locale-context.ts';

export interface GenerateOptions {
  request: Request;
  action: 'dry-run' | 'live' | 'submit' | 'status' | 'collect';
  /** USD, as the command says; null where it says nothing. */
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
  const { request, action } = options;
  const budget = options.budget ?? config.generate.budget ?? null;
  const price = priceOf(config.generate.prices, request.model);
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
  const { retryUnknown } = options;
  const shared = { config, reporter, provider, retryUnknown, stop, clock: systemClock, random: Math.random };
  if (action === 'status' || action === 'collect') return followBatches(shared, options.budget, action);

  const shops = await openShops(config, request.locales, request.model);
  const run = await openRun(config.root, hashRequest(request), options.isNew, () =>
    createPlan(config.root, request, shops, config.generate.author, Date.now()),
  );
  announce(run, reporter, estimateRun(config.root, run.plan, shops, price));
  const runOptions = { ...shared, budget, run, shops, price };
  try {
    if (action !== 'live' && budget !== null && budget !== run.state.budget)
      await run.record({ type: 'budget', at: Date.now(), usd: budget });
    if (action === 'live') report(reporter, await runLive(runOptions));
    else await submit(runOptions);
  } finally {
    await run.close();
  }
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

/** Runs `articles generate`: a dry run, a live run, or one of the batch commands. */

import type { FailingOutcome } from '../commands/generate-options.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { type Clock, DAY_MS } from '../foundation/clock.ts';
import { confirm } from '../foundation/confirm.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import type { GenerationLocale } from '../locales/generation.ts';
import { followBatches, submit } from './batch/batch-commands.ts';
import { readModelKey } from './calls/model-client.ts';
import { createProvider, routeJudge } from './calls/provider.ts';
import { applyProfile } from './calls/provider-profiles.ts';
import type { FormatName } from './calls/request-body.ts';
import type { Stop } from './calls/stop.ts';
import { findPrice, formatUsd, type Prices } from './journal/money.ts';
import { planRewrite, planStale } from './plan-rewrites.ts';
import { type Estimate, estimateRun, renderPrompts } from './run/estimate.ts';
import { type OpenRun, openRun } from './run/open-run.ts';
import { createPlan, type Request, similarProblems } from './run/plan-jobs.ts';
import { loadRecordedAnswers } from './run/recorded-answers.ts';
import { restoreTexts } from './run/restore-texts.ts';
import { runLive } from './run/run-articles.ts';
import { openEvents } from './run/run-events.ts';
import { type GenerateResult, renderResult } from './run/run-result.ts';
import { readAllLines, settleOthers, settleRun } from './run/settle-run.ts';
import { openSharedRuns } from './run/shared-runs.ts';
import { type LocaleContext, loadLocaleContexts } from './write/locale-context.ts';

export interface GenerateOptions {
  request: Request;
  action: 'dry-run' | 'live' | 'submit' | 'status' | 'collect';
  /** In USD; null if the command sets none. */
  budget: number | null;
  baseUrl: string | undefined;
  apiKey: string | undefined;
  retryUnknown: boolean;
  isNew: boolean;
  /** Outcomes after which the command fails. */
  failOn?: readonly FailingOutcome[];
  /** File that gets a line for each event of the run. */
  events?: string | undefined;
  /** Minutes within which the command ends. */
  maxMinutes?: number | undefined;
  clock: Clock;
}

/** Milliseconds after which a price may be another one. */
const PRICE_AGE = 180 * DAY_MS;

/** @returns the problem where a price was compared with its source too long ago; null for a price without a day, too */
function findOldPrice(prices: Prices, model: string, now: number): Problem | null {
  const { checked, source } = findPrice(prices, model) ?? {};
  if (checked === undefined || now - Date.parse(checked) <= PRICE_AGE) return null;
  return {
    code: 'old-price',
    message: `the price of ${model} was compared with the price list on ${checked}, more than 180 days ago: budget and costs may be wrong`,
    hint: `compare it with ${source ?? 'the price list of the provider'}, and set generate.prices in site-config.json with today's date as "checked"`,
  };
}

export async function generate(site: SiteConfig, reporter: Reporter, options: GenerateOptions, stop: Stop) {
  const config = { ...site, generate: applyProfile(site.generate, options.baseUrl) };
  const { request, action, apiKey, baseUrl, retryUnknown, clock } = options;
  const { prices } = config.generate;
  const budget = options.budget ?? config.generate.budget ?? null;
  const { judge } = config.generate;
  const models = [...new Set([request.model, ...(judge ? [judge.model] : [])])];
  for (const problem of models.flatMap((model) => findOldPrice(prices, model, clock.now()) ?? []))
    reporter.warn(problem);
  if (action === 'dry-run') return dryRun(config, reporter, request, options.isNew);
  const unpriced = models.find((model) => !findPrice(prices, model));
  const noPrice = `the price of ${unpriced} is not known`;
  const hint = 'add the model to generate.prices';
  if (unpriced && budget !== null)
    throw new UserError({
      file: 'site-config.json',
      code: 'unknown-price',
      message: `${noPrice}, so a budget cannot be enforced`,
      hint,
    });
  if (unpriced)
    reporter.warn({
      code: 'unknown-price',
      message: `${noPrice}: spending is not counted`,
      hint: `${hint} in site-config.json`,
    });
  const server = {
    ...config.generate,
    environment: process.env,
    onFormat: (refused: FormatName, next: FormatName, message: string) =>
      reporter.warn({
        code: 'refusing-model-server',
        message: `the server refuses ${refused}, so the answers are asked for as ${next}: ${message}`,
        hint: `set generate.responseFormat to "${next}"`,
      }),
  };
  const writer = await createProvider({ ...server, apiKey, baseUrl });
  // Neither the key nor the headers of one server go to another one.
  const own = { headers: {}, apiKey: readModelKey('JUDGE_API_KEY', process.env), baseUrl: judge?.baseUrl };
  const provider = judge?.baseUrl ? routeJudge(writer, await createProvider({ ...server, ...own })) : writer;
  const shared = await openSharedRuns(config);
  const emit = openEvents(options.events, process.env);
  const common = { config, reporter, provider, retryUnknown, stop, clock, emit, random: Math.random };
  if (action === 'status' || action === 'collect')
    return followBatches(common, shared, options.budget, action);

  const contexts = await loadLocaleContexts(config, request.locales, request.model, request.remakeRejected);
  const plan = async () => {
    if (!options.isNew) await restoreTexts(config, request, reporter);
    return planRequest(config, request, contexts, reporter, options.isNew);
  };
  const room = action === 'live' ? boundAnswers(config.generate) : 0;
  const run = await openRun(config.root, request, plan, { isNew: options.isNew, room, shared });
  const estimate = estimateRun(config.root, run.plan, contexts, prices);
  announce(run, reporter, estimate, config.generate.reasoningTokens);
  const { plan: planned, resumed } = run;
  emit({ event: 'start', run: planned.id, resumed, articles: planned.jobs.length, usd: estimate.usd });
  // Whoever wants another text is not given the recorded one.
  const isAgain = options.isNew || request.remakeRejected || request.rewrite !== undefined;
  const recorded = isAgain ? new Map() : await loadRecordedAnswers(config.root, run.plan.id);
  const context = { ...common, budget, run, contexts, estimate, recorded };
  try {
    if (action === 'submit') {
      if (budget !== null) await run.record({ type: 'budget', at: clock.now(), usd: budget });
      return await submit(context);
    }
    const result = await withinTime(options.maxMinutes, config.generate.timeoutSeconds, stop, () =>
      runLive(context),
    );
    const reason = stop.reason();
    if (reason?.kind === 'budget')
      reporter.warn({
        code: 'used-up-budget',
        message: `what is left of the budget is less than the ${formatUsd(reason.usd)} that the next call can cost; unfinished: ${formatCount(result.unfinished.length, 'article')}`,
        hint: 'run the same command with a higher --budget to continue',
      });
    const failures = findFailures(result, options.failOn ?? []);
    if (failures.length > 0) throw new UserError(failures, result);
    reporter.result(result, renderResult(result));
  } finally {
    await settleRun(config, run).finally(run.close);
    await settleOthers(common, shared);
  }
}

/** Stops a run so early that the calls which are running then can end in time. */
async function withinTime<T>(
  minutes: number | undefined,
  timeoutSeconds: number,
  stop: Stop,
  work: () => Promise<T>,
): Promise<T> {
  if (minutes === undefined) return work();
  const ms = Math.max(1000, minutes * 60_000 - Math.min(timeoutSeconds, minutes * 30) * 1000);
  const timer = setTimeout(() => stop.stop({ kind: 'time' }), ms);
  return work().finally(() => clearTimeout(timer));
}

/** The outcomes of --fail-on that the run has. */
function findFailures(
  { unfinished, rejected, needsReview }: GenerateResult,
  failOn: readonly FailingOutcome[],
): Problem[] {
  const counts: Record<FailingOutcome, number> = {
    unfinished: unfinished.length,
    rejected: rejected.length,
    'needs-review': needsReview.length,
  };
  return failOn.flatMap((failure): Problem[] => {
    const message = `${formatCount(counts[failure], 'article')}: ${failure}`;
    const hint = 'the result names them; the run itself is recorded';
    return counts[failure] > 0 ? [{ code: 'unwanted-outcome', message, hint }] : [];
  });
}

/**
 * Plans a request. Asks whether similar topics are written.
 * @throws UserError that lists them where there is no terminal, or with every row that has a problem
 */
async function planRequest(
  config: SiteConfig,
  request: Request,
  contexts: ReadonlyMap<GenerationLocale, LocaleContext>,
  reporter: Reporter,
  isNew: boolean,
) {
  if (request.rewrite) return planRewrite(config, request, request.rewrite);
  if (request.stale) return planStale(config, request);
  // The journal of a killed process says more than the ledger.
  const lines = await readAllLines(config, reporter.warn);
  const plan = (allowSimilar: boolean) =>
    createPlan(config.root, { ...request, allowSimilar }, contexts, {
      defaultAuthor: config.generate.author,
      lines,
      isNew,
      now: Date.now(),
    });
  const { plan: first, similar, problems } = plan(request.allowSimilar ?? false);
  if (problems.length > 0 && !request.skipInvalid) throw new UserError(problems);
  reporter.warnings(problems);
  if (similar.length === 0) return first;
  const listed = similar.map(({ topic, near }) => `  "${topic}": ${near}`).join('\n');
  const question = `These topics have the same words as others:\n${listed}\nWrite them too?`;
  return (await confirm(question, reporter, similarProblems(similar, request))) ? plan(true).plan : first;
}

/** Bytes of a token at most, on average, in a line of the journal. */
const TOKEN_BYTES = 8;

/** Bytes that the answers of all calls that run at once take in the journal, within reason. */
function boundAnswers({ concurrency, maxOutputTokens }: SiteConfig['generate']): number {
  return Math.min(16_000_000, concurrency * (maxOutputTokens * TOKEN_BYTES + 2000));
}

function announce(run: OpenRun, reporter: Reporter, { articles, calls, usd }: Estimate, reasoning: number) {
  const { plan, state, resumed, torn } = run;
  if (torn)
    reporter.warn({
      code: 'cut-journal',
      message: "the journal's last line was cut off by a crash",
      hint: 'no action needed: the partial line was saved beside the journal, and its call is looked up at the server',
    });
  if (resumed) {
    const jobs = formatCount(plan.jobs.length, 'article');
    reporter.info(`resuming run ${plan.id}: ${state.articles.size} of ${jobs} are done`);
  } else if (articles > 0) {
    const price = usd === null ? '' : ` and about ${formatUsd(usd)}`;
    const size = `${formatCount(articles, 'article')}, ${formatCount(calls, 'call')}`;
    const thoughts = reasoning > 0 ? `with ${reasoning} tokens of reasoning a call` : 'without reasoning';
    reporter.info(`run ${plan.id}: ${size}${price}, ${thoughts} and without repairs`);
  }
}

async function dryRun(config: SiteConfig, reporter: Reporter, request: Request, isNew: boolean) {
  const contexts = await loadLocaleContexts(config, request.locales, request.model, request.remakeRejected);
  const plan = await planRequest(config, request, contexts, reporter, isNew);
  const estimate = estimateRun(config.root, plan, contexts, config.generate.prices);
  const { articles, calls, tokens, usd } = estimate;
  reporter.output(renderPrompts(estimate));
  const cost = usd === null ? `price of ${plan.model} unknown` : `about ${formatUsd(usd)}`;
  reporter.result(
    {
      kind: 'generate-dry-run',
      dryRun: true,
      written: [],
      rejected: [],
      model: plan.model,
      articles,
      calls,
      tokens,
      usd,
      prompts: estimate.prompts,
      skipped: plan.skipped.length,
      skips: plan.skipped,
      topics: plan.jobs.map(({ locale, topic }) => ({ ...topic, locale })),
    },
    `${formatCount(articles, 'article')}, ${formatCount(calls, 'call')}, about ${Math.round(tokens.input)} tokens in and ${Math.round(tokens.output)} out, ${cost} without repairs; ${plan.skipped.length} skipped`,
  );
}

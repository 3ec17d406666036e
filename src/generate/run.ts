/** Owns a run: many articles at once, each carried as far as budget, server and checks allow. */
import type { SiteConfig } from '../config/schema.ts';
import { type Problem, UserError } from '../errors.ts';
import { generationLanguage } from '../locales/generation.ts';
import type { Phase, Reporter } from '../report.ts';
import { type Asker, type AskerOptions, createAsker, createBodies } from './ask.ts';
import { createBudget } from './budget.ts';
import { tallyOf } from './call-states.ts';
import { type Caller, createCaller } from './calls.ts';
import { type Claims, openClaims } from './claims.ts';
import type { Clock } from './clock.ts';
import { commitArticle } from './commit.ts';
import { composeArticle } from './compose.ts';
import { createLimiter } from './limiter.ts';
import { formatUsd, type Price } from './money.ts';
import type { OpenRun } from './open-run.ts';
import { jobId, resolveTopic } from './plan.ts';
import { createSystemMessage } from './prompts.ts';
import { proposeTopics } from './propose.ts';
import type { Provider } from './provider.ts';
import type { ArticleRecord } from './records.ts';
import { createResult, type GenerateResult } from './result.ts';
import { type Job, STATE_FOLDER, writePlan } from './runs.ts';
import { type Stop, Unfinished } from './stop.ts';
import { loadOriginal, translateArticle } from './translate.ts';
import { findAuthor, type LocaleShop } from './workshop.ts';

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
  const call = createCaller({
    provider: options.provider,
    limiter,
    budget,
    record: run.record,
    state: run.state,
    price: options.price,
    clock,
    random,
    stop,
    settleSeconds: settings.settleSeconds,
    store: settings.store,
    retryUnknown: options.retryUnknown,
  });
  const unfinished = await workThrough(options, call, { pause: limiter.pause, spent: budget.spent });
  return conclude(options, unfinished);
}

/** Open calls are left out: the caller settles them and counts them then. */
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
        .filter(({ state }) => state === 'open')
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

async function addProposedJobs(
  options: RunOptions,
  call: Caller,
  unfinished: GenerateResult['unfinished'],
): Promise<void> {
  const { run, shops, config } = options;
  for (const proposal of [...run.plan.proposals]) {
    const shop = shops.get(proposal.locale);
    if (!shop) continue;
    const article = `${proposal.locale}-topics`;
    try {
      const topics = await proposeTopics(
        shop,
        proposal.category,
        proposal.count,
        askerFor(options, article, shop, call),
      );
      const before = run.plan.jobs.filter(({ locale }) => locale === proposal.locale).length;
      const jobs = topics.map(
        (topic, index): Job => ({
          id: jobId(proposal.locale, before + index + 1),
          locale: proposal.locale,
          topic: resolveTopic({ topic }, shop, proposal.category ?? undefined),
        }),
      );
      // The jobs are settled from now on, whatever the site holds when the run goes on.
      run.plan.jobs.push(...jobs);
      run.plan.proposals = run.plan.proposals.filter((other) => other !== proposal);
      writePlan(config.root, run.plan);
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      unfinished.push({ article, topic: 'topics to be proposed', reason: error.message });
    }
  }
}

function askerFor({ config, run }: RunOptions, article: string, shop: LocaleShop, call: Caller): Asker {
  const settings = config.generate;
  const options: AskerOptions = {
    run: run.plan.id,
    article,
    language: generationLanguage(shop.locale),
    system: createSystemMessage(shop.prompts),
    call,
    record: run.record,
    calls: run.state.calls,
    maxRepairs: settings.maxRepairs,
    createBody: createBodies({
      model: run.plan.model,
      temperature: settings.temperature,
      maxOutputTokens: settings.maxOutputTokens,
      tokenLimitField: settings.tokenLimitField,
      store: settings.store && run.plan.mode === 'live',
    }),
  };
  return createAsker(options);
}

async function writeOne(options: RunOptions, job: Job, call: Caller, claims: Claims): Promise<ArticleRecord> {
  const { config, run, shops, clock } = options;
  const shop = shops.get(job.locale);
  if (!shop) throw new Error(`no workshop for ${job.locale}`);
  const { corpus } = shop;
  const own = corpus.findOwn(run.plan.id, job.id);
  if (own?.origin) {
    // Written before a crash that came between file and journal.
    const { status } = own.origin;
    const kept = status === 'approved' ? 'draft' : status;
    return {
      type: 'article',
      at: clock.now(),
      article: job.id,
      status: kept,
      file: own.file,
      title: own.title,
      findings: [],
    };
  }
  const asker = askerFor(options, job.id, shop, call);
  const workshop = shop.workshop(job.topic.category);
  const composition = job.original
    ? await translateArticle(
        loadOriginal(config.root, run.plan.translateFrom ?? config.locales[0] ?? 'en_US', job.original),
        asker,
        workshop,
      )
    : await composeArticle(job.topic, asker, workshop);
  const now = clock.now();
  return commitArticle({
    root: config.root,
    run: run.plan.id,
    job,
    composition,
    publish: run.plan.publish,
    author: findAuthor(shop, job.topic.author ?? config.generate.author),
    model: run.plan.model,
    promptHash: shop.promptHash,
    usage: asker.usage(),
    usd: options.price ? Number(asker.usd().toFixed(6)) : null,
    now,
    today: new Intl.DateTimeFormat('en-CA', { timeZone: config.timeZone }).format(now),
    tree: shop.tree,
    corpus,
    claims,
  });
}

function createProgress(
  { run, budget, clock }: RunOptions,
  phase: Phase,
  gauge: { pause(): number; spent(): number },
) {
  const started = clock.now();
  const before = run.state.articles.size;
  const total = run.plan.jobs.length;
  let written = 0;
  let rejected = 0;
  const show = () => {
    const done = run.state.articles.size;
    const minutes = Math.max(1 / 6000, (clock.now() - started) / 60_000);
    const rate = (done - before) / minutes;
    const left = (total - done) / rate;
    const pause = gauge.pause();
    phase.update(
      done,
      [
        ...(pause > 1000 ? [`waiting ${Math.ceil(pause / 1000)} s for the server`] : []),
        `${written} written`,
        `${rejected} rejected`,
        `${formatUsd(gauge.spent())}${budget === null ? '' : ` of ${formatUsd(budget)}`}`,
        ...(rate > 0
          ? [`${rate.toFixed(rate < 10 ? 1 : 0)}/min`, `${left < 1 ? '<1' : Math.ceil(left)} min left`]
          : []),
      ].join(', '),
    );
  };
  return {
    /** Takes an article in that has come to its end. */
    count({ status }: ArticleRecord) {
      if (status === 'draft' || status === 'published') written++;
      else rejected++;
      show();
    },
    show,
  };
}

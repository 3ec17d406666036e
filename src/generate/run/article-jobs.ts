/** Owns the jobs of a run: topics that the model proposes, and one article from its topic to its file. */
import { languageOf } from '../../locales/codes.ts';
import { type Asker, type AskerOptions, createAsker, createBodies } from '../calls/ask-model.ts';
import type { Caller } from '../calls/calls.ts';
import { commitArticle } from '../files/commit-article.ts';
import { createSystemMessage } from '../prompts/prompts.ts';
import { composeArticle } from '../write/compose-article.ts';
import { findAuthor, type LocaleShop } from '../write/locale-context.ts';
import { proposeTopics } from '../write/propose-topics.ts';
import type { Claims } from '../write/slug-reservations.ts';
import { loadOriginal, translateArticle } from '../write/translate-article.ts';
import type { ArticleRecord } from './journal-records.ts';
import { jobId, resolveTopic } from './plan-jobs.ts';
import type { RunOptions } from './run-articles.ts';
import { type Job, writePlan } from './run-folders.ts';
import type { GenerateResult } from './run-result.ts';
import { Unfinished } from './stop.ts';

/** Lets the model propose the topics that nobody gave; they become jobs of the plan. */
export async function addProposedJobs(
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
    language: languageOf(shop.locale),
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

/** Carries one article from its topic, or its original, to its file. @throws Unfinished */
export async function writeOne(
  options: RunOptions,
  job: Job,
  call: Caller,
  claims: Claims,
): Promise<ArticleRecord> {
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

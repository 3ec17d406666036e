/** Writes one article of a run, from its topic or original to its file; lets the model propose topics. */
import { Unfinished } from '../calls/stop.ts';
import { loadOriginal } from '../files/load-original.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { createAsker } from '../write/ask-model.ts';
import { composeArticle } from '../write/compose-article.ts';
import { createBrief, narrowToCategory } from '../write/locale-context.ts';
import { proposeTopics } from '../write/propose-topics.ts';
import { translateArticle } from '../write/translate-article.ts';
import { commitArticle } from './commit-article.ts';
import type { UnfinishedArticle, WritingContext } from './open-run.ts';
import { jobId, resolveTopic } from './plan-jobs.ts';
import { type ArticleJob, writePlan } from './run-plan.ts';

/** Adds the topics that the model proposes to the plan. @returns what could not be proposed */
export async function addProposedJobs(writing: WritingContext): Promise<UnfinishedArticle[]> {
  const { run, contexts, config, call } = writing;
  const { plan } = run;
  const unfinished: UnfinishedArticle[] = [];
  for (const proposal of [...plan.proposals]) {
    const { locale, category } = proposal;
    const context = contexts.get(locale);
    if (!context) continue;
    const article = `${locale}-topics`;
    try {
      const topics = await proposeTopics(context, proposal, createAsker(run, call, article, context));
      const before = plan.jobs.filter((job) => job.locale === locale).length;
      // The written plan decides from now on, even if the site changes before the run is resumed.
      for (const [index, name] of topics.entries()) {
        const topic = resolveTopic({ topic: name }, context, category ?? undefined);
        plan.jobs.push({ id: jobId(locale, before + index + 1), locale, topic });
      }
      plan.proposals = plan.proposals.filter((other) => other !== proposal);
      writePlan(config.root, plan);
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      unfinished.push({ article, topic: 'topics to be proposed', reason: error.message });
    }
  }
  return unfinished;
}

/** @returns the record for the journal. @throws Unfinished */
export async function writeArticle(writing: WritingContext, job: ArticleJob): Promise<ArticleRecord> {
  const { config, run, contexts, clock, call } = writing;
  const { plan } = run;
  const context = contexts.get(job.locale);
  if (!context) throw new Error(`no context for ${job.locale}`);
  const own = context.corpus.findOwn(plan.id, job.id);
  if (own?.origin) {
    // A crash came between the file and the journal.
    const { file, title } = own;
    const status = own.origin.status === 'approved' ? 'draft' : own.origin.status;
    return { type: 'article', at: clock.now(), article: job.id, status, file, title, findings: [] };
  }
  const asker = createAsker(run, call, job.id, context);
  const narrow = narrowToCategory(context, job.topic.category);
  const from = plan.translateFrom ?? config.locales[0] ?? 'en_US';
  const composition = job.original
    ? await translateArticle(loadOriginal(config.root, from, job.original), from, asker, narrow)
    : await composeArticle(createBrief(context, job.topic, config, plan.created), asker, narrow);
  return commitArticle(writing, job, context, composition, asker);
}

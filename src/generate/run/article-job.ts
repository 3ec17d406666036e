/** Does one job of a run: writes an article from its topic or original to its file, or lets the model propose topics. */

import { join } from 'node:path';
import { latestDecisions, readApprovals } from '../../content/article/approvals.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { translateTerms } from '../../site/taxonomies.ts';
import { Unfinished } from '../calls/stop.ts';
import { addArticles } from '../files/corpus.ts';
import { loadOriginal } from '../files/load-original.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { createAsker } from '../write/ask-model.ts';
import { composeArticle } from '../write/compose-article.ts';
import { judgeArticle } from '../write/judge-article.ts';
import { createBrief, narrowToCategory } from '../write/locale-context.ts';
import { proposeTopics } from '../write/propose-topics.ts';
import { translateWhole } from '../write/translate-article.ts';
import type { UnfinishedArticle, WritingContext } from './open-run.ts';
import { resolveTopic } from './plan-jobs.ts';
import { rewriteArticle } from './rewrite-article.ts';
import { type ArticleJob, jobId } from './run-plan.ts';
import { describeRecord, recordPublished, removeTemporary, saveArticle } from './save-article.ts';

/**
 * Lets the model propose topics, and adds them to the plan.
 * @param failedByServer gets the errors of proposals that the server did not answer
 * @returns the proposals that could not be finished
 */
export async function addProposedJobs(
  writing: WritingContext,
  failedByServer: Unfinished[],
): Promise<UnfinishedArticle[]> {
  const { run, contexts, call, clock } = writing;
  const { plan } = run;
  const unfinished: UnfinishedArticle[] = [];
  for (const proposal of [...plan.proposals]) {
    const { locale, category } = proposal;
    const context = contexts.get(locale);
    if (!context) continue;
    const article = `${locale}-topics`;
    const narrow = narrowToCategory(context, category ?? undefined);
    try {
      const topics = await proposeTopics(narrow, proposal, createAsker(run, call, clock, article, narrow));
      const before = plan.jobs.filter((job) => job.locale === locale).length;
      // The plan is written at once, so a resumed run keeps these topics even if the site has changed.
      for (const [index, name] of topics.entries()) {
        const topic = resolveTopic({ topic: name }, context, category ?? undefined);
        plan.jobs.push({ id: jobId(locale, before + index + 1), locale, topic });
      }
      plan.proposals = plan.proposals.filter((other) => other !== proposal);
      await run.savePlan(plan);
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      unfinished.push({ article, topic: 'topics to be proposed', reason: error.message });
      if (error.kind === 'server') failedByServer.push(error);
    }
  }
  return unfinished;
}

/** True if a reviewer has decided on the file since. The run writes a text again that was rejected before it was planned. */
function wasDecidedSince(root: string, file: string, time: number): boolean {
  const decided = latestDecisions(readApprovals(root)).get(file);
  return decided !== undefined && Date.parse(decided.time) > time;
}

/** Writes one article. @returns the record for the journal. @throws Unfinished */
export async function writeArticle(writing: WritingContext, job: ArticleJob): Promise<ArticleRecord> {
  const { config, run, contexts, clock, call } = writing;
  const { plan } = run;
  const context = contexts.get(job.locale);
  if (!context) throw new Error(`no context for ${job.locale}`);
  const own = context.corpus.findOwn(plan.id, job.id);
  if (own?.origin) {
    // An earlier process crashed after it wrote the file and before it wrote the journal.
    const { file, title } = own;
    await removeTemporary(join(config.root, file), plan.id);
    const status = own.origin.status === 'approved' ? 'draft' : own.origin.status;
    const record = describeRecord(job, clock.now(), status, file, title, []);
    const content = readRegularFile(join(config.root, file)).toString();
    if (status === 'published')
      await recordPublished(config.root, file, { origin: own.origin, content }, record);
    return job.rewrite ? record : { ...record, text: content, replaces: null };
  }
  // Another run, such as one in batches, has written it since this one was planned.
  addArticles(context.corpus, config.root, job.locale);
  const other = job.original || job.rewrite ? null : context.corpus.findTopic(job.topic.topic, job.topic.id);
  const isAnother = other !== null && other.origin?.run !== plan.id;
  if (
    isAnother &&
    (other.origin?.status !== 'rejected' || wasDecidedSince(config.root, other.file, plan.created))
  )
    return describeRecord(job, clock.now(), 'skipped', null, other.title, []);
  const narrow = narrowToCategory(context, job.topic.category);
  const asker = createAsker(run, call, clock, job.id, narrow);
  const from = plan.translateFrom ?? config.locales[0] ?? 'en_US';
  const loaded = job.original ? loadOriginal(config.root, from, job.original) : null;
  const original = loaded && {
    ...loaded,
    fields: translateTerms(config, loaded.fields, { from, to: job.locale }),
  };
  const { rewrite } = job;
  if (rewrite) return rewriteArticle(writing, { ...job, rewrite }, narrow, { locale: from, original, asker });
  const composition = original
    ? await translateWhole(original, from, asker, narrow)
    : await composeArticle(await createBrief(context, job.topic, config, plan.created), asker, narrow);
  const verdict = composition.sections.length > 0 ? await judgeArticle(composition, asker, context) : null;
  return saveArticle(writing, job, context, { composition, original, asker, verdict });
}

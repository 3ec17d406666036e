/** Writes the texts that another machine has written and not committed, byte for byte: Git then sees one text. */
import { dirname, join, resolve } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { isWithin } from '../../foundation/paths.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import type { Reporter } from '../../foundation/report.ts';
import { addArticles, createCorpus } from '../files/corpus.ts';
import { parseArticleFile } from '../files/origin.ts';
import { diskError, readJournal } from '../journal/journal.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { readLedger } from '../journal/ledger.ts';
import { isDecided } from '../journal/ledger-line.ts';
import type { Request } from './plan-jobs.ts';
import { type ArticleJob, journalPath, loadPlans, subjectOf } from './run-plan.ts';
import { hashFile, recordPublished } from './save-article.ts';

/**
 * Writes the texts that a request asks for and that this copy of the site lacks: a journal has such a text, the ledger does not
 * know its outcome, and its file is as it was before the text was written. A text that the ledger knows was deleted.
 * @throws UserError if the disk is full or read-only
 */
export async function restoreTexts(
  { root }: Pick<SiteConfig, 'root'>,
  request: Request,
  reporter: Reporter,
): Promise<void> {
  const isAsked = selectJobs(request);
  const ledger = readLedger(root, () => undefined).filter(isDecided);
  const known = new Set(ledger.map(({ run, article }) => `${run} ${article}`));
  for (const { id: run, jobs } of loadPlans(root)) {
    const unknown = new Map(
      jobs.filter((job) => !known.has(`${run} ${job.id}`) && isAsked(job)).map((job) => [job.id, job]),
    );
    if (unknown.size === 0) continue;
    const records = new Map<string, ArticleRecord>();
    // Damage is reported where the journal is opened.
    await readJournal(
      journalPath(root, run),
      (record) => record.type === 'article' && records.set(record.article, record),
      () => undefined,
    );
    for (const [id, record] of records) {
      const job = unknown.get(id);
      if (job && (await restore(root, job, record)))
        reporter.info(`${record.file} comes from the journal of run ${run}: no commit has it yet`);
    }
  }
}

/** @returns a function that tells whether a request asks for the article of a job */
function selectJobs({ locales, topics, translateFrom, original }: Request): (job: ArticleJob) => boolean {
  const subjects = new Set(topics?.map((topic) => subjectOf({ topic })));
  return (job) =>
    locales.includes(job.locale) &&
    (translateFrom === undefined
      ? subjects.has(subjectOf(job))
      : job.original !== undefined && (original ?? job.original) === job.original);
}

/** @returns false where the text is not lacking */
async function restore(root: string, job: ArticleJob, record: ArticleRecord): Promise<boolean> {
  const { file, text, replaces = null } = record;
  if (file === null || text === undefined) return false;
  const path = resolve(root, file);
  // The journal may come from a place that others can write.
  if (!isWithin(path, join(root, 'content', job.locale)) || !file.endsWith('.md')) return false;
  const origin = parseArticleFile(text)?.origin;
  if (!origin || hashFile(path) !== replaces) return false;
  if (replaces === null && hasArticle(root, job)) return false;
  try {
    makeFolder(dirname(path));
    await replaceFile(path, text, { durable: true, confirm: () => hashFile(path) === replaces });
  } catch (error) {
    throw diskError(path, error);
  }
  if (origin.status === 'published') await recordPublished(root, file, { origin, content: text }, record);
  return true;
}

/** True if this copy of the site has an article of the topic. */
function hasArticle(root: string, { locale, topic, original }: ArticleJob): boolean {
  if (original !== undefined) return false;
  const corpus = createCorpus();
  addArticles(corpus, root, locale);
  return corpus.findTopic(topic.topic, topic.id) !== null;
}

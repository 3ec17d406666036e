/** Saves an article as a file: chooses its slug and its status, and replaces no file but a rejected one that is made again. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hashArticle, latestDecisions, readApprovals } from '../../content/article/approvals.ts';
import type { CategoryTree } from '../../content/article/category-tree.ts';
import { calendarDay } from '../../content/article/dates.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { createFile } from '../../foundation/replace-file.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { createSlug } from '../../foundation/slug.ts';
import { RESERVED_SEGMENTS } from '../../site/routes.ts';
import { type AnswerFinding, isBlocking } from '../checks/finding.ts';
import type { Verdict } from '../checks/verdict.ts';
import { type ArticleDraft, renderArticle, renderBody } from '../files/article-file.ts';
import { checkArticle } from '../files/check-article.ts';
import { addArticles } from '../files/corpus.ts';
import { hashParts, type Original } from '../files/load-original.ts';
import { type ArticleFile, type Origin, parseArticleFile, readArticleFile } from '../files/origin.ts';
import { recordVerdicts } from '../files/record-decision.ts';
import { diskError } from '../journal/journal.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { findPrice } from '../journal/money.ts';
import { factsOf, type Section } from '../prompts/answer-schemas.ts';
import type { Asker } from '../write/ask-model.ts';
import type { Composition } from '../write/compose-article.ts';
import { findAuthor, type LocaleContext, narrowToCategory } from '../write/locale-context.ts';
import { lockFolder, type WritingContext } from './open-run.ts';
import { translatedPath } from './plan-jobs.ts';
import type { ArticleJob } from './run-plan.ts';

/** The texts that the model has written for a job. */
export interface WrittenArticle {
  composition: Composition;
  /** null for an article that is not a translation. */
  original: Original | null;
  /** Knows the models that answered, and what their answers cost. */
  asker: Asker;
  /** null if no judge has read the text. */
  verdict: Verdict | null;
}

/**
 * Saves an article with findings as `needs-review`, which no build publishes.
 * @returns the record for the journal
 */
export async function saveArticle(
  writing: WritingContext,
  job: ArticleJob,
  context: LocaleContext,
  written: WrittenArticle,
): Promise<ArticleRecord> {
  const { config, run, clock } = writing;
  const { corpus, locale, language } = context;
  const { composition, original } = written;
  const { sections, title, linked } = composition;
  const at = run.remade.get(job.id) ?? clock.now();
  const done = (status: ArticleRecord['status'], file: string | null, found: readonly AnswerFinding[]) =>
    describeRecord(job, at, status, file, title, found);
  if (sections.length === 0) return done('rejected', null, composition.findings);
  const taken = listTakenSegments(context.tree);
  // One article at a time, in any process, chooses its slug and gets its file.
  const lock = await lockFolder(config.root, 'slugs.lock');
  try {
    // Other articles may have been written since this one was checked.
    addArticles(corpus, config.root, locale);
    const duplicates = [...corpus.checkTitle(title), ...corpus.checkText(sections)];
    const isTaken = (other: string) => taken.has(other) || corpus.hasSlug(other, job.topic.topic);
    const slug = await createSlug(title, language, isTaken);
    const file = job.original
      ? translatedPath(job)
      : `content/${locale}/articles/${folderOf(composition)}/${slug}.md`;
    const path = join(config.root, file);
    const draft = createDraft(writing, job, context, written, slug, at);
    const unjudged = findUnjudged(context, written);
    const { findings, content, status, sha256 } = await finishDraft(
      draft.origin,
      (origin) => renderArticle({ ...draft, draft: origin.status !== 'published', origin }),
      run.plan.publish && !unjudged,
      unjudged ?? composition.findings,
      (checked) => checkArticle({ file, ...checked, original, duplicates, linked }, context),
    );
    const rejected = corpus.replaces(slug);
    const replaces = hashFile(path);
    await removeRejected(config.root, rejected);
    if (!(await createArticleFile(path, content, run.plan.id))) return done('skipped', null, []);
    const record = done(status, file, findings);
    if (status === 'published')
      await recordPublished(config.root, file, { origin: { ...draft.origin, sha256 }, content }, record);
    corpus.add({ title, slug, file, origin: { ...draft.origin, status }, address: null });
    corpus.addText(title, renderBody(sections), file);
    return rejected === null || rejected === file ? { ...record, text: content, replaces } : record;
  } finally {
    await lock.release();
  }
}

export function describeRecord(
  { id }: ArticleJob,
  at: number,
  status: ArticleRecord['status'],
  file: string | null,
  title: string,
  found: readonly AnswerFinding[],
): ArticleRecord {
  const findings = found.map(({ code, message }) => ({ code, message }));
  return { type: 'article', at, article: id, status, file, title, findings };
}

/** @returns the SHA-256 of a file; null where there is none */
export function hashFile(path: string): string | null {
  return existsSync(path) ? hash('sha256', readRegularFile(path), 'hex') : null;
}

/** The first segments of addresses that the site's own pages and categories use. */
function listTakenSegments(tree: CategoryTree): Set<string> {
  const groups = Object.values(tree);
  const nodes = [...groups, ...groups.flatMap(({ children }) => Object.values(children))];
  return new Set([...RESERVED_SEGMENTS, ...nodes.map(({ slug }) => slug)]);
}

function createDraft(
  writing: WritingContext,
  job: ArticleJob,
  context: LocaleContext,
  written: WrittenArticle,
  slug: string,
  at: number,
): ArticleDraft {
  const { config } = writing;
  const { topic } = job;
  const { title, description, sections, entities } = written.composition;
  return {
    title: /[\p{L}\p{N}]/u.test(title) ? title : topic.topic,
    slug,
    description,
    author: findAuthor(context, topic.author ?? config.generate.author),
    date: calendarDay(at, config.timeZone),
    draft: true,
    entities,
    fields: written.original?.fields ?? topic.fields ?? null,
    origin: createOrigin(writing, job, context, written, at),
    sections,
  };
}

/** Records how the text of a job was written. */
export function createOrigin(
  { config, run }: WritingContext,
  { id, topic, original: originalFile }: ArticleJob,
  context: LocaleContext,
  { composition, original, asker, verdict }: WrittenArticle,
  at: number,
): Origin {
  const answeredBy = asker.answeredBy();
  return {
    status: 'draft',
    reviewer: null,
    model: run.plan.model,
    ...(answeredBy ? { answeredBy } : {}),
    prompt: context.hashOf(narrowToCategory(context, topic.category).prompts),
    run: run.plan.id,
    article: id,
    topic: topic.topic,
    id: topic.id,
    notes: factsOf(topic),
    date: new Date(at).toISOString(),
    tokens: asker.usage(),
    usd:
      asker.usd() > 0 || findPrice(config.generate.prices, run.plan.model)
        ? Number(asker.usd().toFixed(6))
        : null,
    ...(originalFile && original ? { translatedFrom: originalFile, originalParts: hashParts(original) } : {}),
    sources: composition.cited?.length
      ? composition.cited.map(({ file, url, sha256 }) => ({ file, ...(url ? { url } : {}), sha256 }))
      : undefined,
    cover: composition.cover,
    calculations: listCalculations(composition.sections),
    ...(verdict ? { judge: verdict } : {}),
  };
}

/** undefined where no section has a calculation. */
function listCalculations(sections: readonly Section[]): Origin['calculations'] {
  const found = sections.flatMap(({ number, calculations = [] }) =>
    calculations.map((calculation) => ({ section: number, ...calculation })),
  );
  return found.length > 0 ? found : undefined;
}

const UNREAD: AnswerFinding = {
  code: 'judge',
  message: 'the judge gave no usable answer',
  hint: 'read the article with care',
};

/** The findings of an article that the judge should have read and has not; null for any other article. */
export function findUnjudged(
  { judge }: LocaleContext,
  { composition, verdict }: WrittenArticle,
): AnswerFinding[] | null {
  return judge && !verdict ? [...composition.findings, UNREAD] : null;
}

/**
 * Checks the file of a new article, and renders it again with status and findings.
 * @param publish whether an article without findings skips the review
 * @param earlier findings in the model's answers; code has corrected some of them, such as line breaks in a title
 */
export async function finishDraft(
  draft: Origin,
  render: (origin: Origin) => Promise<string>,
  publish: boolean,
  earlier: readonly AnswerFinding[],
  check: (file: ArticleFile) => AnswerFinding[],
) {
  const file = parseArticleFile(await render(draft));
  if (!file) throw new Error('the front matter of a new article cannot be read');
  const inFile = check(file);
  const codes = new Set(inFile.map(({ code }) => code));
  const found: AnswerFinding[] = [...inFile, ...earlier.filter(({ code }) => !codes.has(code))];
  // The front matter lists each finding in one line, below the line `problems:`. The text moves down by
  // these lines and the line `sha256:`.
  const shift = 1 + (found.length === 0 ? 0 : found.length + 1);
  const findings = found.map(
    ({ line, ...finding }): AnswerFinding =>
      line === undefined ? finding : { ...finding, line: line + shift },
  );
  const status = findings.some(isBlocking) ? 'needs-review' : publish ? 'published' : 'draft';
  const sha256 = hashArticle(file.data, file.content.slice(file.bodyStart));
  const content = await render({ ...draft, status, sha256, problems: findings.map(describeFinding) });
  return { findings, status, content, sha256 } as const;
}

/** Records once that an article skipped the review, so that a build publishes this text and no other. */
export async function recordPublished(
  root: string,
  file: string,
  { origin, content }: { origin: Origin; content: string },
  { at, findings }: Pick<ArticleRecord, 'at' | 'findings'>,
): Promise<void> {
  if (latestDecisions(readApprovals(root)).has(file)) return;
  const { sha256 = '' } = origin;
  const time = new Date(at).toISOString();
  await recordVerdicts(root, [{ file, sha256, content, origin }], {
    decision: 'published',
    reviewer: null,
    time,
    findings,
  });
}

/** The line of a finding in the front matter: `host: a link to "evil.example" (line 31, column 8)`. */
function describeFinding({ code, message, line, column }: AnswerFinding): string {
  const place = line === undefined ? '' : ` (line ${line}, column ${column ?? 1})`;
  return `${code}: ${message}${place}`;
}

/** The new text takes the place and the address of the rejected one, which may have been decided on again meanwhile. */
async function removeRejected(root: string, file: string | null): Promise<void> {
  if (file === null || readArticleFile(join(root, file))?.origin?.status !== 'rejected') return;
  await rm(join(root, file), { force: true });
}

/** The name contains the run, so a resumed run reuses the temporary file of its killed process. */
const temporaryOf = (path: string, run: string) => join(dirname(path), `.${basename(path)}.${run}.tmp`);

/** Removes what a process leaves that is killed between the file and its record. */
export const removeTemporary = (path: string, run: string) => rm(temporaryOf(path, run), { force: true });

/** @returns false if the file exists already */
async function createArticleFile(path: string, content: string, run: string): Promise<boolean> {
  try {
    makeFolder(dirname(path));
    return await createFile(path, content, { durable: true, temporary: temporaryOf(path, run) });
  } catch (error) {
    throw diskError(path, error);
  }
}

/** `bettingStrategies` → `betting-strategies` */
function folderOf({ entities }: Composition): string {
  const key = entities[0]?.category ?? 'other';
  const words = key.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2').toLowerCase();
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'other';
}

/** Writes the file of an article: decides status and slug, and never replaces another file. */
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createFile } from '../../foundation/replace-file.ts';
import { createSlug } from '../../foundation/slug.ts';
import { RESERVED_SEGMENTS } from '../../site/routes.ts';
import type { Finding } from '../checks/finding.ts';
import { type ArticleDraft, renderBody } from '../files/article-file.ts';
import { loadOriginal } from '../files/load-original.ts';
import { type Origin, readArticleFile } from '../files/origin.ts';
import { checkArticle } from '../gate/check-article.ts';
import { finishDraft } from '../gate/finish-draft.ts';
import { diskError } from '../journal/journal.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { factsOf, type Section } from '../prompts/answer-schemas.ts';
import type { Asker } from '../write/ask-model.ts';
import type { Composition } from '../write/compose-article.ts';
import { calendarDate, findAuthor, type LocaleContext } from '../write/locale-context.ts';
import type { WritingContext } from './open-run.ts';
import { translatedPath } from './plan-jobs.ts';
import type { ArticleJob } from './run-plan.ts';

/**
 * An article with findings is kept as `needs-review`, which is never built.
 * @returns the record for the journal
 */
export async function commitArticle(
  { config, run, price, clock, reservations }: WritingContext,
  job: ArticleJob,
  context: LocaleContext,
  composition: Composition,
  asker: Asker,
): Promise<ArticleRecord> {
  const { corpus, locale } = context;
  const { sections, title } = composition;
  const { plan } = run;
  const now = clock.now();
  type Status = ArticleRecord['status'];
  const done = (status: Status, file: string | null, found: readonly Finding[]): ArticleRecord => {
    const findings = found.map(({ code, message }) => ({ code, message }));
    return { type: 'article', at: now, article: job.id, status, file, title, findings };
  };
  if (sections.length === 0) return done('rejected', null, composition.findings);
  const body = renderBody(sections);
  // Other articles may have been written since this one was checked.
  const near = [...corpus.checkTitle(title), ...corpus.checkText(sections)];
  corpus.addText(title, body);
  const from = plan.translateFrom ?? config.locales[0] ?? 'en_US';
  const original = job.original ? loadOriginal(config.root, from, job.original) : null;
  let isTitleTaken = false;

  const groups = Object.values(context.tree);
  const nodes = [...groups, ...groups.flatMap(({ children }) => Object.values(children))];
  const taken = new Set([...RESERVED_SEGMENTS, ...nodes.map(({ slug }) => slug)]);
  for (let attempt = 0; ; attempt++) {
    const isTaken = (other: string) => taken.has(other) || corpus.hasSlug(other);
    const slug = await createSlug(title, context.language, isTaken);
    taken.add(slug);
    const file = job.original
      ? translatedPath(job)
      : `content/${locale}/articles/${folderOf(composition)}/${slug}.md`;
    const path = join(config.root, file);
    const own = { run: plan.id, article: job.id };
    const reserved = await reservations.reserve({ ...own, at: now, locale, slug, title });
    // Only the first reservation says whether the title is free: the next ones see it themselves.
    if (attempt === 0) isTitleTaken = reserved.titleTaken && near.length === 0;
    if (reserved.slugTaken) continue;
    const origin: Origin = {
      status: 'draft',
      reviewer: null,
      model: plan.model,
      ...(asker.answeredBy() ? { answeredBy: asker.answeredBy() } : {}),
      prompt: context.promptHash,
      ...own,
      topic: job.topic.topic,
      notes: factsOf(job.topic),
      date: new Date(now).toISOString(),
      tokens: asker.usage(),
      usd: price ? Number(asker.usd().toFixed(6)) : null,
      ...(job.original ? { translatedFrom: job.original } : {}),
      calculations: calculationsOf(sections),
    };
    const draft: ArticleDraft = {
      title: /[\p{L}\p{N}]/u.test(title) ? title : job.topic.topic,
      slug,
      description: composition.description,
      author: findAuthor(context, job.topic.author ?? config.generate.author),
      date: calendarDate(now, config.timeZone),
      draft: true,
      entities: composition.entities,
      fields: original?.own ?? job.topic.fields ?? null,
      origin,
      sections,
    };
    const duplicates: Finding[] = isTitleTaken ? [...near, TITLE_TAKEN] : near;
    const { findings, content, status } = await finishDraft(
      draft,
      plan.publish,
      composition.findings,
      (checked) => checkArticle({ file, ...checked, original, duplicates }, context),
    );
    if (!(await createArticle(path, content, plan.id)) && !isOwn(path, plan.id, job.id)) {
      if (job.original) return done('skipped', null, []);
      continue;
    }
    corpus.add({ title, slug, file, origin: { ...origin, status } });
    return done(status, file, findings);
  }
}

/** undefined where there is none. */
function calculationsOf(sections: readonly Section[]): Origin['calculations'] {
  const found = sections.flatMap(({ number, calculations = [] }) =>
    calculations.map((calculation) => ({ section: number, ...calculation })),
  );
  return found.length > 0 ? found : undefined;
}

const TITLE_TAKEN: Finding = {
  code: 'duplicate-title',
  message: 'this run already writes an article with almost the same title',
  hint: 'choose another title',
};

/** @returns false where the file exists */
async function createArticle(path: string, content: string, run: string): Promise<boolean> {
  // Named after the run: a resumed run reuses the temporary file of its killed process.
  const temporary = join(dirname(path), `.${basename(path)}.${run}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    return await createFile(path, content, { durable: true, temporary });
  } catch (error) {
    throw diskError(path, error);
  }
}

/** Whether the file is this very article, written before a crash; a person may have edited it since. */
function isOwn(path: string, run: string, article: string): boolean {
  const origin = readArticleFile(path)?.origin;
  return origin?.run === run && origin.article === article;
}

/** `bettingStrategies` → `betting-strategies` */
function folderOf({ entities }: Composition): string {
  const key = entities[0]?.category ?? 'other';
  const words = key.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2').toLowerCase();
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'other';
}

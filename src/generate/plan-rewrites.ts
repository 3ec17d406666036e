/** Plans what is written again: an article, one of its sections, or the stale sections of translations. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadApprovedTexts } from '../content/article/approved-texts.ts';
import { UserError } from '../foundation/errors.ts';
import { hashParts, loadOriginal } from './files/load-original.ts';
import { readArticleFile } from './files/origin.ts';
import { splitSections } from './files/split-sections.ts';
import { createRunPlan, listOriginals, type Request, translatedPath } from './run/plan-jobs.ts';
import { type ArticleJob, jobId, type RunPlan } from './run/run-plan.ts';

const finish = (request: Request, jobs: ArticleJob[], skipped: RunPlan['skipped'] = []): RunPlan =>
  createRunPlan(request, Date.now(), { jobs, proposals: [], skipped });

/** @throws UserError if the article has no such section */
export function planRewrite(
  { root }: SiteConfig,
  request: Request,
  { file, section, note }: NonNullable<Request['rewrite']>,
): RunPlan {
  const [locale = 'en_US'] = request.locales;
  const article = readArticleFile(join(root, file));
  if (!article?.origin) throw new Error(`${file} has no origin`);
  const { origin, content, bodyStart } = article;
  const { title, entities } = loadOriginal(root, locale, file, null);
  const sections = splitSections(content.slice(bodyStart));
  if (section !== undefined && section > sections.length)
    throw new UserError({
      file,
      code: 'unknown-choice',
      message: `there is no section ${section}`,
      hint: `use ${sections.map(({ number, heading }) => `${number} (${heading || 'the beginning'})`).join(', ')}`,
    });
  const [{ category, subcategories: [{ subcategory = 'other' } = {}] = [] } = {}] = entities;
  const notes = [origin.notes, note].filter(Boolean).join('. ');
  const sources = origin.sources?.map((source) => source.file);
  const topic = {
    topic: origin.topic || title,
    notes,
    ...(category ? { category, subcategory } : {}),
    ...(sources ? { sources } : {}),
  };
  const keep =
    section === undefined ? null : sections.map(({ number }) => (number === section ? null : number));
  const rewrite = { file, keep, seo: keep === null, note };
  const original = origin.translatedFrom ? { original: origin.translatedFrom } : {};
  return finish(request, [{ id: jobId(locale, 1), locale, topic, ...original, rewrite }]);
}

/** Compares the parts of each original with those that its translation was made of. */
export function planStale({ root }: SiteConfig, request: Request): RunPlan {
  const { translateFrom: from = 'en_US', locales, count = Number.POSITIVE_INFINITY } = request;
  const skipped: RunPlan['skipped'] = [];
  const approved = loadApprovedTexts(root, true);
  const jobs = locales.flatMap((locale): ArticleJob[] => {
    const stale = listOriginals(root, request, from).flatMap((original): Omit<ArticleJob, 'id'>[] => {
      const file = translatedPath({ locale, original });
      if (!existsSync(join(root, file))) return [];
      const { title, ...source } = loadOriginal(root, from, original, approved);
      const before = readArticleFile(join(root, file))?.origin?.originalParts;
      const now = hashParts({ title, ...source });
      if (!before) {
        skipped.push({ locale, topic: title, reason: 'what its translation was made of is not recorded' });
        return [];
      }
      if (source.withheld || before.join() === now.join()) return [];
      const keep = now
        .slice(1)
        .map((part) => before.indexOf(part, 1))
        .map((place) => (place > 0 ? place : null));
      const rewrite = { file, keep, seo: before[0] !== now[0], note: '' };
      return [{ locale, topic: { topic: title }, original, rewrite }];
    });
    return stale.slice(0, count).map((job, index) => ({ id: jobId(locale, index + 1), ...job }));
  });
  return finish(request, jobs, skipped);
}

/** Owns turning a command into the jobs of a run: which topic in which locale, which file to translate, what is left out. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import { type Place, type Problem, UserError } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { fold } from '../checks/similarity.ts';
import { hashJson } from '../content-hash.ts';
import { translatedPath } from '../files/commit-article.ts';
import { findAuthor, findCategory, findSubcategory, type LocaleShop } from '../write/locale-context.ts';
import { loadOriginal } from '../write/translate-article.ts';
import { createRunId, type Job, type RunPlan } from './run-folders.ts';
import type { Topic } from './topics.ts';

export interface Request {
  locales: readonly GenerationLocale[];
  /** null: the model proposes them. */
  topics: readonly Topic[] | null;
  /** Where a topic stands in the file that it was read from. */
  places: ReadonlyMap<Topic, Place>;
  category: string | undefined;
  /** Articles in each locale, at most. */
  count: number | undefined;
  translateFrom: LocaleCode | undefined;
  publish: boolean;
  model: string;
  mode: 'live' | 'batch';
}

/** The same request, the same key: how a command finds the run that it began. */
export function hashRequest(request: Request): string {
  return hashJson([
    request.locales,
    request.topics,
    request.category ?? null,
    request.count ?? null,
    request.translateFrom ?? null,
    request.publish,
    request.model,
    request.mode,
  ]);
}

/** @throws UserError with every topic that names what the site does not have */
export function createPlan(
  root: string,
  request: Request,
  shops: ReadonlyMap<GenerationLocale, LocaleShop>,
  defaultAuthor: string | undefined,
  now: number,
): RunPlan {
  const jobs: Job[] = [];
  const skipped: RunPlan['skipped'] = [];
  const proposals: RunPlan['proposals'] = [];
  const problems: Problem[] = [];
  for (const locale of request.locales) {
    const shop = shops.get(locale);
    if (!shop) continue;
    findAuthor(shop, defaultAuthor);
    const category = request.category === undefined ? undefined : findCategory(shop.tree, request.category);
    const most = request.count ?? (request.topics || request.translateFrom ? Number.POSITIVE_INFINITY : 1);
    const found = request.translateFrom
      ? translations(root, request.translateFrom, locale, category)
      : topicsOf(request, shop, category, problems);
    const fresh: Omit<Job, 'id'>[] = [];
    const seen = new Set<string>();
    for (const job of found) {
      const isOther = category !== undefined && !request.translateFrom && job.topic.category !== category;
      const reason = isOther
        ? `it is not of the category ${category}`
        : seen.has(job.original ?? fold(job.topic.topic))
          ? 'the topic stands twice'
          : whyNot(root, job, shop);
      if (!isOther) seen.add(job.original ?? fold(job.topic.topic));
      if (reason) skipped.push({ locale, topic: job.topic.topic, reason });
      else if (fresh.length < most) fresh.push(job);
    }
    for (const [index, job] of fresh.entries()) jobs.push({ id: jobId(locale, index + 1), ...job });
    if (!request.topics && !request.translateFrom)
      proposals.push({ locale, category: category ?? null, count: most });
  }
  if (problems.length > 0) throw new UserError(problems);
  for (const { locale, topic } of request.topics ?? []) {
    if (locale !== undefined && !request.locales.includes(locale))
      skipped.push({ locale, topic, reason: `the run does not write in ${locale}` });
  }
  return {
    version: 1,
    id: createRunId(now),
    key: hashRequest(request),
    created: now,
    mode: request.mode,
    model: request.model,
    publish: request.publish,
    translateFrom: request.translateFrom ?? null,
    jobs,
    proposals,
    skipped,
  };
}

export function jobId(locale: GenerationLocale, number: number): string {
  return `${locale}-${String(number).padStart(4, '0')}`;
}

/** A topic with its category and author resolved to what the site calls them. */
export function resolveTopic(topic: Topic, shop: LocaleShop, category: string | undefined): Topic {
  const group = topic.category ? findCategory(shop.tree, topic.category) : category;
  if (topic.subcategory && !group) {
    throw new UserError({
      message: `topic "${topic.topic}" has a subcategory and no category`,
      hint: 'name its category, or give --category',
    });
  }
  if (topic.author) findAuthor(shop, topic.author);
  return {
    ...topic,
    ...(group ? { category: group } : {}),
    ...(group && topic.subcategory
      ? { subcategory: findSubcategory(shop.tree, group, topic.subcategory) }
      : {}),
  };
}

function topicsOf(
  { topics, places }: Request,
  shop: LocaleShop,
  category: string | undefined,
  problems: Problem[],
): Omit<Job, 'id'>[] {
  return (topics ?? []).flatMap((topic) => {
    if (topic.locale !== undefined && topic.locale !== shop.locale) return [];
    try {
      return [{ locale: shop.locale, topic: resolveTopic(topic, shop, category) }];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const place = places.get(topic);
      for (const problem of error.problems.map((problem) => ({ ...problem, ...place }))) {
        // Every locale says the same.
        if (!problems.some((known) => known.line === problem.line && known.message === problem.message))
          problems.push(problem);
      }
      return [];
    }
  });
}

function translations(
  root: string,
  from: LocaleCode,
  locale: GenerationLocale,
  category: string | undefined,
): Omit<Job, 'id'>[] {
  return [...scanSources(root, [from])].flatMap(({ file }) => {
    const original = loadOriginal(root, from, file);
    if (original.withheld) return [];
    if (category !== undefined && !original.entities.some((entity) => entity.category === category))
      return [];
    return [{ locale, topic: { topic: original.title }, original: file }];
  });
}

/** Why a job would be money for nothing; null where it would not. */
function whyNot(root: string, job: Omit<Job, 'id'>, shop: LocaleShop): string | null {
  if (job.original !== undefined)
    return existsSync(join(root, translatedPath(job))) ? 'a file stands at its path' : null;
  const written = shop.corpus.findTopic(job.topic.topic);
  if (written) return `written before: ${written.file}`;
  const near = shop.corpus.findTitle(job.topic.topic);
  return near ? `an article with this title exists: ${near.file}` : null;
}

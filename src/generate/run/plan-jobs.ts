/** Plans the articles of a request: which topic or original in which locale, and what to skip. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import { type Place, type Problem, UserError } from '../../foundation/errors.ts';
import { hashJson } from '../../foundation/json.ts';
import type { BuiltInLocale } from '../../locales/codes.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { createTitleIndex, normalizeWords } from '../checks/similarity.ts';
import { loadOriginal } from '../files/load-original.ts';
import type { Topic } from '../prompts/answer-schemas.ts';
import { findAuthor, findCategory, findSubcategory, type LocaleContext } from '../write/locale-context.ts';
import { type ArticleJob, createRunId, type RunPlan } from './run-plan.ts';

export interface Request {
  locales: readonly GenerationLocale[];
  /** null: the model proposes them. */
  topics: readonly Topic[] | null;
  /** The place of each topic in the file that it was read from. */
  places: ReadonlyMap<Topic, Place>;
  category: string | undefined;
  /** Maximum of articles in each locale. */
  count: number | undefined;
  translateFrom: BuiltInLocale | undefined;
  publish: boolean;
  model: string;
  mode: 'live' | 'batch';
  /** The file of the topics. */
  source?: string;
  /** Makes rejected articles again. */
  remakeRejected?: boolean;
}

/** Identifies a request, so that a command finds the run that it started. */
export function hashRequest(request: Request): string {
  const { locales, topics, category, count, translateFrom, publish, model, mode } = request;
  return hashJson([locales, topics, category, count, translateFrom, publish, model, mode]);
}

/** Identifies a command without the content of its topics file; null where it has none. */
export function hashCommand(request: Request): string | null {
  const { locales, source, category, count, publish, model, mode } = request;
  return source === undefined ? null : hashJson([locales, source, category, count, publish, model, mode]);
}

type NewJob = Omit<ArticleJob, 'id'>;

/** @throws UserError with every topic that names an unknown category or author */
export function createPlan(
  root: string,
  request: Request,
  contexts: ReadonlyMap<GenerationLocale, LocaleContext>,
  defaultAuthor: string | undefined,
  now: number,
): RunPlan {
  const { locales, topics, translateFrom = null, mode, model, publish } = request;
  const jobs: ArticleJob[] = [];
  const skipped: RunPlan['skipped'] = [];
  const proposals: RunPlan['proposals'] = [];
  const problems: Problem[] = [];
  for (const locale of locales) {
    const context = contexts.get(locale);
    if (!context) continue;
    findAuthor(context, defaultAuthor);
    const category =
      request.category === undefined ? undefined : findCategory(context.tree, request.category);
    const count = request.count ?? (topics || translateFrom ? Number.POSITIVE_INFINITY : 1);
    const found = translateFrom
      ? findOriginals(root, translateFrom, locale, category)
      : resolveTopics(request, context, category, problems);
    const seen = new Set<string>();
    const subjects = createTitleIndex(context.rules.writing);
    const named: string[] = [];
    const fresh = found.filter((job) => {
      const skip = (reason: string) => {
        skipped.push({ locale, topic: job.topic.topic, reason });
        return false;
      };
      if (category !== undefined && !translateFrom && job.topic.category !== category)
        return skip(`it is not in the category ${category}`);
      const name = job.original ?? normalizeWords(job.topic.topic);
      if (seen.has(name)) return skip('the topic occurs twice');
      seen.add(name);
      const near = job.original ? undefined : named[subjects.find(job.topic.topic)];
      if (near !== undefined) return skip(`another topic says nearly the same: ${near}`);
      subjects.add(job.topic.topic);
      named.push(job.topic.topic);
      const existing = findExisting(root, job, context);
      return existing === null || skip(existing);
    });
    jobs.push(...fresh.slice(0, count).map((job, index) => ({ id: jobId(locale, index + 1), ...job })));
    if (!topics && !translateFrom) proposals.push({ locale, category: category ?? null, count });
  }
  if (problems.length > 0) throw new UserError(problems);
  for (const { locale, topic } of topics ?? []) {
    if (locale !== undefined && !locales.includes(locale))
      skipped.push({ locale, topic, reason: `the run does not write in ${locale}` });
  }
  return {
    version: 1,
    id: createRunId(now),
    key: hashRequest(request),
    command: hashCommand(request),
    created: now,
    mode,
    model,
    publish,
    translateFrom,
    jobs,
    proposals,
    skipped,
  };
}

export function jobId(locale: GenerationLocale, number: number): string {
  return `${locale}-${String(number).padStart(4, '0')}`;
}

/** Replaces category and subcategory by their keys. @throws UserError for an unknown category or author */
export function resolveTopic(topic: Topic, context: LocaleContext, category: string | undefined): Topic {
  const group = topic.category ? findCategory(context.tree, topic.category) : category;
  const { subcategory } = topic;
  if (subcategory && !group) {
    const message = `topic "${topic.topic}" has a subcategory and no category`;
    throw new UserError({ code: 'invalid-topics', message, hint: 'name its category, or use --category' });
  }
  if (topic.author) findAuthor(context, topic.author);
  if (!group) return topic;
  const found = subcategory && { subcategory: findSubcategory(context.tree, group, subcategory) };
  return { ...topic, category: group, ...found };
}

function resolveTopics(
  { topics, places }: Request,
  context: LocaleContext,
  category: string | undefined,
  problems: Problem[],
): NewJob[] {
  return (topics ?? []).flatMap((topic) => {
    if (topic.locale !== undefined && topic.locale !== context.locale) return [];
    try {
      return [{ locale: context.locale, topic: resolveTopic(topic, context, category) }];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const problem of error.problems.map((problem) => ({ ...problem, ...places.get(topic) }))) {
        // Every locale has the same problem.
        if (!problems.some((known) => known.line === problem.line && known.message === problem.message))
          problems.push(problem);
      }
      return [];
    }
  });
}

function findOriginals(
  root: string,
  from: BuiltInLocale,
  locale: GenerationLocale,
  category?: string,
): NewJob[] {
  return [...scanSources(root, [from])].flatMap(({ file }) => {
    const { withheld, entities, title } = loadOriginal(root, from, file);
    const isIn = category === undefined || entities.some((entity) => entity.category === category);
    return withheld || !isIn ? [] : [{ locale, topic: { topic: title }, original: file }];
  });
}

/** A translation has the path of its original. */
export function translatedPath({ locale, original = '' }: Pick<ArticleJob, 'original' | 'locale'>): string {
  return original.replace(/^content\/[^/]+\//, `content/${locale}/`);
}

/** Why the site already has the article; null where it does not. */
function findExisting(root: string, job: NewJob, { corpus }: LocaleContext): string | null {
  if (job.original !== undefined) return existsSync(join(root, translatedPath(job))) ? FILE_EXISTS : null;
  const { topic } = job.topic;
  const written = corpus.findTopic(topic);
  if (written) return `already written: ${written.file}`;
  const near = corpus.findTitle(topic);
  return near ? `an article with this title exists: ${near.file}` : null;
}

export const FILE_EXISTS = 'a file with its path exists';

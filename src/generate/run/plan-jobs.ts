/** Plans a request: which topics or originals to write in which locale, and which to skip. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadApprovedTexts } from '../../content/article/approved-texts.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import { type Place, type Problem, UserError } from '../../foundation/errors.ts';
import { hashJson } from '../../foundation/json.ts';
import type { BuiltInLocale } from '../../locales/codes.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { createTitleIndex } from '../checks/similarity.ts';
import { addArticles } from '../files/corpus.ts';
import { loadOriginal } from '../files/load-original.ts';
import type { Origin } from '../files/origin.ts';
import { newestLines } from '../journal/ledger.ts';
import type { LedgerLine } from '../journal/ledger-line.ts';
import { factsOf, type Topic } from '../prompts/answer-schemas.ts';
import { findSource } from '../sources/read-document.ts';
import {
  findAuthor,
  findCategory,
  findSubcategory,
  type LocaleContext,
  narrowToCategory,
} from '../write/locale-context.ts';
import {
  type ArticleJob,
  createRunId,
  jobId,
  loadPlans,
  type RunPlan,
  rowOf,
  subjectOf,
} from './run-plan.ts';

export interface Request {
  locales: readonly GenerationLocale[];
  /** null if the model proposes the topics. */
  topics: readonly Topic[] | null;
  /** The place of each topic in the topics file. */
  places: ReadonlyMap<Topic, Place>;
  category: string | undefined;
  /** Maximum number of articles in each locale. */
  count: number | undefined;
  translateFrom: BuiltInLocale | undefined;
  /** The only original that is translated; without it all of them are. */
  original?: string;
  publish: boolean;
  model: string;
  mode: 'live' | 'batch';
  /** True if rejected articles are made again. */
  remakeRejected?: boolean;
  /** True if topics are written although others have the same words. */
  allowSimilar?: boolean;
  /** True if rows with problems are left out. */
  skipInvalid?: boolean;
  /** An article of the site that is written again, or one section of it. */
  rewrite?: { file: string; section: number | undefined; note: string };
  /** True if the sections of translations are renewed whose originals have changed. */
  stale?: boolean;
}

/** Identifies the kind of a request. Which topics a list names is no part of it: work is found by its topic. */
export function hashRequest(request: Request): string {
  const { locales, topics, category, count, translateFrom, publish, model, mode } = request;
  const { rewrite, stale = false, original } = request;
  // The model proposes topics for one command.
  const proposal = topics || translateFrom || rewrite ? [] : [locales, category, count];
  const one = original === undefined ? [] : [original, locales];
  return hashJson([translateFrom, publish, model, mode, rewrite, stale, ...proposal, ...one]);
}

/** The hash of the same request before the ledger, when it had the topics of the list too. Runs of these versions go on. */
export function hashRequestBefore(request: Request): string {
  const { locales, topics, category, count, translateFrom, publish, model, mode } = request;
  const { rewrite, stale } = request;
  const again = rewrite || stale ? [rewrite, stale] : [];
  return hashJson([locales, topics, category, count, translateFrom, publish, model, mode, ...again]);
}

type NewJob = Omit<ArticleJob, 'id'>;

interface PlanInput {
  defaultAuthor: string | undefined;
  /** The committed ledger, and what journals add to it. */
  lines: readonly LedgerLine[];
  /** True to ask for what waits in batches, too. */
  isNew: boolean;
  now: number;
}

/** @returns the plan, the topics that it leaves out because of their words, and those that name an unknown category, author or source */
export function createPlan(
  root: string,
  request: Request,
  contexts: ReadonlyMap<GenerationLocale, LocaleContext>,
  { defaultAuthor, lines, isNew, now }: PlanInput,
) {
  const { locales, topics, translateFrom } = request;
  const jobs: ArticleJob[] = [];
  const skipped: RunPlan['skipped'] = [];
  const similar: SimilarTopic[] = [];
  const proposals: RunPlan['proposals'] = [];
  const problems: Problem[] = [];
  const ledger = newestLines(lines);
  const waiting = isNew ? new Map<string, string>() : findWaiting(root, { lines, ledger }, request);
  for (const locale of locales) {
    const context = contexts.get(locale);
    if (!context) continue;
    // Another process may have written articles since the site was read.
    addArticles(context.corpus, root, locale);
    findAuthor(context, defaultAuthor);
    const category =
      request.category === undefined ? undefined : findCategory(context.tree, request.category);
    const count = request.count ?? (topics || translateFrom ? Number.POSITIVE_INFINITY : 1);
    const found = translateFrom
      ? findOriginals(root, { request, from: translateFrom, locale, category, skipped })
      : resolveTopics(root, request, context, category, problems);
    const seen = new Set<string>();
    const subjects = createTitleIndex<string>();
    const named = found.map((job) => ({
      ...job,
      prompt: context.hashOf(narrowToCategory(context, job.topic.category).prompts),
    }));
    const fresh = named.filter((job) => {
      const skip = (reason: string) => {
        skipped.push({ locale, topic: job.topic.topic, reason });
        return false;
      };
      if (category !== undefined && !translateFrom && job.topic.category !== category)
        return skip(`it is not in the category ${category}`);
      const name = subjectOf(job);
      if (seen.has(name)) return skip('the topic occurs twice');
      seen.add(name);
      const line = ledger.get(`${locale} ${name}`);
      // The process ended between the file and its record: the run goes on, and records it.
      const { topic, id } = job.topic;
      const written = line?.outcome === 'unfinished' ? context.corpus.findTopic(topic, id) : null;
      if (written && written.origin?.run === line?.run) return true;
      const existing = findExisting(root, job, context);
      if (existing !== null) return skip(existing);
      const refusal = findRefusal(line, job, request);
      if (refusal !== null && !request.remakeRejected) return skip(refusal);
      const batch = waiting.get(`${locale} ${name}`);
      if (batch !== undefined) return skip(batch);
      if (job.original) return true;
      const [other, entry] = [subjects.find(topic), context.corpus.findSimilar(topic)];
      subjects.add(topic, topic);
      if (request.allowSimilar || (other === undefined && !entry)) return true;
      const near = entry ? `the article ${entry.file}: "${entry.title}"` : `another topic: "${other}"`;
      similar.push({ locale, topic, near });
      return skip(near);
    });
    jobs.push(...fresh.slice(0, count).map((job, index) => ({ id: jobId(locale, index + 1), ...job })));
    if (!topics && !translateFrom) proposals.push({ locale, category: category ?? null, count });
  }
  for (const { locale, topic } of topics ?? []) {
    if (locale !== undefined && !locales.includes(locale))
      skipped.push({ locale, topic, reason: `the run does not write in ${locale}` });
  }
  return { plan: createRunPlan(request, now, { jobs, proposals, skipped }), similar, problems };
}

export function createRunPlan(
  request: Request,
  now: number,
  work: Pick<RunPlan, 'jobs' | 'proposals' | 'skipped'>,
): RunPlan {
  const { translateFrom = null, mode, model, publish } = request;
  return {
    version: 1,
    id: createRunId(now),
    key: hashRequest(request),
    parked: [],
    created: now,
    mode,
    model,
    publish,
    translateFrom,
    ...work,
  };
}

/** A topic that was left out because another one, or an article, has the same words in another order. */
export interface SimilarTopic {
  locale: GenerationLocale;
  topic: string;
  /** Names the other one. */
  near: string;
}

/** Turns similar topics into problems, each at its row of the topics file. */
export function similarProblems(similar: readonly SimilarTopic[], { places }: Request): Problem[] {
  // A topic of several locales is reported once.
  const unique = [...new Map(similar.map((found) => [`${found.topic}\n${found.near}`, found])).values()];
  return unique.map(({ topic, near }) => ({
    ...[...places].find(([row]) => row.topic === topic)?.[1],
    code: 'similar-topics',
    message: `"${topic}" has the same words as ${near}`,
    hint: 'change or remove the topic, or add --allow-similar to write it',
  }));
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
  root: string,
  { topics, places }: Request,
  context: LocaleContext,
  category: string | undefined,
  problems: Problem[],
): NewJob[] {
  return (topics ?? []).flatMap((topic) => {
    if (topic.locale !== undefined && topic.locale !== context.locale) return [];
    try {
      for (const name of topic.sources ?? []) findSource(root, name);
      return [{ locale: context.locale, topic: resolveTopic(topic, context, category) }];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const problem of error.problems.map((problem) => ({ ...problem, ...places.get(topic) }))) {
        // A problem of a topic occurs in every locale, and is reported once.
        if (!problems.some((known) => known.line === problem.line && known.message === problem.message))
          problems.push(problem);
      }
      return [];
    }
  });
}

interface Wanted {
  request: Request;
  from: BuiltInLocale;
  locale: GenerationLocale;
  category: string | undefined;
  /** Gets the originals that are not for readers. */
  skipped: RunPlan['skipped'];
}

function findOriginals(root: string, { request, from, locale, category, skipped }: Wanted): NewJob[] {
  const approved = loadApprovedTexts(root, true);
  return listOriginals(root, request, from).flatMap((file) => {
    const { withheld, entities, title } = loadOriginal(root, from, file, approved);
    const isIn = category === undefined || entities.some((entity) => entity.category === category);
    if (!isIn) return [];
    if (withheld) skipped.push({ locale, topic: title, reason: 'it waits for a review, or was rejected' });
    return withheld ? [] : [{ locale, topic: { topic: title }, original: file }];
  });
}

/** The files that a request translates. */
export const listOriginals = (root: string, { original }: Request, from: BuiltInLocale): string[] =>
  original === undefined ? [...scanSources(root, [from])].map(({ file }) => file) : [original];

/** A translation has the path of its original, in the folder of the other locale. */
export function translatedPath({ locale, original = '' }: Pick<ArticleJob, 'original' | 'locale'>): string {
  return original.replace(/^content\/[^/]+\//, `content/${locale}/`);
}

/** Says why the site already has the article. Returns null if it does not have it. */
function findExisting(root: string, job: NewJob, { corpus }: LocaleContext): string | null {
  if (job.original !== undefined) return existsSync(join(root, translatedPath(job))) ? FILE_EXISTS : null;
  const { topic, id } = job.topic;
  const written = corpus.findTopic(topic, id);
  if (!written) return null;
  if (written.origin?.status === 'rejected')
    return `a reviewer rejected ${written.file}; --remake-rejected makes it again`;
  const changes = describeChanges(job.topic, written.origin);
  return `already written: ${written.file}${changes}`;
}

/** Says what has changed in the row of a topic since its article was written. */
function describeChanges(topic: Topic, origin: Origin | null): string {
  const parts = [
    origin?.topic !== topic.topic && 'topic',
    (origin?.notes ?? '') !== (factsOf(topic) ?? '') && 'notes or keywords',
  ].filter(Boolean);
  return parts.length === 0
    ? ''
    : `; since then its ${parts.join(' and ')} changed: use --article to write it again`;
}

/** Says why a topic without a text is not asked again. Returns null if it is. */
function findRefusal(line: LedgerLine | undefined, job: NewJob, { model }: Request): string | null {
  if (line?.outcome !== 'rejected') return null;
  if (line.row !== rowOf(job) || line.prompt !== (job.prompt ?? '') || line.model !== model) return null;
  return `rejected in run ${line.run}${line.code ? ` (${line.code})` : ''}; --remake-rejected asks again`;
}

/** The topics whose calls wait in batches of runs that this request does not go on with, and why they are left out. */
function findWaiting(
  root: string,
  { lines, ledger }: { lines: readonly LedgerLine[]; ledger: ReturnType<typeof newestLines> },
  request: Request,
): Map<string, string> {
  const plans = new Map(loadPlans(root).map((plan) => [plan.id, plan]));
  const own = [hashRequest(request), hashRequestBefore(request)];
  const paid = new Set(lines.flatMap(({ calls, run, article }) => (calls > 0 ? `${run} ${article}` : [])));
  const waiting = new Map<string, string>();
  for (const { outcome, locale, id, run, article, batch } of ledger.values()) {
    const plan = plans.get(run);
    const isSent = outcome === 'sent';
    const isPlanned = plan?.mode === 'batch' && plan.jobs.some((job) => job.id === article);
    const isBetween = outcome === 'unfinished' && isPlanned && paid.has(`${run} ${article}`);
    if (!isSent && !isBetween) continue;
    const waits = isSent
      ? `its calls wait in batch ${batch} of run ${run}`
      : `run ${run} writes it in batches`;
    if (!plan)
      waiting.set(
        `${locale} ${id}`,
        `${waits}, whose journal is not on this machine; --new pays for another text`,
      );
    else if (!own.includes(plan.key))
      waiting.set(`${locale} ${id}`, `${waits}: --batch collect goes on with it`);
  }
  return waiting;
}

export const FILE_EXISTS = 'it is written already';

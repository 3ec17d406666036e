/** Estimates the calls, tokens and price of a plan before it runs, from the prompts themselves. */

import type { LocaleCode } from '../../locales/codes.ts';
import type { GenerationLanguage } from '../../locales/generation.ts';
import { promptName } from '../../locales/writing/writing-registry.ts';
import { loadOriginal } from '../files/load-original.ts';
import {
  addUsage,
  costOf,
  estimateTokens,
  findPrice,
  NO_USAGE,
  type Prices,
  type Usage,
} from '../journal/money.ts';
import type { StepName } from '../prompts/answer-schemas.ts';
import { createPromptSamples, type PromptSample } from '../prompts/prompt-samples.ts';
import { describeCategory } from '../prompts/prompts.ts';
import { type LocaleContext, narrowToCategory } from '../write/locale-context.ts';
import type { ArticleJob, RunPlan } from './run-plan.ts';

export type Estimate = ReturnType<typeof estimateRun>;

/** Estimates a run without repairs. An article that needs repairs costs more. */
export function estimateRun(
  root: string,
  { jobs, proposals, translateFrom, mode, model }: RunPlan,
  contexts: ReadonlyMap<string, LocaleContext>,
  prices: Prices,
) {
  /** The full prompts of the first article of each locale. Names in braces stand for the answers of earlier steps. */
  const prompts: (PromptSample & { locale: string })[] = [];
  let articles = 0;
  let calls = 0;
  let tokens = NO_USAGE;
  /** null if a price is not known. */
  let usd: number | null = 0;
  const isBatch = mode === 'batch';
  /** Cost of each article in USD, by job id. */
  const costs = new Map<string, number>();
  for (const context of contexts.values()) {
    const { locale } = context;
    const own = jobs.filter((job) => job.locale === locale);
    const proposal = proposals.find((other) => other.locale === locale);
    const first = own[0];
    if (!first && !proposal) continue;
    const category = first?.topic.category ?? proposal?.category ?? undefined;
    const samples = createPromptSamples(narrowToCategory(context, category).prompts, {
      topic: first?.topic ?? { topic: '{topic}' },
      from: translateFrom && promptName(translateFrom),
      proposals: proposal?.count ?? 0,
      category: proposal?.category ? describeCategory(context.tree, proposal.category) : null,
      judge: context.judge,
    });
    prompts.push(...samples.map((sample) => ({ ...sample, locale })));
    const planned = own.length > 0 ? own : Array.from({ length: proposal?.count ?? 0 }, () => null);
    articles += planned.length;
    for (const [index, job] of planned.entries()) {
      const size = job?.original ? originalLength(root, translateFrom ?? 'en_US', job) : 0;
      for (const sample of samples) {
        if (sample.step === 'topics' && index % 20 !== 0) continue;
        if (sample.step === 'category' && job?.topic.category && job.topic.subcategory) continue;
        if (job?.rewrite && !isRewritten(sample.step, job.rewrite)) continue;
        calls++;
        const usage = expectedUsage(sample, context, size, shareOf(job?.rewrite));
        tokens = addUsage(tokens, usage);
        const price = findPrice(prices, sample.step === 'judge' ? (context.judge?.model ?? '') : model);
        const cost = costOf(usage, price, isBatch);
        usd = price && usd !== null ? usd + cost : null;
        if (job) costs.set(job.id, (costs.get(job.id) ?? 0) + cost);
      }
    }
  }
  return { articles, calls, tokens, usd, costs, prompts };
}

/** Characters of the sections to translate. */
function originalLength(root: string, from: LocaleCode, { original = '', rewrite }: ArticleJob): number {
  const { sections } = loadOriginal(root, from, original);
  const wanted = sections.filter((_section, index) => (rewrite?.keep?.[index] ?? null) === null);
  return wanted.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0);
}

type Rewrite = NonNullable<ArticleJob['rewrite']>;

/** True if writing an article again needs this step. */
function isRewritten(step: StepName, { keep, seo }: Rewrite): boolean {
  if (step === 'seo') return seo;
  return (
    step === 'judge' ||
    keep === null ||
    ((step === 'sections' || step === 'translate') && keep.includes(null))
  );
}

/** The share of the sections that are written. */
function shareOf(rewrite: Rewrite | undefined): number {
  const keep = rewrite?.keep;
  return keep ? keep.filter((kept) => kept === null).length / Math.max(1, keep.length) : 1;
}

/** Average characters of a word, including the space after it and its share of the JSON. */
const CHARACTERS_PER_WORD: Readonly<Record<GenerationLanguage, number>> = {
  en: 6.2,
  ru: 7.6,
  tr: 7.6,
  ko: 4,
};

/** Estimates the tokens of one call. @param originalSize characters to translate; 0 for a new article. @param share of the sections that are written */
function expectedUsage(
  { step, messages, format }: PromptSample,
  { language, prompts, settings }: LocaleContext,
  originalSize: number,
  share: number,
): Usage {
  // The prompt asks for a narrower range than the checks accept.
  const words = (prompts.words.minimum * 1.1 + prompts.words.maximum * 0.9) / 2;
  const characters = Math.round(words * CHARACTERS_PER_WORD[language]);
  const article = estimateTokens('x'.repeat(characters), language);
  const sections = (prompts.sections.minimum + prompts.sections.maximum) / 2;
  const outline = sections * 40;
  const texts = [...messages.map(({ content }) => content), JSON.stringify(format)];
  const prompt = texts.reduce((sum, text) => sum + estimateTokens(text, 'en'), 0);
  const expected: Record<StepName, [input: number, output: number]> = {
    topics: [1000, 500],
    outline: [0, outline],
    sections: [share < 1 ? article : outline, (article + sections * 15) * share],
    seo: [sections * 150, 95],
    category: [sections * 15, 60],
    translate: [originalSize / 4, Math.ceil(originalSize / 3.4)],
    judge: [(originalSize > 0 ? Math.ceil(originalSize / 3) : article) * 1.2, 60],
  };
  const [input, output] = expected[step];
  return { input: prompt + input, cached: 0, output: output + settings.reasoningTokens };
}

/**
 * Corrects the estimate of a run by the real cost of its first articles.
 * @param done ids of the finished articles. @param spent their cost in USD
 * @returns the cost of all articles in USD; null if it cannot be estimated
 */
export function correctEstimate(
  { usd, costs }: Estimate,
  done: Iterable<string>,
  spent: number,
): number | null {
  const expected = [...done].reduce((sum, id) => sum + (costs.get(id) ?? 0), 0);
  return usd !== null && expected > 0 ? (usd * spent) / expected : null;
}

export function renderPrompts({ prompts }: Estimate): string {
  return prompts
    .map(({ locale, step, file, messages, format }) =>
      [
        `=== ${locale} · ${step} · ${file}`,
        ...messages.map(({ role, content }) => `--- ${role}\n${content}`),
        `--- schema\n${JSON.stringify(format.json_schema.schema, null, 2)}`,
      ].join('\n'),
    )
    .join('\n\n');
}

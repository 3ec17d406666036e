/** Owns the estimate before a run: calls, tokens and price, from the prompts themselves. */

import { languageOf } from '../../locales/codes.ts';
import { GENERATION, isGenerationLocale } from '../../locales/generation.ts';
import { addUsage, costOf, estimateTokens, NO_USAGE, type Price, type Usage } from '../calls/money.ts';
import { createPromptSamples, type PromptSample } from '../prompts/prompt-samples.ts';
import { describeCategory } from '../prompts/prompts.ts';
import type { LocaleShop } from '../write/locale-context.ts';
import { loadOriginal } from '../write/translate-article.ts';
import type { RunPlan } from './run-folders.ts';

export interface Estimate {
  articles: number;
  calls: number;
  tokens: Usage;
  /** null where the model has no price. */
  usd: number | null;
  /** The full prompts of the first article of each locale; what an earlier step makes is in braces. */
  prompts: (PromptSample & { locale: string })[];
}

/** Without repairs; a share of articles that need some costs more. */
export function estimateRun(
  root: string,
  plan: RunPlan,
  shops: ReadonlyMap<string, LocaleShop>,
  price: Price | null,
): Estimate {
  const estimate: Estimate = { articles: 0, calls: 0, tokens: NO_USAGE, usd: null, prompts: [] };
  for (const shop of shops.values()) {
    const jobs = plan.jobs.filter(({ locale }) => locale === shop.locale);
    const proposal = plan.proposals.find(({ locale }) => locale === shop.locale);
    const from =
      plan.translateFrom === null
        ? null
        : isGenerationLocale(plan.translateFrom)
          ? GENERATION[plan.translateFrom].lang
          : plan.translateFrom;
    const first = jobs[0];
    if (!first && !proposal) continue;
    const settings = shop.workshop(first?.topic.category ?? proposal?.category ?? undefined).prompts;
    const topic = first?.topic ?? { topic: '{topic}' };
    const samples = createPromptSamples(settings, {
      topic,
      from,
      proposals: proposal?.count ?? 0,
      category: proposal?.category ? describeCategory(shop.tree, proposal.category) : null,
    });
    estimate.prompts.push(...samples.map((sample) => ({ ...sample, locale: shop.locale })));
    const sizes =
      jobs.length > 0
        ? jobs.map((job) => (job.original ? originalLength(root, plan, job.original) : 0))
        : Array.from({ length: proposal?.count ?? 0 }, () => 0);
    estimate.articles += sizes.length;
    for (const [index, size] of sizes.entries()) {
      const hasCategory = Boolean(jobs[index]?.topic.category && jobs[index]?.topic.subcategory);
      for (const sample of samples) {
        if (sample.step === 'topics' && index % 20 !== 0) continue;
        if (sample.step === 'category' && hasCategory) continue;
        estimate.calls++;
        estimate.tokens = addUsage(estimate.tokens, expectedUsage(sample, shop, size));
      }
    }
  }
  return { ...estimate, usd: price && costOf(estimate.tokens, price, plan.mode === 'batch') };
}

function originalLength(root: string, plan: RunPlan, file: string): number {
  const { sections } = loadOriginal(root, plan.translateFrom ?? 'en_US', file);
  return sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0);
}

/** @param originalSize characters of the original; 0 where an article is written */
function expectedUsage(
  { step, messages, format }: PromptSample,
  shop: LocaleShop,
  originalSize: number,
): Usage {
  const language = languageOf(shop.locale);
  const { minimum, maximum } = shop.prompts.words;
  // A word and the space behind it, with the JSON around the text.
  const article = estimateTokens(
    'x'.repeat(Math.round(((minimum + maximum) / 2) * (language === 'en' ? 6.2 : 7.6))),
    language,
  );
  const sections = (shop.prompts.sections.minimum + shop.prompts.sections.maximum) / 2;
  const prompt = [...messages.map(({ content }) => content), JSON.stringify(format)].reduce(
    (sum, text) => sum + estimateTokens(text, 'en'),
    0,
  );
  const outline = sections * 60;
  switch (step) {
    case 'topics':
      return { input: prompt + 1000, cached: 0, output: 500 };
    case 'outline':
      return { input: prompt, cached: 0, output: outline };
    case 'sections':
      return { input: prompt + outline, cached: 0, output: article + sections * 20 };
    case 'seo':
      return { input: prompt + sections * 150, cached: 0, output: 100 };
    case 'category':
      return { input: prompt + sections * 15, cached: 0, output: 80 };
    case 'translate':
      return { input: prompt + originalSize / 4, cached: 0, output: Math.ceil(originalSize / 3.4) };
  }
}

export function renderPrompts({ prompts }: Estimate): string {
  return prompts
    .map(({ locale, step, version, messages, format }) =>
      [
        `=== ${locale} · ${step} · template ${version}`,
        ...messages.map(({ role, content }) => `--- ${role}\n${content}`),
        `--- schema\n${JSON.stringify(format.json_schema.schema, null, 2)}`,
      ].join('\n'),
    )
    .join('\n\n');
}

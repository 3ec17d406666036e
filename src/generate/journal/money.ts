/** Computes the cost of calls, and bounds and estimates of their tokens. */
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { GenerationLanguage } from '../../locales/generation.ts';

/** Tokens of one or more calls. `input` includes `cached`. */
export const usageSchema = z.object({ input: z.number(), cached: z.number(), output: z.number() });
export type Usage = z.output<typeof usageSchema>;

export const NO_USAGE: Usage = { input: 0, cached: 0, output: 0 };

/** USD per million tokens. */
export type Prices = SiteConfig['generate']['prices'];
export type Price = Prices[string];

/** A suffix that providers append to the name of a model to name a version. */
const VERSION = /^[-@:](?:latest|preview|(?:preview-)?\d[\d-]{2,}\d)$/;

/** The price of a model. A version such as `gpt-5-mini-2025-08-07` has the price of `gpt-5-mini` unless it has its own. */
export function findPrice(prices: Prices, model: string): Price | null {
  const name = Object.keys(prices)
    .filter(
      (known) => model === known || (model.startsWith(known) && VERSION.test(model.slice(known.length))),
    )
    .sort((a, b) => b.length - a.length)[0];
  return (name !== undefined && prices[name]) || null;
}

export function addUsage(a: Usage, b: Usage): Usage {
  return { input: a.input + b.input, cached: a.cached + b.cached, output: a.output + b.output };
}

/** The cost in USD. @param price null if the price of the model is not known: then the cost is 0 */
export function costOf(usage: Usage, price: Price | null, isBatch: boolean): number {
  if (!price) return 0;
  const cached = Math.min(usage.cached, usage.input);
  const full =
    (usage.input - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    usage.output * price.output;
  return (full / 1_000_000) * (isBatch ? 1 - price.batchDiscount : 1);
}

/** Bounds the tokens of a prompt: a token has at least one byte, and each message adds a few tokens. */
export function boundTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 64);
}

/** Characters per token, measured with the tokenizer o200k. */
const CHARACTERS: Readonly<Record<GenerationLanguage, number>> = { en: 4.55, ru: 3.79, tr: 3.53, ko: 1.9 };

export function estimateTokens(text: string, language: GenerationLanguage): number {
  return Math.ceil(text.length / CHARACTERS[language]);
}

/** `$0.0123`: four decimal places below a dollar, else two. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** Computes what calls cost, and the most that a call can cost before it is sent. */
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Language } from '../../locales/codes.ts';

/** Tokens of one call or of many. `cached` is a part of `input`. */
export const usageSchema = z.object({ input: z.number(), cached: z.number(), output: z.number() });
export type Usage = z.output<typeof usageSchema>;

export const NO_USAGE: Usage = { input: 0, cached: 0, output: 0 };

/** USD per million tokens. */
export type Price = SiteConfig['generate']['prices'][string];

export function addUsage(a: Usage, b: Usage): Usage {
  return { input: a.input + b.input, cached: a.cached + b.cached, output: a.output + b.output };
}

/** USD. @param price null where the price table has no entry for the model: then the cost is 0 */
export function costOf(usage: Usage, price: Price | null, isBatch: boolean): number {
  if (!price) return 0;
  const cached = Math.min(usage.cached, usage.input);
  const full =
    (usage.input - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    usage.output * price.output;
  return (full / 1_000_000) * (isBatch ? 1 - price.batchDiscount : 1);
}

/** Upper bound: no token is shorter than a byte, and each message adds a few tokens. */
export function boundTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 64);
}

/** Characters per token of o200k, measured. */
const CHARACTERS: Readonly<Record<Language, number>> = { en: 4.55, ru: 3.79, tr: 3.53, ko: 1.9 };

export function estimateTokens(text: string, language: Language): number {
  return Math.ceil(text.length / CHARACTERS[language]);
}

/** `$0.0123`: four decimal places below a dollar, else two. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

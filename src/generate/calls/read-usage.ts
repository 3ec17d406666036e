/** Reads the token usage of a call from the forms in which servers report it. */
import * as z from 'zod';
import type { Usage } from '../journal/money.ts';

const tokens = z
  .union([
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

const details = z.object({ cached_tokens: tokens }).nullish().catch(null);

const usageSchema = z.object({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens,
  prompt_tokens_details: details,
  /** Fields of the Responses API. */
  input_tokens: tokens,
  output_tokens: tokens,
  input_tokens_details: details,
  /** DeepSeek's field. */
  prompt_cache_hit_tokens: tokens,
});

const costSchema = z.object({
  cost: z.number().min(0),
  is_byok: z.boolean().nullish().catch(null),
  cost_details: z
    .object({ upstream_inference_cost: z.number().min(0).nullish() })
    .nullish()
    .catch(null),
});

/** The cost in USD that a gateway such as OpenRouter reports. Returns null if it reports none. */
export function readCost(report: unknown): number | null {
  const { data } = costSchema.safeParse(report);
  if (!data) return null;
  // With a key of your own, the gateway and the provider bill separately.
  const usd = data.cost + (data.is_byok ? (data.cost_details?.upstream_inference_cost ?? 0) : 0);
  return usd > 0 ? usd : null;
}

/**
 * @param hasText true if the answer has a text, which takes at least one token
 * @returns null if the report is missing or contradicts itself
 */
export function readUsage(report: unknown, hasText: boolean): Usage | null {
  const { data } = usageSchema.safeParse(report);
  if (!data) return null;
  const input = Math.max(data.prompt_tokens ?? 0, data.input_tokens ?? 0);
  const written = data.completion_tokens ?? data.output_tokens;
  const total = data.total_tokens;
  if (input === 0 || ((written ?? null) === null && (total ?? null) === null)) return null;
  // Some servers include the reasoning in the total only.
  const output = Math.max(written ?? 0, (total ?? 0) - input);
  if (output === 0 && hasText) return null;
  const cached =
    data.prompt_tokens_details?.cached_tokens ??
    data.input_tokens_details?.cached_tokens ??
    data.prompt_cache_hit_tokens ??
    0;
  return { input, cached: Math.min(cached, input), output };
}

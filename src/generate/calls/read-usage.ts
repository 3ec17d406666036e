/** Reads what a call has used, in every form in which servers report it. */
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
  /** Of the Responses API. */
  input_tokens: tokens,
  output_tokens: tokens,
  input_tokens_details: details,
  /** Of DeepSeek. */
  prompt_cache_hit_tokens: tokens,
});

/**
 * @param hasText whether the answer has a text, which no server writes with 0 tokens
 * @returns null where the report is missing or makes no sense
 */
export function readUsage(report: unknown, hasText: boolean): Usage | null {
  const { data } = usageSchema.safeParse(report);
  if (!data) return null;
  const input = Math.max(data.prompt_tokens ?? 0, data.input_tokens ?? 0);
  const written = data.completion_tokens ?? data.output_tokens;
  const total = data.total_tokens;
  if (input === 0 || ((written ?? null) === null && (total ?? null) === null)) return null;
  // Some servers count reasoning in the total only.
  const output = Math.max(written ?? 0, (total ?? 0) - input);
  if (output === 0 && hasText) return null;
  const cached =
    data.prompt_tokens_details?.cached_tokens ??
    data.input_tokens_details?.cached_tokens ??
    data.prompt_cache_hit_tokens ??
    0;
  return { input, cached: Math.min(cached, input), output };
}

/** Owns telling apart what can come of one request to a model's server, and what of it is paid. */
import * as z from 'zod';
import { messageOf } from '../../foundation/errors.ts';
import type { RateInfo } from './limiter.ts';
import type { Usage } from './money.ts';
import { parseRateHeaders } from './rate-headers.ts';

/** A completion as far as it can be used. `usage` is null where the server reports none. */
export interface Completion {
  id: string;
  text: string;
  finish: string;
  refusal: string | null;
  usage: Usage | null;
}

export type Outcome =
  /** A completion came: it is paid. */
  | { kind: 'answer'; completion: Completion; rate: RateInfo }
  /** The answer is beyond the size that a text can have: it is paid, its usage unknown. */
  | { kind: 'oversize'; rate: RateInfo }
  /** The server says no: not paid. `fatal` would be the same for every call. */
  | { kind: 'refused'; status: number; message: string; fatal: boolean; slowDown: boolean; rate: RateInfo }
  /** The server says that it failed and is done with the call: hardly paid, and its store knows. */
  | { kind: 'failed'; status: number; message: string; rate: RateInfo }
  /** The request never left: not paid. */
  | { kind: 'unsent'; message: string }
  /** Nobody knows whether it was paid. */
  | { kind: 'lost'; message: string };

const usageSchema = z
  .object({
    prompt_tokens: z.number().min(0).catch(0),
    completion_tokens: z.number().min(0).catch(0),
    prompt_tokens_details: z
      .object({ cached_tokens: z.number().min(0).nullish().catch(0) })
      .nullish()
      .catch(null),
  })
  .transform(
    (usage): Usage => ({
      input: usage.prompt_tokens,
      cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
      output: usage.completion_tokens,
    }),
  );

export const completionSchema = z
  .object({
    id: z.string().catch(''),
    choices: z.array(
      z.object({
        finish_reason: z.string().nullish().catch(null),
        message: z
          .object({ content: z.string().nullish().catch(null), refusal: z.string().nullish().catch(null) })
          .nullish(),
      }),
    ),
    usage: usageSchema.nullish().catch(null),
    metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  })
  .transform(({ id, choices, usage, metadata }) => ({
    id,
    text: choices[0]?.message?.content ?? '',
    finish: choices[0]?.finish_reason ?? (choices.length ? 'stop' : 'empty'),
    refusal: choices[0]?.message?.refusal ?? null,
    usage: usage ?? null,
    job: metadata?.job,
  }));

const errorSchema = z.object({
  error: z
    .object({
      message: z.string().catch(''),
      type: z.string().nullish().catch(null),
      code: z.union([z.string(), z.number()]).nullish().catch(null),
    })
    .or(z.string().transform((message) => ({ message, type: null, code: null }))),
});

/** @param clean takes secrets out of a message */
export function readAnswer(
  text: string,
  status: number,
  rate: RateInfo,
  clean: (message: string) => string,
): Outcome {
  const json = parseJson(text);
  const completion = completionSchema.safeParse(json);
  if (completion.success) return { kind: 'answer', completion: completion.data, rate };
  const error = errorSchema.safeParse(json);
  if (error.success) return refusal(status, error.data.error, rate, clean);
  const what = /^\s*</.test(text) ? 'a web page' : 'a broken answer';
  return { kind: 'lost', message: `the server sent ${what} with status ${status}` };
}

/** What an error of the request says. @throws it where it is a fault of the program */
export async function readFailure(
  error: unknown,
  isTimeout: boolean,
  clean: (message: string) => string,
): Promise<Outcome> {
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai');
  if (isTimeout || error instanceof APIConnectionTimeoutError)
    return { kind: 'lost', message: 'no answer in time' };
  if (error instanceof APIError && error.status !== undefined) {
    const rate = parseRateHeaders(new Headers(error.headers), Date.now());
    const parsed = errorSchema.safeParse({ error: error.error });
    const detail = parsed.success ? parsed.data.error : { message: error.message, type: null, code: null };
    return refusal(error.status, detail, rate, clean);
  }
  const code = findCode(error);
  const message = clean(code ? `${messageOf(error)} (${code})` : messageOf(error));
  const isUnsent = [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ].includes(code ?? '');
  if (isUnsent) return { kind: 'unsent', message };
  if (error instanceof APIConnectionError || code !== null || error instanceof TypeError)
    return { kind: 'lost', message };
  throw error;
}

interface Detail {
  message: string;
  type?: string | null | undefined;
  code?: string | number | null | undefined;
}

/** Words of servers for "this request cannot be answered", where another one could. */
const OWN_FAULT: Readonly<Record<string, string>> = {
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
  context_length_exceeded: 'length',
};

/** Who waited has given up, or somebody in front of the server, which may go on and be paid. */
const AT_WORK: ReadonlySet<number> = new Set([408, 502, 504, 520, 521, 522, 523, 524]);

function refusal(
  status: number,
  detail: Detail,
  rate: RateInfo,
  clean: (message: string) => string,
): Outcome {
  const finish = OWN_FAULT[String(detail.code)];
  if (finish) {
    const usage: Usage = { input: 0, cached: 0, output: 0 };
    return { kind: 'answer', completion: { id: '', text: '', finish, refusal: null, usage }, rate };
  }
  const isQuota = [detail.code, detail.type].some(
    (value) => value === 'insufficient_quota' || value === 'billing_hard_limit_reached',
  );
  // With status 200 the code within the error is the only one.
  const code = status >= 400 ? status : typeof detail.code === 'number' ? detail.code : 500;
  const slowDown = !isQuota && (code === 429 || code === 503 || code === 529);
  const message = clean(detail.message || `status ${status}`);
  if (AT_WORK.has(code)) return { kind: 'lost', message: `status ${code}: ${message}` };
  if (code >= 500 && !slowDown && !isQuota) return { kind: 'failed', status: code, message, rate };
  return {
    kind: 'refused',
    status: code,
    message,
    fatal: isQuota || !(slowDown || code === 409),
    slowDown,
    rate,
  };
}

/** undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The system's code of an error or of what caused it. */
function findCode(error: unknown): string | null {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 6;
    current = current.cause, depth++
  ) {
    if ('code' in current && typeof current.code === 'string' && /^[A-Z_]+$/.test(current.code))
      return current.code;
  }
  return null;
}

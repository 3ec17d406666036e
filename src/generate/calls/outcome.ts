/** Classifies the outcome of one request to a model's server, and whether it is paid. */
import * as z from 'zod';
import { messageOf } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { NO_USAGE, type Usage } from '../journal/money.ts';
import { parseRateHeaders, type RateInfo } from './rate-headers.ts';

export type Outcome =
  /** A completion: paid. */
  | { kind: 'answer'; completion: Completion; rate: RateInfo }
  /** An answer longer than any article: paid, usage unknown. */
  | { kind: 'oversize'; rate: RateInfo }
  /** The server refuses: not paid. `fatal`: every other call would be refused too. */
  | { kind: 'refused'; status: number; message: string; fatal: boolean; slowDown: boolean; rate: RateInfo }
  /** The server reports that the call failed: probably not paid; its store can confirm that. */
  | { kind: 'failed'; status: number; message: string; rate: RateInfo }
  /** The request was not sent: not paid. */
  | { kind: 'unsent'; message: string }
  /** No usable response: possibly paid. */
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

/** The used parts of a completion. `usage` is null where the server reports none. */
export type Completion = Omit<z.output<typeof completionSchema>, 'job'>;

/** A completion without text, for an answer that cannot be read. */
export const EMPTY_COMPLETION: Completion = { id: '', text: '', finish: 'empty', refusal: null, usage: null };

const errorSchema = z.object({
  error: z
    .object({
      message: z.string().catch(''),
      type: z.string().nullish().catch(null),
      code: z.union([z.string(), z.number()]).nullish().catch(null),
    })
    .or(z.string().transform((message) => ({ message, type: null, code: null }))),
});

export function readAnswer(text: string, status: number, rate: RateInfo): Outcome {
  const json = parseJson(text);
  const completion = completionSchema.safeParse(json);
  if (completion.success) return { kind: 'answer', completion: completion.data, rate };
  const error = errorSchema.safeParse(json);
  if (error.success) return refusal(status, error.data.error, rate);
  const what = /^\s*</.test(text) ? 'a web page' : 'a broken answer';
  return { kind: 'lost', message: `the server sent ${what} with status ${status}` };
}

/** Classifies an error that the SDK threw. @throws the error where it is an internal one */
export async function readFailure(error: unknown, isTimeout: boolean): Promise<Outcome> {
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai');
  if (isTimeout || error instanceof APIConnectionTimeoutError)
    return { kind: 'lost', message: 'no answer in time' };
  if (error instanceof APIError && error.status !== undefined) {
    const rate = parseRateHeaders(new Headers(error.headers), Date.now());
    const parsed = errorSchema.safeParse({ error: error.error });
    const detail = parsed.success ? parsed.data.error : { message: error.message, type: null, code: null };
    return refusal(error.status, detail, rate);
  }
  const code = findCode(error);
  const message = code ? `${messageOf(error)} (${code})` : messageOf(error);
  if (code !== null && NOT_CONNECTED.test(code)) return { kind: 'unsent', message };
  if (error instanceof APIConnectionError || code !== null || error instanceof TypeError)
    return { kind: 'lost', message };
  throw error;
}

const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Error codes that concern this request alone → the finish reason that they amount to. */
const REQUEST_ERRORS: Readonly<Record<string, string>> = {
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
  context_length_exceeded: 'length',
};

const QUOTA_ERROR = /^(?:insufficient_quota|billing_hard_limit_reached)$/;

/** A proxy or the server stopped waiting; the model may continue and be paid. */
const MAY_CONTINUE: ReadonlySet<number> = new Set([408, 502, 504, 520, 521, 522, 523, 524]);

function refusal(status: number, detail: z.output<typeof errorSchema>['error'], rate: RateInfo): Outcome {
  const finish = REQUEST_ERRORS[String(detail.code)];
  if (finish) return { kind: 'answer', completion: { ...EMPTY_COMPLETION, finish, usage: NO_USAGE }, rate };
  const isQuota = [detail.code, detail.type].some((value) => QUOTA_ERROR.test(String(value)));
  // An error with status 200 carries its code inside.
  const code = status >= 400 ? status : typeof detail.code === 'number' ? detail.code : 500;
  const slowDown = !isQuota && (code === 429 || code === 503 || code === 529);
  const message = detail.message || `status ${status}`;
  if (MAY_CONTINUE.has(code)) return { kind: 'lost', message: `status ${code}: ${message}` };
  if (code >= 500 && !slowDown && !isQuota) return { kind: 'failed', status: code, message, rate };
  const fatal = isQuota || !(slowDown || code === 409);
  return { kind: 'refused', status: code, message, fatal, slowDown, rate };
}

/** The system error code of an error or of one of its causes. */
function findCode(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_]+$/.test(error.code)) return error.code;
  return findCode(error.cause, depth + 1);
}

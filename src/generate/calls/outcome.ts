/** Classifies the outcome of one request to a model's server, which decides whether the request was paid. */
import * as z from 'zod';
import { messageOf } from '../../foundation/errors.ts';
import { longest, parseRateHeaders, type RateInfo } from './limiter.ts';
import { type Completion, completionSchema, EMPTY_COMPLETION, parseBody } from './read-completion.ts';

export type Outcome =
  /** The server sent a completion. It is paid. */
  | { kind: 'answer'; completion: Completion; rate: RateInfo }
  /** The answer is longer than any article. It is paid, and its usage is unknown. */
  | { kind: 'oversize'; bytes: number; rate: RateInfo }
  /** The server refused the request before the model worked. It is not paid. fatal: other calls would be refused too. */
  | { kind: 'refused'; status: number; message: string; fatal: boolean; slowDown: boolean; rate: RateInfo }
  /** The request did not reach the server. It is not paid. */
  | { kind: 'unsent'; message: string }
  /** Any other failure. It may be paid. */
  | { kind: 'lost'; cause: LossCause; message: string; slowDown: boolean; rate: RateInfo };

/**
 * Why a call has no answer. failed: the server itself reports a failure, so its work has ended. gateway: a proxy stopped
 * waiting, and the model may continue. lost: the connection broke, or the answer cannot be read.
 */
export type LossCause = 'failed' | 'gateway' | 'lost';

const detailSchema = z.object({
  message: z.string().catch(''),
  type: z.string().nullish().catch(null),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  /** Anthropic's object, or Google's list, in which one entry says when to ask again. */
  details: z
    .union([
      z.object({ error_code: z.string() }),
      z.array(z.object({ retryDelay: z.string().optional() }).catch({})),
    ])
    .nullish()
    .catch(null),
  /** Groq's field: an answer that does not match the schema. */
  failed_generation: z.string().nullish().catch(null),
});
type ErrorDetail = z.output<typeof detailSchema>;

const errorTextSchema = z.string().transform((message): ErrorDetail => ({ message }));
/** The errors that FastAPI lists for the fields of a request. Mistral puts them into `message`. */
const fieldsSchema = z
  .object({
    detail: z
      .array(z.object({ loc: z.array(z.union([z.string(), z.number()])).default([]), msg: z.string() }))
      .min(1),
  })
  .transform(
    ({ detail }): ErrorDetail => ({
      message: detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
    }),
  );
const errorObjectSchema = z.union([
  z.object({ error: z.union([detailSchema, errorTextSchema]) }).transform(({ error }) => error),
  z.object({ message: z.string() }).and(detailSchema),
  z.object({ message: fieldsSchema }).transform(({ message }) => message),
  z.object({ detail: errorTextSchema }).transform(({ detail }) => detail),
  fieldsSchema,
]);
/** Error bodies of OpenAI, vLLM, FastAPI and Mistral. Gemini puts the object into a list. */
const errorSchema = z.union([errorObjectSchema, z.tuple([errorObjectSchema]).transform(([error]) => error)]);

/** Reads the error in a response body into the form that the SDK expects. Returns null if there is none. */
export function readErrorBody(body: unknown): { error: ErrorDetail } | null {
  const { data } = errorSchema.safeParse(body);
  return data ? { error: data } : null;
}

/** Classifies a response with a success status by its body. */
export function classifyResponse(text: string, status: number, rate: RateInfo): Outcome {
  const value = parseBody(text);
  const completion = completionSchema.safeParse(value);
  if (completion.success) return { kind: 'answer', completion: completion.data, rate };
  const body = readErrorBody(value);
  if (body) return classifyError(status, body.error, rate);
  const what = /^\s*</.test(text) ? 'a web page' : 'a broken answer';
  return lost(`the server sent ${what} with status ${status}`);
}

const lost = (message: string): Outcome => ({
  kind: 'lost',
  cause: 'lost',
  message,
  slowDown: false,
  rate: {},
});

/** Classifies an error that the SDK threw. @throws the error itself if it comes from our own code */
export async function classifyFailure(error: unknown, isTimeout: boolean): Promise<Outcome> {
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai');
  if (isTimeout || error instanceof APIConnectionTimeoutError) return lost('no answer in time');
  if (error instanceof APIError && error.status !== undefined) {
    const rate = parseRateHeaders(new Headers(error.headers), Date.now());
    const detail = detailSchema.safeParse(error.error).data ?? { message: error.message };
    return classifyError(error.status, detail, rate);
  }
  const code = findCode(error);
  const message = code ? `${messageOf(error)} (${code})` : messageOf(error);
  if (code !== null && NOT_CONNECTED.test(code)) return { kind: 'unsent', message };
  if (error instanceof APIConnectionError || code !== null || error instanceof TypeError)
    return lost(message);
  throw error;
}

const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Error codes that reject a prompt, each with the finish reason that means the same. */
const PROMPT_ERRORS: Readonly<Record<string, string>> = {
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
  context_length_exceeded: 'length',
};

/** Errors of a filter that reads the answer of the model, or its prompt: gateways do not say which. */
const GUARDRAIL = /guard_?rail|moderation|security configurations/i;

/** Status of a guardrail that fails (Portkey). */
const GUARDRAIL_STATUS = 446;

const QUOTA_ERROR =
  /^(?:insufficient_quota|billing_hard_limit_reached|credit_balance_exhausted|enforced_spend_limit_reached)$/;

/** A proxy or the server stopped waiting, but the model may continue. */
const MAY_CONTINUE: ReadonlySet<number> = new Set([408, 499, 502, 504, 520, 521, 522, 523, 524]);

/** The server gets too many requests. */
const OVERLOADED: ReadonlySet<number> = new Set([429, 503, 529]);

/** Classifies an error response. A 4xx refusal is unpaid, unless it concerns an answer; any other failure may be paid. */
function classifyError(
  status: number,
  { code, type, details, failed_generation, message: text }: ErrorDetail,
  headers: RateInfo,
): Outcome {
  const delays = Array.isArray(details) ? details.map(({ retryDelay }) => parseSeconds(retryDelay)) : [];
  const rate = { ...headers, retryAfter: longest(headers.retryAfter, ...delays) };
  const errorCode = Array.isArray(details) ? undefined : details?.error_code;
  const answer = (part: Partial<Completion>): Outcome => {
    return { kind: 'answer', completion: { ...EMPTY_COMPLETION, ...part }, rate };
  };
  const isRefusal = status >= 400 && status < 500;
  // Some providers bill the prompt of such a request.
  const finish = PROMPT_ERRORS[String(code)];
  if (finish) return answer({ finish, isWritten: false });
  if (failed_generation || (isRefusal && code === 'json_validate_failed'))
    return answer({ finish: 'stop', text: failed_generation ?? '' });
  if (
    isRefusal &&
    (status === GUARDRAIL_STATUS || [type, code, text].some((value) => GUARDRAIL.test(String(value))))
  )
    return answer({ finish: 'content_filter' });
  // An error that arrives with status 200 has its real status in `code`.
  const reported = status < 400 && typeof code === 'number' ? code : status;
  const message = text || `status ${reported}`;
  if (status < 400 || status >= 500 || MAY_CONTINUE.has(status)) {
    const cause = MAY_CONTINUE.has(reported) ? 'gateway' : 'failed';
    const slowDown = OVERLOADED.has(reported);
    return { kind: 'lost', cause, message: `status ${reported}: ${message}`, slowDown, rate };
  }
  const isQuota = status === 402 || [code, type, errorCode].some((value) => QUOTA_ERROR.test(String(value)));
  const slowDown = !isQuota && OVERLOADED.has(status);
  const fatal = !slowDown && status !== 409;
  return { kind: 'refused', status: isQuota ? 402 : status, message, fatal, slowDown, rate };
}

/** A duration of Google's, such as `3.5s`. @returns milliseconds */
function parseSeconds(duration: string | undefined): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Finds the system error code of an error or of one of its causes. */
function findCode(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_]+$/.test(error.code)) return error.code;
  return findCode(error.cause, depth + 1);
}

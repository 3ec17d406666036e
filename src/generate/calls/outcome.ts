/** Classifies the outcome of one request to a model's server, and whether it is paid. */
import * as z from 'zod';
import { messageOf } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { parseRateHeaders, type RateInfo } from './rate-headers.ts';
import { readUsage } from './read-usage.ts';

export type Outcome =
  /** A completion: paid. */
  | { kind: 'answer'; completion: Completion; rate: RateInfo }
  /** An answer longer than any article: paid, usage unknown. */
  | { kind: 'oversize'; bytes: number; rate: RateInfo }
  /** The server refuses before it works: certainly not paid. `fatal`: it would refuse every other call too. */
  | { kind: 'refused'; status: number; message: string; fatal: boolean; slowDown: boolean; rate: RateInfo }
  /** The request was not sent: certainly not paid. */
  | { kind: 'unsent'; message: string }
  /** Anything else: possibly paid. `ended`: the server itself reports the end, so it does no more work on the call. */
  | { kind: 'lost'; message: string; ended: boolean; slowDown: boolean; rate: RateInfo };

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
    usage: z.unknown().optional(),
    model: z.string().nullish().catch(null),
    metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  })
  .transform(({ id, choices, usage, model, metadata }) => {
    const text = choices[0]?.message?.content ?? '';
    return {
      id,
      text,
      finish: choices[0]?.finish_reason ?? (choices.length ? 'stop' : 'empty'),
      refusal: choices[0]?.message?.refusal ?? null,
      usage: readUsage(usage, text !== ''),
      /** The model that answered, as the server names it. */
      model: model ?? null,
      job: metadata?.job,
    };
  });

/** The used parts of a completion. `usage` is null where the server reports none that can be read. */
export type Completion = Omit<z.output<typeof completionSchema>, 'job'>;

/** A completion without text, for an answer that cannot be read. */
export const EMPTY_COMPLETION: Completion = {
  id: '',
  text: '',
  finish: 'empty',
  refusal: null,
  usage: null,
  model: null,
};

const detailSchema = z.object({
  message: z.string().catch(''),
  type: z.string().nullish().catch(null),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  /** Of Anthropic. */
  details: z.object({ error_code: z.string() }).nullish().catch(null),
});
type ErrorDetail = z.output<typeof detailSchema>;

const errorTextSchema = z.string().transform((message): ErrorDetail => ({ message }));
const errorObjectSchema = z.union([
  z.object({ error: z.union([detailSchema, errorTextSchema]) }).transform(({ error }) => error),
  z.object({ object: z.literal('error'), message: z.string() }).and(detailSchema),
  z.object({ detail: errorTextSchema }).transform(({ detail }) => detail),
]);
/** The forms of OpenAI, vLLM and FastAPI; Gemini puts the object into a list. */
const errorSchema = z.union([errorObjectSchema, z.tuple([errorObjectSchema]).transform(([error]) => error)]);

/** The error that a body reports, in the one form that the SDK reads; null where it reports none. */
export function readErrorBody(text: string): { error: ErrorDetail } | null {
  const { data } = errorSchema.safeParse(parseJson(text));
  return data ? { error: data } : null;
}

export function readAnswer(text: string, status: number, rate: RateInfo): Outcome {
  const completion = completionSchema.safeParse(parseJson(text));
  if (completion.success) return { kind: 'answer', completion: completion.data, rate };
  const body = readErrorBody(text);
  if (body) return classifyError(status, body.error, rate);
  const what = /^\s*</.test(text) ? 'a web page' : 'a broken answer';
  return lost(`the server sent ${what} with status ${status}`);
}

const lost = (message: string): Outcome => ({
  kind: 'lost',
  message,
  ended: false,
  slowDown: false,
  rate: {},
});

/** Classifies an error that the SDK threw. @throws the error where it is an internal one */
export async function readFailure(error: unknown, isTimeout: boolean): Promise<Outcome> {
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

/** Error codes that concern this request alone → the finish reason that they amount to. */
const REQUEST_ERRORS: Readonly<Record<string, string>> = {
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  invalid_prompt: 'content_filter',
  context_length_exceeded: 'length',
};

const QUOTA_ERROR =
  /^(?:insufficient_quota|billing_hard_limit_reached|credit_balance_exhausted|enforced_spend_limit_reached)$/;

/** A proxy or the server stopped waiting; the model may continue. */
const MAY_CONTINUE: ReadonlySet<number> = new Set([408, 499, 502, 504, 520, 521, 522, 523, 524]);

/** Servers that are asked too much. */
const OVERLOADED: ReadonlySet<number> = new Set([429, 503, 529]);

/** Only a request that the server refuses with 4xx is certainly not paid: any other failure may come after the work. */
function classifyError(
  status: number,
  { code, type, details, message: text }: ErrorDetail,
  rate: RateInfo,
): Outcome {
  const finish = REQUEST_ERRORS[String(code)];
  // Some providers bill the prompt of such a request, so it counts as an answer without usage.
  if (finish) return { kind: 'answer', completion: { ...EMPTY_COMPLETION, finish }, rate };
  // An error with status 200 has its status inside.
  const reported = status < 400 && typeof code === 'number' ? code : status;
  const message = text || `status ${reported}`;
  if (status < 400 || status >= 500 || MAY_CONTINUE.has(status)) {
    const ended = !MAY_CONTINUE.has(reported);
    const slowDown = OVERLOADED.has(reported);
    return { kind: 'lost', message: `status ${reported}: ${message}`, ended, slowDown, rate };
  }
  const isQuota =
    status === 402 || [code, type, details?.error_code].some((value) => QUOTA_ERROR.test(String(value)));
  const slowDown = !isQuota && OVERLOADED.has(status);
  const fatal = !slowDown && status !== 409;
  return { kind: 'refused', status: isQuota ? 402 : status, message, fatal, slowDown, rate };
}

/** The system error code of an error or of one of its causes. */
function findCode(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_]+$/.test(error.code)) return error.code;
  return findCode(error.cause, depth + 1);
}

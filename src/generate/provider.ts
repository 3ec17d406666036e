/** Owns talking to a model's server: one request, no retry, every possible answer told apart. */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import * as z from 'zod';
import { messageOf, UserError } from '../errors.ts';
import type { RateInfo } from './limiter.ts';
import type { Usage } from './money.ts';
import type { Message } from './prompts.ts';
import { parseRateHeaders } from './rate-headers.ts';
import type { ResponseFormat } from './schemas.ts';

export interface ChatBody {
  model: string;
  messages: Message[];
  response_format: ResponseFormat;
  max_completion_tokens?: number;
  max_tokens?: number;
  temperature?: number;
  store?: boolean;
  metadata?: Record<string, string>;
}

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
  /** The request never left: not paid. */
  | { kind: 'unsent'; message: string }
  /** Nobody knows whether it was paid. */
  | { kind: 'lost'; message: string };

/** What a server says of a stored call. unsupported: it keeps none. unreachable: it does not answer now. */
export type Lookup =
  | { kind: 'found'; completion: Completion }
  | { kind: 'absent' }
  | { kind: 'unsupported' }
  | { kind: 'unreachable'; message: string };

export interface Provider {
  send(body: ChatBody): Promise<Outcome>;
  /** Asks for the stored completion whose metadata `job` is `key`. */
  lookup(key: string): Promise<Lookup>;
  readonly client: import('openai').OpenAI;
  /** Takes secrets out of a message. */
  clean(message: string): string;
}

export interface ProviderOptions {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  timeoutSeconds: number;
}

/** An article of 20,000 words is far below it. */
const MAX_ANSWER_BYTES = 4_000_000;

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

const listSchema = z.object({ data: z.array(z.unknown()) });

const errorSchema = z.object({
  error: z
    .object({
      message: z.string().catch(''),
      type: z.string().nullish().catch(null),
      code: z.union([z.string(), z.number()]).nullish().catch(null),
    })
    .or(z.string().transform((message) => ({ message, type: null, code: null }))),
});

/** @throws UserError without a key, unless the server is on this machine */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { baseUrl, timeoutSeconds } = options;
  const apiKey = options.apiKey || (isLoopback(baseUrl) ? 'none' : undefined);
  if (!apiKey) {
    throw new UserError({
      message: "there is no key for the model's server",
      hint: 'set OPENAI_API_KEY; --dry-run needs none',
    });
  }
  const { default: OpenAI } = await import('openai');
  // maxRetries 0: the SDK would repeat a paid call and a spent quota.
  const client = new OpenAI({
    apiKey,
    maxRetries: 0,
    timeout: timeoutSeconds * 1000,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
  });
  const clean = (message: string) =>
    message
      .replaceAll(apiKey.length > 8 ? apiKey : '\0', '***')
      .replace(/\b(sk|key)-[\w*-]{6,}/g, '$1-***')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300);

  const send = async (body: ChatBody): Promise<Outcome> => {
    const abort = new AbortController();
    // The SDK's own time-out ends with the headers; this one covers the body too.
    const timer = setTimeout(() => abort.abort(), timeoutSeconds * 1000);
    try {
      const params: ChatCompletionCreateParamsNonStreaming = body;
      const response = await client.chat.completions.create(params, { signal: abort.signal }).asResponse();
      const rate = parseRateHeaders(response.headers, Date.now());
      const text = await readText(response, MAX_ANSWER_BYTES);
      return text === null ? { kind: 'oversize', rate } : readAnswer(text, response.status, rate, clean);
    } catch (error) {
      return readFailure(error, abort.signal.aborted, clean);
    } finally {
      clearTimeout(timer);
    }
  };

  const lookup = async (key: string): Promise<Lookup> => {
    try {
      const response = await client.chat.completions
        .list({ metadata: { job: key }, limit: 20 }, { timeout: 30_000 })
        .asResponse();
      const page = listSchema.safeParse(parseJson((await readText(response, 10 * MAX_ANSWER_BYTES)) ?? ''));
      if (!page.success) return { kind: 'unsupported' };
      // Servers that do not know the filter answer with everything.
      for (const item of page.data.data) {
        const parsed = completionSchema.safeParse(item);
        if (parsed.success && parsed.data.job === key) return { kind: 'found', completion: parsed.data };
      }
      return { kind: 'absent' };
    } catch (error) {
      const { APIError } = await import('openai');
      const status = error instanceof APIError ? error.status : undefined;
      const isSilent =
        status === undefined || status === 408 || status === 429 || (status >= 500 && status !== 501);
      return isSilent ? { kind: 'unreachable', message: clean(messageOf(error)) } : { kind: 'unsupported' };
    }
  };

  return { send, lookup, client, clean };
}

function readAnswer(
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

async function readFailure(
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
    // A gateway in front of the server does not know whether the server went on.
    if (!parsed.success && [502, 504, 520, 521, 522, 523, 524].includes(error.status)) {
      return { kind: 'lost', message: `a gateway answered with status ${error.status}` };
    }
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
  context_length_exceeded: 'length',
};

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
  const transient = slowDown || code === 408 || code === 409 || code >= 500;
  const message = clean(detail.message || `status ${status}`);
  return { kind: 'refused', status: code, message, fatal: isQuota || !transient, slowDown, rate };
}

/** The body as text, or null where it is longer than `limit` bytes. */
async function readText(response: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!response.body) return '';
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
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

function isLoopback(baseUrl: string | undefined): boolean {
  if (!baseUrl || !URL.canParse(baseUrl)) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

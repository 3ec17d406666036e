/** Owns talking to a model's server: one request, no retry. */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import * as z from 'zod';
import { messageOf, UserError } from '../../foundation/errors.ts';
import type { ResponseFormat } from '../prompts/answer-schemas.ts';
import type { Message } from '../prompts/prompts.ts';
import {
  type Completion,
  completionSchema,
  type Outcome,
  parseJson,
  readAnswer,
  readFailure,
} from './outcome.ts';
import { parseRateHeaders } from './rate-headers.ts';

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

const listSchema = z.object({ data: z.array(z.unknown()) });

/** @throws UserError where no request could be made: without a key, unless the server is on this machine, or an address */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { baseUrl, timeoutSeconds } = options;
  const apiKey = options.apiKey?.trim() || (isLoopback(baseUrl) ? 'none' : undefined);
  if (baseUrl && !isServer(baseUrl)) {
    throw new UserError({
      message: "the address of the model's server is no http(s) URL without credentials",
      hint: 'correct --base-url, generate.baseUrl or OPENAI_BASE_URL',
    });
  }
  if (apiKey && !/^[!-~]+$/.test(apiKey)) {
    throw new UserError({
      message: 'OPENAI_API_KEY holds characters that no key has',
      hint: 'copy the key anew',
    });
  }
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

function isServer(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, username, password } = new URL(baseUrl);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function isLoopback(baseUrl: string | undefined): boolean {
  if (!baseUrl || !URL.canParse(baseUrl)) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

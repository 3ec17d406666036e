/** Sends single requests to a model's server, without retries. */
import * as z from 'zod';
import { messageOf, UserError } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import {
  type Completion,
  completionSchema,
  type Outcome,
  readAnswer,
  readErrorBody,
  readFailure,
} from './outcome.ts';
import { needsKey } from './provider-profiles.ts';
import { parseRateHeaders } from './rate-headers.ts';
import type { ChatBody } from './request-body.ts';

/** The result of looking up a stored call. unsupported: the server has no store. unreachable: no answer now. */
export type Lookup =
  | { kind: 'found'; completion: Completion }
  | { kind: 'absent' }
  | { kind: 'unsupported' }
  | { kind: 'unreachable'; message: string };

export type Provider = Awaited<ReturnType<typeof createProvider>>;

interface ProviderOptions {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  timeoutSeconds: number;
}

/** Far more than an article of 20,000 words. */
const MAX_ANSWER_BYTES = 4_000_000;

const listSchema = z.object({ data: z.array(z.unknown()) });

/** @throws UserError for an invalid address, or without a key where the provider is known to need one */
export async function createProvider(options: ProviderOptions) {
  const { baseUrl, timeoutSeconds } = options;
  const url = baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const apiKey = options.apiKey?.trim() || null;
  if (baseUrl && (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)) {
    throw new UserError({
      code: 'invalid-model-server',
      message: "the address of the model's server must be an http(s) URL without credentials",
      hint: 'correct --base-url, generate.baseUrl or OPENAI_BASE_URL',
    });
  }
  if (!apiKey && needsKey(baseUrl)) {
    const hint = 'set OPENAI_API_KEY; --dry-run works without it';
    throw new UserError({ code: 'missing-model-key', message: "the model's server needs a key", hint });
  }
  if (apiKey && !/^[!-~]+$/.test(apiKey)) {
    const message = 'OPENAI_API_KEY contains characters that are not allowed in a key';
    throw new UserError({ code: 'missing-model-key', message, hint: 'copy the key again' });
  }
  const { default: OpenAI } = await import('openai');
  // The SDK's own retries could pay twice: docs/decisions/sdk-retries-off.md.
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    ...(apiKey ? {} : { defaultHeaders: { authorization: null } }),
    maxRetries: 0,
    timeout: timeoutSeconds * 1000,
    fetch: fetchWithPlainErrors,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
  });
  /** Removes secrets from a message. */
  const clean = (message: string) =>
    message
      .replaceAll(apiKey && apiKey.length > 8 ? apiKey : '\0', '***')
      .replace(/\b(sk|key)-[\w*-]{6,}/g, '$1-***')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300);

  const post = async (body: ChatBody): Promise<Outcome> => {
    const abort = new AbortController();
    // The SDK's time-out covers the headers only; this one covers the body too.
    const timer = setTimeout(() => abort.abort(), timeoutSeconds * 1000);
    try {
      const response = await client.post('/chat/completions', { body, signal: abort.signal }).asResponse();
      const rate = parseRateHeaders(response.headers, Date.now());
      const { text, bytes } = await readText(response, MAX_ANSWER_BYTES);
      return text === null ? { kind: 'oversize', bytes, rate } : readAnswer(text, response.status, rate);
    } catch (error) {
      return readFailure(error, abort.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  };

  const send = async (body: ChatBody): Promise<Outcome> => {
    const outcome = await post(body);
    return 'message' in outcome ? { ...outcome, message: clean(outcome.message) } : outcome;
  };

  /** Looks up the stored completion whose metadata `job` is `key`. */
  const lookup = async (key: string): Promise<Lookup> => {
    try {
      const response = await client.chat.completions
        .list({ metadata: { job: key }, limit: 20 }, { timeout: 30_000 })
        .asResponse();
      const page = listSchema.safeParse(
        parseJson((await readText(response, 10 * MAX_ANSWER_BYTES)).text ?? ''),
      );
      if (!page.success) return { kind: 'unsupported' };
      // Servers without the filter return every completion.
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

  let known: Promise<boolean> | null = null;
  /** Whether the server has a store; asked once, unless it does not answer. */
  const hasStore = (): Promise<boolean> => {
    known ??= lookup('articles').then(({ kind }) => {
      if (kind === 'unreachable') known = null;
      return kind === 'absent' || kind === 'found';
    });
    return known;
  };

  return { send, lookup, hasStore, client, clean };
}

/** Brings every form of an error into the one that the SDK reads. */
const fetchWithPlainErrors: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const text = await response.text();
  const { status, statusText, headers } = response;
  const body = readErrorBody(text);
  return new Response(body ? JSON.stringify(body) : text, { status, statusText, headers });
};

/** @returns the body, or no text where it is longer than `limit` bytes; all of it is read, because it is paid by length */
async function readText(response: Response, limit: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes <= limit) chunks.push(chunk);
  }
  return { bytes, text: bytes > limit ? null : Buffer.concat(chunks).toString('utf8') };
}

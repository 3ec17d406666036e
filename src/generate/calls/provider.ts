/** Sends single requests to a model's server, without retries. */
import * as z from 'zod';
import { messageOf } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { parseRateHeaders } from './limiter.ts';
import { type ClientOptions, createModelClient } from './model-client.ts';
import { classifyFailure, classifyResponse, type Outcome } from './outcome.ts';
import { type Completion, completionSchema } from './read-completion.ts';
import {
  type ChatBody,
  createWireBody,
  type FormatName,
  formatOf,
  nextFormat,
  type WireSettings,
  weakenFormat,
} from './request-body.ts';

/** The result of looking up a stored call. unsupported: the server has no store. unreachable: it does not answer. */
export type Lookup =
  | { kind: 'found'; completion: Completion }
  | { kind: 'absent' }
  | { kind: 'unsupported' }
  | { kind: 'unreachable'; message: string };

export type Provider = Awaited<ReturnType<typeof createProvider>>;

interface ProviderOptions extends ClientOptions, WireSettings {
  store?: boolean | 'auto' | undefined;
  /** Called when the server refuses a form of structured output, and the next one is used. */
  onFormat(refused: FormatName, next: FormatName, message: string): void;
}

/** An article of 20,000 words is far shorter. */
const MAX_ANSWER_BYTES = 4_000_000;

const listSchema = z.object({ data: z.array(z.unknown()) });

export async function createProvider(options: ProviderOptions) {
  const { timeoutSeconds, api, store = 'auto' } = options;
  const { client, redact, clean } = await createModelClient(options);
  const path = api === 'responses' ? ('/responses' as const) : ('/chat/completions' as const);

  const post = async (body: ChatBody): Promise<Outcome> => {
    const abort = new AbortController();
    // The SDK's timeout covers the headers only. This one covers the body too.
    const timer = setTimeout(() => abort.abort(), timeoutSeconds * 1000);
    try {
      const wire = createWireBody(body, options);
      const response = await client.post(path, { body: wire, signal: abort.signal }).asResponse();
      const rate = parseRateHeaders(response.headers, Date.now());
      const { text, bytes } = await readText(response, MAX_ANSWER_BYTES);
      return text === null
        ? { kind: 'oversize', bytes, rate }
        : classifyResponse(redact(text), response.status, rate);
    } catch (error) {
      return classifyFailure(error, abort.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  };

  let weakest: FormatName = 'json_schema';
  /** Sends a request. If the server refuses the form of structured output, which is free, the next form is sent. */
  const send = async (body: ChatBody, key: string): Promise<Outcome> => {
    const sent = weakenFormat(body, weakest);
    const outcome = await post(sent);
    if (!('message' in outcome)) return outcome;
    const message = clean(outcome.message);
    const next = refusesFormat(outcome) ? nextFormat(formatOf(sent)) : undefined;
    if (!next) return { ...outcome, message };
    // Another call may have found out already.
    if (weakenFormat(sent, weakest) === sent) {
      weakest = next;
      options.onFormat(formatOf(sent), next, message);
    }
    return send(body, key);
  };

  /** Looks up the stored completion whose metadata `job` is `key`. */
  const lookup = async (key: string): Promise<Lookup> => {
    try {
      const response = await client.chat.completions
        .list({ metadata: { job: key }, limit: 20 }, { timeout: 30_000 })
        .asResponse();
      const page = listSchema.safeParse(
        parseJson(redact((await readText(response, 10 * MAX_ANSWER_BYTES)).text ?? '')),
      );
      if (!page.success) return { kind: 'unsupported' };
      // A server that ignores the filter returns every completion.
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
  /** True if the server stores completions. Asks again only if the server did not answer. */
  const hasStore = async (_key: string): Promise<boolean> => {
    if (store !== 'auto') return store;
    known ??= lookup('articles').then(({ kind }) => {
      if (kind === 'unreachable') known = null;
      return kind === 'absent' || kind === 'found';
    });
    return known;
  };

  return { send, lookup, hasStore, client, redact, clean, path };
}

/** Sends the calls of the judge to a server of its own, which is asked to store nothing. */
export function routeJudge(writer: Provider, judge: Pick<Provider, 'send'>): Provider {
  const isJudge = (key: string) => /\/judge\.\d+$/.test(key);
  return {
    ...writer,
    send: (body, key) => (isJudge(key) ? judge : writer).send(body, key),
    hasStore: async (key) => !isJudge(key) && writer.hasStore(key),
  };
}

const FORMAT_ERROR =
  /response.?format|text\.format|json.?(?:schema|object|mode)|response.?schema|structured.?output/i;

function refusesFormat(outcome: Outcome): boolean {
  return (
    outcome.kind === 'refused' &&
    [400, 415, 422].includes(outcome.status) &&
    FORMAT_ERROR.test(outcome.message)
  );
}

/** Reads the whole body, because its length is billed. `text` is null if the body is longer than `limit` bytes. */
async function readText(response: Response, limit: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes <= limit) chunks.push(chunk);
  }
  return { bytes, text: bytes > limit ? null : Buffer.concat(chunks).toString('utf8') };
}

/** A model server: real HTTP on loopback that counts what it bills, stores, batches, limits and fails. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import { createAnswer, formatOf } from './model-answers.ts';
import { answerBatchRoute, type BatchBehaviour, createBatchStore } from './model-batches.ts';

export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: {
    type?: string;
    json_schema?: { name?: string; schema?: { properties?: Record<string, unknown> } };
  };
  max_completion_tokens?: number;
  max_tokens?: number;
  store?: boolean;
  stream?: boolean;
  metadata?: Record<string, string>;
}

/** A failure that a request meets instead of a plain answer. */
export type Fault =
  | 'reset-before-billing'
  | 'reset-after-billing'
  | 'hang'
  | 'hang-after-billing'
  | 'truncated-json'
  /** With `billed`, the work is done and stored before something fails. */
  | { status: number; body: string; headers?: Record<string, string>; billed?: true }
  /** Billed: the completion is changed before it is sent and stored. */
  | { completion: (completion: Completion) => unknown }
  /** Billed: another text in the place of the model's. */
  | { content: (content: string) => string | null };

export interface Completion {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: {
    index: number;
    finish_reason: string;
    message: { role: 'assistant'; content: unknown; refusal: string | null; tool_calls?: unknown };
  }[];
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    prompt_tokens_details: { cached_tokens: number };
  };
  metadata?: Record<string, string>;
}

/** The usage that the server bills for one request, whatever it reports. */
export interface BookEntry {
  /** The name of the call, where it has one, and its messages: two repairs of the same answer are alike. */
  request: string;
  usage: Completion['usage'];
  isBatch: boolean;
}

/** One request that reached the server. */
export interface Call {
  /** Counts from 0. */
  number: number;
  job: string;
  step: string;
  /** How often this job was asked before. */
  repeat: number;
  body: ChatRequest;
  authorization: string | undefined;
  headers: IncomingMessage['headers'];
  /** With the query. */
  path: string;
  billed: boolean;
  usage: Completion['usage'] | null;
  at: number;
  status: number;
}

export interface ModelServerOptions {
  fault?: (call: Call) => Fault | undefined;
  /** The answer's text; default: good prose for the step. */
  answer?: (body: ChatRequest) => string;
  /** False if the server keeps no stored completions; true by default. */
  stored?: boolean;
  /** Milliseconds until the store shows a completion. */
  storeLag?: number;
  /** For `storeLag` and the times of calls. */
  clock?: { now(): number };
  /** Requests a minute, and tokens a minute where they are limited too. */
  limit?: { perMinute: number; burst: number; tokensPerMinute?: number };
  batches?: BatchBehaviour;
  /** Tokens that the model thinks before it writes an answer: they count as output; default 0. */
  reasoning?: (body: ChatRequest) => number;
  /** The usage that the server reports; the real one by default. */
  report?: (usage: Completion['usage']) => unknown;
  /** False if answers ignore the token limit of the request; true by default. */
  obeysLimit?: boolean;
  /** Milliseconds before an answer. */
  latency?: number;
}

export interface ModelServer {
  /** With /v1. */
  url: string;
  calls: Call[];
  billed(): Call[];
  /** Everything billed so far, batches included. */
  book: BookEntry[];
  /** Requests of other kinds: "GET /v1/batches" → count. */
  routes: Map<string, number>;
  batches: ReturnType<typeof createBatchStore>;
  close(): Promise<void>;
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { stored: hasStore = true, answer = createAnswer, latency = 0 } = options;
  const calls: Call[] = [];
  const stored = new Map<string, { completion: unknown; from: number }>();
  const now = options.clock?.now ?? (() => performance.now());
  const repeats = new Map<string, number>();
  const routes = new Map<string, number>();
  const bucket = options.limit && createServerBucket(options.limit);
  const { tokensPerMinute } = options.limit ?? {};
  // A second's worth of tokens may come at once.
  const tokenBucket =
    tokensPerMinute === undefined
      ? undefined
      : createServerBucket({ perMinute: tokensPerMinute, burst: tokensPerMinute / 60 });
  let usageSeed = 0;

  const cache = createPromptCache();
  const complete = (body: ChatRequest): Completion => {
    const content = answer(body);
    const asked = [
      JSON.stringify(body.response_format ?? ''),
      ...body.messages.map((message) => message.content),
    ];
    const prompt = asked.reduce((sum, text) => sum + countTokens(text) + 4, 0);
    const thoughts = options.reasoning?.(body) ?? 0;
    const wanted = thoughts + countTokens(content);
    const limit = body.max_completion_tokens ?? body.max_tokens;
    const isCut = limit !== undefined && wanted > limit && options.obeysLimit !== false;
    const tokens = isCut ? limit : wanted;
    const text = isCut ? content.slice(0, Math.max(0, limit - thoughts) * 3) : content;
    return {
      id: `chatcmpl-${++usageSeed}`,
      object: 'chat.completion',
      created: 1_700_000_000,
      model: body.model,
      choices: [
        {
          index: 0,
          finish_reason: isCut ? 'length' : 'stop',
          message: { role: 'assistant', content: text, refusal: null },
        },
      ],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: tokens,
        total_tokens: prompt + tokens,
        prompt_tokens_details: { cached_tokens: cache(asked.join('\n')) },
      },
      ...(body.metadata ? { metadata: body.metadata } : {}),
    };
  };
  const book: BookEntry[] = [];
  const enter = (body: ChatRequest, { usage }: Completion, isBatch: boolean) =>
    void book.push({ request: JSON.stringify([body.metadata?.job, body.messages]), usage, isBatch });
  /** The completion as the client sees it. */
  const show = (completion: Completion): unknown =>
    options.report ? { ...completion, usage: options.report(completion.usage) } : completion;
  const batches = createBatchStore((body) => {
    const completion = complete(body);
    enter(body, completion, true);
    return show(completion);
  }, options.batches ?? {});

  const chat = (body: ChatRequest, request: IncomingMessage, response: ServerResponse) => {
    const job = body.metadata?.job ?? '';
    const { step } = formatOf(body);
    const repeat = repeats.get(job) ?? 0;
    repeats.set(job, repeat + 1);
    const call: Call = {
      number: calls.length,
      job,
      step,
      repeat,
      body,
      authorization: request.headers.authorization,
      headers: request.headers,
      path: request.url ?? '',
      billed: false,
      usage: null,
      at: now(),
      status: 200,
    };
    calls.push(call);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-request-id': `req-${call.number}`,
    };
    const plain = complete(body);
    if (bucket) {
      const taken = bucket.take(1) && (tokenBucket?.take(plain.usage.total_tokens) ?? true);
      Object.assign(headers, bucket.headers('requests'), tokenBucket?.headers('tokens'));
      if (!taken) {
        call.status = 429;
        response.writeHead(429, { ...headers, 'retry-after': '1' }).end(
          JSON.stringify({
            error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' },
          }),
        );
        return;
      }
    }
    const fault = options.fault?.(call);
    const bill = (completion: unknown, usage: Completion['usage']) => {
      call.billed = true;
      call.usage = usage;
      enter(body, plain, false);
      if (body.store && hasStore && job)
        stored.set(job, { completion, from: now() + (options.storeLag ?? 0) });
      return JSON.stringify(completion);
    };
    const isResponses = request.url?.endsWith('/responses');
    const inForm = (text: string) => (isResponses ? asResponse(text) : body.stream ? asStream(text) : text);
    const send = (text: string) =>
      void setTimeout(() => response.writeHead(200, headers).end(inForm(text)), latency);
    const shown = show(plain);
    if (fault === undefined) return send(bill(shown, plain.usage));
    if (fault === 'reset-before-billing') return void response.destroy();
    if (fault === 'hang') return;
    if (fault === 'hang-after-billing') return void bill(shown, plain.usage);
    if (fault === 'reset-after-billing') {
      bill(shown, plain.usage);
      return void response.destroy();
    }
    if (fault === 'truncated-json') return send(bill(shown, plain.usage).slice(0, 80));
    if ('status' in fault) {
      call.status = fault.status;
      if (fault.billed) bill(shown, plain.usage);
      return void response
        .writeHead(fault.status, { ...headers, 'content-type': 'text/html', ...fault.headers })
        .end(fault.body);
    }
    if ('completion' in fault) return send(bill(fault.completion(plain), plain.usage));
    const [choice] = plain.choices;
    if (choice) choice.message.content = fault.content(String(choice.message.content ?? ''));
    return send(bill(show(plain), plain.usage));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const route = `${request.method} ${url.pathname}`;
    routes.set(route, (routes.get(route) ?? 0) + 1);
    const bytes = await readBody(request);
    if (request.method === 'POST' && url.pathname.endsWith('/chat/completions')) {
      return chat(JSON.parse(bytes.toString('utf8')), request, response);
    }
    if (route === 'POST /v1/responses') {
      const { input, text, max_output_tokens, ...rest } = JSON.parse(bytes.toString('utf8'));
      const { type, ...json_schema } = text.format;
      const response_format = { type, json_schema };
      const body = { ...rest, messages: input, max_completion_tokens: max_output_tokens, response_format };
      return chat(body, request, response);
    }
    if (route === 'GET /v1/chat/completions' && hasStore) {
      const found = stored.get(url.searchParams.get('metadata[job]') ?? '');
      return void json(response, 200, {
        object: 'list',
        data: found && found.from <= now() ? [found.completion] : [],
        has_more: false,
      });
    }
    if (answerBatchRoute(batches, request, url, bytes, response)) return;
    json(response, 404, {
      error: { message: 'Unknown request URL', type: 'invalid_request_error', code: 'unknown_url' },
    });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/v1`,
    calls,
    billed: () => calls.filter((call) => call.billed),
    book,
    routes,
    batches,
    close,
  };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The same answer in the form of the Responses API. */
function asResponse(text: string): string {
  const { id, model, choices, usage } = JSON.parse(text) as Completion;
  const isCut = choices[0]?.finish_reason === 'length';
  return JSON.stringify({
    id,
    object: 'response',
    model,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    error: null,
    output: [
      { type: 'reasoning', summary: [] },
      { type: 'message', content: [{ type: 'output_text', text: choices[0]?.message.content }] },
    ],
    usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
  });
}

/** The events of a stream with the same answer, in small pieces; the usage comes last. */
function asStream(text: string): string {
  const { choices, usage, ...rest } = JSON.parse(text) as Completion;
  const [choice] = choices;
  const pieces = String(choice?.message.content ?? '').match(/[\s\S]{1,40}/gu) ?? [];
  const chunks = [
    ...pieces.map((content) => ({ ...rest, choices: [{ index: 0, delta: { content } }] })),
    { ...rest, choices: [{ index: 0, delta: {}, finish_reason: choice?.finish_reason }] },
    { ...rest, choices: [], usage },
  ];
  return `: started\n\n${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Characters per token of o200k, measured on prose of these scripts and languages. */
const CHARACTERS: readonly [pattern: RegExp, characters: number][] = [
  [/\p{Script=Hangul}/gu, 1.9],
  [/\p{Script=Cyrillic}/gu, 3.8],
  [/[çğışöüÇĞİŞÖÜ]/g, 3.5],
];

function countTokens(text: string): number {
  // A text belongs to a language if a twentieth of its letters do.
  const found = CHARACTERS.find(([pattern]) => (text.match(pattern)?.length ?? 0) > text.length / 20);
  return Math.ceil(text.length / (found?.[1] ?? 4.5));
}

/** Caches prefixes of 1024 tokens and more, in steps of 128, as providers do. */
function createPromptCache() {
  const known = new Set<number>();
  return (text: string): number => {
    let hash = 7;
    let cached = 0;
    const size = Math.floor(128 * 4.5);
    for (let end = size; end <= text.length; end += size) {
      for (let at = end - size; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
      if (known.has(hash) && end >= size * 8) cached = (end / size) * 128;
      known.add(hash);
    }
    return cached;
  };
}

/** Fills evenly; refuses what it does not hold, unless it is full. */
function createServerBucket({ perMinute, burst }: { perMinute: number; burst: number }) {
  const perMs = perMinute / 60_000;
  let level = burst;
  let at = performance.now();
  return {
    take(amount: number): boolean {
      const now = performance.now();
      level = Math.min(burst, level + (now - at) * perMs);
      at = now;
      if (level < Math.min(amount, burst)) return false;
      level -= amount;
      return true;
    },
    headers: (what: 'requests' | 'tokens') => ({
      [`x-ratelimit-limit-${what}`]: String(perMinute),
      [`x-ratelimit-remaining-${what}`]: String(Math.max(0, Math.floor(level))),
      [`x-ratelimit-reset-${what}`]: `${Math.ceil((burst - level) / perMs)}ms`,
    }),
  };
}

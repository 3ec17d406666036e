/** Providers as their documents describe them: fields that they take and refuse, their usage and their errors. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { applyProfile } from '../../src/generate/calls/provider-profiles.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import type { Call, Completion, Fault } from '../support/model-server.ts';
import { createSkippingClock } from './clock.ts';
import { createCostReport } from './journal-costs.ts';
import { configure, createSite, createTopics, runGenerate, serveModel } from './site.ts';

const part = z.enum(['prompt', 'answer', 'thoughts', 'output', 'all', 'cached']);
const shapeSchema = z.strictObject({
  provider: z.string(),
  baseUrl: z.string(),
  sources: z.array(z.string()).min(1),
  /** Request fields; all others are refused. */
  accepts: z.union([z.literal('any'), z.array(z.string())]),
  refusal: z.strictObject({ status: z.number(), body: z.json() }).optional(),
  /** Response formats that have an effect. */
  formats: z.array(z.string()),
  stores: z.boolean(),
  usage: z.record(
    z.string(),
    z.union([part, z.null(), z.record(z.string(), z.union([part, z.number()])), z.number()]),
  ),
  errors: z.array(
    z.strictObject({
      name: z.string(),
      status: z.number(),
      body: z.json(),
      is: z.enum(['fatal', 'repeated', 'unknown', 'looked up']),
    }),
  ),
});
type Shape = z.output<typeof shapeSchema>;

const FOLDER = join(import.meta.dirname, 'wire-shapes');
const SHAPES = readdirSync(FOLDER).map((file) =>
  shapeSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
);
const THOUGHTS = 700;

const PAGE = readFileSync('docs/providers.md', 'utf8');
const pageSchema = z.object({ generate: z.looseObject({ baseUrl: z.string() }) });

/** The settings that docs/providers.md names for a provider. */
function settingsOf({ provider }: Shape) {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(PAGE.split(`\n## ${provider}\n`)[1] ?? '') ?? [];
  const { model: _model, ...settings } = pageSchema.parse(JSON.parse(json)).generate;
  return settings;
}

test('the page of providers has settings for each emulated server, and no others', () => {
  const named = [...PAGE.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(SHAPES.map(({ provider }) => provider).sort());
  for (const shape of SHAPES) expect(settingsOf(shape).baseUrl).toBe(shape.baseUrl);
});

/** Usage in the provider's form. */
function reportIn({ usage: form }: Shape) {
  return ({ prompt_tokens, completion_tokens, prompt_tokens_details }: Completion['usage']) => {
    const parts = {
      prompt: prompt_tokens,
      answer: completion_tokens - THOUGHTS,
      thoughts: THOUGHTS,
      output: completion_tokens,
      all: prompt_tokens + completion_tokens,
      cached:
        'cached' in form || JSON.stringify(form).includes('"cached"')
          ? prompt_tokens_details.cached_tokens
          : 0,
    };
    const fill = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
        : typeof value === 'string'
          ? parts[part.parse(value)]
          : value;
    return fill(form);
  };
}

/** The provider's answers to fields or formats that it does not accept. */
function refuse({ accepts, refusal, formats }: Shape, { body }: Call): Fault | undefined {
  const known = accepts === 'any' ? Object.keys(body) : accepts;
  const type = body.response_format?.type;
  const field =
    Object.keys(body).find((name) => !known.includes(name)) ??
    (accepts !== 'any' && type !== undefined && !formats.includes(type)
      ? `response_format.type ${type}`
      : undefined);
  if (field === undefined || !refusal) return undefined;
  return { status: refusal.status, body: JSON.stringify(refusal.body).replaceAll('{field}', field) };
}

async function setUp(shape: Shape, fault: (call: Call) => Fault | undefined = () => undefined) {
  const { baseUrl, ...settings } = settingsOf(shape);
  const root = createSite(settings);
  const { generate } = await loadConfig(root);
  const { responseFormat, tokenLimitField, store } = applyProfile(generate, baseUrl);
  configure(root, { ...settings, responseFormat, tokenLimitField, store, settleSeconds: 60 });
  const server = await serveModel({
    stored: shape.stores,
    report: reportIn(shape),
    reasoning: () => THOUGHTS,
    fault: (call) => refuse(shape, call) ?? fault(call),
  });
  const clock = createSkippingClock();
  return { root, server, run: () => runGenerate(root, server.url, { topics: createTopics(1) }, { clock }) };
}

describe.each(SHAPES.map((shape) => [shape.provider, shape] as const))('%s', (_provider, shape) => {
  test('an article, with a shape that the provider understands and every token counted', async () => {
    const { root, server, run } = await setUp(shape);
    const { errors, result } = await run();
    expect(errors).toEqual([]);
    expect(result.written).toHaveLength(1);
    expect(result.estimated).toBe(0);
    for (const { body } of server.calls) {
      const type = body.response_format?.type;
      // Where a format has no effect, or takes no schema, the prompt has the schema.
      if (type !== 'json_schema' || !shape.formats.includes(type))
        expect(body.messages[0]?.content).toMatch(/JSON schema of the answer \(\w+\):\n\{/);
    }
    const output = server.book.reduce((sum, { usage }) => sum + usage.completion_tokens, 0);
    expect(createCostReport(await readCalls(root)).total.tokens.output).toBe(output);
  });

  test.each(shape.errors)('$name', async (error) => {
    let isFirst = true;
    const { server, run } = await setUp(shape, ({ step }) => {
      if (step !== 'seo' || !isFirst) return undefined;
      isFirst = false;
      return { status: error.status, body: JSON.stringify(error.body), headers: { 'retry-after': '0' } };
    });
    const { errors, result } = await run();
    const said = z
      .string()
      .parse(/"(?:message|detail)":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(error.body))?.[1]);
    const sent = server.calls.filter(({ step }) => step === 'seo').length;
    if (error.is === 'fatal' || error.is === 'unknown') {
      expect(errors.join()).toContain(JSON.parse(`"${said}"`));
      expect([sent, result.calls]).toEqual([1, error.is === 'unknown' ? 4 : 3]);
    } else {
      expect(errors).toEqual([]);
      expect(sent).toBe(2);
    }
  });
});

test('a field that Mistral refuses is named', async () => {
  const shape = SHAPES.find(({ provider }) => provider === 'Mistral');
  if (!shape) throw new Error('no shape');
  const root = createSite({ ...settingsOf(shape), baseUrl: undefined, store: false });
  const server = await serveModel({ fault: (call) => refuse(shape, call) });
  const { errors } = await runGenerate(root, server.url);
  expect(errors[0]).toContain('body.max_completion_tokens: Extra inputs are not permitted');
});

test('settings of the site win over the profile', () => {
  const { generate } = siteConfigSchema.parse({
    title: 'T',
    shortName: 'tests',
    url: 'https://t.example',
    locales: ['en_US'],
    generate: { responseFormat: 'prompt', store: false },
  });
  expect(applyProfile(generate, undefined)).toMatchObject({
    responseFormat: 'prompt',
    store: false,
    tokenLimitField: 'max_completion_tokens',
  });
});

test('reasoningEffort and extraBody are sent, but nothing that decides the cost', async () => {
  const root = createSite({ reasoningEffort: 'low', extraBody: { top_p: 0.9, seed: 4 } });
  const server = await serveModel();
  await runGenerate(root, server.url);
  expect(server.calls[0]?.body).toMatchObject({ reasoning_effort: 'low', top_p: 0.9, seed: 4 });
  const refused = [
    'n',
    'service_tier',
    'models',
    'plugins',
    'web_search_options',
    'thinking',
    'max_output_tokens',
  ];
  for (const field of refused) {
    configure(root, { extraBody: { [field]: 5 } });
    await expect(loadConfig(root)).rejects.toThrow(new RegExp(`"${field}" cannot be set here`));
  }
});

test('without a key no authorization is sent, and only known providers insist on one', async () => {
  const root = createSite();
  const server = await serveModel();
  expect((await runGenerate(root, server.url, {}, { apiKey: undefined })).errors).toEqual([]);
  expect(server.calls[0]?.authorization).toBeUndefined();
  for (const baseUrl of [undefined, 'https://api.deepseek.com/v1'])
    expect((await runGenerate(root, '', {}, { apiKey: undefined, baseUrl })).errors[0]).toMatch(
      /needs a key/,
    );
});

test('store "auto" asks once whether the server has a store', async () => {
  const root = createSite({ store: 'auto' });
  const without = await serveModel({ stored: false });
  await runGenerate(root, without.url);
  expect(without.calls.every(({ body }) => !('store' in body) && !('metadata' in body))).toBe(true);
  expect(without.routes.get('GET /v1/chat/completions')).toBe(1);
  const withStore = await serveModel();
  await runGenerate(root, withStore.url, { topics: createTopics(1, 'other') });
  expect(withStore.calls.every(({ body }) => body.store === true)).toBe(true);
});

test('own headers take values from the environment, and a missing variable is named', async () => {
  const root = createSite({ headers: { 'x-gateway': 'Bearer $TEST_GATEWAY_TOKEN' } });
  const server = await serveModel();
  const missing = await runGenerate(root, server.url);
  expect(missing.errors[0]).toMatch(/x-gateway.*TEST_GATEWAY_TOKEN/);
  vi.stubEnv('TEST_GATEWAY_TOKEN', 'secret-of-the-gateway');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await runGenerate(root, server.url)).errors).toEqual([]);
  expect(server.calls[0]?.headers['x-gateway']).toBe('Bearer secret-of-the-gateway');
});

test('an address with a query keeps it behind the path', async () => {
  const root = createSite({ store: false });
  const server = await serveModel();
  const address = `${server.url}/openai/deployments/small?api-version=2024-10-21`;
  expect((await runGenerate(root, address)).errors).toEqual([]);
  expect(server.calls[0]?.path).toBe('/v1/openai/deployments/small/chat/completions?api-version=2024-10-21');
});

test('a server that refuses a response format gets the next one, for nothing, and the setting is named', async () => {
  const root = createSite({ store: false });
  const refused = (type: string) =>
    JSON.stringify({ error: { message: `This response_format type ${type} is unavailable now` } });
  const server = await serveModel({
    fault: ({ body }) => {
      const type = body.response_format?.type;
      return type === undefined ? undefined : { status: 400, body: refused(type) };
    },
  });
  const { errors, warnings, result } = await runGenerate(root, server.url, { topics: createTopics(3) });
  expect(errors).toEqual([]);
  expect(result.written).toHaveLength(3);
  expect(result.calls).toBe(12);
  expect(warnings).toMatch(/refuses json_schema.*\n.*generate\.responseFormat to "json_object"/);
  expect(warnings.match(/set generate\.responseFormat to "prompt"/g)).toHaveLength(1);
});

const reshape = (change: (message: Completion['choices'][number]['message']) => object): Fault => ({
  completion: (completion) => ({
    ...completion,
    choices: completion.choices.map((choice) => ({ ...choice, message: change(choice.message) })),
  }),
});

test.each<[string, object, Fault | undefined]>([
  [
    'as parts',
    {},
    reshape((message) => ({ ...message, content: [{ type: 'text', text: message.content }] })),
  ],
  [
    'in a tool call',
    {},
    reshape(({ content }) => ({
      content: null,
      tool_calls: [{ function: { name: 'answer', arguments: content } }],
    })),
  ],
  [
    'after thoughts',
    {},
    reshape(({ content }) => ({ content: `<think>\nA plan: {"title": …}\n</think>\n${content}` })),
  ],
  [
    'after thoughts that the prompt began',
    {},
    reshape(({ content }) => ({ content: `Hm, {"a": 1}?</think>${content}` })),
  ],
  ['as a stream', { stream: true }, undefined],
  ['by the Responses API', { api: 'responses' }, undefined],
])('an answer %s', async (_name, settings, fault) => {
  const root = createSite({ store: false, ...settings });
  const server = await serveModel({ fault: () => fault });
  const { errors, result } = await runGenerate(root, server.url);
  expect(errors).toEqual([]);
  expect([result.written.length, result.calls, result.estimated]).toEqual([1, 4, 0]);
  expect(result.tokens.output).toBe(server.book.reduce((sum, { usage }) => sum + usage.completion_tokens, 0));
});

test('a stream that ends early is no answer, and its call is of unknown outcome', async () => {
  const root = createSite({ store: false, stream: true });
  const body = 'data: {"choices":[{"delta":{"content":"{\\"title\\": "}}]}\n\n';
  const server = await serveModel({ fault: () => ({ status: 200, body, billed: true }) });
  const { errors, result } = await runGenerate(root, server.url);
  expect(errors[0]).toMatch(/a broken answer/);
  expect([server.calls.length, result.calls]).toEqual([1, 1]);
});

describe('the price', () => {
  const prices = {
    'test-model': { input: 1, output: 10 },
    'test-model-large': { input: 10, output: 100 },
  };
  const answeredBy = (model: string): Fault => ({ completion: (completion) => ({ ...completion, model }) });
  const costOf = (server: Awaited<ReturnType<typeof serveModel>>, factor: number) =>
    server.book.reduce((sum, { usage }) => sum + usage.prompt_tokens + usage.completion_tokens * 10, 0) *
    (factor / 1e6);

  test.each([
    ['a version', 'test-model-2025-08-07', 1],
    ['a model of its own price', 'test-model-large-2025-08-07', 10],
    ['a model without a price', 'another-model', 1],
  ])('of %s that answers', async (_name, model, factor) => {
    const root = createSite({ prices });
    const server = await serveModel({ fault: () => answeredBy(model) });
    const { result } = await runGenerate(root, server.url);
    expect(result.usd).toBeCloseTo(costOf(server, factor), 6);
  });

  test('is known for a dated name, and not for another model whose name only begins alike', async () => {
    const root = createSite({ prices });
    const server = await serveModel();
    const budget = { budget: 1 };
    const dated = await runGenerate(root, server.url, { model: 'test-model-2025-08-07' }, budget);
    expect(dated.errors).toEqual([]);
    const other = await runGenerate(root, server.url, { model: 'test-model-pro' }, budget);
    expect(other.errors[0]).toMatch(/price of test-model-pro is not known/);
  });

  test('is what the server says, if it says so', async () => {
    const root = createSite();
    const server = await serveModel({ report: (usage) => ({ ...usage, cost: 0.0125 }) });
    const { result } = await runGenerate(root, server.url);
    expect(result.usd).toBeCloseTo(4 * 0.0125, 9);
  });
});

/** Answers of which nobody knows whether they are billed: never sent again without the word of a settled store. */
import { describe, expect, test } from 'vitest';
import type { Fault, ModelServerOptions } from '../support/model-server.ts';
import { createSkippingClock } from './clock.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

const error = '{"error":{"message":"the upstream gave up","type":"server_error"}}';
const billed = (status: number) => ({ status, body: error, billed: true }) as const;

const AMBIGUOUS: readonly [name: string, fault: Fault][] = [
  ['a billed 503', billed(503)],
  ['a billed 529', billed(529)],
  ['a billed 500', billed(500)],
  ['a billed 504', billed(504)],
  ['a billed 408', billed(408)],
  ['a billed 200 with an error body', { ...billed(200), headers: { 'content-type': 'application/json' } }],
  ['a billed 200 with a web page', { status: 200, body: '<html>Log in</html>', billed: true }],
  ['a reset', 'reset-after-billing'],
  ['a truncated answer', 'truncated-json'],
];

async function run(fault: Fault, options: ModelServerOptions, runs = 2, retryUnknown = {}) {
  const clock = createSkippingClock();
  const root = createSite({ settleSeconds: 60, timeoutSeconds: 5, retryUnknown });
  const server = await serveModel({
    ...options,
    clock,
    fault: ({ step, number }) => (step === 'sections' && number < 2 ? fault : undefined),
  });
  const outcomes = [];
  for (let count = 0; count < runs; count++)
    outcomes.push(await runGenerate(root, server.url, { topics: createTopics(1) }, { clock }));
  return { server, outcomes, last: outcomes.at(-1) };
}

const sentSections = (server: Awaited<ReturnType<typeof serveModel>>) =>
  server.calls.filter(({ step }) => step === 'sections');

describe.each(AMBIGUOUS)('%s', (_name, fault) => {
  test('without a store is unknown, holds its reserve and is not sent again', async () => {
    const { server, last } = await run(fault, { stored: false }, 2, { failed: 0, gateway: 0 });
    expect(sentSections(server)).toHaveLength(1);
    expect(last?.errors[0]).toMatch(/--retry-unknown/);
    expect(last?.result.calls).toBe(2);
    expect(last?.result.usd).toBeGreaterThan(0.01);
  });

  test('with a store that lags is found there and paid once', async () => {
    const { server, last } = await run(fault, { storeLag: 30_000 }, 1);
    expect(last?.errors).toEqual([]);
    expect(last?.result.written).toHaveLength(1);
    expect(sentSections(server)).toHaveLength(1);
    expect(server.billed()).toHaveLength(4);
  });
});

test.each([500, 502, 503, 504])('a %i is repeated once without a store, and counts twice', async (status) => {
  const { server, last } = await run(billed(status), { stored: false }, 1);
  expect(last?.errors).toEqual([]);
  expect(last?.result.written).toHaveLength(1);
  expect([sentSections(server).length, last?.result.calls]).toEqual([2, 5]);
  expect(last?.result.usd).toBeGreaterThan(0.08);
});

test('a failure that stays is repeated as often as the settings say, and named as it is', async () => {
  const clock = createSkippingClock();
  const root = createSite({ retryUnknown: { failed: 2 } });
  const server = await serveModel({ stored: false, clock, fault: () => billed(503) });
  const { errors } = await runGenerate(root, server.url, { topics: createTopics(1) }, { clock });
  expect(server.calls).toHaveLength(3);
  expect(errors[0]).toMatch(/status 503: the upstream gave up/);
  expect(errors[0]).not.toMatch(/base-url/);
});

test('repeated calls of a run cost no more than the settings allow', async () => {
  const { server, last } = await run(billed(500), { stored: false }, 1, { usd: 0.01 });
  expect(sentSections(server)).toHaveLength(1);
  expect(last?.errors[0]).toMatch(/--retry-unknown/);
});

test('an unbilled 500 is sent again once the store has settled, and not before', async () => {
  const { server, last } = await run({ status: 500, body: error }, {}, 1);
  expect(last?.errors).toEqual([]);
  const [first, second] = sentSections(server);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(60_000);
  expect(server.billed()).toHaveLength(4);
});

test.each([400, 401, 403, 404, 429])('a %i is not paid: nothing is held', async (status) => {
  const { last } = await run({ status, body: error, headers: { 'retry-after': '0' } }, { stored: false }, 1);
  if (status === 429) expect(last?.result.written).toHaveLength(1);
  else expect(last?.result.calls).toBe(1);
});

test('--retry-unknown sends a call once more, not until it works', async () => {
  const clock = createSkippingClock();
  const root = createSite({ retryUnknown: { failed: 0 } });
  const server = await serveModel({ stored: false, clock, fault: () => billed(503) });
  const request = { topics: createTopics(1) };
  await runGenerate(root, server.url, request, { clock });
  await runGenerate(root, server.url, request, { clock, retryUnknown: true });
  expect(server.calls).toHaveLength(2);
});

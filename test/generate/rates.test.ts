/** The server's word about pauses is a floor, one transient fault ends no run, and streams follow the rules of plain answers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLimiter, parseRateHeaders } from '../../src/generate/calls/limiter.ts';
import { classifyResponse } from '../../src/generate/calls/outcome.ts';
import type { Fault } from '../support/model-server.ts';
import { createSkippingClock, createTestClock } from './clock.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

const NOW = Date.UTC(2026, 10, 29, 8);
const httpDate = (ms: number) => new Date(ms).toUTCString();

const header = fc.oneof(
  fc.integer({ min: -10, max: 90 }).map(String),
  fc.double({ min: 0, max: 5, noNaN: true }).map(String),
  fc.integer({ min: -3_600_000, max: 90_000 }).map((ms) => httpDate(NOW + ms)),
  fc.constantFrom(
    '',
    'soon',
    '1m3s',
    'Infinity',
    'NaN',
    '2, 5',
    '0, 0',
    ', ',
    '1e3',
    `${httpDate(NOW)}, ${httpDate(NOW - 5000)}`,
  ),
);

test('whatever a server says, a pause is neither shorter than the back-off nor shorter than it asks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(header, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (headers, chance) => {
        const clock = createTestClock();
        const limiter = createLimiter({
          concurrency: 1,
          requestsPerMinute: undefined,
          tokensPerMinute: undefined,
          clock,
          random: () => chance,
          signal: new AbortController().signal,
        });
        for (const [index, value] of headers.entries()) {
          await clock.advance(4_000_000);
          const done = await limiter.acquire(1);
          // The machine's clock is hours off: only the server's own time tells how far its date is.
          const rate = parseRateHeaders(
            new Headers({ 'retry-after': value, date: httpDate(NOW) }),
            NOW - 7e6,
          );
          done?.({ kind: 'slow-down', rate });
          const least = Math.min(500 * 2 ** (index + 1), 60_000) / 2;
          const asked = /^[\d.]+$/.test(value)
            ? Number(value) * 1000
            : /, 2026|Nov 2026/.test(value) && !/GMT,/.test(value)
              ? Date.parse(value) - NOW
              : 0;
          expect([value, limiter.pause() >= Math.max(least, asked)]).toEqual([value, true]);
        }
      },
    ),
  );
});

test('an error of Google says in its body when to ask again; the longest word counts', () => {
  const body = (retryDelay: string) =>
    JSON.stringify([
      {
        error: {
          code: 429,
          message: 'quota',
          details: [{ '@type': 'Help' }, { '@type': 'RetryInfo', retryDelay }],
        },
      },
    ]);
  const delayOf = (text: string, rate: object) => {
    const outcome = classifyResponse(text, 429, rate);
    return outcome.kind === 'refused' && [outcome.slowDown, outcome.rate.retryAfter];
  };
  expect(delayOf(body('3s'), {})).toEqual([true, 3000]);
  expect(delayOf(body('3.5s'), { retryAfter: 1000 })).toEqual([true, 3500]);
  expect(delayOf(body('3s'), { retryAfter: 9000 })).toEqual([true, 9000]);
  expect(delayOf(body('soon'), {})).toEqual([true, undefined]);
  const rateOf = (headers: Record<string, string>) => parseRateHeaders(new Headers(headers), NOW).retryAfter;
  expect(rateOf({ 'retry-after-ms': '1500', 'retry-after': '1' })).toBe(1500);
  expect(rateOf({ 'retry-after-ms': '200', 'retry-after': '2' })).toBe(2000);
});

test("Google's delay reaches the pause of a real run", async () => {
  const clock = createSkippingClock();
  const times: number[] = [];
  const server = await serveModel({
    fault: ({ number }) => {
      times.push(clock.now());
      if (number !== 0) return;
      const error = {
        code: 429,
        message: 'quota',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ retryDelay: '41s' }],
      };
      return { status: 429, body: JSON.stringify([{ error }]) };
    },
  });
  const { errors } = await runGenerate(createSite(), server.url, { topics: createTopics(1) }, { clock });
  expect(errors).toEqual([]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(41_000);
});

const overloaded = (status: number): Fault => ({
  status,
  body: '{"error":{"message":"overloaded","type":"overloaded_error"}}',
  headers: { 'retry-after': '0' },
});

describe.each([0.2, 1, 1.6, 10])('with a budget of $%d', (budget) => {
  test.each([
    ['outline', 529],
    ['outline', 503],
    ['sections', 529],
    ['seo', 524],
    ['category', 500],
  ])('one transient fault at %s (status %i) ends no run', async (step, status) => {
    let faults = 1;
    const server = await serveModel({
      stored: false,
      fault: (call) => (call.step === step && faults-- > 0 ? overloaded(status) : undefined),
    });
    const root = createSite({ maxOutputTokens: 1500 });
    const options = { budget, clock: createSkippingClock() };
    const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(1) }, options);
    expect([errors, result.written.length]).toEqual([[], 1]);
  });
});

test('a lost answer that is never repeated stops its article only', async () => {
  const server = await serveModel({
    stored: false,
    fault: ({ number }) => (number === 0 ? 'reset-after-billing' : undefined),
  });
  const root = createSite({ maxOutputTokens: 1500, concurrency: 1 });
  const options = { budget: 0.5, clock: createSkippingClock() };
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(2) }, options);
  expect(result.written).toHaveLength(1);
  expect(errors[0]).toMatch(/^1 article could not be finished/);
});

test('a server that answers nothing stops the run after three calls of a step', async () => {
  const server = await serveModel({ stored: false, fault: () => 'reset-after-billing' });
  const root = createSite({ maxOutputTokens: 1500, concurrency: 1 });
  const options = { budget: 0.5, clock: createSkippingClock() };
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(9) }, options);
  expect([result.written.length, server.calls.length, errors.length]).toEqual([0, 3, 1]);
});

describe('streams', () => {
  const chunk = (part: object) => `data: ${JSON.stringify({ id: 'c', ...part })}\n\n`;
  const text = chunk({ choices: [{ delta: { content: '{"a":1}' } }] });
  const usage = chunk({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } });
  const finish = chunk({ choices: [{ delta: {}, finish_reason: 'stop' }] });
  const done = 'data: [DONE]\n\n';
  test.each([
    ['whole', [text, finish, usage, done], 'stop'],
    ['without a reason, but counted and done', [text, usage, done], 'stop'],
    ['without a reason and without an end', [text, usage], null],
    ['without a reason and uncounted', [text, done], null],
    ['ended by [DONE] after half', [text.replace('1}', ''), done], null],
    ['cut', [text], null],
  ])('%s', (_name, parts, expected) => {
    const outcome = classifyResponse(parts.join(''), 200, {});
    expect(outcome.kind === 'answer' ? outcome.completion.finish : null).toBe(expected);
  });
  test('the same answer without a stream needs no reason either', () => {
    const choices = [{ message: { content: '{"a":1}' }, finish_reason: null }];
    const outcome = classifyResponse(
      JSON.stringify({ choices, usage: { prompt_tokens: 9, completion_tokens: 4 } }),
      200,
      {},
    );
    expect(outcome.kind === 'answer' && outcome.completion.finish).toBe('stop');
  });
});

/** Reads the usage of a call in every form that servers send, and counts high where it cannot be read. */
import { describe, expect, test } from 'vitest';
import { readUsage } from '../../src/generate/calls/read-completion.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import { createCostReport } from './journal-costs.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

describe('forms of usage', () => {
  test.each([
    ['chat', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }, [10, 0, 5]],
    [
      'chat with a cache',
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 8 } },
      [10, 8, 5],
    ],
    [
      'responses',
      { input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: 4 } },
      [10, 4, 5],
    ],
    [
      'thoughts in the total only',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115 },
      [10, 0, 105],
    ],
    ['no completion', { prompt_tokens: 10, total_tokens: 115 }, [10, 0, 105]],
    ['a total that is too small', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 }, [10, 0, 5]],
    [
      'DeepSeek',
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 },
      [10, 6, 5],
    ],
    ['numbers as text', { prompt_tokens: '10', completion_tokens: '5' }, [10, 0, 5]],
    [
      'a cache above the input',
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 60 },
      [10, 10, 5],
    ],
  ])('%s', (_name, usage, [input, cached, output]) => {
    expect(readUsage(usage, true)).toEqual({ input, cached, output });
  });

  test.each([
    [{}],
    [null],
    [undefined],
    ['many'],
    [{ prompt_tokens: 'many', completion_tokens: 'few' }],
    [{ prompt_tokens: -4, completion_tokens: 5 }],
    [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    [{ prompt_tokens: 10, completion_tokens: 0 }],
    [{ completion_tokens: 5, total_tokens: 15 }],
    [{ prompt_tokens: 10 }],
    [{ prompt_tokens: Number.POSITIVE_INFINITY, completion_tokens: 4 }],
  ])('%j cannot be read', (usage) => {
    expect(readUsage(usage, true)).toBeNull();
  });
});

test.each([
  ['{}', () => ({})],
  ['texts', () => ({ prompt_tokens: 'some', completion_tokens: 'more' })],
  ['nothing', () => undefined],
])('usage of %s costs the reserve', async (_name, usage) => {
  const root = createSite();
  const server = await serveModel({
    fault: () => ({ completion: (completion) => ({ ...completion, usage: usage() }) }),
  });
  const { result, warnings } = await runGenerate(root, server.url, { topics: createTopics(1) });
  const ledger = await readCalls(root);
  for (const { usd } of ledger) expect(usd).toBeGreaterThan(0.08);
  expect(result.usd).toBeCloseTo(Number(createCostReport(ledger).total.usd), 6);
  expect(result.estimated).toBe(4);
  expect(warnings).toMatch(/usage .*cannot be read/);
});

test.each([
  ['in the usage', { usage: { prompt_tokens: 100, completion_tokens: 20_000, total_tokens: 20_100 } }],
  ['in the total only', { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 20_100 } }],
])(
  'a server that ignores the token limit is stopped by the first call that shows it, %s',
  async (_name, change) => {
    const root = createSite({ concurrency: 1 });
    const server = await serveModel({
      fault: () => ({ completion: (completion) => ({ ...completion, ...change }) }),
    });
    const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(5) });
    expect(errors[0]).toMatch(/ignores the token limit.*maxOutputTokens|tokenLimitField/);
    expect(server.calls).toHaveLength(1);
    expect(result.usd).toBeGreaterThan(0.2);
  },
);

test.each([
  ['a text far above the limit', 3000],
  ['a text too long to keep', 5_000_000],
])('%s shows it too, and counts by its length', async (_name, words) => {
  const root = createSite({ concurrency: 1, maxOutputTokens: 300 });
  const server = await serveModel({
    fault: () => ({ completion: (completion) => ({ ...completion, usage: {} }) }),
    answer: () => JSON.stringify({ title: 'x '.repeat(words), sections: [] }),
    obeysLimit: false,
  });
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(5) });
  expect(errors[0]).toMatch(/ignores the token limit/);
  expect(server.calls).toHaveLength(1);
  expect(result.usd).toBeGreaterThan((words * 2 * 10) / 1e6);
});

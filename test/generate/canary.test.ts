/** Models that can do nothing of use: the run ends early, says what to change, and repeats no cut-off call. */
import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../support/model-server.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

const stepOf = ({ response_format }: ChatRequest) => response_format?.json_schema?.name;

describe('straight rejections with one code', () => {
  test('end the run after generate.maxRejections articles, without a budget', async () => {
    const root = createSite({ maxRejections: 3, concurrency: 1 });
    const server = await serveModel({ answer: () => 'I would rather not write JSON.' });
    const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(40) });
    expect(errors[0]).toMatch(
      /3 articles in a row .*"schema".*generate\.responseFormat.*run the same command with --remake-rejected/,
    );
    expect(result.rejected).toHaveLength(3);
    expect(server.calls).toHaveLength(6);
  });

  test('count from nothing after an accepted article', async () => {
    const root = createSite({ maxRejections: 2, concurrency: 1, maxRepairs: 0 });
    const server = await serveModel({
      fault: ({ job }) => (/000[24]\//.test(job) ? { content: () => 'no JSON' } : undefined),
    });
    const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(5) });
    expect(errors).toEqual([]);
    expect([result.written.length, result.rejected.length]).toEqual([3, 2]);
  });
});

test('a cut-off answer is not asked for again under the same limit', async () => {
  const root = createSite({ concurrency: 1 });
  const server = await serveModel({ reasoning: (body) => (stepOf(body) === 'sections' ? 9000 : 0) });
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(1) });
  expect(server.calls.map(({ step }) => step)).toEqual(['outline', 'sections']);
  expect(result.written).toEqual([]);
  expect(errors[0]).toMatch(
    /no article was accepted \(1 with findings\); the first: .*cut off.*generate\.maxOutputTokens/,
  );
});

test('with a budget, one step that never works is tried with at most 2 % of it', async () => {
  const root = createSite();
  const server = await serveModel({ reasoning: (body) => (stepOf(body) === 'sections' ? 9000 : 0) });
  const { errors, result } = await runGenerate(
    root,
    server.url,
    { topics: createTopics(40) },
    { budget: 10 },
  );
  expect(errors[0]).toMatch(
    /none of the first \d answers can be used \(sections: truncated\); stopped at \$/,
  );
  expect(result.usd).toBeLessThan(0.2);
  // The outlines are kept: with a higher limit nothing of them is paid again.
  expect(server.calls.filter(({ step }) => step === 'sections').length).toBeLessThanOrEqual(2);
});

test('one usable answer of each step lets all others go', async () => {
  const root = createSite();
  const server = await serveModel({ latency: 5 });
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(12) }, { budget: 3 });
  expect(errors).toEqual([]);
  expect(result.written).toHaveLength(12);
});

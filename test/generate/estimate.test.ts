/** Compares the estimates before a run and after ten articles with the cost of the run. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { journalPath } from '../../src/generate/run/run-plan.ts';
import { createRandom } from '../support/random.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 300_000 });

const usdIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

test.each([
  { name: 'with reasoning', reasoningTokens: 900, locales: ['en_US'] as const, count: 24 },
  {
    name: 'without reasoning, in three languages',
    reasoningTokens: 0,
    locales: ['en_US', 'ru_RU', 'tr_TR'] as const,
    count: 8,
  },
])('an estimate comes true within 15 %, $name', async ({ reasoningTokens, locales, count }) => {
  const random = createRandom('thoughts');
  const root = createSite({ words: { minimum: 500, maximum: 1200 }, reasoningTokens });
  const server = await serveModel({ reasoning: () => Math.round(reasoningTokens * (0.5 + random())) });
  const { result, warnings, errors } = await runGenerate(root, server.url, {
    locales,
    topics: createTopics(count),
  });
  expect(errors).toEqual([]);
  const all = locales.length * count;
  expect(result.written.length + result.rejected.length).toBe(all);
  const cost = server.book.reduce((sum, { usage }) => {
    const cached = usage.prompt_tokens_details.cached_tokens;
    return sum + (usage.prompt_tokens - cached * 0.5 + usage.completion_tokens * 10) / 1e6;
  }, 0);
  const before = usdIn(warnings, new RegExp(`${all} articles, ${all * 4} calls and about \\$([\\d.]+)`));
  expect(before / cost).toBeGreaterThan(0.85);
  expect(before / cost).toBeLessThan(1.15);
  const later = usdIn(warnings, new RegExp(`after 1\\d articles: about \\$([\\d.]+) for all ${all}`));
  expect(later / cost).toBeGreaterThan(0.85);
  expect(later / cost).toBeLessThan(1.15);
});

test('what the first ten articles took corrects an estimate without reasoning, and warns of the budget', async () => {
  const root = createSite({ words: { minimum: 300, maximum: 600 } });
  const server = await serveModel({ reasoning: () => 3000 });
  const { result, warnings } = await runGenerate(
    root,
    server.url,
    { topics: createTopics(14) },
    { budget: 1.5 },
  );
  const later = usdIn(warnings, /after 1\d articles: about \$([\d.]+) for all 14/);
  expect(later / 14).toBeCloseTo(Number(result.usd) / result.written.length, 1);
  expect(warnings).toMatch(/budget of \$1\.50 will not suffice/);
});

test('articles that the journal confirms together do not hide the cost after ten', async () => {
  const root = createSite({ concurrency: 16 });
  const server = await serveModel();
  const topics = createTopics(16);
  const first = await runGenerate(root, server.url, { topics });
  // As after a crash between the last answers and the articles: every answer is known, all articles end at once.
  const { run } = first.result;
  const path = journalPath(root, String(run));
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*"type":"(?:article|end)".*\n/gm, ''));
  rmSync(join(root, 'content/generated.jsonl'));
  for (const { file } of first.result.written) rmSync(join(root, file));
  const before = server.calls.length;
  const { warnings } = await runGenerate(root, server.url, { topics });
  expect(server.calls).toHaveLength(before);
  expect(warnings.match(/after 1\d articles: about/g)).toHaveLength(1);
});

test('a price that nobody has compared for 180 days is said, before money is spent', async () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const source = 'https://provider.example/prices';
  const warningsAt = async (checked: string | undefined) => {
    const price = { input: 1, output: 10, source, ...(checked && { checked }) };
    const root = createSite({ prices: { 'test-model': price } });
    const server = await serveModel();
    const { warnings } = await runGenerate(root, server.url, {}, { action: 'dry-run' });
    expect(server.calls).toEqual([]);
    return warnings;
  };
  const old = dayBefore(182);
  expect(await warningsAt(old)).toContain(
    `the price of test-model was compared with the price list on ${old}, more than 180 days ago`,
  );
  expect(await warningsAt(old)).toContain(source);
  expect(await warningsAt(dayBefore(178))).not.toContain('price list');
  expect(await warningsAt(undefined)).not.toContain('price list');
});

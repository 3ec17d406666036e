/** A server that this project did not write: `@copilotkit/aimock`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readApprovals } from '../../src/content/article/approvals.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import { createAnswer } from '../support/model-answers.ts';
import { runArticles } from '../support/program.ts';
import { createCostReport } from './journal-costs.ts';
import { createSite, createTopics, readArticles, runCli, runGenerate } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const LOCALES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;

async function setUp(settings: object = {}) {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.on({ predicate: () => true }, (request) => ({
    content: createAnswer({
      model: request.model,
      messages: request.messages.map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : '',
      })),
      response_format: request.response_format as NonNullable<
        Parameters<typeof createAnswer>[0]['response_format']
      >,
    }),
  }));
  await mock.start();
  onTestFinished(() => mock.stop());
  return { mock, root: createSite(settings), url: `${mock.url}/v1` };
}

test('20 articles in each locale are judged, approved and built', async () => {
  const { root, url, mock } = await setUp({ judge: { model: 'test-model' } });
  const { result, errors } = await runGenerate(root, url, { locales: LOCALES, topics: createTopics(20) });
  expect(errors).toEqual([]);
  expect(result.rejected).toEqual([]);
  expect(result.estimated).toBe(0);
  for (const locale of LOCALES)
    expect(result.written.filter((article) => article.locale === locale)).toHaveLength(20);
  const { calls, wasted, articles, unknown } = createCostReport(await readCalls(root)).total;
  expect(mock.getRequests().filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(calls);
  // Some answers are repaired.
  expect({ calls: calls - wasted, articles, unknown }).toEqual({ calls: 400, articles: 80, unknown: 0 });
  const drafts = await runArticles(['build', '--root', root, '--json']);
  expect([drafts.code, JSON.parse(drafts.stdout).articles]).toEqual([0, 0]);
  const files = result.written.map(({ file }) => file ?? '');
  const approve = ['review', 'approve', ...files, '--reviewer', 'Ann Reed', '--root', root];
  expect(await runArticles(approve)).toMatchObject({ code: 0 });
  const { decisions } = readApprovals(root);
  expect(decisions.filter(({ judge }) => judge?.objections.length === 0)).toHaveLength(80);
  const built = await runCli(['build', '--root', root, '--json']);
  expect([built.code, built.stderr]).toEqual([0, expect.not.stringContaining('error')]);
  expect(JSON.parse(built.stdout).articles).toBe(80);
  for (const folder of ['articles', 'ru/articles', 'tr/articles', 'ko/articles'])
    expect(readdirSync(join(root, 'dist', folder)).filter((file) => file.endsWith('.html'))).toHaveLength(20);
});

test('its files and batches: the same empty answer to every line is repaired once, then rejected', async () => {
  const { root, url } = await setUp();
  const request = { topics: createTopics(3), mode: 'batch' as const };
  let outcome = await runGenerate(root, url, request, { action: 'submit' });
  for (let round = 0; round < 20 && outcome.result.rejected.length === 0; round++) {
    outcome = await runGenerate(root, url, request, { action: 'collect' });
  }
  expect(outcome.errors).toEqual([expect.stringMatching(/no article was accepted \(3 with findings\)/)]);
  expect(outcome.result.rejected.map(({ file, findings }) => [file, findings[0]?.code])).toEqual(
    Array.from({ length: 3 }, () => [null, 'schema']),
  );
  expect(createCostReport(await readCalls(root)).total).toMatchObject({ calls: 6, wasted: 6 });
  expect(readArticles(root).size).toBe(0);
});

test('its chaos: calls that fail at random may be paid, and every one is in the ledger', async () => {
  const { root, url, mock } = await setUp();
  mock.setChaos({ dropRate: 0.2 });
  const topics = createTopics(6);
  let outcome = await runGenerate(root, url, { topics });
  for (let again = 0; again < 20 && outcome.errors.length > 0; again++)
    outcome = await runGenerate(root, url, { topics }, { retryUnknown: true });
  expect(outcome.errors).toEqual([]);
  expect(outcome.result.written).toHaveLength(6);
  const sent = mock.getRequests().filter(({ path }) => path.endsWith('/chat/completions'));
  const answered = sent.filter(({ response }) => response.status === 200).length;
  expect(createCostReport(await readCalls(root)).total).toMatchObject({
    calls: sent.length,
    unknown: sent.length - answered,
  });
});

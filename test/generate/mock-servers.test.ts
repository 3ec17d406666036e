/** Two servers that this project did not write run the same 20 articles in four locales. */
import { createServer } from 'node:net';
import { devNull } from 'node:os';
import { LLMock } from '@copilotkit/aimock';
import { startMockServer } from 'openai-mock-api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCostReport, loadLedger } from '../../src/generate/run/ledger.ts';
import { createAnswer } from '../support/model-answers.ts';
import type { ChatRequest } from '../support/model-server.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 240_000 });

const KEY = 'sk-test-0123456789';
const request = { locales: ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const, topics: createTopics(20) };

/** The conversations of a run, as the project's own server had them. */
async function record(): Promise<ChatRequest[]> {
  const server = await serveModel();
  const { errors } = await runGenerate(createSite(), server.url, request);
  expect(errors).toEqual([]);
  return server.calls.map(({ body }) => body);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function expectAllWritten(url: string): Promise<void> {
  const root = createSite();
  const { result, errors } = await runGenerate(root, url, request, { apiKey: KEY });
  expect(errors).toEqual([]);
  expect(result.rejected).toEqual([]);
  expect(result.written).toHaveLength(80);
  expect(result.estimated).toBe(0);
  for (const locale of request.locales)
    expect(result.written.filter((article) => article.locale === locale)).toHaveLength(20);
  const { calls, wasted, articles, unknown } = createCostReport(await loadLedger(root)).total;
  // Some answers are repaired.
  expect({ calls: calls - wasted, articles, unknown }).toEqual({ calls: 320, articles: 80, unknown: 0 });
}

test('aimock', async () => {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.on({ predicate: () => true }, ({ model, messages, response_format }) => ({
    content: createAnswer({
      model,
      messages: messages.map(({ role, content }) => ({ role, content: String(content) })),
      response_format: response_format as NonNullable<ChatRequest['response_format']>,
    }),
  }));
  await mock.start();
  onTestFinished(() => mock.stop());
  await expectAllWritten(`${mock.url}/v1`);
});

test('openai-mock-api, with each conversation as it was on the own server', async () => {
  const responses = (await record()).map((body, index) => ({
    id: String(index),
    messages: [
      ...body.messages.map(({ role, content }) => ({ role: role as 'system' | 'user', content })),
      { role: 'assistant' as const, content: createAnswer(body) },
    ],
  }));
  const port = await freePort();
  const mock = await startMockServer({ config: { apiKey: KEY, responses }, port, logFile: devNull });
  onTestFinished(() => mock.stop());
  await expectAllWritten(`http://127.0.0.1:${port}/v1`);
});

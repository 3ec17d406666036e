/** Servers that misreport, hold off or send elsewhere: what is counted, and where a run stops. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../support/listen.ts';
import type { Fault } from '../support/model-server.ts';
import { createSkippingClock } from './clock.ts';
import { createSite, createTopics, runCli, runGenerate, serveModel } from './site.ts';

/** A fault of the first call of the sections. */
const once = (fault: Fault) => {
  let isFirst = true;
  return ({ step }: { step: string }) => {
    if (step !== 'sections' || !isFirst) return undefined;
    isFirst = false;
    return fault;
  };
};
const refusal = (status: number, error: object): Fault => ({
  status,
  body: JSON.stringify({ error }),
  billed: true,
});

test.each<[string, Fault, written: number]>([
  [
    'an answer that the server finds invalid',
    refusal(400, {
      message: 'Failed to generate JSON',
      code: 'json_validate_failed',
      failed_generation: '{"sections": [',
    }),
    1,
  ],
  ['a guardrail of a gateway', refusal(400, { message: 'Violated guardrail policy' }), 0],
  ['a guardrail with a status of its own', refusal(446, { message: 'The checks failed' }), 0],
])('%s is paid, and does not stop the run', async (_name, fault, written) => {
  const root = createSite({ concurrency: 1 });
  const server = await serveModel({ stored: false, fault: once(fault) });
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(2) });
  expect(errors).toEqual([]);
  expect(result.written).toHaveLength(1 + written);
  expect(result.calls).toBe(server.book.length);
  expect(result.estimated).toBe(1);
});

test('a prompt that a filter rejects costs no output', async () => {
  const root = createSite({ prices: { 'test-model': { input: 0, output: 10 } } });
  const fault: Fault = {
    status: 400,
    body: '{"error":{"message":"The prompt was filtered","code":"content_filter"}}',
  };
  const server = await serveModel({ fault: () => fault });
  const { result } = await runGenerate(root, server.url);
  expect([result.rejected.length, result.calls, result.usd]).toEqual([1, 1, 0]);
});

test.each([
  ['in tokens', { completion_tokens: 1.8e15 }],
  ['in tokens of the prompt', { prompt_tokens: 1.8e15 }],
  ['in dollars', { cost: 1.8e10, completion_tokens: -1 }],
])('an absurd report %s counts with the reserve, and is said', async (_name, change) => {
  const root = createSite();
  let isFirst = true;
  const server = await serveModel({
    report: (usage) => {
      const shown = isFirst ? { ...usage, total_tokens: undefined, ...change } : usage;
      isFirst = false;
      return shown;
    },
  });
  const { errors, warnings, result } = await runGenerate(root, server.url);
  expect(errors).toEqual([]);
  expect(result.written).toHaveLength(1);
  expect(result.usd).toBeGreaterThan(0.08);
  expect(result.usd).toBeLessThan(0.2);
  expect(warnings).toMatch(/usage of 1 answer cannot be read or believed/);
});

test('a server that asks for a day of patience ends the run, with exit code 3', async () => {
  const root = createSite();
  const fault: Fault = {
    status: 429,
    body: '{"error":{"message":"quota of the day"}}',
    headers: { 'retry-after': '86400' },
  };
  const server = await serveModel({ fault: () => fault });
  const clock = createSkippingClock();
  const { errors, result } = await runGenerate(root, server.url, {}, { clock });
  expect(errors[0]).toMatch(
    /asks for a pause of 24 hours, until 20\d\d-.* UTC → run the same command again then/,
  );
  expect([server.calls.length, result.usd]).toEqual([1, 0]);
  const args = ['generate', '--root', root, '--base-url', server.url, '--count', '1'];
  const { code, stderr } = await runCli(args, { OPENAI_API_KEY: 'sk-test-0123456789' });
  expect([code, stderr]).toEqual([3, expect.stringContaining('24 hours')]);
});

test('a redirect to another host gets nothing; one within the host is followed', async () => {
  const target = await serveModel({ stored: false });
  const received: string[] = [];
  let host = target.url.replace('/v1', '');
  const gate = createServer((request, response) => {
    received.push(request.url ?? '');
    const isInside = request.url?.startsWith('/inside');
    if (isInside)
      return void response.writeHead(308, { location: request.url?.replace('/inside', '/moved') }).end();
    response.writeHead(307, { location: `${host}${request.url}` }).end();
  });
  const { url, close } = await listen(gate);
  onTestFinished(close);
  const root = createSite({ store: false });
  const { errors } = await runGenerate(root, `${url}/v1`);
  expect(target.calls).toEqual([]);
  expect(errors[0]).toMatch(
    /redirects to http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions, where nothing is sent.*--base-url/,
  );
  host = 'https://elsewhere.example';
  await runGenerate(root, `${url}/inside`, { topics: createTopics(1, 'inside') });
  expect(received).toContain('/moved/chat/completions');
});

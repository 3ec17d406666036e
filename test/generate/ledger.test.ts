/** The report on the cost of all runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { newestLines } from '../../src/generate/journal/ledger.ts';
import { lineSchema } from '../../src/generate/journal/ledger-line.ts';
import { journalPath } from '../../src/generate/run/run-plan.ts';
import { readAllLines } from '../../src/generate/run/settle-run.ts';
import { createSkippingClock } from './clock.ts';
import { createSite, createTopics, runCli, runGenerate, serveModel } from './site.ts';

test('of two runs of one second, the newer one is that of the later line', () => {
  const line = (run: string, time: string) =>
    lineSchema.parse({
      ...{ id: 'a', topic: 'A', locale: 'en_US', outcome: 'sent', code: null, file: null, model: 'm' },
      ...{ row: '', prompt: '', calls: 0, wasted: 0, unknown: 0, usd: 0, article: 'en_US-0001', batch: null },
      ...{ tokens: { input: 0, cached: 0, output: 0 }, run, time },
    });
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{6}$/), fc.stringMatching(/^[0-9a-f]{6}$/), (first, second) => {
      fc.pre(first !== second);
      const old = line(`20261130-031802-${first}`, '2026-11-30T03:18:02.100Z');
      const now = line(`20261130-031802-${second}`, '2026-11-30T03:18:02.900Z');
      for (const lines of [
        [old, now],
        [now, old],
      ])
        expect([...newestLines(lines).values()]).toEqual([now]);
    }),
  );
});

test('a damaged line is named, and everything else is reported', async () => {
  const root = createSite();
  const server = await serveModel();
  const first = await runGenerate(root, server.url, { topics: createTopics(2, 'first') });
  const second = await runGenerate(root, server.url, { topics: createTopics(1, 'second') });
  const path = journalPath(root, String(first.result.run));
  const lines = readFileSync(path, 'utf8').split('\n');
  const damaged = lines.findIndex((line) => line.includes('"type":"verdict"'));
  writeFileSync(path, lines.map((line, index) => (index === damaged ? '{"type":"ver' : line)).join('\n'));
  const report = ['generate', '--root', root, '--report'];
  const people = await runCli(report);
  expect(people.code).toBe(1);
  expect(people.stdout).toMatch(/By article/);
  expect(people.stderr).toMatch(new RegExp(`journal\\.jsonl:${damaged + 1}: this line .* is damaged`));
  const { total, error } = JSON.parse((await runCli([...report, '--json'])).stdout);
  expect(total.usd).toBeCloseTo(Number(first.result.usd) + Number(second.result.usd), 6);
  expect(error.problems).toMatchObject([{ code: 'damaged-record', line: damaged + 1 }]);
});

test('whichever record a journal loses, no outcome that the ledger has is taken back', async () => {
  const root = createSite({ concurrency: 1 });
  const server = await serveModel();
  const { result } = await runGenerate(root, server.url, { topics: createTopics(2) });
  const config = await loadConfig(root);
  const outcomes = async () =>
    [...newestLines(await readAllLines(config, () => {})).values()].map((line) => [
      ...[line.article, line.outcome, line.file],
    ]);
  const known = await outcomes();
  expect(known.map(([, outcome]) => outcome)).toEqual(['written', 'written']);
  const path = journalPath(root, String(result.run));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  for (const lost of lines) {
    writeFileSync(path, `${lines.filter((line) => line !== lost).join('\n')}\n`);
    expect([lost, await outcomes()]).toEqual([lost, known]);
  }
  // Nor does one that ends early.
  for (let count = 0; count < lines.length; count++) {
    writeFileSync(
      path,
      lines
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect([count, await outcomes()]).toEqual([count, known]);
  }
});

test.each([
  ['was billed', 'reset-after-billing'],
  ['was never made', 'reset-before-billing'],
] as const)('a call that %s is looked up again, although its topic is gone', async (_name, fault) => {
  const root = createSite({ concurrency: 1, settleSeconds: 60, timeoutSeconds: 30 });
  const clock = createSkippingClock();
  const server = await serveModel({
    clock,
    storeLag: 200_000,
    fault: ({ number }) => (number === 0 ? fault : undefined),
  });
  const sum = (name: 'usd' | 'unknown') =>
    readFileSync(join(root, 'content/generated.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .reduce((total, line) => total + JSON.parse(line)[name], 0);
  // No other call proves yet that the store of the server works.
  const first = await runGenerate(root, server.url, { topics: createTopics(1) }, { clock });
  expect(first.errors).toEqual([expect.stringMatching(/cannot tell whether the call was paid/)]);
  expect(sum('unknown')).toBe(1);
  await clock.sleep(300_000);
  const second = await runGenerate(root, server.url, { topics: createTopics(1, 'others') }, { clock });
  expect([second.errors, second.result.written.length]).toEqual([[], 1]);
  const bill = server.book.reduce((total, { usage }) => {
    const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = usage;
    return total + (input - 0.5 * details.cached_tokens + 10 * output) / 1e6;
  }, 0);
  if (fault === 'reset-after-billing')
    expect([sum('unknown'), sum('usd').toFixed(9)]).toEqual([0, bill.toFixed(9)]);
  else expect(sum('unknown')).toBe(1);
});

test('a batch of another run that is settled after a rejection takes it back no more', async () => {
  const root = createSite({ maxRejections: 9, maxRepairs: 0 }, undefined, ['en_US']);
  const server = await serveModel({ fault: () => ({ content: () => 'I cannot help with that.' }) });
  const ask = () => runGenerate(root, server.url, { topics: createTopics(1) });
  await ask();
  const file = join(root, 'content/generated.jsonl');
  const rejected = lineSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(rejected.outcome).toBe('rejected');
  const later = (outcome: string, usd: number) =>
    JSON.stringify({
      ...rejected,
      ...{ outcome, usd, code: null, run: '20260101-000000-abcdef', time: '2099-01-01T00:00:00.000Z' },
      batch: outcome === 'sent' ? 'batch-1' : null,
      entry: outcome === 'sent' ? 0 : 1,
    });
  writeFileSync(
    file,
    `${[JSON.stringify(rejected), later('sent', 0.04), later('unfinished', -0.04)].join('\n')}\n`,
  );
  const asked = server.calls.length;
  expect((await ask()).result.skips).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/^rejected in run/) }),
  ]);
  expect(server.calls.length).toBe(asked);
});

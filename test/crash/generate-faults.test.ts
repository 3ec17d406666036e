/** Kills runs at random moments while the server fails: `CRASH_FAULTS="a billed 500,no store"` chooses some faults. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readCalls } from '../../src/generate/run/read-run.ts';
import { createCostReport } from '../generate/journal-costs.ts';
import { createSite, createTopics, generateArgs, serveModel } from '../generate/site.ts';
import type { Fault, ModelServer, ModelServerOptions } from '../support/model-server.ts';
import { ROUNDS, random, start } from './rounds.ts';

const error = '{"error":{"message":"the upstream gave up"}}';
/** Every seventh request. */
const often = (fault: Fault): ModelServerOptions => ({
  fault: ({ number }) => (number % 7 === 3 ? fault : undefined),
});

/** One of each kind: test/generate/money-matrix.test.ts has the others of it, without kills. */
const FAULTS: Readonly<Record<string, ModelServerOptions>> = {
  'no fault': {},
  'a billed 500': often({ status: 500, body: error, billed: true }),
  'an unbilled 500': often({ status: 500, body: error }),
  'a reset after billing': often('reset-after-billing'),
  'no answer in time': often('hang-after-billing'),
  'truncated JSON': often('truncated-json'),
  'usage that cannot be read': { report: () => ({}) },
  'a store that lags': { ...often({ status: 500, body: error, billed: true }), storeLag: 250 },
  'no store': { ...often('reset-after-billing'), stored: false },
};

const wanted = process.env.CRASH_FAULTS?.split(',').map((name) => name.trim());

const costOf = ({ usage }: ModelServer['book'][number]) =>
  (usage.prompt_tokens - usage.prompt_tokens_details.cached_tokens * 0.5 + usage.completion_tokens * 10) /
  1e6;

test.each(Object.entries(FAULTS).filter(([name]) => !wanted || wanted.includes(name)))(
  'killed runs never pay twice nor lose money: %s',
  async (name, options) => {
    const root = createSite({ concurrency: 4, settleSeconds: 0.6, timeoutSeconds: 1 }, undefined, ['en_US']);
    const server = await serveModel({ latency: 3, ...options });
    const topics = join(root, 'topics.csv');
    const articles = Math.max(10, ROUNDS);
    writeFileSync(
      topics,
      `topic\n${createTopics(articles, name)
        .map(({ topic }) => `"${topic}"\n`)
        .join('')}`,
    );
    const args = generateArgs(root, topics, server.url);
    process.env.OPENAI_API_KEY ??= 'sk-test-0123456789';
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const until = server.calls.length + 1 + Math.floor(random() * 4);
      const child = start(args);
      const isOver = child.ended.then(() => true);
      const reached = (async () => {
        // A run that waits for its store is killed too.
        for (let wait = 0; server.calls.length < until && wait < 1500; wait++) await setTimeout(2);
        return false;
      })();
      if (!(await Promise.race([isOver, reached]))) child.kill();
      if ((await child.ended).code === null) killed++;
    }
    let last = await start(args).ended;
    // Faults stop a run; the same command continues it.
    for (let again = 0; again < 10 && last.code !== 0; again++) last = await start(args).ended;

    const { book } = server;
    const requests = book.map(({ request }) => request);
    const { usd, ...ledger } = createCostReport(await readCalls(root)).total;
    const spent = Number(usd);
    const cost = book.reduce((sum, entry) => sum + costOf(entry), 0);
    process.stdout.write(
      `${name}: ${killed} kills, ${server.calls.length} requests, ${book.length} billed ($${cost.toFixed(4)}), ledger ${ledger.calls} calls, ${ledger.unknown} unknown ($${spent.toFixed(4)}), exit code ${last.code}\n`,
    );
    expect(new Set(requests).size).toBe(requests.length);
    expect(spent + 1e-6).toBeGreaterThanOrEqual(cost);
    expect(ledger.calls).toBeGreaterThanOrEqual(book.length);
    expect(killed).toBeGreaterThan(0);
  },
);

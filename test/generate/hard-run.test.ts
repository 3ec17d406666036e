/**
 * One run under random faults and kills: the ledger is what the server billed. The figures of the documentation are of
 * HARD_ARTICLES=200 HARD_SEEDS=20 npx vitest run test/generate/hard-run.test.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Fault, ModelServer } from '../support/model-server.ts';
import { createRandom } from '../support/random.ts';
import { createSite, createTopics, generateArgs, readArticles, serveModel, spawnCli } from './site.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const ARTICLES = Number(process.env.HARD_ARTICLES ?? 24);
const SEEDS = Number(process.env.HARD_SEEDS ?? 1);
const CONCURRENCY = 8;
/** Commands after the kills: each ends where a fault says that it should be tried again later. */
const MAX_COMMANDS = 40;

/** Faults after which the server's store, or its answer, tells what was paid. */
const CLEAR: readonly Fault[] = [
  { status: 429, body: '{"error": {"message": "slow down"}}', headers: { 'retry-after': '0' } },
  { status: 409, body: '{"error": {"message": "conflict"}}' },
];
const DOUBTFUL: readonly Fault[] = [
  'reset-before-billing',
  'reset-after-billing',
  'truncated-json',
  { status: 500, body: '{"error": {"message": "broken"}}' },
  { status: 503, body: 'busy', billed: true },
  { status: 502, body: '<html>bad gateway</html>' },
];

/** In billionths of a dollar, by the prices of the sites of these tests. */
const billOf = ({ book }: ModelServer) =>
  book.reduce((sum, { usage: { prompt_tokens, prompt_tokens_details, completion_tokens } }) => {
    const { cached_tokens: cached } = prompt_tokens_details;
    return sum + 1000 * (prompt_tokens - cached) + 500 * cached + 10_000 * completion_tokens;
  }, 0);

function readLedger(root: string) {
  const lines = readFileSync(join(root, 'content/generated.jsonl'), 'utf8').trim().split('\n');
  const sum = (name: 'usd' | 'calls' | 'unknown') =>
    lines.reduce((total, line) => total + JSON.parse(line)[name], 0);
  return { usd: Math.round(sum('usd') * 1e9), calls: sum('calls'), unknown: sum('unknown') };
}

const seeds = Array.from({ length: SEEDS }, (_none, seed) => seed + 1);

test.each(seeds.flatMap((seed) => [true, false].map((stored) => [seed, stored] as const)))(
  'seed %i, with a store of the server: %s',
  async (seed, stored) => {
    const random = createRandom(`hard run ${seed} ${stored}`);
    const faults = stored ? [...CLEAR, ...DOUBTFUL] : CLEAR;
    let inFlight = 0;
    const server = await serveModel({
      stored,
      latency: 3,
      fault: () => (random() < 0.06 ? faults[Math.floor(random() * faults.length)] : undefined),
    });
    // Without a store nobody can tell what became of a call that a busy machine has not read in time.
    const timeoutSeconds = stored ? 2 : 60;
    const root = createSite(
      { concurrency: CONCURRENCY, settleSeconds: 0.5, timeoutSeconds, store: stored, maxRejections: 999 },
      undefined,
      ['en_US'],
    );
    const topics = join(root, 'topics.json');
    writeFileSync(topics, JSON.stringify(createTopics(ARTICLES, `hard ${seed}`)));
    const args = generateArgs(root, topics, server.url);
    const kills = 3 + Math.floor(random() * 4);
    for (let kill = 0; kill < kills; kill++) {
      const until = server.calls.length + Math.ceil((random() * ARTICLES * 4) / kills);
      const child = spawnCli(args);
      let isOver = false;
      void child.ended.then(() => {
        isOver = true;
      });
      while (server.calls.length < until && !isOver) await new Promise((resolve) => setTimeout(resolve, 2));
      if (child.kill('SIGKILL') && !isOver) inFlight += CONCURRENCY;
      await child.ended;
    }
    // A killed process leaves hidden files, and the next one removes them.
    const written = () => [...readArticles(root).keys()];
    for (let command = 0; command < MAX_COMMANDS; command++) {
      if (written().length === ARTICLES && command > 0) break;
      const { code, stderr } = await spawnCli(stored ? args : [...args, '--retry-unknown']).ended;
      expect([code, stderr], stderr).not.toEqual([2, stderr]);
    }
    expect(written().filter((file) => !/\/[^./][^/]*\.md$/.test(file))).toEqual([]);
    expect(written()).toHaveLength(ARTICLES);
    const ledger = readLedger(root);
    if (stored) {
      expect([ledger.unknown, ledger.usd]).toEqual([0, Math.round(billOf(server))]);
      expect(ledger.calls).toBe(server.book.length);
    } else {
      // A call that was running at a kill counts with the most that it can have cost, whether it was paid or not.
      expect(ledger.unknown).toBeLessThanOrEqual(inFlight);
      expect(ledger.usd).toBeGreaterThanOrEqual(Math.round(billOf(server)));
      expect(server.book.length).toBeLessThanOrEqual(ARTICLES * 4 + ledger.unknown);
    }
  },
);

/**
 * Nights of a content pipeline: each begins on a fresh copy of what was committed, with a list that has changed. Many more of
 * them: NIGHTS=60 NIGHTS_SEEDS=20 npx vitest run test/generate/nights.test.ts
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStop } from '../../src/generate/calls/stop.ts';
import { LEDGER_FILE, type LedgerLine, readLedger } from '../../src/generate/journal/ledger.ts';
import type { ModelServer } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createRandom } from '../support/random.ts';
import { createSite, createTopics, readArticles, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const NIGHTS = Number(process.env.NIGHTS ?? 6);
const SEEDS = Number(process.env.NIGHTS_SEEDS ?? 1);

/** The prices of the sites of these tests. */
const billOf = ({ book }: ModelServer) =>
  book.reduce(
    (sum, { usage }) =>
      sum +
      (usage.prompt_tokens - usage.prompt_tokens_details.cached_tokens * 0.5 + usage.completion_tokens * 10) /
        1e6,
    0,
  );

const spent = (lines: readonly LedgerLine[]) => lines.reduce((sum, { usd }) => sum + (usd ?? 0), 0);

const fail = (problem: { message: string }) => {
  throw new Error(problem.message);
};

/** What a runner has at the beginning of a night: the committed files, and the journals that its cache kept. */
function clone(root: string): string {
  const fresh = mkdtempSync(join(tmpdir(), 'articles-night-'));
  onTestFinished(() => rmSync(fresh, { recursive: true, force: true }));
  for (const path of ['content', 'site-config.json', '.articles/generate'])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(fresh, path), { recursive: true });
  return fresh;
}

test.each(Array.from({ length: SEEDS }, (_none, seed) => seed + 1))('nights of seed %i', async (seed) => {
  const random = createRandom(`nights ${seed}`);
  let root = createSite({ maxRepairs: 0, maxRejections: 99 }, undefined, ['en_US'], {
    features: { socialImages: false },
  });
  const refused = new Set<string>();
  let stop = createStop();
  let stopAfter = Number.POSITIVE_INFINITY;
  const server = await serveModel({
    fault: ({ body }) => {
      if (server.calls.length >= stopAfter) stop.stop({ kind: 'interrupt' });
      const prompt = body.messages.map(({ content }) => content).join('\n');
      const isRefused = [...refused].some((topic) => prompt.includes(topic));
      return isRefused ? { content: () => 'I cannot help with that.' } : undefined;
    },
  });
  let rows: { topic: string; id: string; notes?: string }[] = [];
  let number = 0;
  const live = new Map<string, string>();
  for (let night = 0; night < NIGHTS; night++) {
    root = clone(root);
    for (const { topic } of createTopics(1 + Math.floor(random() * 2), `${seed} ${night}`)) {
      const id = `row-${++number}`;
      rows.push({ topic, id });
      if (random() < 0.2) refused.add(topic);
    }
    // Rows move, are withdrawn and are edited.
    rows = rows.filter(() => random() > 0.05).sort(() => random() - 0.5);
    rows = rows.map((row) => (random() < 0.1 ? { ...row, notes: `note of night ${night}` } : row));
    stop = createStop();
    stopAfter =
      random() < 0.4 ? server.calls.length + 1 + Math.floor(random() * 6) : Number.POSITIVE_INFINITY;
    const before = server.calls.length;
    const { errors } = await runGenerate(root, server.url, { topics: rows }, {}, stop);
    // A night may stop early, and then says so; no night is locked out.
    expect(errors.filter((error) => !/stopped with|no article was accepted/.test(error))).toEqual([]);
    const lines = readLedger(root, fail);
    expect(spent(lines)).toBeCloseTo(billOf(server), 6);
    if (stop.reason() === null) {
      // The same night once more asks nothing.
      const asked = server.calls.length;
      await runGenerate(root, server.url, { topics: rows });
      expect([night, server.calls.length - asked, asked - before >= 0]).toEqual([night, 0, true]);
    }
    // A slow reviewer, an edit by hand, and the build that readers get.
    for (const [file, text] of readArticles(root)) {
      const slug = /^slug: (.*)$/m.exec(text)?.[1] ?? '';
      if (/^draft: true$/m.test(text) && random() < 0.4) {
        if ((await runArticles(['review', 'approve', file, '--reviewer', 'Ann', '--root', root])).code === 0)
          live.set(file, slug);
      } else if (live.has(file) && random() < 0.3)
        writeFileSync(join(root, file), `${text.trimEnd()} Edited.\n`);
    }
    const built = await runArticles(['build', '--root', root, '--json']);
    expect([built.code, JSON.parse(built.stdout).articles]).toEqual([0, live.size]);
    for (const slug of live.values())
      expect(existsSync(join(root, 'dist/articles', `${slug}.html`))).toBe(true);
  }
  root = clone(root);
  await runGenerate(root, server.url, { topics: rows });
  const lines = readLedger(root, fail);
  expect(spent(lines)).toBeCloseTo(billOf(server), 6);
  const texts = [...readArticles(root).values()];
  for (const { id } of rows) {
    const articles = texts.filter((text) => text.includes(`\n  id: ${id}\n`));
    const outcomes = lines.filter((line) => line.id === id).map(({ outcome }) => outcome);
    expect([
      id,
      articles.length === 1 || (articles.length === 0 && outcomes.at(-1) === 'rejected'),
      outcomes,
    ]).toEqual([id, true, outcomes]);
  }
  // On a machine without journals the committed file alone answers what the nights cost.
  rmSync(join(root, '.articles'), { recursive: true, force: true });
  const { stdout } = await runArticles(['generate', '--report', '--by', 'topic', '--json', '--root', root]);
  expect(JSON.parse(stdout).total.usd).toBeCloseTo(billOf(server), 5);
  const asked = server.calls.length;
  await runGenerate(root, server.url, { topics: rows });
  expect(server.calls.length).toBe(asked);
  expect(readFileSync(join(root, LEDGER_FILE), 'utf8').endsWith('\n')).toBe(true);
});

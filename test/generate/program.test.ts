/** The real program against the test server: killed, short of disk and stopped. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import type { ModelServer, ModelServerOptions } from '../support/model-server.ts';
import { createRandom } from '../support/random.ts';
import { createCostReport } from './journal-costs.ts';
import {
  createSite,
  createTopics,
  generateArgs,
  readArticles,
  runCli,
  serveModel,
  spawnCli,
} from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const PROGRAM = join(import.meta.dirname, '../../bin/articles.js');
async function setUp(options: ModelServerOptions, articles: number, settings: object = {}) {
  const root = createSite(settings);
  const server = await serveModel(options);
  const topics = join(root, 'topics.csv');
  writeFileSync(
    topics,
    `\uFEFFtopic;category;subcategory\r\n${createTopics(articles)
      .map(({ topic }) => `"${topic}";;\r\n`)
      .join('')}`,
  );
  const args = generateArgs(root, topics, server.url);
  return { root, server, args };
}

function expectWhole(root: string, count: number): void {
  const files = readArticles(root);
  const articles = [...files].filter(([file]) => file.endsWith('.md'));
  expect(articles).toHaveLength(count);
  for (const [file, text] of articles) {
    const { meta, problems } = parseArticle(
      { file, locale: 'en_US', key: file.replace(/^content\/en_US\/articles\/|\.md$/g, '') },
      text,
      '',
    );
    expect(problems).toEqual([]);
    expect(meta?.status).toBe('draft');
    expect(text.match(/^## /gm)).toHaveLength(3);
    expect(text.endsWith('.\n')).toBe(true);
  }
}

const KILLED = 24;
const CALLS = 4 * KILLED;

describe(`kill -9 at random, 8 workers, ${KILLED} articles`, () => {
  test('every call is paid once, no file is lost, none is torn', async () => {
    const { root, server, args } = await setUp({ latency: 2 }, KILLED, { concurrency: 8, settleSeconds: 1 });
    const random = createRandom('kill');
    let kills = 0;
    // Moments are taken from what the server has seen, so that a slow machine kills in the same places.
    while (kills < 5) {
      const child = spawnCli(args);
      const until = server.calls.length + 6 + Math.floor(random() * 12);
      const isDone = await Promise.race([
        child.ended.then(() => true),
        reach(server, until).then(() => false),
      ]);
      if (isDone) break;
      child.kill('SIGKILL');
      await child.ended;
      kills++;
    }
    expect(kills).toBeGreaterThanOrEqual(4);
    const { code, stdout } = await spawnCli(args).ended;
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.skips).toEqual([]);
    expect(result.written).toHaveLength(KILLED);
    expect(result.rejected).toEqual([]);
    const jobs = server.billed().map(({ job }) => job);
    expect(jobs).toHaveLength(CALLS);
    expect(new Set(jobs).size).toBe(CALLS);
    expect(result.calls).toBe(CALLS);
    expectWhole(root, KILLED);
    const ledger = await readCalls(root);
    expect(ledger.filter(({ outcome }) => outcome === 'paid')).toHaveLength(CALLS);
    expect(createCostReport(ledger).total.usd).toBeCloseTo(result.usd, 4);
  });
});

async function reach(server: ModelServer, calls: number): Promise<void> {
  while (server.calls.length < calls) await new Promise((resolve) => setTimeout(resolve, 3));
}

describe('a disk that fills up', () => {
  test.each([
    ['before the first call', 40, 8000],
    ['during the run, with every paid answer recorded', 150, 1500],
  ])('stops the run %s; with room again nothing is paid twice', async (_name, kilobytes, maxOutputTokens) => {
    const { root, server, args } = await setUp({}, 12, { concurrency: 4, maxOutputTokens });
    const limited = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      // Writing past the limit fails as a full disk does; the signal for it is ignored.
      const child = execFile(
        'bash',
        [
          '-c',
          `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`,
          'bash',
          process.execPath,
          PROGRAM,
          ...args.filter((arg) => arg !== '--json'),
        ],
        (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
      );
    });
    expect(limited.code).toBe(1);
    expect(limited.stderr).toMatch(/disk is full.*\n.*make room/);
    const paid = (await readCalls(root)).filter(({ outcome }) => outcome === 'paid');
    expect(paid).toHaveLength(server.billed().length);
    if (kilobytes > 40) expect(paid.length).toBeGreaterThan(4);
    const { code, stdout } = await spawnCli(args).ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout).written).toHaveLength(12);
    const jobs = server.billed().map(({ job }) => job);
    expect(new Set(jobs).size).toBe(jobs.length);
    expectWhole(root, 12);
  });
});

test('two processes can write one site, but not run the same request', async () => {
  const { server, args, root } = await setUp({ latency: 300 }, 6);
  // Half of their topics are the same.
  const others = join(root, 'others.csv');
  const topics = [...createTopics(3), ...createTopics(3, 'others')];
  writeFileSync(others, topics.map(({ topic }) => `${topic}\n`).join(''));
  const otherArgs = args.map((arg) => (arg === join(root, 'topics.csv') ? others : arg));
  const first = spawnCli(args).ended;
  await reach(server, 1);
  const [one, two, same] = await Promise.all([first, spawnCli(otherArgs).ended, spawnCli(args).ended]);
  expect([one.code, two.code]).toEqual([0, 0]);
  const written = [one, two].flatMap(({ stdout }) =>
    JSON.parse(stdout).written.map(({ file }: { file: string }) => file),
  );
  expect(new Set(written).size).toBe(written.length);
  // A topic that the first one has written before the second one plans is left out there.
  expect(JSON.parse(one.stdout).written).toHaveLength(6);
  const { written: more, skipped } = JSON.parse(two.stdout);
  expect(more.length + skipped).toBe(6);
  expect(skipped).toBeLessThanOrEqual(3);
  expect(readArticles(root)).toHaveLength(written.length);
  for (const [file, text] of readArticles(root)) {
    const { meta, problems } = parseArticle({ file, locale: 'en_US', key: file }, text, '');
    expect([file, problems, meta?.status]).toEqual([file, [], 'draft']);
  }
  // It came while the first one worked, or on a very slow machine after it, with nothing left to do.
  expect(same.code === 3 ? same.stdout : JSON.parse(same.stdout).calls).toSatisfy(
    (said: unknown) => said === 0 || /another process is working on/.test(String(said)),
  );
  const jobs = server.billed().map(({ job }) => job);
  expect(new Set(jobs).size).toBe(jobs.length);
});

test('an interrupt ends the run cleanly, and the same command continues it', async () => {
  const { server, args, root } = await setUp({ latency: 10 }, 6);
  const child = spawnCli(args);
  await reach(server, 10);
  child.kill('SIGINT');
  const { code, stdout } = await child.ended;
  expect(code).toBe(1);
  const first = JSON.parse(stdout);
  expect(first.error.problems[0].hint).toMatch(/same command again/);
  expect(first.calls).toBe(server.billed().length);
  const second = JSON.parse((await spawnCli(args).ended).stdout);
  expect(second.run).toBe(first.run);
  expect(second.written).toHaveLength(6);
  expect(server.billed()).toHaveLength(24);
  expectWhole(root, 6);
});

test('a dry run shows the full prompts and the price, and needs neither key nor server', async () => {
  const { args, server, root } = await setUp({}, 3);
  mkdirSync(join(root, 'empty'), { recursive: true });
  const dry = [
    'generate',
    '--root',
    root,
    '--topics',
    join(root, 'topics.csv'),
    '--locale',
    'tr_TR',
    '--locale',
    'en_US',
    '--dry-run',
  ];
  const people = await runCli(dry);
  expect(people.code).toBe(0);
  expect(people.stdout).toMatch(/=== tr_TR · outline · templates\/prompts\/outline\.md/);
  expect(people.stdout).toContain('strictly in Turkish');
  expect(people.stdout).toContain('"bankrollManagement": false');
  expect(people.stderr).toMatch(/6 articles, 24 calls.*about \$0\.\d+/);
  const machine = JSON.parse((await runCli([...dry, '--json'])).stdout);
  expect(machine).toMatchObject({ dryRun: true, written: [], rejected: [], articles: 6, calls: 24 });
  expect(machine.usd).toBeGreaterThan(0);
  expect(server.calls).toEqual([]);
  const keyless = await runCli(args.slice(0, 5));
  expect(keyless.code).toBe(1);
  expect(keyless.stderr).toMatch(/OPENAI_API_KEY/);
});

/**
 * Nights of a content pipeline: three sites in four languages, each night on a fresh clone of what was pushed, with a list
 * that has changed. One site shares its journals (`generate.state`), one has them from a cache, one has a machine of its own.
 * Many more: NIGHTS=60 NIGHTS_SEEDS=20 npx vitest run test/generate/nights.test.ts
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStop } from '../../src/generate/calls/stop.ts';
import type { GenerationLocale } from '../../src/locales/generation.ts';
import type { ModelServer } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createRandom } from '../support/random.ts';
import { createSite, createTopics, readArticles, runGenerate, serveModel, spawnGenerate } from './site.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const NIGHTS = Number(process.env.NIGHTS ?? 2);
const SEEDS = Number(process.env.NIGHTS_SEEDS ?? 1);
/** A seed of its own, to look at one that failed. */
const ONLY = process.env.NIGHTS_SEED;
const LOCALES: readonly GenerationLocale[] = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'];
/** A site is built in one night of so many. */
const BUILD_EVERY = Number(process.env.NIGHTS_BUILD ?? 5);

/** What the server bills, in billionths of a dollar, by the prices of the sites of these tests. */
const billOf = ({ book }: ModelServer) =>
  book.reduce((sum, { usage, isBatch }) => {
    const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = usage;
    const cost = 1000 * (input - details.cached_tokens) + 500 * details.cached_tokens + 10_000 * output;
    return sum + cost * (isBatch ? 0.5 : 1);
  }, 0);

interface Line {
  id: string;
  locale: string;
  outcome: string;
  run: string;
  row: string;
  time: string;
  usd: number | null;
  /** Calls that count with the most that they can have cost. */
  unknown: number;
  entry: number;
}

/** Reads the committed ledger by its documentation: a line that is there twice counts once. */
function readLines(root: string): Line[] {
  const file = join(root, 'content/generated.jsonl');
  const texts = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [...new Set(texts)].filter((text) => text !== '').map((text) => JSON.parse(text));
}

const spent = (lines: readonly Line[]) =>
  Math.round(lines.reduce((sum, { usd }) => sum + (usd ?? 0), 0) * 1e9);

const countUnknown = (lines: readonly Line[]) => lines.reduce((sum, { unknown }) => sum + unknown, 0);

/** Milliseconds after which the store of the server says what became of a call that ran at a kill. */
const SETTLED = 3500;

/** Another run has the topics, or took them over on a machine so busy that it could not renew its lock. */
const BUSY = /another process (?:is working|has taken over)/;

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Night', '-c', 'user.email=night@gazette.example', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const temporary = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `articles-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type Memory = 'state' | 'cache' | 'machine';

/** The repository of a site, and what its machines remember besides. */
function createRepository(memory: Memory) {
  const state = temporary('state');
  const shared = memory === 'state' ? { state: pathToFileURL(state).href } : {};
  const site = createSite({ maxRepairs: 0, maxRejections: 999, ...shared }, undefined, LOCALES);
  writeFileSync(
    join(site, '.gitattributes'),
    'content/approvals.jsonl merge=union\ncontent/generated.jsonl merge=union\n',
  );
  writeFileSync(join(site, '.gitignore'), 'dist/\n.dist.*\n.articles/\ntopics-*\n');
  const origin = temporary('origin');
  git(origin, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(site, 'init', '--quiet', '--initial-branch=main');
  git(site, 'remote', 'add', 'origin', origin);
  git(site, 'add', '.');
  git(site, 'commit', '--quiet', '-m', 'Begin');
  git(site, 'push', '--quiet', 'origin', 'main');
  const kept = temporary('kept');
  return {
    /** The folder of a night. */
    open(): string {
      if (memory === 'machine') return site;
      const root = temporary('night');
      git(root, 'clone', '--quiet', '--depth', '1', pathToFileURL(origin).href, '.');
      if (memory === 'cache' && existsSync(join(kept, 'generate')))
        cpSync(join(kept, 'generate'), join(root, '.articles/generate'), { recursive: true });
      return root;
    },
    /** Ends a night: pushes what it wrote, and keeps what this kind of runner keeps. @param isPushed false if it was killed before */
    close(root: string, isPushed = true): void {
      if (memory === 'cache')
        cpSync(join(root, '.articles/generate'), join(kept, 'generate'), { recursive: true });
      if (!isPushed) return;
      git(root, 'add', '--all', 'content');
      if (git(root, 'status', '--porcelain', 'content') !== '') git(root, 'commit', '--quiet', '-m', 'Night');
      try {
        git(root, 'pull', '--quiet', '--rebase', 'origin', 'main');
      } catch (error) {
        throw new Error(`two nights changed one file: ${git(root, 'diff')}`, { cause: error });
      }
      git(root, 'push', '--quiet', 'origin', 'HEAD:main');
      if (memory !== 'machine') rmSync(root, { recursive: true, force: true });
    },
  };
}

interface Row {
  topic: string;
  id: string;
  notes?: string;
  locale?: GenerationLocale;
}

const reach = async (server: ModelServer, calls: number, ended: Promise<unknown>) => {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (server.calls.length < calls && !isOver) await new Promise((resolve) => setTimeout(resolve, 3));
};

const seeds = ONLY === undefined ? Array.from({ length: SEEDS }, (_none, seed) => seed + 1) : [Number(ONLY)];

test.each(
  seeds.flatMap((seed) => (['state', 'cache', 'machine'] as const).map((memory) => [seed, memory] as const)),
)('nights of seed %i, journals by %s', async (seed, memory) => {
  const random = createRandom(`nights ${seed} ${memory}`);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
  const repository = createRepository(memory);
  const refused = new Set<string>();
  let stop = createStop();
  let stopAfter = Number.POSITIVE_INFINITY;
  const server = await serveModel({
    batches: { polls: 1 },
    fault: ({ body }) => {
      if (server.calls.length >= stopAfter) stop.stop({ kind: 'interrupt' });
      const prompt = body.messages.map(({ content }) => content).join('\n');
      const isRefused = [...refused].some((topic) => prompt.includes(topic));
      return isRefused ? { content: () => 'I cannot help with that.' } : undefined;
    },
  });
  let rows: Row[] = [];
  let number = 0;
  /** What a person has approved, and the address where readers have it: file → path in the output. */
  const live = new Map<string, string>();

  /** Rows are added, withdrawn, edited and put in another order. */
  const change = (night: number) => {
    for (const { topic } of createTopics(1 + Math.floor(random() * 2), `${seed} ${memory} ${night}`)) {
      const locale = random() < 0.8 ? pick(LOCALES) : undefined;
      rows.push({ topic, id: `row-${++number}`, ...(locale && { locale }) });
      if (random() < 0.2) refused.add(topic);
    }
    rows = rows.filter(() => random() > 0.05).sort(() => random() - 0.5);
    rows = rows.map((row) => (random() < 0.1 ? { ...row, notes: `note of night ${night}` } : row));
  };
  const write = (root: string, list: readonly Row[], options: Parameters<typeof runGenerate>[3] = {}) =>
    runGenerate(
      root,
      server.url,
      { topics: list, locales: LOCALES, mode: options.action === 'submit' ? 'batch' : 'live' },
      options,
      stop,
    );
  /** A night may stop early, be told to wait, or reject all that is left: then it says so. No night is locked out. */
  const accept = (errors: readonly string[]) =>
    expect(
      errors.filter((error) => !BUSY.test(error) && !/stopped with|no article was accepted/.test(error)),
    ).toEqual([]);

  /** The program is killed in the middle of its calls. */
  const kill = async (root: string, night: number) => {
    const list = join(root, `topics-${night}.json`);
    writeFileSync(list, JSON.stringify(rows));
    const locales = LOCALES.flatMap((locale) => ['--locale', locale]);
    const child = spawnGenerate(root, list, server.url, ...locales);
    // Of more calls than run at once, one was answered: the store of the server is known to work.
    await reach(server, server.calls.length + 9 + Math.floor(random() * 8), child.ended);
    child.kill('SIGKILL');
    await child.ended;
  };

  /** A slow reviewer, who rejects now and then, and edits by hand. */
  const review = async (root: string) => {
    for (const [file, text] of readArticles(root)) {
      const slug = /^slug: (.*)$/m.exec(text)?.[1] ?? '';
      const locale = file.split('/')[1] ?? '';
      const decide = (...args: string[]) =>
        runArticles(['review', ...args, file, '--reviewer', 'Ann', '--root', root]);
      if (/^ {2}status: draft$/m.test(text) && random() < 0.4) {
        if ((await decide('approve')).code === 0)
          live.set(file, `${locale === 'en_US' ? '' : `${locale.slice(0, 2)}/`}articles/${slug}.html`);
      } else if (/^ {2}status: draft$/m.test(text) && random() < 0.1)
        await decide('reject', '--reason', 'dull');
      else if (live.has(file) && random() < 0.2)
        writeFileSync(join(root, file), `${text.trimEnd()} Edited.\n`);
    }
  };
  const build = async (root: string) => {
    const { code, stderr } = await runArticles(['build', '--root', root, '--json']);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect([...live.values()].filter((path) => !existsSync(join(root, 'dist', path)))).toEqual([]);
  };

  for (let night = 0; night < NIGHTS; night++) {
    change(night);
    if (random() < 0.15) {
      const root = repository.open();
      await kill(root, night);
      // The runner is gone with its files.
      repository.close(root, memory === 'machine' && random() < 0.5);
      continue;
    }
    const root = repository.open();
    if (server.batches.batches.size > 0) accept((await write(root, [], { action: 'collect' })).errors);
    stop = createStop();
    stopAfter =
      random() < 0.3 ? server.calls.length + 1 + Math.floor(random() * 6) : Number.POSITIVE_INFINITY;
    if (random() < 0.2) accept((await write(root, rows, { action: 'submit' })).errors);
    else if (memory === 'state' && random() < 0.3) {
      // The night before is not over yet.
      const other = repository.open();
      // A row that changed tonight reaches one machine: it is other work where a text was collected and is not committed.
      const lists = [rows, rows.filter(({ notes }) => random() > 0.3 && notes !== `note of night ${night}`)];
      const both = await Promise.all([root, other].map((folder, index) => write(folder, lists[index] ?? [])));
      for (const { errors } of both) accept(errors);
      repository.close(other);
    } else {
      const { errors, result } = await write(root, rows);
      accept(errors);
      // On a busy machine a call may run into its time limit.
      const isDone = stop.reason() === null && result.unfinished?.length === 0;
      if (isDone && !errors.some((error) => BUSY.test(error))) {
        // The same night once more asks nothing.
        const asked = server.calls.length;
        await write(root, rows);
        expect([night, server.calls.length]).toEqual([night, asked]);
      }
    }
    // People work with what was pushed.
    repository.close(root);
    const desk = repository.open();
    await review(desk);
    if (night % BUILD_EVERY === BUILD_EVERY - 1) await build(desk);
    repository.close(desk);
  }

  // Quiet nights: batches end, and what was stopped goes on.
  stopAfter = Number.POSITIVE_INFINITY;
  for (let quiet = 0; quiet < 12; quiet++) {
    const paid = server.book.length;
    const root = repository.open();
    stop = createStop();
    if (server.batches.batches.size > 0) accept((await write(root, [], { action: 'collect' })).errors);
    accept((await write(root, rows)).errors);
    const unknown = countUnknown(readLines(root));
    repository.close(root);
    const isOpen = [...server.batches.batches.values()].some(({ status }) => status === 'in_progress');
    if (quiet > 0 && !isOpen && unknown === 0 && server.book.length === paid) break;
    if (unknown > 0 && !isOpen) await new Promise((resolve) => setTimeout(resolve, SETTLED));
  }
  const root = repository.open();
  const lines = readLines(root);
  expect([countUnknown(lines), spent(lines)]).toEqual([0, Math.round(billOf(server))]);
  const texts = [...readArticles(root)];
  const wrong = rows.flatMap(({ id, locale }) =>
    (locale ? [locale] : LOCALES).flatMap((edition) => {
      const articles = texts.filter(
        ([file, text]) => file.startsWith(`content/${edition}/`) && text.includes(`\n  id: ${id}\n`),
      );
      const outcomes = lines.filter((line) => line.id === id && line.locale === edition);
      const newest = outcomes
        .map(({ run }) => run)
        .sort()
        .at(-1);
      const last = outcomes
        .filter(({ run }) => run === newest)
        .sort((a, b) => a.time.localeCompare(b.time))
        .at(-1);
      const isStated = articles.length === 0 && last?.outcome === 'rejected';
      return articles.length === 1 || isStated
        ? []
        : [
            {
              id,
              edition,
              articles: articles.map(([, text]) => /^ {2}run: (.*)$/m.exec(text)?.[1]),
              outcomes: outcomes.map(
                ({ outcome, run, row, time }) => `${time} ${run} ${row.slice(0, 4)} ${outcome}`,
              ),
            },
          ];
    }),
  );
  expect(wrong).toEqual([]);
  await build(root);
  // On a machine without journals the committed file alone answers what the nights cost.
  rmSync(join(root, '.articles/generate'), { recursive: true, force: true });
  const { stdout } = await runArticles(['generate', '--report', '--by', 'topic', '--json', '--root', root]);
  expect(Math.round(JSON.parse(stdout).total.usd * 1e9)).toBe(Math.round(billOf(server)));
});

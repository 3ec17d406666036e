/** Machines that share their journals (setting `generate.state`): what one pays, another one knows. */
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSharedLogs } from '../../src/cache/shared-logs.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createStop } from '../../src/generate/calls/stop.ts';
import { KEPT_STORES } from '../support/kept-stores.ts';
import type { ModelServer, ModelServerOptions } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import {
  configure,
  createSite,
  createTopics,
  readArticles,
  runGenerate,
  serveModel,
  spawnGenerate,
} from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const folderOf = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `articles-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

async function setUp(
  options: ModelServerOptions = {},
  settings: object = {},
  locales: readonly string[] = ['en_US'],
) {
  const store = folderOf('state');
  const site = createSite({ state: pathToFileURL(store).href, ...settings }, undefined, locales);
  return {
    store,
    /** What was committed. */
    site,
    server: await serveModel(options),
    /** A machine with what was committed, and nothing else. */
    machine(): string {
      const root = folderOf('machine');
      cpSync(site, root, { recursive: true });
      return root;
    },
  };
}

const billOf = ({ book }: ModelServer) =>
  book.reduce(
    (sum, { usage, isBatch }) =>
      sum +
      ((usage.prompt_tokens -
        usage.prompt_tokens_details.cached_tokens * 0.5 +
        usage.completion_tokens * 10) /
        1e6) *
        (isBatch ? 0.5 : 1),
    0,
  );

const costOf = (root: string) =>
  readFileSync(join(root, 'content/generated.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + JSON.parse(line).usd, 0);

/** The calls that were billed more than once. */
const paidTwice = (server: ModelServer) => {
  const jobs = server.billed().map(({ job }) => job);
  return jobs.filter((job, index) => jobs.indexOf(job) !== index);
};

test('two machines at once never write one topic, and the later one knows what the first has written', async () => {
  const { server, machine } = await setUp({ latency: 20 });
  const topics = createTopics(6);
  const lists = [topics, [...topics.slice(3), ...createTopics(2, 'others')]];
  const roots = lists.map(machine);
  const runs = await Promise.all(
    roots.map((root, index) => runGenerate(root, server.url, { topics: lists[index] ?? [] })),
  );
  expect(runs.flatMap(({ errors }) => errors)).toEqual([]);
  const written = runs.flatMap(({ result }) => result.written.map(({ topic }) => topic));
  expect(written.sort()).toEqual([...topics, ...createTopics(2, 'others')].map(({ topic }) => topic).sort());
  expect(paidTwice(server)).toEqual([]);
  // Before either of them is merged, a third machine has all of it for nothing.
  const asked = server.calls.length;
  const third = machine();
  const { errors } = await runGenerate(third, server.url, { topics });
  expect([errors, server.calls.length, readArticles(third).size]).toEqual([[], asked, 6]);
});

test('the same list on a second machine is told to wait', async () => {
  const { server, machine } = await setUp({ latency: 150 });
  const first = runGenerate(machine(), server.url);
  while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { errors } = await runGenerate(machine(), server.url);
  expect(errors).toEqual([expect.stringMatching(/another process is working on the same request/)]);
  expect((await first).errors).toEqual([]);
});

/** A machine that is killed in the middle of its calls. */
async function kill(root: string, server: ModelServer, topics: readonly { topic: string }[]): Promise<void> {
  const list = join(root, 'topics.json');
  writeFileSync(list, JSON.stringify(topics));
  const child = spawnGenerate(root, list, server.url);
  while (server.calls.length < 14) await new Promise((resolve) => setTimeout(resolve, 3));
  child.kill('SIGKILL');
  await child.ended;
}

test('a machine that is killed leaves its answers to the next one', async () => {
  const { server, machine } = await setUp({ latency: 5 });
  const topics = createTopics(8);
  await kill(machine(), server, topics);
  const next = machine();
  const { errors, result } = await runGenerate(next, server.url, { topics, stale: false });
  expect([errors, result.written.length]).toEqual([[], 8]);
  expect(paidTwice(server)).toEqual([]);
  expect(costOf(next)).toBeCloseTo(billOf(server), 9);
});

test('what a killed run has cost is in the ledger, even if no command goes on with it', async () => {
  const { server, machine } = await setUp({ latency: 5 });
  await kill(machine(), server, createTopics(8));
  const next = machine();
  const { errors } = await runGenerate(next, server.url, { topics: createTopics(1, 'another') });
  expect(errors).toEqual([]);
  expect(costOf(next)).toBeGreaterThanOrEqual(billOf(server) - 1e-9);
  rmSync(join(next, '.articles'), { recursive: true });
  const { stdout } = await runArticles(['generate', '--report', '--json', '--root', next]);
  expect(JSON.parse(stdout).total.usd).toBeCloseTo(costOf(next), 6);
});

test('an article that was lost with a clone is made again, byte for byte, without a call', async () => {
  const { server, machine } = await setUp();
  const [first, second] = [machine(), machine()];
  await runGenerate(first, server.url, { topics: createTopics(2) });
  const asked = server.calls.length;
  const { errors } = await runGenerate(second, server.url, { topics: createTopics(2) });
  expect([errors, server.calls.length]).toEqual([[], asked]);
  expect([...readArticles(second)]).toEqual([...readArticles(first)]);
  // The ledger of both, merged line by line, counts each call once.
  const lines = [first, second].map((root) => readFileSync(join(root, 'content/generated.jsonl'), 'utf8'));
  writeFileSync(join(second, 'content/generated.jsonl'), lines.join(''));
  const { stdout } = await runArticles(['generate', '--report', '--json', '--root', second]);
  expect(JSON.parse(stdout).total.usd).toBeCloseTo(billOf(server), 6);
});

test('a run with other settings takes the answers of the same requests', async () => {
  const stop = createStop();
  const { server, machine } = await setUp({
    fault: () => {
      if (server.calls.length === 3) stop.stop({ kind: 'interrupt' });
      return undefined;
    },
  });
  const root = machine();
  const first = await runGenerate(root, server.url, { topics: createTopics(2) }, {}, stop);
  expect(first.errors).toEqual([expect.stringMatching(/^stopped with/)]);
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(2), publish: true });
  const paid = [...new Set(server.billed().map(({ job }) => job.replace(/^[^/]+/, '')))];
  expect([errors, result.written.length, server.billed().length]).toEqual([[], 2, paid.length]);
  // Whoever asks for a new run wants another text.
  for (const { file } of result.written) rmSync(join(root, file));
  await runGenerate(root, server.url, { topics: createTopics(2) }, { isNew: true });
  expect(server.billed()).toHaveLength(2 * paid.length);
});

test('batches are collected on another machine', async () => {
  const { server, machine } = await setUp();
  const submitted = await runGenerate(machine(), server.url, { mode: 'batch' }, { action: 'submit' });
  expect(submitted.errors).toEqual([]);
  // A live run leaves the topic to its batch.
  const live = await runGenerate(machine(), server.url);
  expect(live.result.skips).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/wait in batch/) }),
  ]);
  const written: string[] = [];
  for (let night = 0; night < 4; night++) {
    const { errors, result } = await runGenerate(machine(), server.url, {}, { action: 'collect' });
    expect(errors).toEqual([]);
    written.push(...result.written.map(({ file }) => file));
  }
  expect([written.length, server.calls]).toEqual([1, []]);
  const { stdout } = await runArticles(['generate', '--report', '--json', '--root', machine()]);
  expect(JSON.parse(stdout).total.usd).toBeCloseTo(billOf(server), 6);
});

test('what a machine collected and has not committed is written on the next one from its answers, without a call', async () => {
  const { server, machine } = await setUp();
  const sender = machine();
  await runGenerate(sender, server.url, { mode: 'batch' }, { action: 'submit' });
  const commit = (root: string) =>
    cpSync(join(sender, 'content/generated.jsonl'), join(root, 'content/generated.jsonl'));
  const clone = () => {
    const root = machine();
    commit(root);
    return root;
  };
  const collector = clone();
  for (let round = 0; round < 4; round++) await runGenerate(collector, server.url, {}, { action: 'collect' });
  const [collected] = readArticles(collector);
  expect(collected).toBeDefined();
  const next = clone();
  const { errors } = await runGenerate(next, server.url);
  expect([errors, server.calls]).toEqual([[], []]);
  // Two copies of one text, which Git merges.
  expect([...readArticles(next)]).toEqual([collected]);
});

test('a text that another machine has not committed is made again as it was, also where its row has changed since', async () => {
  const { server, machine } = await setUp();
  const [row] = createTopics(1).map((topic) => ({ ...topic, id: 'row-1' }));
  const [first, second] = [machine(), machine()];
  await runGenerate(first, server.url, { topics: row ? [row] : [] });
  const asked = server.calls.length;
  const topics = row ? [{ ...row, notes: 'Say more about the weather.' }] : [];
  const { errors } = await runGenerate(second, server.url, { topics });
  expect([errors, server.calls.length, [...readArticles(second)]]).toEqual([
    [],
    asked,
    [...readArticles(first)],
  ]);
  const again = await runGenerate(second, server.url, { topics });
  expect(again.result.skips).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/since then its notes .* changed/) }),
  ]);
  // A text that was committed and deleted was not wanted: the new row is other work.
  for (const file of readArticles(second).keys()) rmSync(join(second, file));
  await runGenerate(second, server.url, { topics });
  expect(server.calls.length).toBe(2 * asked);
});

test('what a machine renewed and has not committed is renewed on the next one, byte for byte, without a call', async () => {
  const { server, machine, site } = await setUp({}, {}, ['en_US', 'ru_RU']);
  const { result } = await runGenerate(site, server.url);
  const file = result.written[0]?.file ?? '';
  const approve = () => runArticles(['review', 'approve', file, '--reviewer', 'Ann', '--root', site]);
  const renew = (root: string, stale: boolean) =>
    runGenerate(root, server.url, { topics: null, locales: ['ru_RU'], translateFrom: 'en_US', stale });
  await approve();
  expect((await renew(site, false)).result.written).toHaveLength(1);
  const text = readFileSync(join(site, file), 'utf8');
  writeFileSync(join(site, file), text.replace(/\. (?=\p{Lu})/u, '. A new sentence stands here. '));
  await approve();
  const [first, second] = [machine(), machine()];
  const { result: renewed } = await renew(first, true);
  const asked = server.calls.length;
  const again = await renew(second, true);
  expect([renewed.written.length, again.errors, server.calls.length]).toEqual([1, [], asked]);
  expect([...readArticles(second)]).toEqual([...readArticles(first)]);
});

test('without the store nothing is sent; what arrived is not lost, and the next command goes on', async () => {
  let isAway = false;
  const { server, machine, store } = await setUp({
    fault: ({ number }) => {
      if (number !== 5 || isAway) return undefined;
      isAway = true;
      renameSync(store, `${store}-away`);
      writeFileSync(store, 'no folder');
      return undefined;
    },
  });
  onTestFinished(() => rmSync(`${store}-away`, { recursive: true, force: true }));
  const root = machine();
  const list = join(root, 'topics.json');
  writeFileSync(list, JSON.stringify(createTopics(4)));
  const { code, stdout } = await spawnGenerate(root, list, server.url).ended;
  const sent = server.calls.length;
  expect([code, sent <= 5 + 8, stdout]).toEqual([1, true, expect.stringMatching(/cannot/)]);
  rmSync(store);
  renameSync(`${store}-away`, store);
  const { errors, result } = await runGenerate(root, server.url, { topics: createTopics(4), stale: false });
  expect([errors, result.written.length]).toEqual([[], 4]);
  expect(paidTwice(server)).toEqual([]);
  expect(costOf(root)).toBeCloseTo(billOf(server), 9);
});

/** The store vanishes while calls run: their answers reach this machine alone. @returns how it comes back */
async function loseStore(store: string) {
  let isAway = false;
  const options: ModelServerOptions = {
    stored: false,
    latency: 30,
    fault: ({ number }) => {
      if (number !== 5 || isAway) return undefined;
      isAway = true;
      renameSync(store, `${store}-away`);
      writeFileSync(store, 'no folder');
      return undefined;
    },
  };
  onTestFinished(() => rmSync(`${store}-away`, { recursive: true, force: true }));
  const restore = () => {
    rmSync(store);
    renameSync(`${store}-away`, store);
  };
  return { options, restore };
}

test('two machines have answers of one run that the other has not: none is lost, and none is paid twice', async () => {
  const topics = createTopics(4);
  const { machine, store } = await setUp({}, { store: false });
  const { options, restore } = await loseStore(store);
  const server = await serveModel(options);
  const [first, second] = [machine(), machine()];
  const list = join(first, 'topics.json');
  writeFileSync(list, JSON.stringify(topics));
  expect((await spawnGenerate(first, list, server.url).ended).code).toBe(1);
  restore();
  // Nobody can tell the second machine what became of the calls that were running: it writes what it can.
  const other = await runGenerate(second, server.url, { topics });
  expect(other.errors).toEqual([expect.stringMatching(/cannot tell whether the call was paid/)]);
  const { errors, result } = await runGenerate(first, server.url, { topics, stale: false });
  expect([errors, result.unfinished]).toEqual([[], []]);
  const asked = server.calls.length;
  const { errors: none } = await runGenerate(second, server.url, { topics });
  expect([none, server.calls.length, readArticles(second).size]).toEqual([[], asked, 4]);
  expect(new Set(server.book.map(({ request }) => request)).size).toBe(server.book.length);
  for (const root of [first, second]) expect(costOf(root)).toBeCloseTo(billOf(server), 9);
});

describe.each(Object.keys(KEPT_STORES))('a log in %s', (scheme) => {
  test('has one writer, and is read as it was written', async () => {
    const { url, env, stop } = (await KEPT_STORES[scheme]?.(null)) ?? {
      url: '',
      env: {},
      stop: () => undefined,
    };
    onTestFinished(() => stop());
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const config = await loadConfig(createSite({}, undefined, ['en_US']));
    const [one, two] = [await openSharedLogs(config, url, 'logs'), await openSharedLogs(config, url, 'logs')];
    const bytes = (text: string) => Buffer.from(text);
    const claim = await one.claim('a');
    expect([claim?.isOurs(), await two.claim('a')]).toEqual([true, null]);
    const all = await two.claimAll();
    expect([...(await two.listClaimed())]).toEqual(['a']);
    await all?.release();
    await one.writeHead('a', bytes('head'));
    let text = '';
    for (let part = 0; part < 35; part++) {
      const line = `line ${part}\n`;
      expect(await one.append('a', text.length, bytes(line))).toBe(true);
      expect(await two.append('a', text.length, bytes('another\n'))).toBe(false);
      text += line;
    }
    expect(String(await two.read('a'))).toBe(text);
    await one.tidy('a', false);
    expect(String(await two.read('a'))).toBe(text);
    expect(await one.append('a', text.length, bytes('end\n'))).toBe(true);
    await one.tidy('a', true);
    expect(String(await two.read('a'))).toBe(`${text}end\n`);
    expect(await two.list()).toEqual([
      expect.objectContaining({ name: 'a', size: text.length + 4, hasHead: true, isEnded: true }),
    ]);
    await claim?.release();
    const next = await two.claim('a');
    expect(next?.isOurs()).toBe(true);
    await next?.release();
    expect(String(await one.readHead('a'))).toBe('head');
    expect(await one.readHead('b')).toBeNull();
  });
});

test('a state within the content of the site is refused', async () => {
  const { server, machine } = await setUp();
  const root = machine();
  configure(root, { state: pathToFileURL(join(root, 'content/state')).href }, ['en_US']);
  const { errors } = await runGenerate(root, server.url);
  expect([errors, server.calls]).toEqual([[expect.stringMatching(/overlaps the site's source files/)], []]);
});

test('a run whose id is a path stays in the store', async () => {
  const { server, machine, store } = await setUp();
  const config = await loadConfig(machine());
  const logs = await openSharedLogs(config, pathToFileURL(store).href, 'generate/test-gazette');
  await logs.writeHead('..', Buffer.from('{}'));
  const root = machine();
  expect((await runGenerate(root, server.url)).errors).toEqual([]);
  expect(existsSync(join(root, '.articles/generate/run.json'))).toBe(false);
});

/** Runs in batches: rounds, answers in any order, parts that fail or expire, crashes between the steps. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { splitSpecs } from '../../src/generate/batch/submit-batch.ts';
import { createStop } from '../../src/generate/calls/stop.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import { createAnswer } from '../support/model-answers.ts';
import type { BatchBehaviour } from '../support/model-batches.ts';
import type { ModelServerOptions } from '../support/model-server.ts';
import { createCostReport } from './journal-costs.ts';
import { createSite, createTopics, readArticles, runCli, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

async function setUp(
  batches: BatchBehaviour = {},
  articles = 4,
  answer: ModelServerOptions['answer'] = createAnswer,
) {
  const root = createSite();
  const server = await serveModel({ batches, answer });
  const request = { topics: createTopics(articles), mode: 'batch' as const };
  return {
    root,
    server,
    submit: (options: object = {}) =>
      runGenerate(root, server.url, request, { action: 'submit', ...options }),
    collect: (options: object = {}) =>
      runGenerate(root, server.url, request, { action: 'collect', ...options }),
    status: () => runGenerate(root, server.url, request, { action: 'status' }),
  };
}

function journalOf(root: string): string {
  const runs = join(root, '.articles/generate/runs');
  return join(runs, readdirSync(runs)[0] ?? '', 'journal.jsonl');
}

/** A machine with what was committed, and without the journals. */
function cloneOf(root: string): string {
  const clone = createSite();
  cpSync(join(root, 'content'), join(clone, 'content'), { recursive: true });
  return clone;
}

/** The command on another machine. */
async function collectOn(root: string, url: string, ...args: string[]) {
  const { code, stdout } = await runCli([
    ...['generate', '--batch', 'collect', '--base-url', url, '--root', root, '--json'],
    ...args,
  ]);
  return [code, JSON.parse(stdout).error?.problems[0]?.message];
}

describe('a topic that another run has written', () => {
  const write = (root: string, url: string, options: object = {}) =>
    runGenerate(root, url, { topics: createTopics(1) }, options);
  const reject = async (root: string) => {
    const [file = ''] = readArticles(root).keys();
    const { code } = await runCli([
      'review',
      'reject',
      file,
      '--reason',
      'dull',
      '--reviewer',
      'Ann',
      '--root',
      root,
    ]);
    expect(code).toBe(0);
  };
  test('is sent in no batch, though a person rejected the text', async () => {
    const { root, server, submit, collect } = await setUp({}, 1);
    // The budget allows no call, so the run is planned and sends nothing.
    await submit({ budget: 0.000001 });
    // The id of a run tells its second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await write(root, server.url)).result.written).toHaveLength(1);
    await reject(root);
    const { errors, result } = await collect();
    expect([errors, result.sent, server.batches.batches.size, readArticles(root).size]).toEqual([
      [],
      0,
      0,
      1,
    ]);
  });
  test('is not written from a batch that was sent before, though a person rejected the text', async () => {
    const { root, server, submit, collect } = await setUp({ polls: 1 }, 1);
    await submit();
    await write(root, server.url, { isNew: true });
    await reject(root);
    for (let round = 0; round < 6; round++) expect((await collect()).errors).toEqual([]);
    expect(readArticles(root).size).toBe(1);
  });
});

describe('a batch whose journal is on another machine', () => {
  const MISSING = 'no journal on this machine knows 1 batch of this site: ';
  test('is named, by what was committed or by the server: collect never ends with nothing', async () => {
    const { root, server, submit } = await setUp({ polls: 9 });
    // A server has the batches of other sites too, page by page.
    for (let other = 0; other < 120; other++) server.batches.create('file-0', { site: 'another' });
    await submit();
    const name = [...server.batches.batches.keys()].at(-1);
    expect(await collectOn(cloneOf(root), server.url)).toEqual([3, `${MISSING}${name} (in the ledger)`]);
    const bare = createSite();
    expect(await collectOn(bare, server.url)).toEqual([3, `${MISSING}${name}`]);
    server.batches.behaviour.list = false;
    expect(await collectOn(cloneOf(root), server.url)).toEqual([3, `${MISSING}${name} (in the ledger)`]);
  });

  test('keeps its topics until somebody pays for another text', async () => {
    const { root, server, submit } = await setUp({ polls: 9 }, 1);
    await submit();
    const clone = cloneOf(root);
    const write = (isNew: boolean) => runGenerate(clone, server.url, { topics: createTopics(1) }, { isNew });
    expect((await write(false)).result).toMatchObject({
      written: [],
      skips: [{ reason: expect.stringMatching(/whose journal is not on this machine; --new pays/) }],
    });
    expect((await write(true)).result.written).toHaveLength(1);
    server.batches.behaviour.list = false;
    expect(await collectOn(clone, server.url)).toEqual([0, undefined]);
  });
});

test('a connection that closes while batches are read is tried again; a server that stays away is one for later', async () => {
  const { root, server, submit, collect } = await setUp({}, 1);
  await submit();
  for (let round = 0; round < 4; round++) {
    server.batches.behaviour.closes = 1;
    expect((await collect()).errors).toEqual([]);
  }
  expect(readArticles(root).size).toBe(1);
  server.batches.behaviour.closes = 99;
  const { code, stdout } = await runCli([
    ...['generate', '--batch', 'collect', '--base-url', server.url, '--root', root, '--json'],
  ]);
  expect([code, JSON.parse(stdout).error.problems[0].code]).toEqual([3, 'silent-model-server']);
});

test('an answer of a batch counts with its cost, although another run has written the article', async () => {
  const { root, server, submit, collect } = await setUp({ polls: 1 }, 1);
  await submit();
  const live = await runGenerate(root, server.url, { topics: createTopics(1) }, { isNew: true });
  expect([live.errors, live.result.written.length]).toEqual([[], 1]);
  for (let round = 0; round < 3; round++) expect((await collect()).errors).toEqual([]);
  const lines = readFileSync(join(root, 'content/generated.jsonl'), 'utf8').trim().split('\n');
  const sum = (name: 'usd' | 'unknown' | 'calls') =>
    lines.reduce((total, line) => total + JSON.parse(line)[name], 0);
  const bill = server.book.reduce((total, { usage, isBatch }) => {
    const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = usage;
    return total + (input - 0.5 * details.cached_tokens + 10 * output) * (isBatch ? 0.5 : 1);
  }, 0);
  expect([sum('unknown'), sum('calls'), Math.round(sum('usd') * 1e9)]).toEqual([
    0,
    server.book.length,
    Math.round(bill * 1000),
  ]);
});

test('rounds of outline, sections, and the rest, at half the price', async () => {
  const { root, server, submit, collect, status } = await setUp({ polls: 1 });
  // A pipeline can store what was sent.
  expect((await submit()).result).toMatchObject({
    sent: 4,
    written: [],
    pending: [{ id: server.batches.batches.keys().next().value, total: 4, completed: 0 }],
  });
  expect((await status()).result.batches).toMatchObject([{ status: 'in_progress' }]);
  expect((await collect()).result).toMatchObject({ sent: 4 });
  await collect();
  expect((await collect()).result).toMatchObject({ sent: 8 });
  await collect();
  const end = await collect();
  expect(end.errors).toEqual([]);
  expect(end.result.written).toHaveLength(4);
  expect(server.batches.billed).toHaveLength(16);
  const { total } = createCostReport(await readCalls(root));
  expect(total).toMatchObject({ calls: 16, articles: 4 });
  const full = total.tokens;
  expect(total.usd).toBeCloseTo(
    ((full.input - full.cached) * 1 + full.cached * 0.5 + full.output * 10) / 1e6 / 2,
    5,
  );
  expect((await collect()).result).toMatchObject({
    batches: [],
    written: [],
    rejected: [],
    skipped: 0,
    usd: 0,
    calls: 0,
  });
  expect(readArticles(root).size).toBe(4);
});

test('sends failed, expired and malformed lines again, and keeps the answers it has', async () => {
  const { server, submit, collect } = await setUp({
    fail: (id, round) => {
      if (round === 0 && id.includes('en_US-0001')) return 'error';
      if (round === 1 && id.includes('en_US-0002')) return 'expired';
      if (round === 2 && id.includes('en_US-0003')) return 'garbage';
      return undefined;
    },
  });
  await submit();
  for (let round = 0; round < 6; round++) await collect();
  const end = await collect();
  expect(end.result.batches).toEqual([]);
  const billed = server.batches.billed;
  expect(billed).toHaveLength(16);
  expect(new Set(billed).size).toBe(16);
});

test('answers under the names of other calls are put where they belong, and paid once', async () => {
  const exchanged = await setUp({ exchanges: () => true });
  const plain = await setUp();
  let warnings = '';
  for (const { submit, collect } of [plain, exchanged]) {
    await submit();
    for (let round = 0; round < 4; round++) warnings += (await collect()).warnings;
  }
  const [texts, expected] = [exchanged.root, plain.root].map((root) =>
    [...readArticles(root).values()].map((text) => text.replace(/^origin:[\s\S]*?\n---$/m, '')),
  );
  expect(texts).toHaveLength(4);
  expect(texts).toEqual(expected);
  expect(warnings).toContain('4 answers of batch');
  const [billed, once] = [exchanged, plain].map(({ server }) =>
    server.batches.billed.map((name) => name.slice(name.indexOf('/'))),
  );
  expect(billed).toEqual(once);
  expect(JSON.stringify(texts)).not.toContain('requestKey');
});

test('an answer to the question of another batch is asked for again; one without a key counts', async () => {
  const strange = (text: string) => text.replace(/"requestKey": "\w+"/, '"requestKey": "00000000"');
  const keyless = (text: string) => text.replace(/"requestKey": "\w+", /, '');
  for (const [change, calls] of [
    [strange, 5],
    [keyless, 4],
  ] as const) {
    let isFirst = true;
    const { server, submit, collect } = await setUp({}, 1, (body) => {
      const text = createAnswer(body);
      const isChanged = isFirst;
      isFirst = false;
      return isChanged ? change(text) : text;
    });
    await submit();
    for (let round = 0; round < 6; round++) await collect();
    expect(server.batches.billed).toHaveLength(calls);
  }
});

test('a line that failed after it was billed is unknown, and sent again only when asked', async () => {
  const { server, submit, collect } = await setUp({
    fail: (id, round) => (round === 0 && id.includes('en_US-0001') ? 'billed-error' : undefined),
  });
  await submit();
  for (let round = 0; round < 6; round++) await collect();
  const end = await collect();
  expect(end.errors[0]).toMatch(/--retry-unknown/);
  const { billed } = server.batches;
  expect(billed).toHaveLength(13);
  expect(new Set(billed).size).toBe(13);
  expect(end.result.calls).toBe(13);
});

test('a bad answer is repaired in the next round', async () => {
  const { root, server, submit, collect } = await setUp({}, 1);
  const create = server.batches.retrieve;
  let isFirst = true;
  server.batches.retrieve = (id) => {
    const batch = create(id);
    const output = batch?.output_file_id;
    if (output && isFirst) {
      isFirst = false;
      server.batches.files.set(
        output,
        (server.batches.files.get(output) ?? '').replaceAll('\\"title\\"', '\\"headline\\"'),
      );
    }
    return batch;
  };
  await submit();
  for (let round = 0; round < 5; round++) await collect();
  expect(readArticles(root).size).toBe(1);
  expect((await readCalls(root)).map(({ step, codes }) => [step, codes?.length])).toContainEqual([
    'outline',
    1,
  ]);
});

test('a crash after the batch was made, before its name came back, pays nothing twice', async () => {
  const { root, server, submit, collect } = await setUp({ dropCreate: (number) => number === 0 });
  const lost = await submit();
  expect(lost.errors[0]).toMatch(/creating a batch failed.*pays nothing twice/);
  await submit();
  expect(server.batches.batches.size).toBe(1);
  for (let round = 0; round < 3; round++) await collect();
  expect(readArticles(root).size).toBe(4);
  expect(server.batches.billed).toHaveLength(16);
});

test.each(['planned', 'uploaded', 'creating'])(
  'a crash right behind "%s", before the batch was made, loses nothing',
  async (state) => {
    const { root, server, submit, collect } = await setUp();
    await submit();
    // The journal as the program leaves it when it dies there; the server never made the batch.
    const path = journalOf(root);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(
      path,
      `${lines.slice(0, lines.findIndex((line) => line.includes(`"state":"${state}"`)) + 1).join('\n')}\n`,
    );
    server.batches.batches.clear();
    await submit();
    expect(server.batches.batches.size).toBe(1);
    for (let round = 0; round < 3; round++) await collect();
    expect(readArticles(root).size).toBe(4);
    expect(server.batches.billed).toHaveLength(16);
  },
);

test('where batches cannot be listed, an uncertain one counts as spent and is sent again only when asked', async () => {
  const { root, server, submit, collect } = await setUp({
    list: false,
    dropCreate: (number) => number === 0,
  });
  await submit();
  const unsure = await submit();
  expect(unsure.errors[0]).toMatch(/--retry-unknown/);
  expect(unsure.result.usd).toBeGreaterThan(0);
  expect(server.batches.batches.size).toBe(1);
  await submit({ retryUnknown: true });
  expect(server.batches.batches.size).toBe(2);
  for (let round = 0; round < 3; round++) await collect();
  expect(readArticles(root).size).toBe(4);
});

test('a budget limits the calls of a batch, and the first batch tries one call', async () => {
  const { server, submit, collect } = await setUp({}, 10);
  expect((await submit({ budget: 0.1 })).result).toMatchObject({ sent: 1, stopped: null });
  const { result } = await collect();
  expect(result.stopped).toBe('budget');
  expect(result.usd).toBeLessThanOrEqual(0.1);
  expect(result.sent).toBeGreaterThan(0);
  expect(result.sent).toBeLessThan(10);
  expect(server.batches.batches.size).toBe(2);
});

test('a batch that the server does not accept costs nothing, and its calls go into the next one', async () => {
  const { root, server, submit, collect } = await setUp();
  const { retrieve } = server.batches;
  server.batches.retrieve = (id) => {
    const [batch] = [...server.batches.batches.values()].filter((known) => known.id === id);
    const errors = { data: [{ message: 'Enqueued token limit reached' }] };
    return batch && Object.assign({ ...batch, status: 'failed' }, { errors });
  };
  await submit();
  const refused = await collect();
  expect(refused.errors[0]).toMatch(/did not accept batch .*Enqueued token limit reached.*nothing was paid/);
  expect(createCostReport(await readCalls(root)).total).toMatchObject({ calls: 0, usd: 0 });
  server.batches.retrieve = retrieve;
  await submit();
  for (let round = 0; round < 3; round++) await collect();
  expect(readArticles(root).size).toBe(4);
  expect(server.batches.billed).toHaveLength(16);
});

test('thousands of calls are split by number and size, none lost and none twice', () => {
  const limits = { requests: 7, bytes: 2000 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 60 }), (sizes) => {
      const specs = sizes.map((size, index) => ({
        key: `run/en_US-${index}/outline.0`,
        article: `en_US-${index}`,
        step: 'outline',
        attempt: 0,
        language: 'en' as const,
        body: {
          model: 'm',
          messages: [{ role: 'user' as const, content: 'x'.repeat(size) }],
          response_format: {
            type: 'json_schema' as const,
            json_schema: { name: 'outline' as const, strict: true as const, schema: {} },
          },
        },
      }));
      const parts = splitSpecs(specs, limits);
      expect(parts.flat()).toEqual(specs);
      for (const part of parts) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(limits.requests);
        const bytes = part.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
        if (part.length > 1) expect(bytes).toBeLessThanOrEqual(limits.bytes);
      }
    }),
  );
});

test('the bound of the first round holds in the later ones, until a command sets another', async () => {
  const { submit, collect } = await setUp({}, 4);
  await submit({ budget: 0.045 });
  let isStuck = false;
  for (let round = 0; round < 20 && !isStuck; round++) {
    const { result } = await collect();
    expect(result.usd).toBeLessThanOrEqual(0.045);
    isStuck = result.stopped === 'budget' && result.sent === 0;
  }
  expect(isStuck).toBe(true);
  const { errors, result } = await collect({ budget: 10 });
  expect(errors).toEqual([]);
  expect(result.sent).toBeGreaterThan(0);
});

test.each([
  ['is cut off', (text: string) => text.slice(0, Math.floor(text.length * 0.4))],
  ['is empty', () => ''],
])('where the file of the answers %s, it is asked for again, and none is paid twice', async (_, cut) => {
  const { root, server, submit, collect } = await setUp();
  const { retrieve } = server.batches;
  const whole = new Map<string, string>();
  server.batches.retrieve = (id) => {
    const batch = retrieve(id);
    const output = batch?.output_file_id;
    const text = output && server.batches.files.get(output);
    if (output && text && !whole.has(output)) {
      whole.set(output, text);
      if (whole.size === 1) server.batches.files.set(output, cut(text));
    } else if (output) server.batches.files.set(output, whole.get(output) ?? '');
    return batch;
  };
  await submit();
  const first = await collect();
  expect(first.warnings).toMatch(/answers? of batch .* did not come.*\n.*--batch collect/);
  for (let round = 0; round < 4; round++) await collect();
  expect(readArticles(root).size).toBe(4);
  expect(server.batches.billed).toHaveLength(16);
});

test('a call that fails in every batch is given up, and the other articles are written', async () => {
  const { root, submit, collect } = await setUp({
    fail: (id) => (id.includes('en_US-0002') ? 'error' : undefined),
  });
  await submit();
  for (let round = 0; round < 7; round++) await collect();
  const { errors, result } = await collect();
  expect(readArticles(root).size).toBe(3);
  expect(result.unfinished).toMatchObject([
    { reason: expect.stringMatching(/failed 6 times.*--retry-unknown/) },
  ]);
  expect(errors).toHaveLength(1);
});

test('a run whose batch is gone keeps no other run from its answers', async () => {
  const { root, server, submit, collect } = await setUp();
  await submit();
  server.batches.batches.clear();
  const second = { topics: createTopics(2, 'second'), mode: 'batch' as const };
  await runGenerate(root, server.url, second, { action: 'submit' });
  for (let round = 0; round < 3; round++) {
    const { errors, result } = await collect();
    expect(errors[0]).toMatch(/retrieving a batch failed/);
    // The state of the other batch is reported all the same.
    expect(result.run).not.toBeUndefined();
  }
  expect(readArticles(root).size).toBe(2);
});

test('a stop between the upload and the batch makes no batch', async () => {
  const { root, server } = await setUp();
  const stop = createStop();
  const { upload } = server.batches;
  server.batches.upload = (content) => {
    stop.stop({ kind: 'interrupt' });
    return upload(content);
  };
  const request = { topics: createTopics(4), mode: 'batch' as const };
  const { errors } = await runGenerate(root, server.url, request, { action: 'submit' }, stop);
  expect(errors[0]).toMatch(/stopped/);
  expect(server.batches.batches.size).toBe(0);
});

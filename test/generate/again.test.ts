/** A later command takes up the work of an earlier one: rejected articles, changed topics, the model that answered. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStop } from '../../src/generate/calls/stop.ts';
import { createAnswer, formatOf } from '../support/model-answers.ts';
import { runArticles } from '../support/program.ts';
import { createSite, createTopics, readArticles, runGenerate, serveModel, spawnGenerate } from './site.ts';

test('a rejected article is made again when asked, in its file and with its address', async () => {
  const root = createSite();
  const server = await serveModel();
  const request = { topics: createTopics(2) };
  const { result } = await runGenerate(root, server.url, request);
  const file = join(root, result.written[0]?.file ?? '');
  writeFileSync(file, readFileSync(file, 'utf8').replace('status: draft', 'status: rejected'));
  const { result: skipped } = await runGenerate(root, server.url, request);
  expect([skipped.written, skipped.skips.map(({ reason }) => reason)]).toEqual([
    [],
    expect.arrayContaining([
      expect.stringMatching(/^a reviewer rejected .*; --remake-rejected makes it again$/),
    ]),
  ]);
  expect(skipped.skipped).toBe(2);
  // Reservations of titles count for two minutes only.
  const again = await runGenerate(root, server.url, { ...request, remakeRejected: true });
  expect(again.errors).toEqual([]);
  expect(again.result).toMatchObject({
    written: [{ status: 'draft', file: result.written[0]?.file }],
    skipped: 1,
  });
  expect(readArticles(root).size).toBe(2);
});

test('the hint of a run without an accepted article leads to articles with their own addresses', async () => {
  const root = createSite();
  const bad = await serveModel({
    answer: (body) => createAnswer(body).replace(/"text":"/, '"text":"[a](https://evil.example/) '),
  });
  const request = { topics: createTopics(2) };
  const [error = ''] = (await runGenerate(root, bad.url, request)).errors;
  expect(error).toContain('no article was accepted');
  const [, flag] = /run the same command with (--remake-rejected)/.exec(error) ?? [];
  const [, command = ''] = /`articles (review reject)`/.exec(error) ?? [];
  const files = [...readArticles(root).keys()];
  expect(files).toHaveLength(2);
  const reject = [
    ...command.split(' '),
    ...files,
    '--root',
    root,
    '--reviewer',
    'Ann Reed',
    '--reason',
    'A sample.',
  ];
  expect(await runArticles(reject)).toMatchObject({ code: 0 });
  const good = await serveModel();
  const again = await runGenerate(root, good.url, { ...request, remakeRejected: flag !== undefined });
  expect(again.errors).toEqual([]);
  expect(again.result?.written.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  for (const file of files) expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/^slug: .*-2$/m);
  // Whoever plans and writes the new text is told why the old one was rejected; a new topic has no such line.
  const told = ({ step, body }: (typeof good.calls)[number]) => [
    step,
    body.messages.some(({ content }) => /An editor rejected [^\n]*\n- "A sample\."/.test(content)),
  ];
  expect(new Map(good.calls.map(told).map(([step, is]) => [step, is]))).toEqual(
    new Map<unknown, unknown>([
      ['outline', true],
      ['sections', true],
      ['seo', false],
      ['category', false],
    ]),
  );
  expect(bad.calls.some(({ body }) => JSON.stringify(body).includes('An editor rejected'))).toBe(false);
});

test('what a stopped run has rejected is made again in it, with new calls', async () => {
  const root = createSite({ maxRejections: 1, concurrency: 1 });
  let isBroken = true;
  const server = await serveModel({
    fault: ({ job }) => (isBroken && job.includes('0002') ? { content: () => 'no JSON' } : undefined),
  });
  const request = { topics: createTopics(3) };
  const first = await runGenerate(root, server.url, request);
  expect(first.errors[0]).toMatch(/1 articles in a row/);
  isBroken = false;
  const second = await runGenerate(root, server.url, { ...request, remakeRejected: true });
  expect(second.errors).toEqual([]);
  expect(second.result.run).toBe(first.result.run);
  expect(second.result.written).toHaveLength(3);
  const jobs = server.billed().map(({ job }) => job);
  expect(new Set(jobs).size).toBe(jobs.length);
});

test('a list that was edited after a stop goes on with what it still names', async () => {
  const root = createSite({ concurrency: 1 });
  const stop = createStop();
  const server = await serveModel({
    fault: ({ number }) => {
      if (number === 5) stop.stop({ kind: 'interrupt' });
      return undefined;
    },
  });
  const topics = createTopics(3);
  const first = await runGenerate(root, server.url, { topics }, {}, stop);
  expect(first.errors[0]).toMatch(/stopped/);
  // One more row, one row less, another order: what was begun goes on, and nothing is paid again.
  const edited = { topics: [...createTopics(1, 'more'), ...topics.slice(1).reverse()] };
  const { result, errors } = await runGenerate(root, server.url, edited);
  expect([errors, result.run]).toEqual([[], first.result.run]);
  expect(result.written.map(({ topic }) => topic).sort()).toEqual(
    [...(first.result.written.length > 0 ? [topics[0]] : []), ...edited.topics]
      .map((row) => row?.topic)
      .sort(),
  );
  // The row that was left out goes on where it stopped.
  expect((await runGenerate(root, server.url, { topics })).errors).toEqual([]);
  const requests = server.book.map(({ request }) => request);
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests).toHaveLength(4 * 4);
});

test('the model that answered is recorded in the journal and in the article', async () => {
  const root = createSite();
  const server = await serveModel({
    fault: () => ({ completion: (completion) => ({ ...completion, model: 'test-model-2026-03-01' }) }),
  });
  const { result } = await runGenerate(root, server.url);
  const article = readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8');
  expect(article).toMatch(/\n {2}model: test-model\n {2}answeredBy: test-model-2026-03-01\n/);
  const journal = readFileSync(join(root, '.articles/generate/runs', result.run, 'journal.jsonl'), 'utf8');
  expect(journal.match(/"model":"test-model-2026-03-01"/g)).toHaveLength(4);
});

test('a dry run shows the range of words of a section, not of the article', async () => {
  const root = createSite({ words: { minimum: 500, maximum: 1000 }, sections: { minimum: 3, maximum: 3 } });
  const server = await serveModel();
  const topics = createTopics(1);
  const dry = await runGenerate(root, server.url, { topics }, { action: 'dry-run' });
  await runGenerate(root, server.url, { topics });
  const range = /Each text has \d+ to \d+ words/;
  const sent = server.calls.find(({ step }) => step === 'sections')?.body.messages[1]?.content;
  expect(range.exec(JSON.stringify(dry.result.prompts))?.[0]).toBe(range.exec(sent ?? '')?.[0]);
});

test('two processes that choose the same title at the same time get different addresses', async () => {
  const root = createSite({}, undefined, ['en_US']);
  const server = await serveModel({
    answer: (body) => {
      const answer = createAnswer(body);
      if (formatOf(body).step !== 'seo') return answer;
      return JSON.stringify({ ...JSON.parse(answer), title: 'One Title for All of These Articles' });
    },
  });
  // Each process writes into a folder of its own.
  const runs = ['bettingStrategies', 'pokerGuides'].map((category) => {
    const topics = join(root, `${category}.csv`);
    const rows = createTopics(4, category).map(({ topic }) => `${topic},${category}\n`);
    writeFileSync(topics, `topic,category\n${rows.join('')}`);
    return spawnGenerate(root, topics, server.url).ended;
  });
  expect((await Promise.all(runs)).map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(['', '']);
  const slugs = [...readArticles(root).values()].map((text) => /^slug: (.*)$/m.exec(text)?.[1]);
  expect([slugs.length, new Set(slugs).size]).toEqual([8, 8]);
  expect(existsSync(join(root, '.articles/generate/slugs.lock'))).toBe(false);
});

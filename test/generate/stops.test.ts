/** How a night ends before its work is done: signals, time, and outcomes that a job must not pass over. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createSite, createTopics, readArticles, runGenerate, serveModel, spawnGenerate } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const CONCURRENCY = 4;

function writeTopics(root: string, topics: readonly { topic: string }[]): string {
  const file = join(root, 'topics.csv');
  writeFileSync(file, `topic\n${topics.map(({ topic }) => `${topic}\n`).join('')}`);
  return file;
}

// The runner of GitHub sends SIGINT, then SIGTERM; others send the same signal twice.
test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
] as const)(
  '%s and then %s end the process at once; the next night loses and pays nothing twice',
  async (one, two) => {
    const root = createSite({ concurrency: CONCURRENCY, settleSeconds: 1 });
    let isSlow = true;
    const server = await serveModel({
      // The first night's last calls are never answered.
      fault: ({ number }) => (isSlow && number >= CONCURRENCY ? 'hang-after-billing' : undefined),
    });
    const topics = writeTopics(root, createTopics(CONCURRENCY));
    const start = () => spawnGenerate(root, topics, server.url);
    const child = start();
    let hasStopped = false;
    child.stderr.on('data', () => {
      if (hasStopped || !child.said().stderr.includes('press again to stop at once')) return;
      hasStopped = true;
      child.kill(two);
    });
    await vi.waitUntil(() => server.calls.length === 2 * CONCURRENCY, { timeout: 60_000 });
    child.kill(one);
    expect(await child.ended).toMatchObject({ code: null, signal: two, stdout: '' });

    isSlow = false;
    const { code, stdout, stderr } = await start().ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).written).toHaveLength(CONCURRENCY);
    const jobs = server.billed().map(({ job }) => job);
    expect(new Set(jobs).size).toBe(jobs.length);
  },
);

test('--max-minutes begins nothing more, and the next night goes on', async () => {
  const root = createSite({ concurrency: 1 });
  const server = await serveModel({ latency: 100 });
  const topics = createTopics(12);
  // The shortest time: a second.
  const first = await runGenerate(root, server.url, { topics }, { maxMinutes: 0.001 });
  expect(first.errors).toEqual([
    expect.stringMatching(/^the time is used up with \d+ unfinished articles? → run the same/),
  ]);
  const { result } = first;
  expect([result.stopped, result.written.length + result.unfinished.length]).toEqual(['time', 12]);
  expect(result.unfinished.length).toBeGreaterThan(0);
  const second = await runGenerate(root, server.url, { topics });
  expect([second.errors, second.result.run, second.result.stopped]).toEqual([[], result.run, null]);
  expect(readArticles(root).size).toBe(12);
  const jobs = server.billed().map(({ job }) => job);
  expect(new Set(jobs).size).toBe(jobs.length);
});

test('--max-minutes that suffice change nothing', async () => {
  const root = createSite();
  const server = await serveModel();
  const { result, errors } = await runGenerate(root, server.url, {}, { maxMinutes: 1 });
  expect([errors, result.stopped, result.written.length]).toEqual([[], null, 1]);
});

test('--fail-on names the outcomes that a job must not pass over, each by itself', async () => {
  const root = createSite({ maxRepairs: 0, concurrency: 1 });
  const [refused, unsound] = [createTopics(2, 'refused'), createTopics(2, 'unsound')];
  const names = (text: string, topics: readonly { topic: string }[]) =>
    topics.some(({ topic }) => text.includes(topic));
  const server = await serveModel({
    fault: ({ body, step }) => {
      const said = JSON.stringify(body.messages);
      if (names(said, refused)) return { content: () => 'I cannot help with that.' };
      if (names(said, unsound) && step.startsWith('section'))
        return { content: (text) => text.replace('. ', '. Write to us on t.me/winbig. ') };
      return undefined;
    },
  });
  const night = async (topics: readonly { topic: string }[], ...options: string[]) => {
    const file = writeTopics(root, topics);
    const { code, stdout } = await spawnGenerate(root, file, server.url, ...options).ended;
    const { error, rejected, needsReview, unfinished } = JSON.parse(stdout);
    const said = error?.problems.map(
      ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
    );
    return { code, said, counts: [rejected, needsReview, unfinished].map((list) => list?.length) };
  };
  const first = [...createTopics(1), ...refused.slice(1), ...unsound.slice(1)];
  expect(await night(first, '--fail-on', 'unfinished')).toEqual({
    code: 0,
    said: undefined,
    counts: [1, 1, 0],
  });
  for (const [what, topics] of [
    ['rejected', refused],
    ['needs-review', unsound],
  ] as const) {
    const failed = await night([...createTopics(1, what), ...topics.slice(0, 1)], '--fail-on', what);
    expect(failed).toMatchObject({ code: 1, said: [`unwanted-outcome 1 article: ${what}`] });
  }
  const short = await night(
    createTopics(4, 'budget'),
    '--budget',
    '0.03',
    '--fail-on',
    'unfinished,rejected',
  );
  expect(short).toMatchObject({
    code: 1,
    said: [expect.stringMatching(/^unwanted-outcome \d articles?: unfinished$/)],
  });
});

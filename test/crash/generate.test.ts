import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { createSite, createTopics, generateArgs, readArticles, serveModel } from '../generate/site.ts';
import { checkKilled, ROUNDS, random, run, runKilled, start } from './rounds.ts';

const PER_ROUND = 3;

/**
 * Ends a run. Where a run was killed before its first answer, no server can say whether a call was paid, and only
 * --retry-unknown sends it again.
 * @param repeats number of calls that the server billed again
 */
async function finish(args: readonly string[], repeats: () => number): Promise<void> {
  const before = repeats();
  const { code, output } = await start(args).ended;
  expect(repeats()).toBe(before);
  if (code === 0) return;
  const [, count] =
    /(\d+) articles? could not be finished.*cannot tell whether the call was paid/.exec(output) ?? [];
  if (!count) throw new Error(`the run ended with ${code}\n${output}`);
  await run([...args, '--retry-unknown']);
  expect(repeats()).toBeLessThanOrEqual(before + Number(count));
}

test('killed runs pay for each call once and lose no article; a killed review leaves a file whole', async () => {
  const root = createSite({ concurrency: 4, settleSeconds: 0.2 });
  const server = await serveModel({ latency: 2 });
  const topics = join(root, 'topics.csv');
  const all = createTopics(ROUNDS * PER_ROUND);
  const args = generateArgs(root, topics, server.url);
  process.env.OPENAI_API_KEY ??= 'sk-test-0123456789';
  const repeats = () => {
    const jobs = server.billed().map(({ job }) => job);
    return jobs.length - new Set(jobs).size;
  };
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const own = all.slice((round - 1) * PER_ROUND, round * PER_ROUND);
    writeFileSync(topics, `topic\n${own.map(({ topic }) => `"${topic}"\n`).join('')}`);
    const until = server.calls.length + 1 + Math.floor(random() * PER_ROUND * 4);
    const child = start(args);
    const isOver = child.ended.then(() => true);
    const reached = (async () => {
      while (server.calls.length < until) await setTimeout(2);
      return false;
    })();
    if (!(await Promise.race([isOver, reached]))) child.kill();
    if ((await child.ended).code === null) killed++;
    await finish(args, repeats);
  }
  const jobs = server.billed().map(({ job }) => job);
  expect(new Set(jobs).size).toBe(ROUNDS * PER_ROUND * 4);
  checkKilled('generate', killed);

  const files = [...readArticles(root).keys()].filter((file) => file.endsWith('.md'));
  expect(files).toHaveLength(ROUNDS * PER_ROUND);
  let killedReviews = 0;
  const usual = await run(['review', '--root', root, '--quiet']);
  for (const file of files.slice(0, ROUNDS)) {
    const signed = ['--force', '--reason', 'the round needs it', '--reviewer', 'Ann Reed'];
    const approve = ['review', 'approve', file, '--root', root, '--quiet', ...signed];
    const before = readFileSync(join(root, file), 'utf8');
    if (await runKilled(approve, usual)) killedReviews++;
    const after = readFileSync(join(root, file), 'utf8');
    const status = (text: string) => parseArticle({ file, locale: 'en_US', key: 'a' }, text, '').meta?.status;
    expect([status(before), 'published']).toContain(status(after));
    if (after === before) await run(approve);
    expect(status(readFileSync(join(root, file), 'utf8'))).toBe('published');
  }
  checkKilled('review', killedReviews);
  // A build refuses a published text whose approval is lost or belongs to other bytes.
  await run(['build', '--root', root, '--quiet']);
});

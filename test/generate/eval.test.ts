/** `generate eval`: variants on the same topics, and the comparison with what was kept. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createAnswer, formatOf } from '../support/model-answers.ts';
import { runArticles } from '../support/program.ts';
import { createSite, createTopics, readArticles, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const PRICES = {
  'test-model': { input: 1, cachedInput: 0.5, output: 10 },
  'worse-model': { input: 1, cachedInput: 0.5, output: 10 },
  judge: { input: 1, output: 1 },
};

test('models and prompts are compared on the same topics; a worse score ends with 1, and nothing is paid twice', async () => {
  const root = createSite({ prices: PRICES, maxRepairs: 0, judge: { model: 'judge' } }, undefined, ['en_US']);
  const file = join(root, 'topics.csv');
  writeFileSync(
    file,
    createTopics(3)
      .map(({ topic }) => `${topic}\n`)
      .join(''),
  );
  mkdirSync(join(root, 'prompts-new'));
  writeFileSync(join(root, 'prompts-new/style.md'), 'Write plainly.\n');
  let isWorse = false;
  const server = await serveModel({
    answer: (body) => {
      const answer = createAnswer(body);
      const isBad = body.model === 'worse-model' || isWorse;
      if (!isBad || formatOf(body).step !== 'sections') return answer;
      return answer.replace(/\. /, '. Write to sure@win.example. ');
    },
  });
  const run = (...args: string[]) =>
    runArticles(['generate', 'eval', '--topics', file, '--base-url', server.url, '--root', root, ...args]);
  const compare = ['--compare', 'test-model', '--compare', 'worse-model', '--compare', 'prompts-new'];
  const first = await run(...compare, '--keep', '--json');
  expect(first.code).toBe(0);
  const { scores } = JSON.parse(first.stdout);
  expect(scores).toMatchObject([
    { name: 'test-model', articles: 3, accepted: 3, needsReview: 0, blocking: 0, objections: 0, calls: 15 },
    { name: 'worse-model', articles: 3, accepted: 0, needsReview: 3, blocking: 6 },
    { name: 'prompts-new', articles: 3, accepted: 3 },
  ]);
  expect(server.calls.some(({ body }) => body.messages[0]?.content.includes('Write plainly.'))).toBe(true);
  expect(JSON.parse(readFileSync(join(root, 'evals.json'), 'utf8'))).toEqual(scores);
  // The site itself has no article of it.
  expect(readArticles(root).size).toBe(0);
  const paid = server.calls.length;
  const again = await run(...compare);
  expect([again.code, server.calls.length]).toEqual([0, paid]);
  expect(again.stdout).toMatch(/articles +pass +review[\s\S]*3 +3 +0 .*test-model\n +3 +0 +3 .*worse-model/);
  // Other prompts are another variant under the same name.
  isWorse = true;
  writeFileSync(join(root, 'prompts-new/style.md'), 'Write boldly.\n');
  const worse = await run('--compare', 'prompts-new');
  expect([worse.code, worse.stderr]).toEqual([
    1,
    expect.stringMatching(/fewer articles pass, 3 before and 0 now/),
  ]);
  expect(existsSync(join(root, 'content/en_US/articles'))).toBe(false);
  expect((await runArticles(['generate', 'eval', '--root', root])).stderr).toMatch(/add --topics/);
});

/** Topics with the same words: an error that lists them, a question on a terminal, and --allow-similar. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createSite, readArticles, runCli, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

async function setUp(topics: readonly string[]) {
  const root = createSite();
  const server = await serveModel();
  const file = join(root, 'topics.csv');
  writeFileSync(file, `topic\n${topics.join('\n')}\n`);
  const generate = (...args: string[]) =>
    runCli(['generate', '--root', root, '--topics', file, ...args], {
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'sk-test-0123456789',
    });
  return { root, server, generate };
}

test('different topics that share most of their words are all planned', async () => {
  const topics = ['Bitcoin', 'Ethereum'].map((coin) => `How ${coin} taxes work in India`);
  topics.push(...['Premier', 'Champions', 'Europa'].map((league) => `How the ${league} League table works`));
  const { generate } = await setUp(topics);
  const { code, stdout } = await generate('--dry-run', '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { articles: 5, skipped: 0 }]);
});

test('similar topics end the command before a call, with their lines, unless they are allowed', async () => {
  const { root, server, generate } = await setUp(['Taxes on Bitcoin', 'Rakes', 'Bitcoin: on taxes']);
  const refused = await generate();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /topics\.csv:4.*"Bitcoin: on taxes" has the same words as another topic: "Taxes on Bitcoin"[\s\S]*--allow-similar/,
  );
  expect([server.calls.length, readArticles(root).size]).toEqual([0, 0]);
  const allowed = await generate('--allow-similar', '--json');
  expect([allowed.code, JSON.parse(allowed.stdout).written.length]).toEqual([0, 3]);
});

test('a topic with the words of an article is similar, and one that is written already is skipped', async () => {
  const { root, server } = await setUp([]);
  const first = await runGenerate(root, server.url, { topics: [{ topic: 'Rakes and caps' }] });
  expect(first.errors).toEqual([]);
  const again = await runGenerate(root, server.url, { topics: [{ topic: 'rakes and caps?' }] });
  expect([again.errors, again.result.skipped]).toEqual([[], 1]);
  const { errors } = await runGenerate(root, server.url, { topics: [{ topic: 'Caps and rakes' }] });
  expect(errors).toEqual([expect.stringMatching(/has the same words as the article content\/en_US/)]);
});

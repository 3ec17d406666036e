import { expect, test } from 'vitest';
import { createJobs } from '../../src/build/threads/jobs.ts';
import { createPool } from '../../src/build/threads/thread-pool.ts';
import type { ArticleSource, ParsedArticle } from '../../src/content/article/parse-article.ts';
import { scanSources } from '../../src/content/article/scan-sources.ts';
import { runArticles } from '../support/cli.ts';
import { makeSite, smallSite } from '../support/site.ts';

test('a thread gets work when it can do it, and does what the main thread does', async () => {
  const root = makeSite(smallSite());
  const sources = [...scanSources(root, ['en_US', 'ru_RU'])];
  const results = new Map<number, ParsedArticle[]>();
  let given = 0;
  let overtaken = 0;
  // The main thread answers a chunk before it asks for the next one; there are more of them until a thread has had some.
  function* chunks(): Iterable<ArticleSource[]> {
    while (overtaken < 3) {
      given++;
      yield sources;
    }
  }
  const pool = createPool(root, 2);
  await pool.run('parse', chunks(), (parsed, chunk) => {
    if (chunk < given - 1) overtaken++;
    expect(results.has(chunk)).toBe(false);
    results.set(chunk, parsed);
  });
  await pool.close();
  expect(results.size).toBe(given);
  const alone = createJobs(root, { code: null }).parse(sources);
  expect(alone.length).toBeGreaterThan(3);
  for (const parsed of results.values()) expect(parsed).toEqual(alone);
});

test('the engine knows what it is told for several threads', async () => {
  const { code, stderr } = await runArticles(['build', '--jobs', '2', '--quiet', '--root', makeSite()]);
  expect([code, stderr]).toEqual([0, '']);
});

import { expect, test } from 'vitest';
import { readSiteCode } from '../../src/build/parse/read-site-code.ts';
import { createJobs } from '../../src/build/threads/jobs.ts';
import { createPool } from '../../src/build/threads/thread-pool.ts';
import type { ArticleSource, ParsedArticle } from '../../src/content/article/parse-article.ts';
import { scanSources } from '../../src/content/article/scan-sources.ts';
import { runArticles } from '../support/cli.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

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

/** A directive of the site whose check ends the thread, and leaves the main thread alone. */
const EXITS = `import * as z from 'zod';
const { process } = globalThis;
const inThread = !process.getBuiltinModule('node:worker_threads').isMainThread;
export const attributes = z.strictObject({ mood: z.string().transform((mood) => (inThread ? process.exit(0) : mood)) });
export default function Mood() {
  return <p>Calm</p>;
}
`;

test('a thread that code of the site ends is an error, and no wait without end', async () => {
  const root = makeSite({
    ...smallSite(),
    'theme/directives/mood.tsx': EXITS,
    'content/en_US/articles/mood.md': article({ title: 'Mood', slug: 'mood', body: '::mood{mood="calm"}' }),
  });
  const code = await readSiteCode(root);
  expect(code).not.toBeNull();
  const sources = [...scanSources(root, ['en_US'])];
  function* chunks(): Iterable<ArticleSource[]> {
    while (true) yield sources;
  }
  const pool = createPool(root, 2, { code });
  const run = pool.run('parse', chunks(), () => undefined);
  await expect(run).rejects.toThrow('the code of the site ended a thread of the program, with code 0');
  await pool.close();
});

test('the engine knows what it is told for several threads', async () => {
  const { code, stderr } = await runArticles(['build', '--jobs', '2', '--quiet', '--root', makeSite()]);
  expect([code, stderr]).toEqual([0, '']);
});

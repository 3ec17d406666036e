/** A session that is told what was written builds it at once, and once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { createSession } from '../../src/serve/watch-session.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

const FILES = ['first', 'second'].map((name) => `content/en_US/articles/${name}.md`);

test('a file that the program has written is built without a word of the system, whose word makes no second build', async () => {
  const [first = '', second = ''] = FILES;
  const root = makeSite({
    ...smallSite(),
    [first]: article({ title: 'The first', slug: 'first' }),
    [second]: article({ title: 'The second', slug: 'second' }),
  });
  const settings = { root, out: join(root, 'out'), drafts: true, future: true, namesLines: true };
  const builds: string[] = [];
  const reporter = { ...createSilentReporter(), info: (line: string) => void builds.push(line) };
  const session = createSession(settings, await loadConfig(root), reporter);
  onTestFinished(() => session.close());
  await session.start();
  builds.length = 0;
  const write = (file: string, title: string) =>
    writeFileSync(join(root, file), article({ title, slug: title.toLowerCase() }));
  write(first, 'Another');
  session.wrote(first);
  await expect.poll(() => builds.length, { timeout: 60_000 }).toBe(1);
  // The system has said the first when it says the second.
  write(second, 'Other');
  await expect.poll(() => builds.some((line) => line.includes('second.md')), { timeout: 60_000 }).toBe(true);
  expect(builds).toHaveLength(2);
  // Another program has changed it since.
  write(first, 'Again');
  await expect.poll(() => builds.length, { timeout: 60_000 }).toBe(3);
});

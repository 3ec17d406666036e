/** Ctrl+C says what is kept, and ends the process by the signal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startArticles } from '../support/cli.ts';
import { article, makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';

test('a stopped import says that the same command goes on', async () => {
  const source = makeFolder();
  const text = `---\ntitle: A text\ndate: 2024-01-02\n---\n${'<p>Text with <b>marks</b>.</p>\n\n'.repeat(2_000)}`;
  writeFiles(
    source,
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`posts/p${index}.md`, text])),
  );
  const root = makeFolder();
  const child = startArticles(['import', source, '--root', root]);
  child.stderr.on('data', () => {
    // The end of reading: the long conversion follows.
    if (/^read: .*\n/m.test(child.said().stderr)) child.kill('SIGINT');
  });
  const { code, signal, stderr: said } = await child.ended;
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
  expect(said).toContain(`stopped: no file in ${root} is damaged; run the same command to continue`);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a build that gets %s leaves nothing beside its output',
  async (name) => {
    const files = smallSite();
    for (let index = 0; index < 800; index++)
      files[`content/en_US/articles/many/${index}.md`] = article({
        title: `Text ${index}`,
        slug: `text-${index}`,
      });
    const root = makeSite(files);
    const child = startArticles(['build', '--root', root], { environment: { CI: 'true' } });
    let isStopped = false;
    const look = setInterval(() => {
      if (isStopped || !existsSync(join(root, '.dist.new', 'articles'))) return;
      isStopped = true;
      child.kill(name);
    }, 5);
    const { code, signal, stderr: said } = await child.ended;
    clearInterval(look);
    expect({ code, signal }).toEqual({ code: null, signal: name });
    expect(said).toContain('stopped: ');
    expect(['.dist.lock', '.dist.new', 'dist'].filter((path) => existsSync(join(root, path)))).toEqual([]);
  },
);

/** Ctrl+C says what is kept, and ends the process by the signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { article, makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';

test('a stopped import says that the same command goes on', async () => {
  const source = makeFolder();
  const text = `---\ntitle: A text\ndate: 2024-01-02\n---\n${'<p>Text with <b>marks</b>.</p>\n\n'.repeat(2_000)}`;
  writeFiles(
    source,
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`posts/p${index}.md`, text])),
  );
  const root = makeFolder();
  const child = spawn(process.execPath, [join('bin', 'articles.js'), 'import', source, '--root', root]);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    // The end of reading: the long conversion follows.
    if (/^read: .*\n/m.test(said)) child.kill('SIGINT');
  });
  const [code, signal] = await once(child, 'close');
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
    const program = [join('bin', 'articles.js'), 'build', '--root', root];
    const child = spawn(process.execPath, program, { env: { ...process.env, CI: 'true' } });
    let isStopped = false;
    const look = setInterval(() => {
      if (isStopped || !existsSync(join(root, '.dist.new', 'articles'))) return;
      isStopped = true;
      child.kill(name);
    }, 5);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    const [code, signal] = await once(child, 'close');
    clearInterval(look);
    expect({ code, signal }).toEqual({ code: null, signal: name });
    expect(said).toContain('stopped: ');
    expect(['.dist.lock', '.dist.new', 'dist'].filter((path) => existsSync(join(root, path)))).toEqual([]);
  },
);

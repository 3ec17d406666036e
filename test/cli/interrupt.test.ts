/** Ctrl+C says what is kept, and ends the process by the signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../support/site.ts';

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
  expect(said).toContain(`stopped: each file of ${root} is whole; the same command goes on from there`);
});

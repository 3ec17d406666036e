/** Which saves a watched folder reports. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchFiles } from '../../src/serve/watch-files.ts';
import { makeFolder } from '../support/site.ts';

test('a file is still watched after saves that follow each other closely', async () => {
  const root = makeFolder();
  const file = join(root, 'articles/first.md');
  mkdirSync(join(root, 'articles'));
  writeFileSync(file, 'The first text.');
  let seen = '';
  const onBurst = () => {
    seen = readFileSync(file, 'utf8');
  };
  const watcher = await watchFiles(
    root,
    (path) => !path.endsWith('.new'),
    onBurst,
    (error) => expect.unreachable(String(error)),
  );
  try {
    // An editor writes the file, and a formatter replaces it.
    for (let round = 0; round < 40; round++) {
      writeFileSync(file, `Text ${round}.`);
      await wait(round % 15);
      writeFileSync(`${file}.new`, `Text ${round}, formatted.`);
      renameSync(`${file}.new`, file);
      await expect.poll(() => seen, { interval: 5 }).toBe(`Text ${round}, formatted.`);
    }
  } finally {
    await watcher.close();
  }
});

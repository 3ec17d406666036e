import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSourceTexts } from '../../src/build/parse/source-texts.ts';
import { makeFolder } from '../support/site.ts';

test('a page shows the text that was parsed, even where its file has changed since', () => {
  const root = makeFolder();
  writeFileSync(join(root, 'a.md'), 'newer');
  const texts = createSourceTexts(root);
  texts.keep('a.md', 'hash', 'older');
  texts.keep('a.md', 'hash', 'parsed');
  expect(texts.take('a.md', 'hash')).toBe('parsed');
  expect(texts.take('a.md', 'hash'), 'it is let go').toBe('newer');
  texts.keep('a.md', 'of another build', 'parsed');
  expect(texts.take('a.md', 'hash')).toBe('newer');
});

test('texts for which there is no room are read again', () => {
  const root = makeFolder();
  const texts = createSourceTexts(root);
  const large = 'x'.repeat(3_000_000);
  for (const file of ['a.md', 'b.md']) {
    writeFileSync(join(root, file), 'from the file');
    texts.keep(file, 'hash', large);
  }
  expect(texts.take('b.md', 'hash')).toBe('from the file');
  expect(texts.take('a.md', 'hash')).toBe(large);
  texts.keep('b.md', 'hash', large);
  expect(texts.take('b.md', 'hash')).toBe(large);
});

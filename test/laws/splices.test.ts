/** The desk changes the characters of an edit and no others, in every document of this repository and in odd ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SourceText, spliceBetween } from '../../packages/desk/src/source-text.ts';
import { applySplices } from '../../src/desk/merge-text.ts';
import { createDraw } from '../support/random.ts';

const listTexts = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'));

const ODD = [
  '',
  '\n',
  "---\r\n# kept\r\ntitle:   'Odd'   # too\r\ncustom: [ 1,2 ]\r\n---\r\nText.  \r\n\r\n\ttab\r\n",
  '---\ntitle: "a: b"\nlist:\n    - x\n    -   y\n---\nmixed\r\nbreaks\nand\rold\r\r\n',
  'no front matter \u{1f600}\u{1f1f9}\u{1f1f7} \u0000',
];

test('an edit in the editor changes the characters of its range and no others', () => {
  const texts = [...listTexts('content'), ...listTexts('examples'), ...listTexts('docs'), ...ODD];
  expect(texts.length).toBeGreaterThan(190);
  const random = createDraw(35);
  const inserts = ['', 'a', '\n', 'é\n\n', '\u{1f600}', '\t- x'];
  const rounds = Math.ceil(100_000 / texts.length);
  for (const text of texts) {
    const source = new SourceText(text);
    const document = source.document;
    for (let round = 0; round < rounds; round++) {
      const from = random(document.length + 1);
      const to = Math.min(document.length, from + random(12));
      const insert = inserts[random(inserts.length)] ?? '';
      const edited = source.edit([{ from, to, insert }]).text;
      const [start, end] = [source.toFile(from), source.toFile(to)];
      const splice = spliceBetween(text, edited);
      const saved = splice ? applySplices(text, [splice]) : text;
      // Plain comparisons: an assertion for each of 100,000 edits would take a minute.
      const isRight =
        saved === edited &&
        edited.startsWith(text.slice(0, start)) &&
        edited.endsWith(text.slice(end)) &&
        edited.length === start + insert.replaceAll('\n', source.lineBreak).length + text.length - end &&
        source.toDocument(start) === from;
      if (!isRight)
        expect.fail(`${JSON.stringify({ from, to, insert })} in ${JSON.stringify(text.slice(0, 200))}`);
    }
  }
});

/** The style sheet says of each file of the text family which characters it has. */
import { readdirSync, readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';

const FOLDER = 'src/templates/fonts';
const css = readFileSync('src/templates/styles/fonts.css', 'utf8');

function declaredRange(file: string): number[] {
  const [, range = ''] = new RegExp(`fonts/${file}"\\)[^}]*unicode-range:([^;]+);`).exec(css) ?? [];
  return range.split(',').flatMap((part) => {
    const [from = 0, to = from] = (part.match(/[\dA-F]+/g) ?? []).map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_none, index) => from + index);
  });
}

test.each(readdirSync(FOLDER).filter((name) => name.endsWith('.woff2')))('%s', (file) => {
  const font = create(readFileSync(`${FOLDER}/${file}`));
  const has = font.isCollection ? [] : font.characterSet.filter((code) => code !== 0xffff);
  expect(declaredRange(file)).toEqual([...has].sort((a, b) => a - b));
});

test('the first file has all letters of Western Europe and of Turkish', () => {
  const declared = new Set(declaredRange('serif-latin.woff2'));
  for (const character of 'ıİğĞşŞœŒçÇéßñåØ₺€“”‘’„‚«»‹›–—…')
    expect(declared).toContain(character.codePointAt(0));
});

/** The style sheet says of each file of the text family which characters it has. */
import { readdirSync, readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { tagOf } from '../../src/locales/codes.ts';
import { INTERFACE_LOCALES, stringsOf } from '../../src/locales/locale-registry.ts';

const FOLDER = 'src/templates/fonts';
const css = readFileSync('src/templates/styles/fonts.css', 'utf8');

const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}]/gu;
const FACE = /^serif-[a-z]+(?:-ext)?(|-semibold|-italic)\.woff2$/;

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

test.each(INTERFACE_LOCALES)('the letters of %s, where they are Latin or Cyrillic', async (locale) => {
  const text = JSON.stringify(await stringsOf(locale));
  const letters = new Set(`${text}${text.toLocaleUpperCase(tagOf(locale))}`.match(LETTER));
  for (const face of ['', '-semibold', '-italic']) {
    const files = readdirSync(FOLDER).filter((name) => FACE.exec(name)?.[1] === face);
    const declared = new Set(files.flatMap(declaredRange));
    expect([...letters].filter((letter) => !declared.has(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
});

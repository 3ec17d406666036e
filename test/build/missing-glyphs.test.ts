/** A font that has a script has all of its characters that articles show, or a warning names the others. */
import { expect, test } from 'vitest';
import { findMissingGlyphs } from '../../src/build/prepare/site-fonts.ts';
import type { FontFile } from '../../src/theme/font-files.ts';
import { createModel } from '../site/model.ts';

const fontOf = (family: string, ...ranges: [number, number][]): FontFile => ({
  path: `fonts/${family}.woff2`,
  bytes: new Uint8Array(),
  family,
  isShared: false,
  facts: { weight: [400, 400], italic: false, ranges, ascent: 1, descent: 0, lineGap: 0, widths: null },
});
const siteWith = (...characters: string[]) =>
  createModel(characters.map((shown, index) => ({ slug: `a${index}`, characters: shown }))).site;

const LATIN: [number, number] = [0x20, 0x17f];
/** One range that begins with Greek. */
const TWO_SCRIPTS: [number, number] = [0x370, 0x44f];

test.each([
  ['a letter of a script in the middle of a range', [fontOf('serif', LATIN, TWO_SCRIPTS)], 'ёж', 'ё'],
  ['a sign', [fontOf('serif', LATIN)], '→', '→'],
  ['what another family has', [fontOf('serif', LATIN), fontOf('sans', [0x2192, 0x2192])], '→', null],
  ['a script that no font has', [fontOf('serif', LATIN)], '한ж،', null],
  ['emoji and spaces', [fontOf('serif', LATIN)], '🎲\u202f', null],
  ['the built-in text family', [fontOf('sans', LATIN)], '→', null],
])('%s', (_what, fonts, shown, missing) => {
  const found = findMissingGlyphs(fonts, siteWith('a', shown));
  if (missing === null) expect(found).toBeNull();
  else
    expect(found).toMatchObject({
      code: 'missing-glyph',
      message: `no font of the site has ${missing}, so readers see another font there`,
      file: 'content/en_US/articles/a1.md',
    });
});

test('the first ten are named', () => {
  const many = Array.from({ length: 12 }, (_none, index) => String.fromCodePoint(0x2200 + index)).join('');
  expect(findMissingGlyphs([fontOf('serif', LATIN)], siteWith(many))?.message).toMatch(/ and \d more, so/);
});

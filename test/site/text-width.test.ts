/** Tests the width of titles against the widths of Arial at 20 px. */
import { expect, test } from 'vitest';
import { measureTitle, TITLE_WIDTH } from '../../src/site/text-width.ts';

test.each([
  ['', 0],
  // 10 letters of each class.
  ["'|ijlijlij", 43],
  ['!,./:;I[ft', 56],
  ['()-`r{}"°·', 68],
  ['*^*^*^*^*^', 84],
  ['Jcksvxyzcz', 100],
  ['abdeghnopq', 111],
  ['FTZFTZFTZF', 122],
  ['ABEKPSVXY&', 133],
  ['CDHNRUwCDH', 144],
  ['GOQGOQGOQG', 156],
  ['mMmMmMmMmM', 167],
  ['%%%%%%%%%%', 178],
  ['W@—…W@—…W@', 200],
])('%j takes %d px', (text, pixels) => {
  expect(measureTitle(text)).toBe(pixels);
});

test('accents take the width of their letter, composed or not', () => {
  expect(measureTitle('İçöü'.repeat(5))).toBe(measureTitle('Icou'.repeat(5)));
  expect(measureTitle('e\u0301'.repeat(10))).toBe(measureTitle('e'.repeat(10)));
  expect(measureTitle('x\u0336'.repeat(10))).toBe(measureTitle('x'.repeat(10)));
});

test.each([
  ['한국어 제목', 5],
  ['漢字漢字漢字', 6],
  ['ＡＢＣ', 3],
  ['🎲🎲', 2],
])('%s fills the em', (text, count) => {
  const spaces = [...text].filter((letter) => letter === ' ').length;
  expect(measureTitle(text)).toBe(Math.round((count * 920 + spaces * 278) / 50));
});

test('other scripts are estimated, capitals wider', () => {
  expect(measureTitle('ж'.repeat(10))).toBe(112);
  expect(measureTitle('Ж'.repeat(10))).toBe(140);
});

test('a usual title fits, a long one does not', () => {
  expect(measureTitle('What a Betting Exchange Really Charges')).toBeLessThan(TITLE_WIDTH);
  expect(measureTitle('What a Betting Exchange Really Charges '.repeat(2))).toBeGreaterThan(TITLE_WIDTH);
});

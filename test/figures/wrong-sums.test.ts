/** Equations in texts: the wrong ones are found, those of the sample publication are right. */
import { expect, test } from 'vitest';
import { findWrongSums } from '../../src/figures/wrong-sums.ts';
import { writingOf } from '../../src/locales/writing/writing-registry.ts';
import { loadOriginals } from '../generate/originals.ts';

test.each([
  ['en', 'The price is 300 ÷ 1,500 = 25% of the pot.', '20%'],
  ['en', 'That is 18 + 16 = 35 combinations.', '34'],
  ['en', 'At 2.50 it is 1/2.50 = 0.42.', '0.40'],
  ['en', 'A stake of $100 × 2.5 = $240 comes back.', '250'],
  ['ru', 'Это 1/2,5 = 0,45 или 45 %.', '0,40'],
  ['ru', 'Всего 1 000 × 1,05 = 1 500.', '1050'],
  ['tr', 'Bu 1.000 × 1,05 = 1.150 eder.', '1050'],
  ['ko', '300 ÷ 1,500 = 30%가 필요합니다.', '20%'],
] as const)('%s: %s', (language, text, computed) => {
  expect(findWrongSums(text, writingOf(language).numbers).map((wrong) => wrong.computed)).toEqual([computed]);
});

test.each([
  'It is 1/2.50 = 0.40 = 40%.',
  'Then 1/3 = 33.3%, roughly 1/3 ≈ 0.33.',
  'The call is 300 ÷ (900 + 300 + 300) = 20%.',
  'We take pot + 300 / 2 = 900 as given.',
  'Let x = 3 + 4.',
  '12 ÷ 48 × 100 = 25%',
  'The years 2019–2024 = six seasons.',
])('%s is fine', (text) => {
  expect(findWrongSums(text, writingOf('en').numbers)).toEqual([]);
});

test('every equation of the sample publication computes', () => {
  const wrong = loadOriginals().flatMap(({ file, language, body }) =>
    findWrongSums(body, writingOf(language).numbers).map(
      ({ sum, stated, computed }) => `${file}: ${sum} = ${stated}, not ${computed}`,
    ),
  );
  expect(wrong).toEqual([]);
});

/** The numbers of a section: calculations that give their values, sums that compute, and figures that something explains. */
import { expect, test } from 'vitest';
import { checkNumbers } from '../../src/generate/checks/check-numbers.ts';
import { rulesFor } from './rules.ts';

const rules = rulesFor('en');
type Given = readonly [expression: string, value: string, unit?: string];
const check = (text: string, given: readonly Given[] = [], evidence = '', original = '') => {
  const calculations = given.map(([expression, value, unit = '']) => ({ expression, value, unit }));
  const found = checkNumbers({ number: 1, text, calculations }, { ...rules, evidence }, original);
  return found.map(({ code, message, hint, span }) => ({
    finding: `${code}: ${message}`,
    hint,
    part: span && text.slice(span.start, span.end),
  }));
};
const show = (...given: Parameters<typeof check>) => check(...given).map(({ finding }) => finding);

test.each([
  ['1 / 3', '0.33', true],
  ['1 / 3', '0.34', false],
  ['0.125', '0.13', true],
  ['0.125', '0.12', true],
  ['2 / 3', '1', true],
  ['1 / 3', '1', false],
  ['-1 / 3', '-0.33', true],
  ['-1 / 3', '0.33', false],
])('%s may be rounded to %s: %s', (expression, value, isRight) => {
  expect(show(`It is ${value} for example.`, [[expression, value]])).toHaveLength(isRight ? 0 : 1);
});

test('a calculation is named with what it gives, and the hint says what to correct', () => {
  const text = 'For example, 40% of 5 hands.';
  expect(check(text, [['2 + 2', '5']])).toEqual([
    {
      finding: 'calculation: "2 + 2" is 4, not 5',
      hint: 'correct the value and the text',
      part: undefined,
    },
  ]);
  expect(show(text, [['2 / 5', '41.5', '%']])).toEqual(['calculation: "2 / 5" is 40.0 %, not 41.5']);
  expect(show(text, [['0.4', '0.4', ' % ']])).toHaveLength(1);
  expect(show(text, [['2 / 5', '40', ' % ']])).toEqual([]);
  for (const value of ['', ' ', 'five', 'Infinity'])
    expect(show(text, [['2 + 2', value]])).toEqual([`calculation: "${value.trim()}" is not a number`]);
  expect(check(text, [['2 + 4', '6']])).toEqual([
    {
      finding: 'calculation: the text does not have the computed 6',
      hint: 'write 6 in the text',
      part: undefined,
    },
  ]);
  expect(show(text, [['2 + 4', '6', 'chips']])).toEqual([
    'calculation: the text does not have the computed 6 chips',
  ]);
  expect(check(text, [['run()', '6']])[0]).toMatchObject({
    finding: expect.stringMatching(/^calculation: "run\(\)" cannot be evaluated: ./),
    hint: 'write it with the functions given',
  });
  expect(check(text, [['2 + 2', 'four']])[0]?.hint).toContain('decimal point');
});

test('an equation that does not compute is a finding at its place', () => {
  const text = 'First 1 + 1 = 2, then 2 + 2 = 5 in the end.';
  expect(check(text)).toEqual([
    {
      finding: 'calculation: "2 + 2 = 5" does not compute',
      hint: 'it is 4',
      part: expect.stringContaining('2 + 2 = 5'),
    },
  ]);
});

const CLAIM = 'Some 43% of all bettors lose money.';

test('a figure without a source is a finding at its place', () => {
  expect(check(CLAIM)).toEqual([
    {
      finding: 'figure: a figure without a source: "43"',
      hint: expect.stringContaining('source'),
      part: '43',
    },
  ]);
});

test.each<[string, readonly Given[], string, string]>([
  ['the notes have it', [], 'Bettors: 43%.', ''],
  ['the original has it', [], '', 'Bettors: 43%.'],
  ['it is the value of a calculation', [['86 / 200', '43', '%']], '', ''],
  ['a calculation gives it unrounded', [['2149.5 / 5000', '42.99', '%']], '', ''],
  ['it is a loss', [['-86 / 200', '-43', '%']], '', ''],
  ['a calculation begins with it', [['43 / 2', '21.5']], '', ''],
])('a figure is explained where %s', (_case, given, evidence, original) => {
  const text = given.length > 0 ? `${CLAIM} See 42.99%, -43 and 21.5.` : CLAIM;
  expect(show(text, given, evidence, original).filter((finding) => finding.includes('43%'))).toEqual([]);
});

test('a figure is not explained by another one', () => {
  expect(show(`${CLAIM} See 42.4%.`, [['212 / 500', '42.4', '%']])).toContainEqual(
    expect.stringContaining('"43"'),
  );
  expect(
    show('Some 43.0% of all bettors lose money. See 42.9%.', [['429 / 1000', '42.9', '%']]),
  ).toContainEqual(expect.stringContaining('"43.0"'));
  expect(show(CLAIM, [['0.44', '44', '%']], 'Bettors: 42%.', 'Of 430 bettors.')).toContainEqual(
    expect.stringContaining('figure: '),
  );
});

test('a sum in words that does not compute says what it is', () => {
  expect(check('Odds of 2.50 imply a probability of 42%.')).toContainEqual({
    finding: 'calculation: "42" does not follow from the figures beside it',
    hint: 'it is 40 %',
    part: '42',
  });
});

test.each([
  ['en', 'If both sides are priced at 1.85, the probabilities add up to 108.1%.'],
  ['en', 'Odds of 1.91 on each of two outcomes mean an overround of 104.7%.'],
  ['en', 'At 1.85 and 1.95 the probabilities add up to 105.3%.'],
  ['en', 'Three outcomes at 2.80 each leave a margin of 7.1%.'],
  ['ru', 'При коэффициентах 1,90 на оба исхода маржа около 5,3 %.'],
  ['tr', "İki eşit ihtimale de 1,85 veriliyorsa marj yaklaşık yüzde 8'dir."],
  ['ko', '양쪽이 모두 1.85라면 확률의 합은 108.1%가 됩니다.'],
] as const)('%s: a margin of the same odds on each side computes: %s', (language, text) => {
  expect(checkNumbers({ number: 1, text, calculations: [] }, rulesFor(language))).toEqual([]);
});

test('a margin that is none of the odds is a finding', () => {
  expect(show('If both sides are priced at 1.85, the probabilities add up to 106.4%.')).not.toEqual([]);
  expect(show('Odds of 1.91 and 1.91 mean a margin of 6.2%.')).not.toEqual([]);
});

test('a number of times is a figure: "30x"', () => {
  expect(show('A $50 bonus at 30x is $1,500 of bets.')).toEqual([]);
  expect(show('A $50 bonus at 30x is $1,700 of bets.')).not.toEqual([]);
  expect(show('The model costs 1080x more, and the Nokia 3310xl is no figure.')).toEqual([
    expect.stringContaining('"1080"'),
  ]);
});

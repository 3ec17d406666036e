/** Arithmetic in a section: calculations give their values, and written equations compute. */
import { expect, test } from 'vitest';
import { checkCalculations, checkEquations } from '../../src/generate/checks/check-calculations.ts';
import { checkLine } from '../../src/generate/checks/check-steps.ts';
import { rulesFor } from './rules.ts';

const rules = rulesFor('en');
type Given = readonly [expression: string, value: string, unit?: string];
const check = (text: string, given: readonly Given[] = []) => {
  const calculations = given.map(([expression, value, unit = '']) => ({ expression, value, unit }));
  const found = [
    ...checkCalculations({ number: 1, text, calculations }, rules),
    ...checkEquations(text, rules),
  ];
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
      finding: 'calculation: the text does not contain the computed 6',
      hint: 'write 6 in the text',
      part: undefined,
    },
  ]);
  expect(show(text, [['2 + 4', '6', 'chips']])).toEqual([
    'calculation: the text does not contain the computed 6 chips',
  ]);
  expect(check(text, [['run()', '6']])[0]).toMatchObject({
    finding: expect.stringMatching(/^calculation: "run\(\)" cannot be evaluated: ./),
    hint: 'use only the functions that the prompt lists',
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

test('an equation in a title is checked as well', () => {
  expect(checkLine('the title', 'Why 2 + 2 = 5', rules).map(({ message }) => message)).toEqual([
    '"2 + 2 = 5" does not compute',
  ]);
});

test.each([
  'Odds of 2.50 imply a probability of 42%.',
  'A stake of 40 at odds of 2.50 returns 110.',
  'Some 43% of all bettors lose money.',
])('numbers in prose are not compared with each other: %s', (text) => {
  expect(check(text)).toEqual([]);
});

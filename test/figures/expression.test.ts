/** Expressions of the field, and what must be refused. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../src/figures/expression.ts';

const resultOf = (expression: string) => {
  const result = evaluate(expression);
  return 'value' in result ? result.value : result.error;
};

test.each([
  ['1/2.5', 0.4],
  ['2 + 3 * 4 ^ 2', 50],
  ['-2 ^ 2', -4],
  ['40% * 200', 80],
  ['fractional(5, 2)', 3.5],
  ['american(-200)', 1.5],
  ['american(150)', 2.5],
  ['toAmerican(1.5)', -200],
  ['impliedProbability(2.5)', 0.4],
  ['overround(1.91, 1.91)', 2 / 1.91 - 1],
  ['fairProbability(1.91, 1.91)', 0.5],
  ['potOdds(300, 1200)', 0.2],
  ['equity(9, 47, 2)', 1 - (38 / 47) * (37 / 46)],
  ['expectedValue(0.55, 2, 100)', 10],
  ['kelly(0.55, 2)', 0.1],
  ['kelly(0.4, 2)', 0],
  ['compound(1000, 5%, 2)', 1102.5],
  ['afterFee(200, 2.5%)', 195],
  ['percentChange(80, 100)', 0.25],
  ['round(1.005, 2)', 1.01],
  ['currency(1234.5, KRW)', 1235],
  ['currency(2.675, USD)', 2.68],
])('%s', (expression, value) => {
  expect(resultOf(expression)).toBeCloseTo(value, 10);
});

test.each([
  '',
  '1 +',
  '(1',
  '1 2',
  '1/0',
  'constructor(1)',
  'toString()',
  'process',
  '__proto__',
  'potOdds(1)',
  'currency(1, x)',
  '9^9^9^9',
  '('.repeat(200),
  `${'-('.repeat(100)}1${')'.repeat(100)}`,
  '1+'.repeat(400),
])('refuses %s', (expression) => {
  expect(evaluate(expression)).toHaveProperty('error');
});

test('any text gives a number or an error, at once', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.+-*/^(),% abkelyUSD') }), (text) => {
      const result = evaluate(text);
      expect('error' in result || Number.isFinite(result.value)).toBe(true);
    }),
  );
});

/** Evaluates the calculations of a section: each must give its value, and the text must have it. */
import { evaluate } from '../../figures/expression.ts';
import { readNumbers } from '../../figures/wrong-sums.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { type Finding, quote } from './finding.ts';
import type { TextRules } from './text-rules.ts';

export function checkCalculations({ number, text, calculations = [] }: Section, { writing }: TextRules) {
  const inText = new Set(calculations.length > 0 ? readNumbers(text, writing.numbers) : []);
  return calculations.flatMap(({ expression, value, unit }): Finding[] => {
    const wrong = (message: string, hint: string): Finding[] => [
      { code: 'calculation', message, hint, section: number },
    ];
    const result = evaluate(expression);
    if ('error' in result)
      return wrong(
        `${quote(expression)} cannot be evaluated: ${result.error}`,
        'write it with the functions given',
      );
    const stated = Number(value);
    if (value.trim() === '' || !Number.isFinite(stated))
      return wrong(
        `${quote(value)} is not a number`,
        'write the value with a decimal point and nothing else',
      );
    const digits = value.split('.')[1]?.trim().length ?? 0;
    const computed = result.value * (unit.trim() === '%' ? 100 : 1);
    if (Math.abs(computed - stated) > 0.5000001 * 10 ** -digits)
      return wrong(
        `${quote(expression)} is ${computed.toFixed(digits)} ${unit}, not ${value}`.replace(' ,', ','),
        'correct the value and the text',
      );
    return inText.has(stated)
      ? []
      : wrong(`the text does not have the computed ${value} ${unit}`.trim(), `write ${value} in the text`);
  });
}

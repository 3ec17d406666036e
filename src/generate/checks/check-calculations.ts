/** Checks arithmetic: the calculations that come with a section, and the equations written in a text. */
import { evaluate } from '../../figures/expression.ts';
import { readNumbers } from '../../figures/numbers.ts';
import { findWrongSums } from '../../figures/wrong-sums.ts';
import { WRITING } from '../../locales/writing/writing-registry.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { type AnswerFinding, quote } from './finding.ts';
import type { TextRules } from './text-rules.ts';

/** Checks that each calculation gives its value, and that the text contains this value. */
export function checkCalculations(
  { number, text, calculations = [] }: Pick<Section, 'number' | 'text' | 'calculations'>,
  { writing }: TextRules,
): AnswerFinding[] {
  const inText = new Set(calculations.length > 0 ? readNumbers(text, writing.numbers) : []);
  return calculations.flatMap(({ expression, value, unit }): AnswerFinding[] => {
    const wrong = (message: string, hint: string): AnswerFinding[] => [
      { code: 'calculation', message, hint, section: number },
    ];
    const result = evaluate(expression);
    if ('error' in result)
      return wrong(
        `${quote(expression)} cannot be evaluated: ${result.error}`,
        'use only the functions that the prompt lists',
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
    // The text may express the sign in words: "a loss of 2.7%".
    return inText.has(Math.abs(stated))
      ? []
      : wrong(`the text does not contain the computed ${value} ${unit}`.trim(), `write ${value} in the text`);
  });
}

/** Finds equations that do not compute, such as `2 + 2 = 5`. */
export function checkEquations(text: string, { writing }: TextRules): AnswerFinding[] {
  return findWrongSums(text, writing.numbers).map(({ start, end, sum, stated, computed }) => ({
    code: 'calculation',
    message: `${quote(`${sum} = ${stated}`)} does not compute`,
    hint: `it is ${computed}`,
    span: { start, end },
  }));
}

const FORMATS = Object.values(WRITING).map(({ numbers }) => numbers);

/** Every number in any format, because a source or an original may be in another language. */
export const figuresOf = (text: string): Set<number> =>
  new Set(FORMATS.flatMap((format) => readNumbers(text, format)));

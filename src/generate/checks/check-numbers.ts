/** Checks the numbers of a section: its calculations, the equations and sums of its text, and figures without a source. */
import { toPlainView } from '../../content/markdown/plain-view.ts';
import { checkFigures, quotable } from '../../figures/check-figures.ts';
import { evaluate } from '../../figures/expression.ts';
import { readNumbers } from '../../figures/numbers.ts';
import { findWrongSums } from '../../figures/wrong-sums.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { type Finding, quote } from './finding.ts';
import type { TextRules } from './text-rules.ts';

type Numbered = Pick<Section, 'number' | 'text' | 'calculations'>;

/** @param original text that the section translates, whose figures it may have */
export function checkNumbers(section: Numbered, rules: TextRules, original = ''): Finding[] {
  return [
    ...checkCalculations(section, rules),
    ...checkEquations(section.text, rules),
    ...checkFiguresOf(section, rules, original),
  ];
}

/** Each calculation must give its value, and the text must have it. */
export function checkCalculations(
  { number, text, calculations = [] }: Numbered,
  { writing }: TextRules,
): Finding[] {
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
    // A sign may be a word: "a loss of 2.7%".
    return inText.has(Math.abs(stated))
      ? []
      : wrong(`the text does not have the computed ${value} ${unit}`.trim(), `write ${value} in the text`);
  });
}

/** Equations that do not compute. */
function checkEquations(text: string, { writing }: TextRules): Finding[] {
  return findWrongSums(text, writing.numbers).map(({ start, end, sum, stated, computed }) => ({
    code: 'calculation',
    message: `${quote(`${sum} = ${stated}`)} does not compute`,
    hint: `it is ${computed}`,
    span: { start, end },
  }));
}

/** Sums in words that do not compute, and figures that nothing explains. */
function checkFiguresOf(
  { text, calculations = [] }: Numbered,
  rules: TextRules,
  original: string,
): Finding[] {
  const quoted = numbersOf(`${rules.evidence}\n${original}`);
  const operands = quotable(calculations.map(({ expression }) => expression));
  const values = calculations.map(({ value }) => Number(value));
  const isKnown = ({ value, digits }: { value: number; digits: number }) => {
    const size = Math.abs(value);
    const isRounded = (computed: number) => Math.abs(Math.abs(computed) - size) <= 0.5000001 * 10 ** -digits;
    return quoted.has(size) || operands.has(size) || values.some(isRounded);
  };
  const problems = checkFigures(text, toPlainView(text), rules.writing.numbers, isKnown);
  return problems.map(({ start, end, text: figure, computed }): Finding => {
    const span = { start, end };
    if (computed === null)
      return {
        code: 'figure',
        message: `a figure without a source: ${quote(figure)}`,
        hint: 'add its calculation, link its source in the sentence, mark it as an example, or leave it out',
        span,
      };
    return {
      code: 'calculation',
      message: `${quote(figure)} does not follow from the figures beside it`,
      hint: `it is ${computed}`,
      span,
    };
  });
}

let latest = { text: '', numbers: new Set<number>() };

/** Sections of one article have the same evidence. */
function numbersOf(text: string): ReadonlySet<number> {
  if (latest.text !== text) latest = { text, numbers: quotable([text]) };
  return latest.numbers;
}

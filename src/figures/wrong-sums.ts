/** Finds written equations that do not compute, such as `300 ÷ 1,500 = 25%`. */
import { evaluate } from './expression.ts';
import { countDecimals, NUMBER, type NumberFormat, toNumber } from './numbers.ts';

export interface WrongSum {
  start: number;
  end: number;
  /** The left side, unchanged. */
  sum: string;
  stated: string;
  /** The correct result, with as many decimals as the stated one. */
  computed: string;
}

const CURRENCY = '[$€£¥₩₹₺₽]';
// Each space can match in one way only, and a side has at most 40 operators. A long list of numbers would take hours
// otherwise.
const VALUE = `[-−+]?${CURRENCY}?(?:%\\s?)?${NUMBER}(?:\\s?(?:%|${CURRENCY}))?`;
const OPERATOR = '(?:[-+*/×·÷−–^]|\\*\\*)';
const SIDE = `\\(*${VALUE}\\)*(?:\\s?${OPERATOR}\\s?(?:\\(+\\s?)?${VALUE}(?:\\s?\\)+)?){0,40}`;
const EQUATION = new RegExp(`${SIDE}(?:\\s?[=≈]\\s?${SIDE})+`, 'gu');

/** Finds wrong equations outside of code blocks. */
export function findWrongSums(markdown: string, format: NumberFormat): WrongSum[] {
  if (!/[=≈]/.test(markdown)) return [];
  const text = markdown.replace(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1[^\n]*$/gm, (code) =>
    ' '.repeat(code.length),
  );
  const wrong: WrongSum[] = [];
  for (const { 0: equation, index } of text.matchAll(EQUATION)) {
    // Skip a part of a longer formula that continues in words or symbols.
    const before = text.slice(Math.max(0, index - 3), index);
    if (/[\p{L}\p{M}\p{N}_.,]$/u.test(before) || /[-+*/×·÷−–^=≈(<>!√]\s*$/u.test(before)) continue;
    const after = text.slice(index + equation.length, index + equation.length + 3);
    if (/^\s?(?:[-+*/×·÷^=≈(]\s?[\p{L}\p{N}(]|[\p{N}])/u.test(after)) continue;
    const sides = equation.split(/[=≈]/).map((side) => side.trim());
    for (const [place, stated] of sides.entries()) {
      const sum = sides[place - 1];
      if (sum === undefined || !new RegExp(`[\\d)%]\\s?${OPERATOR}`, 'u').test(sum)) continue;
      const found = compare(sum, stated, format);
      if (found !== null)
        wrong.push({ start: index, end: index + equation.length, sum, stated, computed: found });
    }
  }
  return wrong;
}

/** Returns the correct result if the sides differ; null if they are equal, or if a side cannot be evaluated. */
function compare(sum: string, stated: string, format: NumberFormat): string | null {
  const left = evaluate(toExpression(sum, format));
  const right = evaluate(toExpression(stated, format));
  if ('error' in left || 'error' in right) return null;
  const digits = countDecimals(stated, format);
  const isPercent = stated.includes('%');
  // Rounded operands make the last digit of the result uncertain.
  const room =
    0.999 * 10 ** -digits * (isPercent ? 0.01 : 1) + Math.abs(left.value) * inexactness(sum, format);
  const isEqual = (value: number) => Math.abs(value - right.value) <= room;
  // `3 ÷ 12 × 100 = 25%` multiplies by 100 explicitly. A unit may be a word: "= 40 per cent", "= 3 million".
  const scales = isPercent ? [1, 0.01] : [1, 100, 1e-3, 1e-4, 1e-6, 1e-8, 1e-9];
  if (scales.some((scale) => isEqual(left.value * scale))) return null;
  const shown = isPercent ? left.value * 100 : left.value;
  return `${shown.toFixed(Math.min(digits, 6)).replace('.', format.decimal)}${isPercent ? '%' : ''}`;
}

function toExpression(side: string, format: NumberFormat): string {
  return side
    .replace(new RegExp(NUMBER, 'gu'), (number) => toNumber(number, format))
    .replace(new RegExp(CURRENCY, 'gu'), '')
    .replace(/%\s?([\d.]+)/gu, '$1%')
    .replace(/[×·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/[−–]/g, '-');
}

/** The relative error that rounded operands allow. */
function inexactness(sum: string, format: NumberFormat): number {
  let share = 0;
  for (const [number] of sum.matchAll(new RegExp(NUMBER, 'gu'))) {
    const [whole = '', decimals] = toNumber(number, format).split('.');
    if (decimals !== undefined)
      share += (0.5 * 10 ** -decimals.length) / Math.max(Number(`${whole}.${decimals}`), 1e-9);
  }
  return Math.min(share, 0.05);
}

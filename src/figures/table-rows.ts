/** Checks tables whose headings name odds, stake, return, profit and probability. */
import type { FigureRole, NumberWords } from '../locales/writing/figure-words.ts';
import { type Figure, patternsFor } from './find-figures.ts';
import { writeNumber } from './numbers.ts';
import type { FigureProblem } from './relate-figures.ts';

export interface Cell {
  heading: string;
  figures: readonly Figure[];
}

/** What a column is: the first role that its heading names. Columns before `probability` are read past. */
const COLUMNS: readonly FigureRole[] = [
  'expectation',
  'margin',
  'fee',
  'pot',
  'probability',
  'profit',
  'payout',
  'odds',
  'stake',
];

interface Check {
  /** The column of the result. */
  name: FigureRole;
  figure: Figure;
  computed: number;
  inputs: readonly Figure[];
  isStated: boolean;
}

/** @param explained receives the figures that compute, and those that they are computed from */
export function checkTable(
  rows: readonly (readonly Cell[])[],
  explained: Set<Figure>,
  words: NumberWords,
): FigureProblem[] {
  const checks = rows.flatMap((cells) => checksOf(cells, words));
  return checks.flatMap(({ name, figure, computed, inputs, isStated }) => {
    const column = checks.filter((check) => check.name === name);
    const right = column.filter((check) => check.isStated).length;
    // Where other rows do not compute either, the columns mean something else.
    const isCertain =
      column.length === 1 ? checks.some((check) => check.isStated) : right * 2 > column.length;
    if (!isStated && !isCertain) return [];
    for (const used of [figure, ...inputs]) explained.add(used);
    if (isStated) return [];
    const { start, end, text, digits, kind } = figure;
    const shown = writeNumber(computed, Math.min(digits, 6), words);
    return [{ start, end, text, computed: shown + (kind === 'percent' ? ' %' : '') }];
  });
}

function checksOf(cells: readonly Cell[], words: NumberWords): Check[] {
  const { role } = patternsFor(words);
  const columns = new Map<FigureRole, Figure>();
  for (const { heading, figures } of cells) {
    const [figure] = figures;
    const name = COLUMNS.find((column) => role[column].test(heading));
    if (!name || !figure || figures.length > 1 || columns.has(name)) continue;
    columns.set(name, figure);
  }
  const odds = columns.get('odds');
  const stake = columns.get('stake');
  if (!odds || odds.kind === 'percent') return [];
  const rate = odds.kind === 'fraction' ? 1 + odds.value : (odds.odds ?? odds.value);
  if (rate <= 1) return [];
  const check = (name: FigureRole, computed: number, inputs: readonly Figure[]): Check[] => {
    const figure = columns.get(name);
    if (!figure || (figure.kind === 'percent') !== (name === 'probability')) return [];
    const room = 0.999 * 10 ** -figure.digits + Math.abs(computed) * slack(inputs);
    return [{ name, figure, computed, inputs, isStated: Math.abs(figure.value - computed) <= room }];
  };
  return [
    ...check('probability', 100 / rate, [odds]),
    ...(stake ? check('payout', stake.value * rate, [stake, odds]) : []),
    ...(stake ? check('profit', stake.value * (rate - 1), [stake, odds]) : []),
  ];
}

/** The share of a result that the rounding of written odds leaves open. */
function slack(inputs: readonly Figure[]): number {
  const shares = inputs.map(({ value, digits }) =>
    digits > 0 ? (0.5 * 10 ** -digits) / Math.abs(value) : 0,
  );
  return Math.min(
    0.02,
    shares.reduce((sum, share) => sum + share, 0),
  );
}

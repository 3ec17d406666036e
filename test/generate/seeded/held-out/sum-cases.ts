/** Fills the templates of sums with numbers that compute, and with results that are wrong. */
import type { GenerationLocale } from '../../../../src/locales/generation.ts';
import { createRandom } from '../../../support/model-prose.ts';
import { type SumSet, sumLines } from './read-held-out.ts';

export interface SumCase {
  kind: string;
  text: string;
  isWrong: boolean;
  /** Place of the result. */
  start: number;
  end: number;
  /** The result that computes. */
  right: string;
}

interface Filled {
  slots: Readonly<Record<string, string>>;
  result: number;
  digits: number;
}

const MARKS: Readonly<Record<GenerationLocale, readonly [thousands: string, decimal: string]>> = {
  en_US: [',', '.'],
  ru_RU: [' ', ','],
  tr_TR: ['.', ','],
  ko_KR: [',', '.'],
};

/** @param times each template is filled, as often right as wrong */
export function sumCases(set: SumSet, locale: GenerationLocale, times: number): SumCase[] {
  const random = createRandom(`${set} ${locale}`);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick');
    return value;
  };
  const write = (value: number, digits: number) => {
    const [thousands, decimal] = MARKS[locale];
    const [whole = '', decimals] = Math.abs(value).toFixed(digits).split('.');
    const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, thousands);
    return `${value < 0 ? '−' : ''}${grouped}${decimals === undefined ? '' : decimal + decimals}`;
  };
  const odds = () => Math.round((1.2 + random() * 6) * 100) / 100;
  const amount = () => pick([5, 10, 20, 25, 40, 60, 75, 80, 120, 150, 200, 250, 400, 1000, 1500, 2400]);
  const fill = (kind: string): Filled => {
    const [o, o2, s, y] = [odds(), Math.round((1.7 + random() * 0.25) * 100) / 100, amount(), amount()];
    const [x, q, n] = [pick([2, 3, 4, 5, 8, 10, 12]), pick([35, 40, 45, 52, 55, 60]), pick([2, 3, 5, 8, 10])];
    const base = { o: write(o, 2), s: write(s, 0), y: write(y, 0), x: String(x), q: String(q), n: String(n) };
    const money = (result: number, slots: object = {}): Filled => ({
      slots: { ...base, ...slots },
      result,
      digits: Number.isInteger(Math.round(result * 100) / 100) ? 0 : 2,
    });
    if (kind === 'return') return money(s * o);
    if (kind === 'profit') return money(s * (o - 1));
    if (kind === 'implied') return { slots: base, result: 100 / o, digits: 1 };
    if (kind === 'fractional') {
      const [a, b] = pick([
        [5, 2],
        [7, 4],
        [9, 5],
        [11, 8],
        [13, 8],
        [6, 4],
        [15, 8],
      ] as const);
      return { slots: { a: String(a), b: String(b) }, result: 1 + a / b, digits: 2 };
    }
    if (kind === 'american') {
      const line = pick([-250, -200, -160, -125, 120, 135, 150, 180, 240, 320]);
      const slots = { m: line > 0 ? `+${line}` : `−${-line}` };
      return { slots, result: line > 0 ? 1 + line / 100 : 1 - 100 / line, digits: 2 };
    }
    if (kind === 'overround') {
      const [a, b] = [Math.round((1.7 + random() * 0.25) * 100) / 100, o2];
      return { slots: { o: write(a, 2), o2: write(b, 2) }, result: (1 / a + 1 / b - 1) * 100, digits: 1 };
    }
    if (kind === 'potodds') {
      const call = pick([20, 30, 40, 50, 75, 90]);
      const pot = call * pick([2, 3, 4]) + 10;
      return {
        slots: { c: write(call, 0), p: write(pot, 0) },
        result: (call / (pot + call)) * 100,
        digits: 1,
      };
    }
    if (kind === 'ev') return money(s * ((q / 100) * o - 1));
    if (kind === 'percent' || kind === 'fee') return money((x / 100) * y);
    if (kind === 'afterfee') return money(y * (1 - x / 100));
    if (kind === 'compound') return { slots: base, result: y * (1 + x / 100) ** n, digits: 2 };
    throw new Error(`no sums of the kind ${kind}`);
  };
  return sumLines(set, locale).templates.flatMap(({ kind, template }) =>
    Array.from({ length: kind === 'cells' ? times * 3 : times * 2 }, (_none, index): SumCase => {
      const isWrong = index % 2 === 1;
      /** Never within the rounding of the right one, nor another reading of it. */
      const off = (result: number, digits: number) =>
        Math.max(Math.abs(result) * pick([0.06, 0.11, 0.17]), 3 * 10 ** -digits) * pick([1, -1]);
      if (kind === 'cells') return table(template, isWrong, { odds, amount, write, off, pick });
      const { slots, result, digits } = fill(kind);
      const right = write(result, digits);
      const shown = isWrong ? write(result + off(result, digits), digits) : right;
      const before = template.slice(0, template.indexOf('{r}'));
      const filled = (part: string) => part.replace(/\{(\w+)\}/g, (whole, name) => slots[name] ?? whole);
      const start = filled(before).length;
      const text = filled(template.replace('{r}', shown));
      return { kind, text, isWrong, start, end: start + shown.length, right };
    }),
  );
}

interface Tools {
  odds: () => number;
  amount: () => number;
  write: (value: number, digits: number) => string;
  off: (result: number, digits: number) => number;
  pick: <Value>(values: readonly Value[]) => Value;
}

/** A table of three rows, with one wrong result at most. @param headings of stake, odds, payout, profit, probability in any order */
function table(headings: string, isWrong: boolean, { odds, amount, write, off, pick }: Tools): SumCase {
  const names = headings.split('|');
  // The first column of the sets is the stake or the odds; the others keep their order.
  const oddsFirst = /odds|оэфф|oran|배당/i.test(names[0] ?? '');
  const wrongRow = pick([0, 1, 2]);
  const wrongColumn = pick([2, 3, 4]);
  let [start, end, right] = [0, 0, ''];
  let text = `| ${names.join(' | ')} |\n|${names.map(() => '---|').join('')}\n`;
  for (let row = 0; row < 3; row++) {
    const [o, s] = [odds(), amount()];
    const values: [number, number][] = [
      [oddsFirst ? o : s, oddsFirst ? 2 : 0],
      [oddsFirst ? s : o, oddsFirst ? 0 : 2],
      [s * o, 2],
      [s * (o - 1), 2],
      [100 / o, 1],
    ];
    text += '|';
    for (const [column, [value, digits]] of values.entries()) {
      const isHere = isWrong && row === wrongRow && column === wrongColumn;
      const shown = write(isHere ? value + off(value, digits) : value, digits);
      const unit = column === 4 ? '%' : '';
      if (isHere)
        [start, end, right] = [text.length + 1, text.length + 1 + shown.length, write(value, digits)];
      text += ` ${shown}${unit} |`;
    }
    text += '\n';
  }
  return { kind: 'cells', text, isWrong, start, end, right };
}

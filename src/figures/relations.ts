/** How figures of betting, poker and interest follow from one another. */
import type { FigureRole } from '../locales/writing/figure-words.ts';
import type { Figure } from './find-figures.ts';
import { FUNCTIONS } from './functions.ts';

type Slot = 'odds' | 'converted' | 'amount' | 'percent' | 'years';

export interface Relation {
  inputs: readonly Slot[];
  result: 'odds' | 'amount' | 'percent';
  /** Sets of words: the sentence has one of each set. */
  cues: readonly (readonly FigureRole[])[];
  /** Words beside the result. */
  resultCues: readonly FigureRole[];
  /** Whether these words must be there, where the sentence has no other figures. */
  isNamed: boolean;
  /** Words beside one of the inputs, without which a percentage is of something else. The result is the last figure. */
  inputCues?: readonly FigureRole[];
  /** Whether the inputs may be in the sentence before, and other figures beside them. */
  isLoose?: boolean;
  /** Whether its words are those of any text, so that a person's sentence may mean something else. */
  isGeneral?: boolean;
  /** What the result may be, the usual reading first. */
  run: (values: readonly number[], has: (role: FigureRole) => boolean) => number[];
}

const call = (name: string, ...values: number[]): number => FUNCTIONS[name]?.[2](...values) ?? Number.NaN;
const percent = (share: number) => share * 100;

/** The margin of a market in percent, and the sum of its probabilities, which is 100 % more. */
const marginOf = (...odds: number[]) => {
  const margin = percent(call('overround', ...odds));
  return [margin, margin + 100];
};

export const RELATIONS: readonly Relation[] = [
  {
    inputs: ['converted'],
    result: 'odds',
    cues: [],
    resultCues: ['odds'],
    isNamed: false,
    run: ([odds = 0]) => [odds],
  },
  {
    inputs: ['odds'],
    result: 'percent',
    cues: [['probability', 'odds', 'margin']],
    resultCues: ['probability'],
    isNamed: true,
    // The same odds may be those of each side: 1.91 twice is a margin of 4.7 %.
    run: ([odds = 0]) => [
      percent(call('impliedProbability', odds)),
      ...marginOf(odds, odds),
      ...marginOf(odds, odds, odds),
    ],
  },
  {
    inputs: ['amount', 'odds'],
    result: 'amount',
    cues: [['payout', 'profit'], ['odds']],
    resultCues: ['payout', 'profit'],
    isNamed: false,
    isLoose: true,
    run: ([stake = 0, odds = 0], has) => {
      const [total, gain] = [call('payout', stake, odds), call('profit', stake, odds)];
      return has('payout') ? [total, gain] : [gain];
    },
  },
  ...[2, 3, 4].map(
    (count): Relation => ({
      inputs: Array.from({ length: count }, () => 'odds' as const),
      result: 'percent',
      cues: [['margin']],
      resultCues: ['margin'],
      isNamed: true,
      run: (odds) => marginOf(...odds),
    }),
  ),
  {
    inputs: ['amount', 'amount'],
    result: 'percent',
    cues: [['pot'], ['call']],
    resultCues: ['pot', 'call', 'odds', 'probability'],
    isNamed: false,
    run: ([bet = 0, pot = 0]) => [
      percent(call('potOdds', Math.min(bet, pot), Math.max(bet, pot))),
      percent(call('potOdds', bet, pot + bet)),
    ],
  },
  {
    inputs: ['percent', 'odds', 'amount'],
    result: 'amount',
    cues: [['expectation']],
    resultCues: ['expectation'],
    isNamed: false,
    run: ([chance = 0, odds = 0, stake = 0]) => [call('expectedValue', chance / 100, odds, stake)],
  },
  {
    inputs: ['percent', 'amount', 'years'],
    result: 'amount',
    cues: [['growth']],
    isGeneral: true,
    resultCues: ['growth', 'remaining'],
    isNamed: false,
    run: ([rate = 0, capital = 0, years = 0]) => [
      call('compound', capital, rate / 100, years),
      capital + call('simpleInterest', capital, rate / 100, years),
    ],
  },
  {
    inputs: ['percent', 'amount'],
    result: 'amount',
    cues: [['fee', 'share', 'remaining', 'growth']],
    isGeneral: true,
    resultCues: ['fee', 'share', 'remaining', 'growth', 'stake'],
    isNamed: false,
    inputCues: ['fee', 'share', 'growth'],
    run: ([rate = 0, amount = 0], has) => {
      const part = call('fee', amount, rate / 100);
      const rest = call('afterFee', amount, rate / 100);
      const grown = has('growth') ? [amount + part] : [];
      return [...(has('remaining') ? [rest, part] : [part, rest]), ...grown];
    },
  },
];

/** Relations that explain a figure, and whose absence proves nothing. */
export const EXPLANATIONS: readonly Omit<Relation, 'cues' | 'resultCues' | 'isNamed'>[] = [
  ...[2, 3].map((count) => ({
    inputs: Array.from({ length: count }, () => 'odds' as const),
    result: 'percent' as const,
    run: (odds: readonly number[]) => marginOf(...odds),
  })),
  { inputs: ['percent'], result: 'odds', run: ([chance = 0]) => [100 / chance] },
  { inputs: ['percent'], result: 'percent', run: ([chance = 0]) => [100 - chance] },
  {
    inputs: ['percent', 'percent'],
    result: 'percent',
    run: ([a = 0, b = 0]) => [a + b, a - b, (a * b) / 100],
  },
  { inputs: ['amount', 'amount'], result: 'amount', run: ([a = 0, b = 0]) => [a + b, a - b, a * b, a / b] },
  {
    inputs: ['amount', 'amount'],
    result: 'percent',
    run: ([a = 0, b = 0]) => [(a / b) * 100, (a / b - 1) * 100],
  },
  { inputs: ['amount', 'odds'], result: 'amount', run: ([a = 0, odds = 0]) => [a * odds, a * (odds - 1)] },
];

export function fits(figure: Figure, slot: Slot): boolean {
  const { kind, odds } = figure;
  if (slot === 'converted') return kind === 'fraction' || kind === 'american';
  if (slot === 'odds') return odds !== null;
  if (slot === 'percent') return kind === 'percent';
  if (slot === 'years') return kind === 'years';
  return kind === 'money' || kind === 'plain';
}

export function valueIn(figure: Figure, slot: Slot): number {
  if (slot === 'converted' && figure.kind === 'fraction') return 1 + figure.value;
  return (slot === 'odds' || slot === 'converted' ? figure.odds : null) ?? figure.value;
}

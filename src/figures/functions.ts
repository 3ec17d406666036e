/** Defines the functions of expressions: odds, probabilities, pots, stakes, interest, fees and rounding. */

type Calculate = (...values: number[]) => number;

/** Currencies without a smaller unit. */
const WHOLE: ReadonlySet<string> = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK']);

export function currencyDigits(code: string): number {
  return WHOLE.has(code) ? 0 : 2;
}

const fromAmerican = (odds: number) => 1 + (odds > 0 ? odds / 100 : 100 / -odds);
const sumOfInverse = (odds: readonly number[]) => odds.reduce((sum, value) => sum + 1 / value, 0);

/** Rounds half away from zero. The factor corrects binary fractions, so that 1.005 becomes 1.01. */
export function round(value: number, digits = 0): number {
  const scaled = Math.abs(value) * 10 ** digits;
  return (Math.sign(value) * Math.round(scaled * (1 + Number.EPSILON * 4))) / 10 ** digits;
}

/** Each entry is [minimum of arguments, maximum of arguments, function]. Odds are decimal unless a name says otherwise. */
export const FUNCTIONS: Readonly<Record<string, readonly [number, number, Calculate]>> = {
  /** Converts fractional odds: `fractional(5, 2)` is 3.5. */
  fractional: [2, 2, (numerator, denominator) => 1 + numerator / denominator],
  /** Converts American odds: `american(-200)` is 1.5. */
  american: [1, 1, fromAmerican],
  toAmerican: [1, 1, (odds) => (odds >= 2 ? (odds - 1) * 100 : -100 / (odds - 1))],
  /** The value of fractional odds, which is the profit for a stake of 1. */
  toFractional: [1, 1, (odds) => odds - 1],
  impliedProbability: [1, 1, (odds) => 1 / odds],
  fairOdds: [1, 1, (probability) => 1 / probability],
  /** The margin of a market. The arguments are the odds of all outcomes. */
  overround: [2, 40, (...odds) => sumOfInverse(odds) - 1],
  /** The probability of the first outcome without the margin. */
  fairProbability: [2, 40, (...odds) => 1 / (odds[0] ?? 1) / sumOfInverse(odds)],
  payout: [2, 2, (stake, odds) => stake * odds],
  profit: [2, 2, (stake, odds) => stake * (odds - 1)],
  /** `potOdds(call, pot)`: the share of the final pot that a call costs. `pot` includes the bet. */
  potOdds: [2, 2, (call, pot) => call / (pot + call)],
  /** `equity(outs, unseen, draws)`: the probability to draw one of the outs. */
  equity: [
    2,
    3,
    (outs, unseen, draws = 1) => {
      let missed = 1;
      for (let draw = 0; draw < Math.min(draws, 60); draw++)
        missed *= (unseen - outs - draw) / (unseen - draw);
      return 1 - missed;
    },
  ],
  expectedValue: [3, 3, (probability, odds, stake) => stake * (probability * odds - 1)],
  /** The share of the bankroll to stake; 0 if the bet has no value. */
  kelly: [2, 2, (probability, odds) => Math.max(0, (probability * odds - 1) / (odds - 1))],
  /** `compound(capital, rate, periods)` */
  compound: [3, 3, (capital, rate, periods) => capital * (1 + rate) ** periods],
  simpleInterest: [3, 3, (capital, rate, periods) => capital * rate * periods],
  fee: [2, 2, (amount, rate) => amount * rate],
  afterFee: [2, 2, (amount, rate) => amount * (1 - rate)],
  percentOf: [2, 2, (part, whole) => part / whole],
  percentChange: [2, 2, (before, after) => after / before - 1],
  round: [1, 2, round],
  min: [1, 40, Math.min],
  max: [1, 40, Math.max],
  sum: [1, 40, (...values) => values.reduce((sum, value) => sum + value, 0)],
  mean: [1, 40, (...values) => values.reduce((sum, value) => sum + value, 0) / values.length],
  abs: [1, 1, Math.abs],
  sqrt: [1, 1, Math.sqrt],
};

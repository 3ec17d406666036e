/** The shape of what a language needs to read figures: its marks, and the words that say what a number is. */

/** What words call a figure, or what a sentence does with figures. */
export type FigureRole =
  | 'odds'
  | 'probability'
  | 'stake'
  | 'payout'
  | 'profit'
  | 'margin'
  | 'pot'
  | 'call'
  | 'expectation'
  | 'fee'
  | 'remaining'
  | 'growth'
  | 'share';

/** Patterns are alternatives of a regular expression, each the beginning of a word. */
export interface NumberWords {
  /** Between the digits of thousands, and before decimals. */
  thousands: string;
  decimal: string;
  roles: Readonly<Record<FigureRole, string>>;
  /** Odds that are named American. */
  american: string;
  /** Per cent in words, beside a number. */
  percent: string;
  /** Names of currencies, beside a number. */
  currencies: string;
  /** Powers of ten in words, after a number. */
  magnitudes: string;
  /** After a number of years. */
  years: string;
  /** After a duration that is shorter. */
  durations: string;
  months: string;
  /** Words beside which a number only counts or names a place: chapters, steps, sections of a law. */
  ordinals: string;
  /** What follows or precedes an age. */
  ages: string;
  /** Marks of an example. */
  examples: string;
  /** Words that make a number a claim about the world: about, on average, most. */
  claims: string;
}

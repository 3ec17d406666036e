/** Finds the figures of a sentence: place, value, kind, and what the words beside each call it. */
import type { FigureRole, NumberWords } from '../locales/writing/figure-words.ts';
import { countDecimals, NUMBER, toNumber } from './numbers.ts';

export interface Figure {
  start: number;
  end: number;
  text: string;
  value: number;
  /** Decimals as written. */
  digits: number;
  kind: 'percent' | 'money' | 'fraction' | 'american' | 'plain' | 'years' | 'duration';
  /** Decimal odds, where it may be odds. */
  odds: number | null;
  /** What words beside it call it. */
  roles: ReadonlySet<FigureRole>;
  /** It only counts or orders, so it needs no source. */
  isOrdinary: boolean;
}

interface Patterns {
  example: RegExp;
  role: Readonly<Record<FigureRole, RegExp>>;
  /** Dates, times, versions, scores and other numbers that are no figures. */
  names: readonly RegExp[];
  american: RegExp;
  claim: RegExp;
  percentBefore: RegExp;
  percentAfter: RegExp;
  moneyBefore: RegExp;
  moneyAfter: RegExp;
  magnitude: RegExp;
  years: RegExp;
  duration: RegExp;
}

const CURRENCY = '[$€£¥₩₹₺₽]';
const FIGURE = new RegExp(
  `(?<![\\p{N}\\p{Script=Latin}_])(?:(?<fraction>\\d{1,3}/\\d{1,3})(?![\\d/])|(?<number>${NUMBER}))(?![\\p{Script=Latin}_])`,
  'gu',
);
/** How far the words are that say what a figure is. */
const BEFORE = 48;
const AFTER = 26;
/** What a reader can count: cards, players, pockets of a wheel. */
const COUNTED = 60;

const known = new Map<NumberWords, Patterns>();

/** `$` ends a word; Hangul words have no beginning that spaces show. */
function compile(alternatives: string, around: readonly [string, string] = ['', '']): RegExp {
  const source = alternatives.replaceAll('$', '(?!\\p{L})');
  return new RegExp(`${around[0]}(?<!(?!\\p{Script=Hangul})\\p{L})(?:${source})${around[1]}`, 'iu');
}

export function patternsFor(words: NumberWords): Patterns {
  const before = known.get(words);
  if (before) return before;
  const role = Object.fromEntries(
    Object.entries(words.roles).map(([name, alternatives]) => [name, compile(alternatives)]),
  );
  const month = `(?:${words.months})`;
  const name = (source: string) => new RegExp(source, 'giu');
  const patterns: Patterns = {
    example: compile(words.examples),
    // Object.fromEntries forgets the names.
    role: { ...emptyRoles(), ...role },
    names: [
      name('(?<!\\d)\\d{4}-\\d\\d-\\d\\d(?!\\d)'),
      name('(?<!\\d)\\d{1,2}([./])\\d{1,2}\\1(?:19|20)?\\d\\d(?!\\d)'),
      name(`(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?\\.?(?:\\s+of)?\\s?${month}\\p{L}*(?:\\s\\d{4})?`),
      name(`(?<!\\p{L})${month}\\p{L}*\\s\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s\\d{4})?(?![\\d.,]\\d)`),
      name('(?<!\\d)\\d{1,2}월(?:\\s?\\d{1,2}일)?'),
      name('(?<!\\d)\\d{1,3}:\\d{1,3}(?::\\d\\d)?(?!\\d)'),
      name('(?<![\\d.])\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}(?![\\d.])'),
      name('(?<![\\d.,])\\d{1,2}[-–]\\d{1,2}(?![\\d.,]*\\s?%|[.,]?\\d)'),
      name('\\d+(?:st|nd|rd|th|s)(?!\\p{L})'),
      name(
        "(?<![\\d.,])\\d{1,4}(?:-?(?:й|я|е|го|му|м|х)|['’]?(?:inci|ıncı|uncu|üncü|nci|ncı|ncu|ncü))(?!\\p{L})",
      ),
      name('(?<!\\d)\\d\\d\\+(?!\\d)'),
      name('(?:#|№|§)\\s?\\d+(?:\\.\\d+)*'),
      name('제\\s?\\d+|\\d+분의\\s?\\d+'),
      name(`(?<![\\d.,])\\d{1,3}\\s?(?:${words.ages})`),
      name(
        `(?<!\\p{L})(?!\\p{Script=Hangul})(?:${words.ordinals})\\p{L}*\\s\\d{1,4}(?:/\\d{1,3}|\\s(?:of|из)\\s\\d{1,3})?(?![.,]?\\d|\\s?%)`,
      ),
      name(`(?<![\\d.,])\\d{1,4}\\.?\\s?(?:${words.ordinals})`),
      name('(?<=^[ \\t]*)\\d{1,3}[.)]\\s'),
    ],
    american: compile(words.american),
    claim: compile(words.claims),
    percentBefore: new RegExp(`(?:%|(?:${words.percent}))\\s?$`, 'iu'),
    percentAfter: new RegExp(`^\\s?(?:%|％|(?:${words.percent}))`, 'iu'),
    moneyBefore: new RegExp(`${CURRENCY}\\s?[-−]?$`, 'u'),
    moneyAfter: new RegExp(
      `^[\\s-]?(?:${CURRENCY}|(?:${words.magnitudes})?\\s?(?:${words.currencies}))`,
      'iu',
    ),
    magnitude: new RegExp(`^\\s?(?:${words.magnitudes})`, 'iu'),
    years: new RegExp(`^[\\s-]?(?:${words.years})`, 'iu'),
    duration: new RegExp(`^[\\s-]?(?:${words.durations})`, 'iu'),
  };
  known.set(words, patterns);
  return patterns;
}

function emptyRoles(): Record<FigureRole, RegExp> {
  const never = /(?!)/;
  return {
    odds: never,
    probability: never,
    stake: never,
    payout: never,
    profit: never,
    margin: never,
    pot: never,
    call: never,
    expectation: never,
    fee: never,
    remaining: never,
    growth: never,
    share: never,
  };
}

export const ROLES = Object.keys(emptyRoles()).filter((name): name is FigureRole => name in emptyRoles());

/** @param sentence plain text @param offset of the sentence in its text */
export function findFigures(sentence: string, offset: number, words: NumberWords): Figure[] {
  if (!/\d/.test(sentence)) return [];
  const patterns = patternsFor(words);
  let masked = sentence;
  for (const name of patterns.names) masked = masked.replace(name, (part) => part.replace(/\d/g, '\u0000'));
  const isAmerican =
    patterns.american.test(sentence) ||
    (patterns.role.odds.test(sentence) && !patterns.role.expectation.test(sentence));
  const found = [...masked.matchAll(FIGURE)];
  return found.map((match, place): Figure => {
    const previous = found[place - 1];
    const next = found[place + 1];
    const index = match.index;
    const until = index + match[0].length;
    const from = previous ? previous.index + previous[0].length : 0;
    const before = sentence.slice(Math.max(from, index - BEFORE), index);
    const after = sentence.slice(until, Math.min(next?.index ?? sentence.length, until + AFTER));
    const { kind, value, digits, start } = read(match, before, after, isAmerican, patterns, words);
    const roles = new Set(
      ROLES.filter(
        (role) =>
          patterns.role[role].test(before + (kind === 'plain' ? sentence[index] : '')) ||
          patterns.role[role].test(after),
      ),
    );
    const odds =
      kind === 'fraction'
        ? roles.has('odds')
          ? 1 + value
          : null
        : kind === 'american'
          ? value > 0
            ? 1 + value / 100
            : 1 - 100 / value
          : kind === 'plain' && value > 1 && value <= 1001 && (digits > 0 || roles.has('odds'))
            ? value
            : null;
    const text = sentence.slice(start, until);
    const figure = { start: offset + start, end: offset + until, text, value, digits, kind, odds, roles };
    const isClaimed =
      patterns.claim.test(before.slice(-22)) ||
      patterns.claim.test(after) ||
      (kind === 'duration' && patterns.claim.test(sentence));
    return { ...figure, isOrdinary: isOrdinary(figure, isClaimed, patterns.magnitude.test(after)) };
  });
}

function read(
  { 0: text, index, groups }: RegExpMatchArray & { index: number },
  before: string,
  after: string,
  isAmerican: boolean,
  patterns: Patterns,
  words: NumberWords,
): Pick<Figure, 'kind' | 'value' | 'digits' | 'start'> {
  if (groups?.fraction) {
    const [part = 0, whole = 1] = text.split('/').map(Number);
    return { kind: 'fraction', value: whole === 0 ? 0 : part / whole, digits: 0, start: index };
  }
  const sign = /(?<![\p{L}\p{N})])([-−+])\p{Sc}?$/u.exec(before)?.[1];
  const number = Number(toNumber(text, words));
  const value = sign === '-' || sign === '−' ? -number : number;
  const digits = countDecimals(text, words);
  const start = index - (sign ? before.length - before.lastIndexOf(sign) : 0);
  const of = (kind: Figure['kind']) => ({ kind, value, digits, start });
  if (patterns.percentAfter.test(after) || patterns.percentBefore.test(before)) return of('percent');
  if (patterns.moneyBefore.test(before) || patterns.moneyAfter.test(after)) return of('money');
  if (sign && digits === 0 && number >= 100 && isAmerican) return of('american');
  if (patterns.years.test(after)) return of('years');
  if (patterns.duration.test(after)) return of('duration');
  return of('plain');
}

function isOrdinary(
  { kind, value, digits, roles, text }: Omit<Figure, 'isOrdinary'>,
  isClaimed: boolean,
  isLarge: boolean,
): boolean {
  if (/^\d{4}$/.test(text) && kind === 'years') return true;
  if (isClaimed || isLarge || kind === 'percent' || kind === 'money' || kind === 'american') return false;
  if (kind === 'years' || kind === 'duration') return true;
  if (kind === 'fraction') return roles.size === 0;
  if (digits > 0) return false;
  const isYear = /^\d{4}$/.test(text) && value >= 1500 && value < 2100;
  return isYear ? !roles.has('stake') && !roles.has('payout') : Math.abs(value) <= COUNTED;
}

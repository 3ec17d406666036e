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
  roles: Roles;
  /** It only counts or orders, so it needs no source. */
  isOrdinary: boolean;
}

/** Found when asked for. */
interface Roles {
  has: (role: FigureRole) => boolean;
  isEmpty: () => boolean;
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
/** Letters after a number make it a name, but for the `x` of `30x`. */
const FIGURE = new RegExp(
  `(?<![\\p{N}\\p{Script=Latin}_])(?:(?<fraction>\\d{1,3}/\\d{1,3})(?![\\d/])|(?<number>${NUMBER}))(?!(?!x(?![\\p{L}\\p{N}_]))[\\p{N}\\p{Script=Latin}_])`,
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

const ROLES = Object.keys(emptyRoles()).filter((name): name is FigureRole => name in emptyRoles());

/** @param sentence plain text @param offset of the sentence in its text */
export function findFigures(sentence: string, offset: number, words: NumberWords): Figure[] {
  if (!/\d/.test(sentence)) return [];
  const patterns = patternsFor(words);
  let masked = sentence;
  for (const name of patterns.names) masked = masked.replace(name, (part) => part.replace(/\d/g, '\u0000'));
  const isAmerican = () =>
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
    const text = sentence.slice(start, until);
    const roles = readRoles(before + (kind === 'plain' ? sentence[index] : ''), after, patterns);
    const isClaimed = () =>
      patterns.claim.test(before.slice(-22)) ||
      patterns.claim.test(after) ||
      (kind === 'duration' && patterns.claim.test(sentence)) ||
      patterns.magnitude.test(after);
    const figure = { start: offset + start, end: offset + until, text, value, digits, kind, roles };
    let ordinary: boolean | undefined;
    return {
      ...figure,
      // Most figures are never compared.
      get odds() {
        return toOdds(figure);
      },
      get isOrdinary() {
        ordinary ??= isOrdinary(figure, isClaimed);
        return ordinary;
      },
    };
  });
}

function readRoles(before: string, after: string, { role }: Patterns): Roles {
  const known = new Map<FigureRole, boolean>();
  const has = (name: FigureRole) => {
    const found = known.get(name) ?? (role[name].test(before) || role[name].test(after));
    known.set(name, found);
    return found;
  };
  return { has, isEmpty: () => !ROLES.some(has) };
}

function toOdds({ kind, value, digits, roles }: Omit<Figure, 'odds' | 'isOrdinary'>): number | null {
  if (kind === 'fraction') return roles.has('odds') ? 1 + value : null;
  if (kind === 'american') return value > 0 ? 1 + value / 100 : 1 - 100 / value;
  const isOdds = kind === 'plain' && value > 1 && value <= 1001 && (digits > 0 || roles.has('odds'));
  return isOdds ? value : null;
}

function read(
  { 0: text, index, groups }: RegExpMatchArray & { index: number },
  before: string,
  after: string,
  isAmerican: () => boolean,
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
  if (sign && digits === 0 && number >= 100 && isAmerican()) return of('american');
  if (patterns.years.test(after)) return of('years');
  if (patterns.duration.test(after)) return of('duration');
  return of('plain');
}

function isOrdinary(
  { kind, value, digits, roles, text }: Omit<Figure, 'odds' | 'isOrdinary'>,
  isClaimed: () => boolean,
): boolean {
  if (kind === 'percent' || kind === 'money' || kind === 'american') return false;
  if (/^\d{4}$/.test(text) && kind === 'years') return true;
  if (isClaimed()) return false;
  if (kind === 'years' || kind === 'duration') return true;
  if (kind === 'fraction') return roles.isEmpty();
  if (digits > 0) return false;
  const isYear = /^\d{4}$/.test(text) && value >= 1500 && value < 2100;
  return isYear ? !roles.has('stake') && !roles.has('payout') : Math.abs(value) <= COUNTED;
}

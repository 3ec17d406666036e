/** Pairs runs of marks to emphasis and strike (CommonMark 0.31, 6.2) in one pass over the tokens of a text. */
import type { Token, Tokens } from 'marked';

/** Spans within each other. Further marks around them are text. */
export const MAX_LEVELS = 100;

/** A run of equal marks. */
export class Run {
  /** Where the marks that are still free begin and end. */
  from: number;
  to: number;
  readonly length: number;

  constructor(
    readonly mark: string,
    start: number,
    end: number,
    readonly opens: boolean,
    readonly closes: boolean,
    /** As the text around it. */
    readonly escaped: boolean,
  ) {
    this.from = start;
    this.to = end;
    this.length = end - start;
  }
}

/** A run that may open, and what follows it. */
interface Opener {
  run: Run;
  /** Its index among the tokens. */
  at: number;
  /** Levels of the spans that follow it. */
  level: number;
}

export interface Paired {
  tokens: Token[];
  /** Levels of spans. */
  level: number;
}

/**
 * @param items in the order of the text
 * @param levelOf the levels of a token that was made before
 * @param finish completes the tokens of a span
 */
export function pairRuns(
  items: (Token | Run)[],
  source: string,
  levelOf: (token: Token) => number,
  finish: (tokens: Token[]) => Token[],
): Paired {
  const out: (Token | Run)[] = [];
  const openers: Opener[] = [];
  /** For each kind of closing run, the number of openers below which none fits. */
  const bottoms = new Map<string, number>();
  let outerLevel = 0;
  const raise = (level: number) => {
    const top = openers.at(-1);
    if (top) top.level = Math.max(top.level, level);
    else outerLevel = Math.max(outerLevel, level);
  };
  /** Opens no more than `length` runs. @returns levels of the spans after the last of them */
  const drop = (length: number): number => {
    let level = 0;
    for (; openers.length > length; openers.pop()) level = Math.max(level, openers.at(-1)?.level ?? 0);
    for (const [kind, bottom] of bottoms) if (bottom > length) bottoms.set(kind, length);
    return level;
  };
  /** Pairs a run with the last opener that fits. @returns false if none does */
  const close = (run: Run): boolean => {
    const kind = `${run.mark}${run.opens}${run.mark === '~' ? run.length : run.length % 3}`;
    const bottom = bottoms.get(kind) ?? 0;
    let index = openers.length - 1;
    while (index >= bottom && !fits(openers[index]?.run, run)) index--;
    const opener = index < bottom ? undefined : openers[index];
    if (!opener) {
      bottoms.set(kind, openers.length);
      return false;
    }
    const level = drop(index + 1 > openers.length ? openers.length : index + 1);
    opener.level = Math.max(opener.level, level);
    if (opener.level >= MAX_LEVELS) {
      raise(drop(index));
      return false;
    }
    const inner = out.splice(opener.at + 1);
    out.push(createSpan(opener.run, run, source, finish(joinTexts(inner, source))));
    const reached = opener.level + 1;
    if (opener.run.from === opener.run.to) {
      out.splice(-2, 1);
      drop(index);
    } else opener.level = 0;
    raise(reached);
    return true;
  };
  for (const item of items) {
    if (item instanceof Run) {
      while (item.closes && item.from < item.to && close(item));
      if (item.from === item.to) continue;
      if (item.opens) openers.push({ run: item, at: out.length, level: 0 });
    } else raise(levelOf(item));
    out.push(item);
  }
  const level = Math.max(outerLevel, drop(0));
  return { tokens: joinTexts(out, source), level };
}

function fits(opener: Run | undefined, closer: Run): boolean {
  if (opener?.mark !== closer.mark) return false;
  if (closer.mark === '~') return opener.length === closer.length;
  const sum = opener.length + closer.length;
  return !((opener.closes || closer.opens) && sum % 3 === 0 && opener.length % 3 !== 0);
}

/** Takes one or two marks of both runs. */
function createSpan(opener: Run, closer: Run, source: string, tokens: Token[]): Token {
  const isDouble = Math.min(opener.to - opener.from, closer.to - closer.from) > 1;
  const marks = isDouble ? 2 : 1;
  const text = source.slice(opener.to, closer.from);
  opener.to -= marks;
  closer.from += marks;
  const raw = source.slice(opener.to, closer.from);
  const type = closer.mark === '~' ? 'del' : isDouble ? 'strong' : 'em';
  return { type, raw, text, tokens };
}

/** The tokens with each run of texts, and of marks that are text, as one. */
function joinTexts(items: readonly (Token | Run)[], source: string): Token[] {
  const tokens: Token[] = [];
  let last: Tokens.Text | null = null;
  for (const item of items) {
    const token = item instanceof Run ? createText(source, item.from, item.to, item.escaped) : item;
    const text = isText(token) ? token : null;
    if (text && last && text.escaped === last.escaped) {
      last.raw += text.raw;
      last.text += text.text;
      continue;
    }
    tokens.push(token);
    last = text;
  }
  return tokens;
}

function isText(token: Token): token is Tokens.Text {
  return token.type === 'text';
}

export function createText(source: string, start: number, end: number, escaped: boolean): Tokens.Text {
  const raw = source.slice(start, end);
  return { type: 'text', raw, text: raw, escaped };
}

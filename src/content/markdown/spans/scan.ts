/** The state of reading the spans of one text: tokens so far, and marks whose meaning a later character decides. */
import type { Token, Tokens } from 'marked';
import { dropHidden, pairElements } from '../inline-elements.ts';
import { createText, MAX_LEVELS, type Paired, pairRuns, type Run } from './pair-runs.ts';

/** What the spans of a text depend on besides the text. */
export interface SpanContext {
  /** Targets of references, by folded label. */
  links: Readonly<Record<string, Pick<Tokens.Link, 'href'> & { title?: string | null | undefined }>>;
  /** Footnotes by name. */
  footnotes: ReadonlyMap<string, unknown> | null;
  /** Whether formulas, and the elements of raw HTML that stay or hide their contents, have tokens of their own. */
  readsElements: boolean;
}

/** A bracket that may open a link or an image. */
export interface Bracket {
  isImage: boolean;
  /** Index of its token. */
  at: number;
  /** Where its text begins. */
  start: number;
  /** True if another bracket opens in it, so that its text is no label. */
  holdsBracket: boolean;
}

export class Scan {
  /** Of the next character. */
  at = 0;
  readonly brackets: Bracket[] = [];
  /** Brackets below this number open no link, because they hold one. */
  closedBrackets = 0;
  /** Marks that probably still open emphasis, by character. */
  readonly open = new Map<string, number>();
  /** Within `<pre>` and the like, whose text is not escaped where raw HTML stays. */
  isRaw = false;
  /** Within `<a>`. */
  isInAnchor = false;
  /** Offsets in the text from which a tag cannot be completed. */
  readonly deadTags = new Set<number>();
  #nodes: (Token | Run)[] = [];
  #textStart = 0;
  #holdsTags = false;
  /** Of links that hold spans. */
  readonly #levels = new Map<object, number>();
  readonly #found = new Map<string, number>();
  #codeMarks: Map<number, number[]> | null = null;

  constructor(
    readonly source: string,
    readonly context: SpanContext,
  ) {}

  /** Offset of the text before the next character that is in no token yet. */
  get textStart(): number {
    return this.#textStart;
  }

  get nextIndex(): number {
    return this.#nodes.length;
  }

  /** Takes the text before `start` and a token from there to `end`. */
  add(token: Token | Run, end: number, start = this.at): true {
    this.#takeText(start);
    this.#nodes.push(token);
    this.at = this.#textStart = end;
    return true;
  }

  addTag(token: Tokens.Tag, end: number): true {
    this.#holdsTags = true;
    return this.add(token, end);
  }

  /** Takes a bracket, which is text unless a later one completes it. */
  addBracket(start: number, end: number): true {
    return this.add(createText(this.source, start, end, this.isRaw), end, start);
  }

  /** Reads on: the characters up to `end` are text. */
  skipTo(end: number): true {
    this.at = end;
    return true;
  }

  /**
   * Replaces a bracket and what follows it by one token.
   * @param create makes it of the tokens of its text
   * @returns false if too many are within each other
   */
  wrap(bracket: Bracket, end: number, create: (tokens: Token[]) => Token): boolean {
    this.#takeText(this.at);
    const { tokens, level } = this.#pair(this.#nodes.splice(bracket.at + 1));
    if (level >= MAX_LEVELS) {
      for (const token of tokens) this.#nodes.push(token);
      // The brackets around it would hold as many.
      this.brackets.length = 0;
      return false;
    }
    const token = create(this.#finish(tokens));
    this.#levels.set(token, level + 1);
    this.#nodes[bracket.at] = token;
    this.at = this.#textStart = end;
    return true;
  }

  /** The tokens of the whole text. */
  end(): Token[] {
    this.#takeText(this.source.length);
    return this.#finish(this.#pair(this.#nodes).tokens);
  }

  /** Offset of the first `mark` from `from` on; -1 without one. Callers ask with growing offsets, so all calls read the text once. */
  find(mark: string, from: number): number {
    const known = this.#found.get(mark);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.source.indexOf(mark, from);
    this.#found.set(mark, found);
    return found;
  }

  /** Offset of the next run of exactly so many backticks. */
  findBackticks(length: number, from: number): number {
    this.#codeMarks ??= listBackticks(this.source);
    const offsets = this.#codeMarks.get(length) ?? [];
    while (offsets.length > 0 && (offsets.at(-1) ?? 0) < from) offsets.pop();
    return offsets.at(-1) ?? -1;
  }

  #pair(nodes: (Token | Run)[]): Paired {
    return pairRuns(
      nodes,
      this.source,
      (token) => this.#levels.get(token) ?? 0,
      (tokens) => this.#finish(tokens),
    );
  }

  #finish(tokens: Token[]): Token[] {
    return this.#holdsTags && this.context.readsElements ? pairElements(dropHidden(tokens)) : tokens;
  }

  #takeText(end: number): void {
    if (end > this.#textStart) this.#nodes.push(createText(this.source, this.#textStart, end, this.isRaw));
    this.#textStart = end;
  }
}

/** Runs of backticks by length: their offsets, the last one first. */
function listBackticks(source: string): Map<number, number[]> {
  const offsets = new Map<number, number[]>();
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    const known = offsets.get(run.length);
    if (known) known.push(index);
    else offsets.set(run.length, [index]);
  }
  for (const list of offsets.values()) list.reverse();
  return offsets;
}

/** Bounds the work of marked's regular expressions by counting characters, so that every text takes linear time. */
import type { Tokenizer } from 'marked';

type Rules = Tokenizer['rules'];

/** Characters that one text may spend on nested blocks and spans and on far searches. Ordinary texts spend a few times their length. */
const MAX_BUDGET = 20_000_000;
/** Characters that are searched without spending: nearly every span ends within them. */
const NEAR = 1_000;
/** Characters that the search for a closing mark costs besides those that it reads. */
const STEP = 20;
/** So many copied characters cost as much as one that is searched. */
const COPY = 16;

let spent = 0;

/** Begins a new text. */
export function resetBudget(): void {
  spent = 0;
}

/** @returns false where the budget of the text is used up */
export function spend(characters: number): boolean {
  spent += characters;
  return spent <= MAX_BUDGET;
}

/** A pattern that begins at the start of a text. It looks at the near characters first, and pays for all others. */
class SpanPattern extends RegExp {
  /** @param mayReach whether a span that does not end near may end further away */
  constructor(
    pattern: RegExp,
    private readonly mayReach: (near: string) => boolean,
  ) {
    super(pattern);
  }

  override exec(text: string): RegExpExecArray | null {
    if (text.length <= NEAR) return super.exec(text);
    const near = text.slice(0, NEAR);
    const found = super.exec(near);
    // A match that touches the cut could be longer.
    if (found && found[0].length < NEAR - 1) return found;
    return (found || this.mayReach(near)) && spend(text.length) ? super.exec(text) : null;
  }
}

/** A pattern that is searched from its `lastIndex` on. It pays for what it reads, and finds nothing without budget. */
class DelimiterPattern extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    if (!spend(STEP)) return null;
    const from = this.lastIndex;
    const found = super.exec(text);
    spend((found ? found.index + found[0].length : text.length) - from);
    return found;
  }
}

/** The first closing bracket of a link is not followed by its target. */
const NO_LINK = /^!?\[[^[\]\\`]*\](?![[(])/;
const mayLink = (near: string) => /^!?\[/.test(near) && !NO_LINK.test(near);
const mayReach = {
  code: (near: string) => near.startsWith('`'),
  tag: (near: string) => /^<[!?a-z/]/i.test(near),
};

/**
 * A paragraph ends before a line that looks like the header of a table. If there is no table, marked joins the next paragraph to
 * it, and copies both. A text that has used up its budget in this way has no more tables within paragraphs.
 */
class ParagraphPattern extends RegExp {
  private readonly withoutTables: RegExp;
  /** Characters after the last paragraph, and characters of the paragraphs that follow each other without a blank line. */
  private rest = -1;
  private joined = 0;

  constructor({ source }: RegExp, table: RegExp) {
    const rows = table.source.slice(table.source.indexOf('(?:\\n((?:(?! *\\n'));
    // The rows of a table do not decide whether it interrupts a paragraph.
    super(source.replace(rows, () => '(?:\\n|$)'));
    this.withoutTables = new RegExp(source.replace(`|${table.source.replace(/^\^/, '')}`, () => ''));
  }

  override exec(text: string): RegExpExecArray | null {
    if (text.length !== this.rest) this.joined = 0;
    const found = spend(Math.floor(this.joined / COPY)) ? super.exec(text) : this.withoutTables.exec(text);
    const length = found?.[0].length ?? 0;
    this.rest = text.length - length - 1;
    this.joined += length;
    return found;
  }
}

let bounded: Rules | null = null;

/** The rules with bounds. @param rules the same in each call */
export function boundRules(rules: Rules): Rules {
  if (bounded) return bounded;
  const { block, inline } = rules;
  bounded = {
    ...rules,
    block: { ...block, paragraph: new ParagraphPattern(block.paragraph, block.table) },
    inline: {
      ...inline,
      code: new SpanPattern(inline.code, mayReach.code),
      tag: new SpanPattern(inline.tag, mayReach.tag),
      link: new SpanPattern(inline.link, mayLink),
      reflink: new SpanPattern(inline.reflink, mayLink),
      nolink: new SpanPattern(inline.nolink, mayLink),
      emStrongLDelim: new DelimiterPattern(inline.emStrongLDelim),
      emStrongRDelimAst: new DelimiterPattern(inline.emStrongRDelimAst),
      emStrongRDelimUnd: new DelimiterPattern(inline.emStrongRDelimUnd),
      delRDelim: new DelimiterPattern(inline.delRDelim),
    },
  };
  return bounded;
}

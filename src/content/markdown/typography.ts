/**
 * Sets quotes, dashes, ellipses and spaces by the rules of a language. Changes text only: no code, URL or attribute. A mark
 * whose reading is not certain stays as it is written.
 */
import type { Token, Tokens } from 'marked';
import { type TypeRules, typeRulesOf } from '../../locales/type-rules.ts';
import { isElement } from './inline-elements.ts';

/** A text of a block, or what stands in its place: a letter for code, a space for a line break. */
type Piece = { token: Tokens.Text; text: string } | { token: null; text: string };

/** @param tokens of a document, which are changed. @param language BCP 47 */
export function improveType(tokens: readonly Token[], language: string): void {
  const rules = typeRulesOf(language);
  const blocks: Piece[][] = [];
  const begin = (): Piece[] => {
    const pieces: Piece[] = [];
    blocks.push(pieces);
    return pieces;
  };
  const walk = (inner: readonly Token[], pieces: Piece[]): void => {
    for (const token of inner) {
      if (token.type === 'list') walk(token.items, begin());
      else if (token.type === 'table')
        for (const cell of [token.header, ...token.rows].flat()) walk(cell.tokens, begin());
      else if (isAddress(token)) pieces.push({ token: null, text: 'x' });
      else if (token.type === 'footnoteMention') pieces.push({ token: null, text: RAISED });
      else if (isElement(token) && /^su[bp]$/.test(token.name)) {
        pieces.push({ token: null, text: RAISED });
        walk(token.tokens, pieces);
      } else if (token.type !== 'image' && 'tokens' in token && token.tokens)
        walk(token.tokens, BLOCKS.has(token.type) ? begin() : pieces);
      else if (isText(token) && !token.escaped) pieces.push({ token, text: token.text });
      else if (token.type === 'br') pieces.push({ token: null, text: ' ' });
      else if (token.type !== 'html') pieces.push({ token: null, text: 'x' });
    }
  };
  walk(tokens, begin());
  for (const pieces of blocks) {
    const whole = pieces.map(({ text }) => text).join('');
    const signs = MARK.test(whole) ? findSigns(whole, rules) : [];
    let start = 0;
    for (const { token, text } of pieces) {
      if (token) token.text = setPart(text, start, signs, rules);
      start += text.length;
    }
  }
}

/** A number of a note and a small word above the line do not go on with the word before them. */
const RAISED = '\u2060';

/** The text of a title or a description. @param language BCP 47 */
export function setType(text: string, language: string): string {
  const rules = typeRulesOf(language);
  return setPart(text, 0, MARK.test(text) ? findSigns(text, rules) : [], rules);
}

/**
 * Returns a function that sets the type of texts without Markdown, such as titles, by the rules of a language.
 * @param language BCP 47
 */
export function typeSetter({ typography }: { typography: boolean }, language: string) {
  return (text: string): string => (typography ? setType(text, language) : text);
}

/** Runs of white space as one space. Spaces that do not break a line, which typography sets, stay. */
export function collapseSpaces(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ');
}

const BLOCKS = new Set([
  'paragraph',
  'heading',
  'list_item',
  'blockquote',
  'definitionTerm',
  'definition',
  'directive',
]);

/** An address in the text is not prose. */
function isAddress(token: Token): boolean {
  return (
    token.type === 'link' &&
    (token.text === token.href || `mailto:${token.text}` === token.href || 'autolink' in token)
  );
}

const isText = (token: Token): token is Tokens.Text => token.type === 'text';

/** The sign that replaces a mark, by the place of the mark in its block. */
interface Sign {
  at: number;
  length: number;
  sign: string;
}

const MARK = /["'«]|--|\.{3}/;
const NOTHING = /(?!)/g;
const MARKS = /["']|-{2,}|\.{3,}/g;

/** The signs for the marks of a block that have one certain reading, in their order. */
function findSigns(text: string, rules: TypeRules): Sign[] {
  const signs: Sign[] = [];
  const quotes: number[] = [];
  for (const { 0: mark, index: at } of text.matchAll(MARKS)) {
    const sign = mark.startsWith('-')
      ? dashFor(mark, text, at, rules)
      : mark === '...' && isEllipsis(text, at)
        ? '…'
        : null;
    if (sign !== null) signs.push({ at, length: mark.length, sign });
    else if (/["']/.test(mark) && !/(["'])\1\1/.test(text.slice(Math.max(0, at - 2), at + 3)))
      quotes.push(at);
  }
  for (const { 0: mark, index: at } of text.matchAll(rules.insideQuotes ?? NOTHING))
    signs.push({ at, length: 1, sign: mark === '«' ? '«\u00a0' : '\u00a0»' });
  if (quotes.length === 0) return signs.sort((a, b) => a.at - b.at);
  const set = rules.hasSpaces ? pairQuotes(text, quotes, rules) : alternate(text, quotes, rules);
  for (const [at, sign] of set) signs.push({ at, length: 1, sign });
  return signs.sort((a, b) => a.at - b.at);
}

/** Between spaces, or between two words. `--force`, `i--`, `a.b--c.d` and `-->` are no dashes. */
function dashFor(mark: string, text: string, at: number, { dash }: TypeRules): string | null {
  const sign = mark === '--' ? dash : mark === '---' ? '—' : null;
  const [before, after] = [text.charAt(at - 1), text.charAt(at + mark.length)];
  if (SPACE.test(before) && SPACE.test(after)) return before === '' && after === '' ? null : sign;
  if (!WORD.test(before) || !WORD.test(after)) return null;
  const start = text.slice(Math.max(0, at - 100), at).search(/\S+$/);
  const [word = ''] = /^\S*/.exec(text.slice(Math.max(0, at - 100) + start, at + 100)) ?? [];
  return TECHNICAL.test(word.replace(mark, ' ')) ? null : sign;
}

/** A name of a host, a file, a branch or a variable. */
const TECHNICAL = /[\p{L}\p{N}][.:][\p{L}\p{N}]|[/\\_=@#$<>{}[\]|~^*+]|-{2}/u;
const SPACE = /^\s?$/;
const WORD = /[\p{L}\p{M}\p{N}]/u;

/** After a word or a space, and before a space or a sign that ends something. `../`, `...args` and `main...next` are none. */
function isEllipsis(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 3)];
  return (
    /^[^/\\.([{<=]?$/.test(before) && /^(?:[\s"'’”»“)\]}>!?,;:。」』]|[^\P{L}\p{sc=Latn}])?$/u.test(after)
  );
}

/** A quote after one of these opens. */
const OPENS_AFTER = /^$|[\s([{«„“‘‚‹「『–—/\-¿¡]/u;
const LETTER = /[\p{L}\p{N}]/u;
/** Particles follow a quote without a space. */
const JOINS = /[\p{sc=Hang}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Words that begin with an apostrophe in English and are nothing else. */
const CLIPPED = /^'(?:tis|twas|twere|twill|twould|em|n)(?![\p{L}\p{N}])/iu;
/** The last two digits of a year. */
const YEAR = /^'\d\ds?(?!['\p{L}\p{N}])/u;
/** The end of a quoted word and the beginning of an ending: "kitap"lar. */
const ENDING = /^[\p{L}\p{M}\p{N}).!?…]"\p{Ll}/u;

/** A quote that is open. `at` is -1 for one that the author has written as such. */
interface Open {
  at: number;
  mark: string;
  isInner: boolean;
}

/** Languages with spaces between words: the signs on both sides say which quotes open and which close. */
function pairQuotes(text: string, quotes: readonly number[], rules: TypeRules): Map<number, string> {
  const set = new Map<number, string>();
  const apostrophes: number[] = [];
  const [open, close, innerOpen, innerClose] = rules.quotes;
  const stack: Open[] = [];
  /** The places of the last pair. */
  let last: number[] = [];
  const marked = new Set(quotes);
  const written = open.trim() === close.trim() ? [] : [open.trim(), close.trim()];
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === written[0]) stack.push({ at: -1, mark: '"', isInner: false });
    else if (mark === written[1] && stack.at(-1)?.at === -1) stack.pop();
    if (!marked.has(at)) continue;
    const isEnding =
      rules.hasEndings && stack.at(-1)?.mark === '"' && ENDING.test(text.slice(at - 1, at + 2));
    const mayJoin = isEnding || JOINS.test(text.charAt(at + 1));
    const { mayOpen, mayClose, isInWord } = read(text, at, mayJoin);
    if (mark === "'" && !mayJoin && isApostrophe(text, at, rules, isInWord)) {
      if (rules.hasApostrophe && !isMeasure(text, at)) apostrophes.push(at);
      continue;
    }
    if (isMeasure(text, at)) continue;
    if (isInWord && !mayJoin) {
      // A space that is missing here may be missing on either side. In Hebrew it is a sign of a word.
      if (rules.hasApostrophe && stack.at(-1)?.mark === mark) stack.pop();
      continue;
    }
    const isOpen = stack.some((one) => one.mark === mark && one.at >= 0);
    if (mayOpen && !mayClose) {
      stack.push({ at, mark, isInner: mark === "'" || stack.at(-1)?.isInner === false });
    } else if (mayClose && (!mayOpen || mayJoin) && stack.at(-1)?.mark === mark && isOpen) {
      const { at: opened = at, isInner } = stack.pop() ?? {};
      set.set(opened, isInner ? innerOpen : open);
      set.set(at, isInner ? innerClose : close);
      if (mark === '"') last = [opened, at];
    } else if (mark === '"' && mayClose) {
      // A sign of inches, or a quote without a partner: which of the last two ends the quote is not certain.
      for (const one of last) set.delete(one);
      last = [];
    } else if (mark === "'" && mayClose && rules.hasApostrophe && /[\p{L}\p{M}]/u.test(text.charAt(at - 1))) {
      // The apostrophe of a plural: the dogs' bones.
      apostrophes.push(at);
    }
  }
  const [first] = stack.filter(({ at }) => at >= 0);
  // A quote that goes on in the next paragraph. Where others are within it, one of them may be its end.
  if (first?.at === 0 && first.mark === '"' && text.lastIndexOf('"') === 0) set.set(0, open);
  else if (first) for (const at of quotes) if (at >= first.at) set.delete(at);
  for (const at of apostrophes) set.set(at, '’');
  return set;
}

/** What a quote may be. Other quotes beside it are looked through. */
function read(text: string, at: number, mayJoin: boolean) {
  let [left, right] = [at - 1, at + 1];
  while (/["']/.test(text.charAt(left))) left--;
  while (/["']/.test(text.charAt(right))) right++;
  const [before, after, next] = [text.charAt(left), text.charAt(right), text.charAt(at + 1)];
  const isWord = WORD.test(before);
  return {
    mayOpen: OPENS_AFTER.test(before) && /[^\s,;:!?)\]}»”]/.test(after),
    mayClose: /[^\s([{«„“‘‚‹「『¿¡/]/.test(before) && (!LETTER.test(next) || mayJoin),
    isInWord: isWord && LETTER.test(next),
  };
}

/** True for an apostrophe within or before a word: it's, 'tis, rock 'n' roll. */
function isApostrophe(text: string, at: number, rules: TypeRules, isInWord: boolean): boolean {
  if (isInWord || !rules.hasApostrophe) return isInWord;
  // Endings of amounts and names in Turkish.
  if (/[$€£₺₽%‰°)\]»”]/.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at + 1))) return true;
  const rest = text.slice(at, at + 12);
  const isFirst = OPENS_AFTER.test(text.charAt(at - 1));
  if (!rules.hasClippedWords) return isFirst && YEAR.test(rest);
  return (
    /(?:^|\s)'n$/i.test(text.slice(Math.max(0, at - 3), at)) ||
    (isFirst && (CLIPPED.test(rest) || YEAR.test(rest)))
  );
}

/** Feet and inches: `5'10"`. */
function isMeasure(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 8), at), text.slice(at, at + 8)];
  return (
    (/\d$/.test(before) && /^'\d+(?:\.\d+)?"/.test(after)) ||
    (/\d'\d+(?:\.\d+)?$/.test(before) && after.startsWith('"'))
  );
}

/** Languages without spaces: two quotes are a pair where nothing beside them says otherwise. */
function alternate(
  text: string,
  quotes: readonly number[],
  { quotes: [open, close] }: TypeRules,
): Map<number, string> {
  const set = new Map<number, string>();
  const own = quotes.filter((at) => text.charAt(at) === '"');
  for (const [index, at] of own.entries()) {
    const opens = index % 2 === 0;
    const beside = text.charAt(opens ? at + 1 : at - 1);
    const isClear =
      /\S/.test(beside) && !(opens ? /[。，、！？：；）」』,.!?:;)\]]/ : /[（「『([]/).test(beside);
    if (!isClear) return new Map();
    set.set(at, opens ? open : close);
  }
  return own.length % 2 === 0 ? set : new Map();
}

/** @param start place of the text in its block */
function setPart(
  text: string,
  start: number,
  signs: readonly Sign[],
  { kept, beforeMarks }: TypeRules,
): string {
  let set = '';
  let from = 0;
  for (const { at, length, sign } of signs) {
    const index = at - start;
    if (index < from || index + length > text.length) continue;
    set += text.slice(from, index) + sign;
    from = index + length;
  }
  set += text.slice(from);
  if (beforeMarks)
    set = set.replace(beforeMarks, (_all, at: number) =>
      set.charAt(at + 1) === ':' || set.charAt(at) === ':' ? '\u00a0' : '\u202f',
    );
  return kept ? set.replace(kept, '\u00a0') : set;
}

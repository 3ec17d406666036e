/** Sets quotes, dashes, ellipses and spaces by the rules of a language. Changes text only: no code, URL or attribute. */
import type { Token } from 'marked';
import { type TypeRules, typeRulesOf } from '../../locales/type-rules.ts';

/** The characters before the current text, in the same block. */
interface State {
  rules: TypeRules;
  before: string;
  /** True between an opening and a closing quote. */
  isOpen: boolean;
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

/** @param tokens of a document, which are changed. @param language BCP 47 */
export function improveType(tokens: readonly Token[], language: string): void {
  const rules = typeRulesOf(language);
  const begin = (): State => ({ rules, before: '', isOpen: false });
  const walk = (inner: readonly Token[], state: State): void => {
    for (const token of inner) {
      if (token.type === 'list') walk(token.items, begin());
      else if (token.type === 'table')
        for (const cell of [token.header, ...token.rows].flat()) walk(cell.tokens, begin());
      else if (isAddress(token)) state.before = 'x';
      else if (token.type !== 'image' && 'tokens' in token && token.tokens)
        walk(token.tokens, BLOCKS.has(token.type) ? begin() : state);
      else if (token.type === 'text' && !token.escaped) token.text = setText(token.text, state);
      else if (token.type === 'br') state.before = ' ';
      else if (token.type !== 'html') state.before = 'x';
    }
  };
  walk(tokens, begin());
}

/** An address in the text is not prose. */
function isAddress(token: Token): boolean {
  return (
    token.type === 'link' &&
    (token.text === token.href || `mailto:${token.text}` === token.href || 'autolink' in token)
  );
}

const MARKS = /["']|-{2,3}|\.{3}/g;
/** A quote after one of these opens. */
const OPENS_AFTER = /^$|[\s([{«„“‘‚‹「『–—/-]/u;

function setText(text: string, state: State): string {
  const { kept, beforeMarks } = state.rules;
  let set = '';
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const between = text.slice(from, index);
    set += between;
    if (between !== '') state.before = between.slice(-1);
    const next = text.charAt(index + mark.length);
    const sign = signOf(mark, next, state);
    set += sign;
    state.before = sign.slice(-1);
    from = index + mark.length;
  }
  const rest = text.slice(from);
  if (rest !== '') state.before = rest.slice(-1);
  set += rest;
  if (beforeMarks)
    set = set.replace(beforeMarks, (_all, at: number) =>
      set.charAt(at + 1) === ':' || set.charAt(at) === ':' ? '\u00a0' : '\u202f',
    );
  return kept ? set.replace(kept, '\u00a0') : set;
}

function signOf(mark: string, next: string, state: State): string {
  const { quotes, hasApostrophe, hasSpaces } = state.rules;
  const [open, close, innerOpen, innerClose] = quotes;
  const { before } = state;
  if (mark === '...') return '…';
  if (mark === '---') return '—';
  if (mark === '--') return state.rules.dash;
  // The end of one text touches the start of the next one.
  const mayOpen = !hasSpaces || (OPENS_AFTER.test(before) && (next === '' || next.trim() !== ''));
  const isInWord = /[\p{L}\p{M}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(next);
  if (mark === "'") {
    if (!hasSpaces) return mark;
    if (isInWord) return hasApostrophe ? '’' : mark;
    // The years ’68 and ’90s.
    if (mayOpen && /\d/.test(next)) return '’';
    return mayOpen ? innerOpen : innerClose;
  }
  if (isInWord && !hasApostrophe) return mark;
  if (mayOpen && !state.isOpen) {
    state.isOpen = true;
    return open;
  }
  if (state.isOpen) {
    state.isOpen = false;
    return close;
  }
  // Inches, and quotes without a partner.
  return mayOpen ? open : mark;
}

/** Keeps four harmless elements of raw HTML, without their attributes: `<sup>`, `<sub>`, `<kbd>` and `<mark>`. */
import type { Token } from 'marked';
import { readHiddenTag } from './html-text.ts';

export interface ElementToken {
  type: 'element';
  raw: string;
  name: string;
  tokens: Token[];
}

const NAMES = 'sup|sub|kbd|mark';
const TAG = new RegExp(`^<(/?)(${NAMES})(?:\\s[^<>]*)?>$`, 'i');
const ELEMENT = new RegExp(`<(${NAMES})(?:\\s[^<>]*)?>([^<>]*)</\\1\\s*>`, 'gi');
/** Elements within each other. Tags of deeper ones are removed. */
const MAX_LEVELS = 4;

/** True for a tag of an element that stays, and for a line break. */
export function isKeptTag(html: string): boolean {
  return TAG.test(html) || /^<br\s*\/?>$/i.test(html);
}

export function isElement(token: Token): token is ElementToken {
  return token.type === 'element';
}

/** The tokens without hidden elements, whose inline tags are separate tokens. */
export function dropHidden(tokens: Token[]): Token[] {
  let hidden: string | null = null;
  return tokens.filter((token) => {
    const tag = token.type === 'html' && !token.block ? readHiddenTag(token.raw) : null;
    if (hidden === null && tag && !tag.closes) hidden = tag.name;
    else if (hidden !== null && tag?.closes && tag.name === hidden) hidden = null;
    else return hidden === null;
    return false;
  });
}

/** Joins each pair of tags, and the tokens between them, to one token. Tags without a partner stay, and are removed later. */
export function pairElements(tokens: readonly Token[]): Token[] {
  const paired: Token[] = [];
  const open: { name: string; at: number }[] = [];
  for (const token of tokens) {
    const [, slash, tag = ''] = (token.type === 'html' && !token.block && TAG.exec(token.raw)) || [];
    const name = tag.toLowerCase();
    paired.push(token);
    if (name === '') continue;
    if (slash === '') {
      if (open.length < MAX_LEVELS) open.push({ name, at: paired.length - 1 });
      continue;
    }
    const level = open.findLastIndex((start) => start.name === name);
    const at = open[level]?.at;
    if (at === undefined) continue;
    open.length = level;
    const inner = paired.splice(at);
    const raw = inner.map((part) => part.raw).join('');
    paired.push({ type: 'element', raw, name, tokens: inner.slice(1, -1) } satisfies ElementToken);
  }
  return paired;
}

/** Control characters are not in the text any more, so they can stand for the tags of elements that stay. */
const [BEGIN, END] = ['\u0001', '\u0002'];

/** Hides the tags of elements without others inside from a function that removes tags. */
export function protectElements(html: string): string {
  return html.replace(ELEMENT, (_all, name: string, text: string) => {
    const tag = name.toLowerCase();
    return `${BEGIN}${tag}${END}${text}${BEGIN}/${tag}${END}`;
  });
}

/** @param html what `protectElements` returned, without other tags and escaped */
export function restoreElements(html: string): string {
  return html.replaceAll(BEGIN, '<').replaceAll(END, '>');
}

const RAISED: Readonly<Record<string, string>> = {
  sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ',
  sub: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ',
};
const PLAIN = '0123456789+-=()n';

/** Raw HTML with the text of its elements in their place. */
export function plainElements(html: string): string {
  return html.replace(ELEMENT, (_all, name: string, text: string) => plainElement(name.toLowerCase(), text));
}

/** The text of an element where there are no tags: 50² where every character has a raised or lowered form. */
export function plainElement(name: string, text: string): string {
  const forms = [...text.replaceAll('−', '-')].map((letter) => RAISED[name]?.[PLAIN.indexOf(letter)]);
  return forms.every((form) => form !== undefined) ? forms.join('') : text;
}

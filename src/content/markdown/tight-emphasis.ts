/**
 * Emphasis beside the letters of scripts that attach particles or have no spaces: `**강조(x)**를`. CommonMark reads such marks as
 * text, because punctuation is at their inner side and a letter at their outer one.
 */
import { Tokenizer, type Tokens } from 'marked';

const LETTER = '[\\p{scx=Hangul}\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}]';
/** A character that is neither general punctuation nor of a script before Thai. Most texts have none; many others have emoji only. */
const OTHER_SCRIPT = /[^\0-\u0dff\u2000-\u2bff]/;
const SCRIPT = new RegExp(LETTER, 'u');
/** 20 times slower than the first pattern, so it runs only on texts that the first one finds. */
const TIGHT_EMPHASIS = new RegExp(
  `(?:\\p{P}\\*{1,2}(?!\\p{P})${LETTER})|(?:(?!\\p{P})${LETTER}\\*{1,2}\\p{P})`,
  'u',
);

/** True for a text that may have such emphasis. */
export function hasTightEmphasis(text: string): boolean {
  return OTHER_SCRIPT.test(text) && SCRIPT.test(text) && TIGHT_EMPHASIS.test(text);
}

const EMPHASIS = /^(\*{1,2})(?![\s*])([^*\n]{0,400}[^\s*])\1(?!\*)/;
const BEFORE = new RegExp(`^(?!\\p{P})${LETTER}$`, 'u');
const AFTER = new RegExp(`^(?!\\p{P})${LETTER}`, 'u');

export function readTightEmphasis(
  this: Tokenizer,
  source: string,
  masked: string,
  before = '',
): Tokens.Em | Tokens.Strong | undefined {
  const [raw = '', mark = '', text = ''] = EMPHASIS.exec(source) ?? [];
  const isTight =
    (/\p{P}$/u.test(text) && AFTER.test(source.slice(raw.length, raw.length + 2))) ||
    (/^\p{P}/u.test(text) && BEFORE.test(before));
  if (!isTight) return Tokenizer.prototype.emStrong.call(this, source, masked, before);
  const tokens = this.lexer.inlineTokens(text);
  return mark === '*' ? { type: 'em', raw, text, tokens } : { type: 'strong', raw, text, tokens };
}

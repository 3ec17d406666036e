/** Decides which titles match a query (B36, B37). The indexes only make this faster. */
import { fold } from '../foundation/fold.ts';

/** True if the query is long enough. Counts characters rather than code units. */
export function isLongEnough(text: string, minimum: number): boolean {
  return [...text.trim().normalize('NFC')].length >= minimum;
}

/**
 * Returns the distinct folded words of a query, without the punctuation around them. Readers of Chinese, Japanese and Thai
 * write several words without spaces.
 */
export function parseQuery(text: string): string[] {
  return [...new Set(tokenize(text.normalize('NFC')).flatMap(divide).map(fold).map(bare))].filter(
    (word) => word !== '',
  );
}

/** Signs of words such as C++, C# and .NET stay, and a word that is punctuation only. */
function bare(word: string): string {
  return word.replace(/^["'([{¿¡«「『（【]+/u, '').replace(/[\p{Pe}\p{Pf}"'.,;:!?…。、！？]+$/u, '') || word;
}

const WITHOUT_SPACES = /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー]{2,})/u;

function divide(token: string): string[] {
  return token.split(WITHOUT_SPACES).flatMap((part, index) => {
    if (index % 2 === 0) return part;
    const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(part);
    return Array.from(segments, ({ segment }) => segment);
  });
}

/** True if a folded title contains every word. */
export function matches(foldedTitle: string, words: readonly string[]): boolean {
  return words.every((word) => foldedTitle.includes(word));
}

/** Splits a text at white space. If a folded title contains a word, the title's tokens contain the word's tokens. */
export function tokenize(text: string): string[] {
  return text.split(/\s+/u).filter((token) => token !== '');
}

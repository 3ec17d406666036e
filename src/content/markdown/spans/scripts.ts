/** What stands beside a mark: the one table by which scripts decide about emphasis, ranges and the ends of addresses. */

/** Kinds of characters beside a mark, as bits. */
export const BLANK = 1;
export const PUNCTUATION = 2;
/** Of a script whose words are not separated by spaces, or that attaches particles: marks stand there without spaces. */
export const TIGHT = 4;
/** Begins or ends a bracket. */
export const OPENING = 8;
export const CLOSING = 16;

const KINDS: readonly (readonly [number, RegExp])[] = [
  [BLANK, /^\s/],
  [PUNCTUATION, /^[\p{P}\p{S}]/u],
  [
    TIGHT,
    // East Asian wide characters but emoji, selectors of a variant of an ideograph, and letters of South East Asia.
    /^(?!\p{Emoji_Presentation})(?:[\p{sc=Hang}\u20a9\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\ua4cf\uf900-\ufaff]|[\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uffee]|[\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|[\u{e0100}-\u{e01ef}]|[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])/u,
  ],
  [OPENING, /^[\p{Ps}\p{Pi}]/u],
  [CLOSING, /^[\p{Pe}\p{Pf}]/u],
];

/** The kinds of each character of one unit that a text has had, and a bit that says so. */
const seen = new Uint8Array(0x10000);
const SEEN = 128;

/** @param code of a character that is no half of a pair */
function kindsOf(code: number): number {
  if (seen[code] === 0) seen[code] = SEEN | findKinds(String.fromCharCode(code));
  return (seen[code] ?? 0) & ~SEEN;
}

function findKinds(character: string): number {
  return KINDS.reduce((kinds, [kind, pattern]) => (pattern.test(character) ? kinds | kind : kinds), 0);
}

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** The kinds of the character at an offset; the end of a text is blank. */
export function kindsAfter(source: string, offset: number): number {
  const code = source.charCodeAt(offset);
  if (Number.isNaN(code)) return BLANK;
  return isHalf(code) ? findKinds(source.slice(offset, offset + 2)) : kindsOf(code);
}

/** The kinds of the character that ends at an offset. Selectors of a variant belong to the character before them. */
export function kindsBefore(source: string, offset: number): number {
  const code = source.charCodeAt(offset - 1);
  if (Number.isNaN(code)) return BLANK;
  const isSelector = code >= 0xfe00 && code <= 0xfe0e;
  if (isSelector && offset > 1 && !/\s/.test(source.charAt(offset - 2)))
    return kindsBefore(source, offset - 1);
  const isPair = code >= 0xdc00 && offset > 1;
  return isHalf(code) ? findKinds(source.slice(offset - (isPair ? 2 : 1), offset)) : kindsOf(code);
}

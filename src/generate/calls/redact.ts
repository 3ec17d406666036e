/** Replaces secrets in what a server sends: whole or cut, plain, escaped for JSON or HTML, in a URL, and in base64. */

/** A part of a secret of this length is replaced too, because servers quote the beginning or the end of a key. */
const PIECE = 12;

/** Characters of a secret that its public beginning may stand before in a part. */
const LEAST = 4;

/** The public beginning of a key, such as `sk-proj-`. */
const PREFIX = /^[a-z]+[-_](?:[a-z]+\d{0,2}[-_])*/i;

/** A character as JSON, URLs and HTML may write it. */
const ESCAPED = /(?:\\+u00|\\+x|%(?:25)*)([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*(\d{2,3});|(\\+)([!-~])/gi;

/**
 * @param secrets of printable ASCII. Words such as `lm-studio`, which servers without keys ask for, are no secrets
 * @returns a function that replaces them by `***` and leaves every other character as it is
 */
export function createRedaction(secrets: readonly string[]): (text: string) => string {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    if (secret.length <= 8 || (secret.length < 20 && !/\d/.test(secret))) continue;
    const rest = secret.replace(PREFIX, '');
    // A short quotation of a key may be half public beginning.
    const own = rest.length > 8 ? secret.slice(-rest.length - (PIECE - LEAST)) : secret;
    for (const form of [own, decodeEscapes(own).plain, ...encode(secret)]) {
      const length = Math.min(PIECE, form.length);
      for (let start = 0; start + length <= form.length; start++)
        pieces.add(form.slice(start, start + length));
    }
  }
  const lengths = [...new Set([...pieces].map(({ length }) => length))];
  if (pieces.size === 0) return (text) => text;
  return (text) => {
    const { plain, starts, ends } = decodeEscapes(text);
    let result = '';
    let kept = 0;
    for (let at = 0; at < plain.length; at++) {
      const length = lengths.find((size) => pieces.has(plain.slice(at, at + size)));
      if (length === undefined) continue;
      const [start = 0, end = 0] = [starts[at], ends[at + length - 1]];
      // Pieces that overlap or touch are one secret.
      if (start > kept || result === '') result += `${text.slice(kept, start)}***`;
      kept = end;
    }
    return result + text.slice(kept);
  };
}

/** Base64 of text that contains the secret: its bytes begin at one of three places of a group, and the ends depend on others. */
function encode(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((form) =>
      bytes.toString(form).slice(Math.ceil((before * 8) / 6), whole),
    );
  });
}

/** The text without escapes, and where each of its characters begins and ends in the text. */
function decodeEscapes(text: string): { plain: string; starts: number[]; ends: number[] } {
  const [starts, ends]: [number[], number[]] = [[], []];
  let plain = '';
  const add = (character: string, start: number, end: number) => {
    plain += character;
    starts.push(start);
    ends.push(end);
  };
  let last = 0;
  const keep = (until: number) => {
    for (; last < until; last++) add(text.charAt(last), last, last + 1);
  };
  for (const found of text.matchAll(ESCAPED)) {
    const { 0: all, 1: hex = '', 2: entity = hex, 3: decimal, 4: slashes, 5: escaped = '', index } = found;
    keep(index);
    last = index + all.length;
    const code = decimal === undefined ? Number.parseInt(entity, 16) : Number(decimal);
    // Of several backslashes the last one belongs to the character, if it is no half of an escaped backslash.
    if (slashes === undefined) add(String.fromCharCode(code), index, last);
    else add(escaped, last - 1 - (slashes.length % 2), last);
  }
  keep(text.length);
  return { plain, starts, ends };
}

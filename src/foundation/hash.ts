/** Fast, stable hashes: of a text for deterministic choices, and of a sequence of values for cache keys. */

/** 53-bit hash of text (cyrb53 by bryc, public domain), for choices and change detection, not for security. */
export function hashText(text: string): number {
  let h1 = 0xdeadbeef;
  let h2 = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}

/** Hashes a sequence of numbers and texts into one key. */
interface KeyFold {
  add(value: number | string): KeyFold;
  /** The key of all values added so far. */
  key(): string;
}

export function createKeyFold(): KeyFold {
  let h1 = 0x9e3779b9;
  let h2 = 0x7f4a7c15;
  const mix = (low: number, high: number) => {
    h1 = Math.imul(h1 ^ low, 2654435761) ^ (h2 >>> 15);
    h2 = Math.imul(h2 ^ high, 1597334677) ^ (h1 >>> 13);
  };
  const fold: KeyFold = {
    add(value) {
      const number = typeof value === 'number' ? value : hashText(value);
      mix(number | 0, Math.floor(number / 4294967296) | 0);
      return fold;
    },
    key: () => `${(h1 >>> 0).toString(36)}-${(h2 >>> 0).toString(36)}`,
  };
  return fold;
}

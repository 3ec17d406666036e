/** Numbers that look random and are the same in every run. */

/** @returns a function that returns a fraction from 0 to below 1 (mulberry32) */
export function createRandom(seed: string | number): () => number {
  let state = 2166136261;
  for (const character of `${seed}`) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** @returns a function that returns a whole number from 0 to below its argument */
export function createDraw(seed: string | number): (below: number) => number {
  const random = createRandom(seed);
  return (below) => Math.floor(random() * below);
}

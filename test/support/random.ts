/** Numbers that look random and are the same in every run. */

/** @returns a function that returns a whole number from 0 to below its argument */
export function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return below === 0 ? 0 : Math.floor((state / 2 ** 32) * below);
  };
}

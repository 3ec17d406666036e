/** Compares bytes at once: `toEqual` compares them one by one, which takes seconds for a small site. */
import { expect } from 'vitest';

expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined,
]);

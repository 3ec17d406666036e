import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyFold, hashText } from '../../src/foundation/hash.ts';

test('hashes are whole numbers of 53 bits, the same each time', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const hash = hashText(text);
      expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true);
      expect(hashText(text)).toBe(hash);
    }),
  );
  // A change of the function would change covers, headings and every cached key.
  expect([hashText(''), hashText('a'), hashText('Ёлка 🎲')]).toMatchInlineSnapshot(`
    [
      3338908027751811,
      7929297801672961,
      7645676354760122,
    ]
  `);
});

test('a hundred thousand texts that differ little have a hundred thousand hashes', () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => hashText(`story-${index}`)));
  expect(hashes.size).toBe(100_000);
});

const item = fc.oneof(fc.string(), fc.maxSafeNat());
const key = (items: readonly (string | number)[]) =>
  items.reduce((fold, one) => fold.add(one), createKeyFold()).key();

test('a fold changes with every item, with their order and with their number', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), fc.nat(), item, (items, at, other) => {
      const index = at % items.length;
      expect(key(items)).toBe(key([...items]));
      fc.pre(items[index] !== other);
      expect(key(items.with(index, other))).not.toBe(key(items));
      expect(key(items.toSpliced(index, 1))).not.toBe(key(items));
      expect(key([...items, other])).not.toBe(key(items));
    }),
    { numRuns: 500 },
  );
  const numbers = Array.from({ length: 1000 }, (_, index) => index);
  const swapped = numbers
    .slice(1)
    .map((_, index) => key(numbers.with(index, index + 1).with(index + 1, index)));
  expect(new Set([...swapped, key(numbers)]).size).toBe(1000);
});

/** Passages that an article has word for word from another one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFingerprints, createPassageFinder } from '../../src/generate/checks/passages.ts';
import { createCorpus } from '../../src/generate/files/corpus.ts';

/** Words that occur once in all texts of a case. */
const words = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const section = (text: string, number = 1) => ({ number, heading: '', text, calculations: [] });

test('34 words in a row of another text are found in their place, whatever stands around them', () => {
  const counts = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60), fc.integer({ min: 34, max: 120 }));
  fc.assert(
    fc.property(counts, ([before, after, otherBefore, otherAfter, length]) => {
      const copied = words('copied', length).join(' ');
      const text = [...words('own', before), copied, ...words('end', after)].join(' ');
      const other = [...words('first', otherBefore), copied, ...words('last', otherAfter)].join(', ');
      const passage = createPassageFinder(text)(createFingerprints(other));
      const start = text.indexOf(copied);
      expect(passage?.words).toBeGreaterThanOrEqual(28);
      expect(passage?.start).toBeGreaterThanOrEqual(start);
      expect(passage?.end).toBeLessThanOrEqual(start + copied.length);
    }),
  );
});

test('27 words in a row, or the same words in another order, are no passage', () => {
  const copied = words('copied', 27).join(' ');
  const text = [...words('own', 30), copied, ...words('end', 30)].join(' ');
  expect(createPassageFinder(text)(createFingerprints(`Other words. ${copied}. More words.`))).toBeNull();
  const all = words('word', 60);
  const mixed = all.map((_, index) => all[(index * 7) % all.length]);
  expect(createPassageFinder(all.join(' '))(createFingerprints(mixed.join(' ')))).toBeNull();
});

test('pieces of a text in another order are no passage, in either of the two', () => {
  const text = words('word', 96);
  const starts = Array.from({ length: 10 }, (_, index) => index * 8);
  fc.assert(
    fc.property(fc.shuffledSubarray(starts, { minLength: starts.length }), (mixed) => {
      // Every run of six words is in a piece, and no piece follows another one.
      const other = mixed.map((start, index) => [...text.slice(start, start + 20), `between${index}`]);
      const [one, two] = [text.join(' '), other.flat().join(' ')];
      expect(createPassageFinder(one)(createFingerprints(two))).toBeNull();
      expect(createPassageFinder(two)(createFingerprints(one))).toBeNull();
    }),
  );
});

test.each(['very ', 'one two three four five ', `${words('word', 97).join(' ')} `])(
  'two texts that repeat "%s" without end are compared at once',
  (part) => {
    const text = part.repeat(500_000 / part.length);
    const passage = createPassageFinder(text)(createFingerprints(text));
    expect(passage === null).toBe(part === 'very ');
  },
);

const NOTE = `${words('note', 40).join(' ')}.`;

test('a copied paragraph is a finding in its section, and names the article that has it', () => {
  const corpus = createCorpus();
  corpus.addText(
    'Pot odds',
    `${words('pot', 200).join(' ')}\n\n${NOTE}\n\n${words('rest', 200).join(' ')}`,
    'a.md',
  );
  const text = `${words('new', 50).join(' ')}\n\n${NOTE}`;
  const [finding, ...others] = corpus.checkText([section(words('a', 90).join(' ')), section(text, 2)]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: 'duplicate-text', section: 2 });
  expect(finding?.message).toMatch(/^(?:3\d|40) words in a row are copied from "Pot odds": "note/);
  expect(text.slice(finding?.span?.start, finding?.span?.end)).toMatch(/^note\d[\s\S]*note\d+$/);
});

test('what two articles of people share is wording of the site; what a model repeats is not', () => {
  const checkWith = (...approved: boolean[]) => {
    const corpus = createCorpus();
    for (const [index, isApproved] of approved.entries())
      corpus.addText(
        `Article ${index}`,
        `${words(`text${index}x`, 90).join(' ')} ${NOTE}`,
        `${index}.md`,
        isApproved,
      );
    return corpus.checkText([section(`${words('new', 50).join(' ')} ${NOTE}`)]).length;
  };
  expect(checkWith(true, true)).toBe(0);
  expect(checkWith(true)).toBe(1);
  expect(checkWith(false, false, false)).toBe(1);
});

/** What words are about: the forms of entries, and the lists of the languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conceptsAt, goOn, readConcepts } from '../../src/generate/checks/sentence-concepts.ts';
import { CONCEPTS } from '../../src/generate/checks/sentence-features.ts';

/** The concepts that words in a row end with. */
const about = (lines: readonly string[], language: string, words: string) => {
  const concepts = readConcepts(language, lines);
  let open: ReturnType<typeof concepts.begin> = [];
  let found: number[] = [];
  for (const word of words.split(' ')) {
    const parts = concepts.partsOf(word);
    open = [...goOn(open, parts), ...concepts.begin(parts)];
    found = conceptsAt(open);
  }
  return found.sort();
};

test('an entry is a beginning, a whole word, an ending, or words in a row', () => {
  const lines = ['win: win. profit', 'last: last_chance', 'future: *acak', 'loss: no_loss'];
  expect(about(lines, 'en', 'profitable')).toEqual([0]);
  expect(about(lines, 'en', 'win')).toEqual([0]);
  expect(about(lines, 'en', 'window')).toEqual([]);
  expect(about(lines, 'tr', 'kazanacak')).toEqual([2]);
  expect(about(lines, 'tr', 'acak')).toEqual([]);
  expect(about(lines, 'en', 'last chances')).toEqual([1]);
  expect(about(lines, 'en', 'chances')).toEqual([]);
  expect(about(lines, 'en', 'last good chances')).toEqual([]);
  // Short words of a phrase are whole.
  expect(about(lines, 'en', 'no losses')).toEqual([3]);
  expect(about(lines, 'en', 'north losses')).toEqual([]);
});

test('words of a phrase are beginnings in Korean, and parts of a word count', () => {
  expect(about(['safe: 손실_없'], 'ko', '손실이 없는')).toEqual([0]);
  expect(about(['chat: telegram. free'], 'tr', "telegram'dan")).toEqual([0]);
  expect(about(['free: free'], 'en', 'risk-free')).toEqual([0]);
});

test('each language has the same concepts in the same lines', () => {
  const names = ['en', 'ru', 'tr', 'ko'].map((language) =>
    readFileSync(join(import.meta.dirname, '../../training/gate/concepts', `${language}.txt`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(':'))),
  );
  for (const own of names) expect(own).toEqual(names[0]);
  expect(new Set(names[0]).size).toBe(names[0]?.length);
  expect(names[0]?.length).toBeLessThanOrEqual(CONCEPTS);
});

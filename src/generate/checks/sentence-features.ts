/** Reads a sentence as the features that the gate's model weighs: its words, what they are about, and their order. */

import { conceptsAt, foldSentence, goOn, type Phrases, readConcepts } from './sentence-concepts.ts';

/** The place of a word, or of a mark that says something. */
interface Token {
  start: number;
  end: number;
}

/** What a sentence consists of. */
export interface Reading {
  tokens: readonly Token[];
  /** Of the vector of all values. */
  length: number;
  /** Rows of the second table, which tells the codes apart. */
  kinds: ReadonlySet<number>;
}

/** Gets each feature once. @param last the token that completes it. @param reach how many tokens before that one it is of */
export type Visit = (row: number, value: number, last: number, reach: number) => void;

/** Concepts are at most this many. */
export const CONCEPTS = 256;
const PAIRS = CONCEPTS * CONCEPTS;
const FIRST = CONCEPTS;
const ORDERED = 2 * CONCEPTS;
const TOGETHER = ORDERED + PAIRS;
/** Rows before this are of concepts, the same in every language. The others are hashes of words. */
export const CONCEPT_ROWS = TOGETHER + PAIRS;
/** Many, since a new word that shares a row with a learned one has its weight. */
const WORD_ROWS = 1 << 18;
export const ROWS = CONCEPT_ROWS + WORD_ROWS;
const KIND_WORDS = 1 << 12;
export const KIND_ROWS = CONCEPTS + KIND_WORDS;

/** Words between two concepts of a pair. */
const DISTANCE = 10;

/** Added to the sum of squares: a heading of two words, which says little, does not get the scores of a whole sentence. */
const SHORT = 15;

/** Lengths of the beginnings of words; the last one of them is the stem in pairs of words. */
const BEGINNINGS: Readonly<Record<string, readonly number[]>> = { ko: [1, 2, 3] };
const STEMS: Readonly<Record<string, number>> = { ko: 2 };

const WORD = /@\w{3,}|[\p{L}\p{N}]+(?:['’-]\p{L}+)*(?:[.,]\p{N}+)*|[?!:%$€₽₺₩[\]{}<>«»"“”]/gu;
const CODE = /^(?=[A-Z0-9]*[A-Z]{2})(?=[A-Z0-9]*\d)[A-Z][A-Z0-9]{3,15}$/;

/** Another number for another word; the same on every machine. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return mix(sum, 0);
}

function mix(a: number, b: number): number {
  let sum = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x2c1b3c6d);
  sum ^= sum >>> 15;
  sum = Math.imul(sum, 0x297a2d39);
  return (sum ^ (sum >>> 13)) >>> 0;
}

/** The row of a word, or of words in a row, in one of its roles. */
const rowOf = (word: number, role: number) => CONCEPT_ROWS + (mix(word, role) & (WORD_ROWS - 1));

interface WordFacts {
  /** Rows of the word and of its beginnings. */
  word: number;
  beginnings: number[];
  /** Hashes, for the rows of words in a row. */
  stem: number;
  ending: number;
  concepts: readonly number[];
  /** What it is in phrases, and the phrases that go on after it. */
  parts: readonly number[];
  phrases: readonly Phrases[];
}

/** @param language BCP 47. @param lines of concepts, such as `win: win. profit` */
export function createSentenceReader(language: string, lines: readonly string[]) {
  const concepts = readConcepts(language, lines);
  const lengths = BEGINNINGS[language] ?? [4, 5, 6];
  const stemLength = STEMS[language] ?? 5;
  const cache = new Map<string, WordFacts>();
  const factsOf = (text: string): WordFacts => {
    const known = cache.get(text);
    if (known) return known;
    const word = slotOf(text) ?? foldSentence(text, language);
    const beginnings = lengths.filter((length, index) => index === 0 || word.length >= length);
    const parts = concepts.partsOf(word);
    const phrases = concepts.begin(parts);
    const facts: WordFacts = {
      word: rowOf(hash(word), 1),
      beginnings: beginnings.map((length) => rowOf(mix(hash(word.slice(0, length)), length), 2)),
      stem: hash(word.slice(0, stemLength)),
      ending: hash(word.slice(-3)),
      concepts: conceptsAt(phrases),
      parts,
      phrases: phrases.filter(({ next }) => next.size > 0),
    };
    if (cache.size > 50_000) cache.clear();
    cache.set(text, facts);
    return facts;
  };
  /** The number of the sentence that last had a row. */
  const seen = new Uint32Array(ROWS);
  let number = 0;

  return (sentence: string, visit: Visit): Reading => {
    const words = [...sentence.matchAll(WORD)];
    const facts = words.map(([text]) => factsOf(text));
    const about = conceptsOf(facts);
    const kinds = new Set<number>();
    let sum = 0;
    number++;
    const add = (row: number, value: number, last: number, reach: number) => {
      if (seen[row] === number) return;
      seen[row] = number;
      sum += value * value;
      visit(row, value, last, reach);
    };
    const addWord = (word: number, role: number, value: number, last: number, reach: number) =>
      add(rowOf(word, role), value, last, reach);
    facts.forEach((fact, at) => {
      add(fact.word, 1, at, 0);
      for (const beginning of fact.beginnings) add(beginning, 0.5, at, 0);
      const before = facts[at - 1];
      if (before) addWord(mix(before.stem, fact.stem), 3, 0.7, at, 1);
      const earlier = facts[at - 2];
      if (earlier) addWord(mix(earlier.stem, fact.stem), 4, 0.5, at, 2);
      kinds.add(CONCEPTS + (mix(fact.stem, 5) & (KIND_WORDS - 1)));
      for (const right of about[at] ?? []) {
        add(right, 1, at, 0);
        if (at < 2) add(FIRST + right, 0.5, at, 0);
        kinds.add(right);
        for (let first = Math.max(0, at - DISTANCE); first < at; first++) {
          for (const left of about[first] ?? []) {
            add(ORDERED + left * CONCEPTS + right, 0.3, at, at - first);
            add(TOGETHER + Math.min(left, right) * CONCEPTS + Math.max(left, right), 0.3, at, at - first);
          }
        }
      }
    });
    const [first, second, last] = [facts[0], facts[1], facts.at(-1)];
    if (first && last) {
      addWord(first.stem, 6, 0.7, 0, 0);
      if (second) addWord(mix(first.stem, second.stem), 7, 0.7, 1, 1);
      addWord(last.stem, 8, 0.7, facts.length - 1, 0);
      addWord(last.ending, 9, 0.7, facts.length - 1, 0);
      addWord(Math.min(6, Math.floor(facts.length / 5)), 10, 0.7, 0, 0);
    }
    const tokens = words.map(({ 0: text, index }) => ({ start: index, end: index + text.length }));
    return { tokens, length: Math.sqrt(sum + SHORT), kinds };
  };
}

/** The concepts of each word. Those of a phrase are at its last word. */
function conceptsOf(facts: readonly WordFacts[]): (readonly number[])[] {
  const found = facts.map(({ concepts }) => concepts);
  for (const [from, { phrases }] of facts.entries()) {
    let open = phrases;
    for (let at = from + 1; open.length > 0; at++) {
      open = goOn(open, facts[at]?.parts ?? []);
      const more = conceptsAt(open);
      if (more.length > 0) found[at] = [...new Set([...(found[at] ?? []), ...more])];
    }
  }
  return found;
}

function slotOf(text: string): string | null {
  if (/^\p{N}{4}$/u.test(text)) return '{year}';
  if (/^\p{N}+(?:[.,]\p{N}+)*$/u.test(text)) return /[.,]/.test(text) ? '{decimal}' : '{number}';
  if (text.startsWith('@')) return '{handle}';
  return CODE.test(text) ? '{code}' : null;
}

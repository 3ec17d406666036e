/** Knows what words are about: the concepts of training/gate/concepts, by beginnings, endings and phrases. */

/** What words in a row are about, and the words that may follow them. */
export interface Phrases {
  next: Map<number, Phrases>;
  concepts: number[];
}

/** A word of a phrase is a whole word up to this length, and the beginning of words above it; default: 3. */
const WHOLE_LENGTHS: Readonly<Record<string, number>> = { ko: 0 };

export const foldSentence = (text: string, language: string) =>
  text.toLocaleLowerCase(language).replaceAll('ё', 'е').replaceAll('’', "'");

const createPhrases = (): Phrases => ({ next: new Map(), concepts: [] });

/**
 * @param language BCP 47
 * @param lines such as `win: profit win. *winning last_chance`: the beginning of a word, a whole word, an ending, words in a row
 */
export function readConcepts(language: string, lines: readonly string[]) {
  const whole = new Map<string, number>();
  const open = new Map<string, number>();
  const endings = new Map<string, number>();
  const root = createPhrases();
  let parts = 0;
  let longest = 0;
  const partOf = (text: string, isPhrase: boolean): number => {
    const isEnding = text.startsWith('*');
    const isWhole = text.length > 1 && text.endsWith('.');
    const word = foldSentence(text.slice(isEnding ? 1 : 0, isWhole ? -1 : undefined), language);
    const isShort = isPhrase && word.length <= (WHOLE_LENGTHS[language] ?? 3);
    const map = isEnding ? endings : isWhole || isShort ? whole : open;
    const part = map.get(word) ?? parts++;
    longest = Math.max(longest, word.length);
    map.set(word, part);
    return part;
  };
  lines.forEach((line, concept) => {
    for (const entry of line.slice(line.indexOf(':') + 1).split(/\s+/)) {
      const words = entry.split('_').filter(Boolean);
      if (words.length === 0) continue;
      let node = root;
      for (const word of words) {
        const part = partOf(word, words.length > 1);
        const next = node.next.get(part) ?? createPhrases();
        node.next.set(part, next);
        node = next;
      }
      node.concepts.push(concept);
    }
  });
  /** The entries, and parts of entries, that a word fits. */
  const partsOf = (word: string): number[] => {
    const found = new Set<number | undefined>([whole.get(word)]);
    for (let length = 1; length <= Math.min(word.length, longest); length++) {
      found.add(open.get(word.slice(0, length)));
      if (length < word.length) found.add(endings.get(word.slice(-length)));
    }
    const pieces = word.includes('-') ? word.split('-') : word.split("'").slice(0, 1);
    for (const piece of pieces)
      if (piece !== '' && piece !== word) for (const part of partsOf(piece)) found.add(part);
    return [...found].filter((part) => part !== undefined);
  };
  return {
    partsOf,
    /** The phrases that begin with a part; those of one word are among them. */
    begin: (parts: readonly number[]): Phrases[] => goOn([root], parts),
  };
}

/** The phrases that go on with another word. It runs for each word of a text, so it makes no list but the one it returns. */
export function goOn(phrases: readonly Phrases[], parts: readonly number[]): Phrases[] {
  const found: Phrases[] = [];
  for (const { next } of phrases) {
    for (const part of parts) {
      const longer = next.get(part);
      if (longer) found.push(longer);
    }
  }
  return found;
}

export const conceptsAt = (phrases: readonly Phrases[]): number[] =>
  phrases.length === 0 ? [] : [...new Set(phrases.flatMap(({ concepts }) => concepts))];

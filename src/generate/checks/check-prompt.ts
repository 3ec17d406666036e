/** Finds parts of the prompt in a text: eight words in a row of the program's instructions. */
import { blankCode } from '../../content/markdown/blank-code.ts';
import { type AnswerFinding, quote } from './finding.ts';
import type { TextRules } from './text-rules.ts';

/** One or two sentences may have fewer words in common by chance. */
const LEAK_WORDS = 8;

const findWords = (text: string) => Array.from(text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu));

const foldWords = (text: string) => findWords(text.normalize('NFKC').toLowerCase()).map(([word]) => word);

/** All runs of eight words. @param texts what the program tells a model, without topics, sources and facts of the site */
export function createInstructions(texts: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (const text of texts) {
    const words = foldWords(text);
    for (let start = 0; start + LEAK_WORDS <= words.length; start++)
      runs.add(words.slice(start, start + LEAK_WORDS).join(' '));
  }
  return runs;
}

/** Returns the first part of the prompt in a text. Words that a source has too may be repeated. */
export function checkPrompt(text: string, { instructions, evidence }: TextRules): AnswerFinding[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = findWords(plain);
  for (let start = 0; start + LEAK_WORDS <= words.length; start++) {
    const run = words.slice(start, start + LEAK_WORDS);
    const leaked = run.map(([word]) => word).join(' ');
    if (!instructions.has(leaked) || ` ${foldWords(evidence).join(' ')} `.includes(` ${leaked} `)) continue;
    const [first, last] = [run[0]?.index ?? 0, run.at(-1)];
    const span = { start: first, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };
    // Case and compatibility forms may change the length of a text. Then the place is not known.
    const isPlaced = plain.length === text.length;
    return [
      {
        code: 'prompt',
        message: `words of the prompt: ${quote(leaked)}`,
        hint: 'leave out the instructions, and write the text itself only',
        ...(isPlaced && { span }),
      },
    ];
  }
  return [];
}

/** Fields of the answers that the program asks for. */
const LEAKED = /[{,]\s*"(?:sections|number|heading|text|points|calculations|expression|description)"\s*:/;

/** Finds the JSON of an answer in a text, outside code. */
export function checkJson(text: string): AnswerFinding[] {
  const found = LEAKED.exec(blankCode(text));
  if (!found) return [];
  return [
    {
      code: 'json',
      message: `JSON of an answer: ${quote(text.slice(found.index, found.index + 60))}`,
      hint: 'write the text itself only',
      span: { start: found.index, end: found.index + found[0].length },
    },
  ];
}

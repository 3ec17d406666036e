/** Judges sentences by the weights that scripts/train-gate.mjs has learned from the lines in training/gate. */
import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { packageFile } from '../../foundation/package-files.ts';
import { REFUSAL_CODES, type RefusalCode } from './finding.ts';
import { createSentenceReader, ROWS } from './sentence-features.ts';

/** The content of lib/gate/LANGUAGE.br: a line of JSON, and after it the two tables. */
interface Weights {
  concepts: string[];
  /** Sentences with a higher score are refused. */
  threshold: number;
  bias: number;
  /** The weight of one step in the first table. */
  scale: number;
  table: Int8Array;
  /** For each code in turn. */
  kindBias: number[];
  kindScale: number;
  kindTable: Int8Array;
}

/** The words that weigh most, as offsets in the sentence. */
export interface Refusal {
  code: RefusalCode;
  score: number;
  start: number;
  end: number;
}

export type RefusalModel = ReturnType<typeof createRefusalModel>;

const models = new Map<string, RefusalModel | null>();

/** The model of a language; null where there are no lines to learn from. @param language BCP 47 */
export function refusalModel(language: string): RefusalModel | null {
  const known = models.get(language);
  if (known !== undefined) return known;
  const file = packageFile(`lib/gate/${language}.br`);
  // A gate that lets everything pass must not go unnoticed.
  if (!existsSync(packageFile('lib/gate/key'))) throw new Error('lib/gate is missing: run npm run compile');
  const model = existsSync(file) ? createRefusalModel(language, readWeights(readFileSync(file))) : null;
  models.set(language, model);
  return model;
}

function readWeights(packed: Buffer): Weights {
  const bytes = brotliDecompressSync(packed);
  const end = bytes.indexOf('\n');
  const tables = new Int8Array(bytes.subarray(end + 1));
  return {
    ...JSON.parse(bytes.toString('utf8', 0, end)),
    table: tables.subarray(0, ROWS),
    kindTable: tables.subarray(ROWS),
  };
}

export function createRefusalModel(language: string, weights: Weights) {
  const read = createSentenceReader(language, weights.concepts);
  const { table, kindTable } = weights;

  function score(sentence: string): number {
    let sum = 0;
    const { length } = read(sentence, (row, value) => {
      sum += (table[row] ?? 0) * value;
    });
    return (sum * weights.scale) / length + weights.bias;
  }

  /** The words in a row that raise the score most. */
  function explain(sentence: string): { start: number; end: number; kinds: ReadonlySet<number> } {
    const parts: [row: number, value: number, last: number, reach: number][] = [];
    const { tokens, kinds } = read(sentence, (...part) => parts.push(part));
    const raises = new Float64Array(tokens.length);
    for (const [row, value, last, reach] of parts) {
      const share = ((table[row] ?? 0) * value) / (reach === 0 ? 1 : 2);
      raises[last] = (raises[last] ?? 0) + share;
      if (reach > 0) raises[last - reach] = (raises[last - reach] ?? 0) + share;
    }
    const best = { sum: Number.NEGATIVE_INFINITY, from: 0, to: 0 };
    let [sum, from] = [0, 0];
    for (const [at, raise] of raises.entries()) {
      if (sum <= 0) [sum, from] = [0, at];
      sum += raise;
      if (sum > best.sum) Object.assign(best, { sum, from, to: at });
    }
    return { start: tokens[best.from]?.start ?? 0, end: tokens[best.to]?.end ?? sentence.length, kinds };
  }

  function codeOf(kinds: ReadonlySet<number>): RefusalCode {
    let best: { code: RefusalCode; sum: number } | null = null;
    for (const [index, code] of REFUSAL_CODES.entries()) {
      let sum = 0;
      for (const row of kinds) sum += kindTable[row * REFUSAL_CODES.length + index] ?? 0;
      sum = sum * weights.kindScale + (weights.kindBias[index] ?? 0);
      if (!best || sum > best.sum) best = { code, sum };
    }
    return best?.code ?? 'promise';
  }

  return {
    score,
    /** Why a sentence is refused, or null. */
    find(sentence: string): Refusal | null {
      const found = score(sentence);
      if (found <= weights.threshold) return null;
      const { kinds, ...span } = explain(sentence);
      return { code: codeOf(kinds), score: found, ...span };
    },
  };
}

/** Reads the held-out lines of a language: lines with a fault by code, sums in words, and texts with none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GenerationLocale } from '../../../../src/locales/generation.ts';

/** Sets that have sums too. */
export type SumSet = 'first' | 'second' | 'third';
/** Sets that the gate has learned, and sums apart from it. */
export type LearnedSet = SumSet | 'fourth' | 'fifth' | 'sixth' | 'seventh' | 'eighth' | 'ninth' | 'tenth';
/** Sets that it never reads: they are in a folder of their own, which scripts/train-gate.mjs does not look into. */
const UNSEEN = ['eleventh', 'twelfth', 'thirteenth', 'fourteenth'] as const;
export type UnseenSet = (typeof UNSEEN)[number];
export type HeldOutSet = LearnedSet | UnseenSet;
/** Sets that have texts with no fault. */
export type RealSet = Exclude<HeldOutSet, 'second' | 'third'>;

export interface CodedLine {
  code: string;
  line: string;
}

const folderOf = (set: HeldOutSet) => (UNSEEN.some((unseen) => unseen === set) ? '../unseen' : '.');
const linesOf = (set: HeldOutSet, name: string) =>
  readFileSync(join(import.meta.dirname, folderOf(set), set, name), 'utf8')
    .split('\n')
    .filter(Boolean);

/** Each line with the heading above it. */
export function readCoded(lines: readonly string[]): CodedLine[] {
  let code = '';
  return lines.flatMap((line) => {
    if (!line.startsWith('# ')) return [{ code, line }];
    code = line.slice(2);
    return [];
  });
}

export const plantedLines = (set: HeldOutSet, locale: GenerationLocale) =>
  readCoded(linesOf(set, `${locale}.txt`));

export const realTexts = (set: RealSet, locale: GenerationLocale) => linesOf(set, `real.${locale}.txt`);

export function sumLines(set: SumSet, locale: GenerationLocale) {
  const lines = linesOf(set, `sums.${locale}.txt`);
  const rest = lines.filter((line) => !/^[a-z]+: /.test(line));
  const coded = readCoded(rest);
  return {
    templates: lines.flatMap((line) => {
      const [, kind, template] = /^([a-z]+): (.*)$/.exec(line) ?? [];
      return kind && template ? [{ kind, template }] : [];
    }),
    unsourced: coded.filter(({ code }) => code === 'unsourced').map(({ line }) => line),
    fine: coded.filter(({ code }) => code === 'fine').map(({ line }) => line),
  };
}

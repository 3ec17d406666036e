/** The gate over held-out lines, sums and texts (seeded/held-out/README.md), alone and planted in 500 articles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkText } from '../../src/generate/checks/check-answers.ts';
import { checkNumbers } from '../../src/generate/checks/check-numbers.ts';
import type { Finding } from '../../src/generate/checks/finding.ts';
import { createCorpus } from '../../src/generate/files/corpus.ts';
import { languageOf } from '../../src/locales/codes.ts';
import { GENERATION_LOCALES, type GenerationLocale } from '../../src/locales/generation.ts';
import { WRITING } from '../../src/locales/writing/writing-registry.ts';
import { createRandom } from '../support/model-prose.ts';
import { loadOriginals } from './originals.ts';
import { rulesFor } from './rules.ts';
import {
  type LearnedSet,
  plantedLines,
  type RealSet,
  realTexts,
  type SumSet,
  sumLines,
  type UnseenSet,
} from './seeded/held-out/read-held-out.ts';
import { sumCases } from './seeded/held-out/sum-cases.ts';

/** The source that texts of the fourth set link to. */
const SOURCES = new Set(['https://www.who.int/news-room/fact-sheets/detail/gambling']);

const rulesOf = (locale: GenerationLocale) =>
  rulesFor(languageOf(locale), {
    links: { hosts: [], allowed: SOURCES, known: new Set(), editor: null },
  });
const check = (text: string, locale: GenerationLocale): Finding[] => [
  ...checkText(text, rulesOf(locale)),
  ...checkNumbers({ number: 1, text }, rulesOf(locale)),
];
const isWithin = ({ span }: Finding, start: number, end: number) =>
  span !== undefined && span.start < end && span.end > start;

const section = (text: string) => ({ number: 1, heading: '', text, calculations: [] });

/** What the rules find of each set now. The third has metaphors, and stays below the bar of the others. */
const BARS: readonly (readonly [LearnedSet, number])[] = [
  ['first', 0.95],
  ['second', 0.95],
  ['third', 0.85],
  ['fourth', 0.98],
  ['fifth', 0.95],
  ['sixth', 0.95],
  ['seventh', 0.95],
  ['eighth', 0.95],
  ['ninth', 0.95],
  ['tenth', 0.95],
];
const SUMS: readonly SumSet[] = ['first', 'second', 'third'];
const REAL: readonly RealSet[] = ['first', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

describe.each(GENERATION_LOCALES)('%s', (locale) => {
  test.each(BARS)('%s set: finds %d of the lines', (set, bar) => {
    const lines = plantedLines(set, locale);
    const missed = lines.filter(({ line }) => check(line, locale).length === 0);
    expect(lines.length).toBeGreaterThan(30);
    expect(
      1 - missed.length / lines.length,
      missed.map(({ line }) => line).join('\n'),
    ).toBeGreaterThanOrEqual(bar);
  });

  test.each(SUMS)('%s set: every sum that does not compute is found, and none that does', (set) => {
    const cases = sumCases(set, locale, 6);
    const wrong = cases.filter(({ isWrong }) => isWrong);
    const calculations = (text: string) => check(text, locale).filter(({ code }) => code === 'calculation');
    expect(wrong.length).toBeGreaterThan(60);
    const missed = wrong.filter(
      ({ text, start, end }) => !calculations(text).some((finding) => isWithin(finding, start, end)),
    );
    expect(missed.map(({ text }) => text)).toEqual([]);
    const right = cases.filter(({ isWrong, text }) => !isWrong && calculations(text).length > 0);
    expect(right.map(({ text }) => text)).toEqual([]);
  });

  test.each(SUMS)('%s set: figures without a source', (set) => {
    const lines = sumLines(set, locale).unsourced.flatMap((line) =>
      [7, 18, 43, 86].map((value) => line.replace('{n}', String(value))),
    );
    const missed = lines.filter((line) => !check(line, locale).some(({ code }) => code === 'figure'));
    expect(missed.length / lines.length, missed.join('\n')).toBeLessThanOrEqual(0.02);
  });

  test('examples, sources, dates, cards, scores and small counts need no source', () => {
    const { fine } = sumLines('first', locale);
    const codes = ['figure', 'calculation'];
    expect(fine.filter((line) => check(line, locale).some(({ code }) => codes.includes(code)))).toEqual([]);
  });

  test.each(REAL)('%s set: sober texts give no finding, but for figures of their own', (set) => {
    const found = realTexts(set, locale).flatMap((text) =>
      check(text, locale).filter(({ code }) => code !== 'figure'),
    );
    expect(found).toEqual([]);
  });
});

/** The author of the thirteenth avoids the usual wording in three of the languages. */
const UNSEEN: readonly (readonly [UnseenSet, number])[] = [
  ['eleventh', 0.95],
  ['twelfth', 0.95],
  ['thirteenth', 0.9],
  ['fourteenth', 0.95],
];

test.each(UNSEEN)(
  '%s set, which the gate never reads: finds %d of the lines, and refuses 2 %% of the sober ones',
  (set, bar) => {
    const lines = GENERATION_LOCALES.flatMap((locale) =>
      plantedLines(set, locale).map(({ line }) => ({ line, found: check(line, locale).length > 0 })),
    );
    const missed = lines.filter(({ found }) => !found).map(({ line }) => line);
    expect(lines).toHaveLength(640);
    expect(1 - missed.length / lines.length, missed.join('\n')).toBeGreaterThanOrEqual(bar);
    const texts = GENERATION_LOCALES.flatMap((locale) =>
      realTexts(set, locale).map((text) => ({
        text,
        refused: check(text, locale).some(({ code }) => code !== 'figure'),
      })),
    );
    const refused = texts.filter((text) => text.refused).map(({ text }) => text);
    expect(texts).toHaveLength(400);
    expect(refused.length / texts.length, refused.join('\n')).toBeLessThanOrEqual(0.02);
  },
);

/** Packages of this project whose instructions are English prose of other people. */
const PACKAGES = Object.entries(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')),
).flatMap(([key, value]) => (/ependencies$/.test(key) && value ? Object.keys(value) : []));

test('at most one in a hundred paragraphs of other people is refused', () => {
  const paragraphs = PACKAGES.flatMap((name) => {
    const file = join(import.meta.dirname, '../../node_modules', name, 'README.md');
    if (!existsSync(file)) return [];
    const prose = readFileSync(file, 'utf8').replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, '');
    return prose.split(/\n\s*\n/).filter((part) => /^[A-Z][^<|]{150,}\.$/s.test(part.trim()));
  });
  expect(paragraphs.length).toBeGreaterThanOrEqual(96);
  // Software has hosts, and its figures are its own.
  const others = ['host', 'link', 'url', 'html', 'figure', 'messenger'];
  const refused = paragraphs.flatMap((text) => {
    const found = check(text, 'en_US').filter(({ code }) => !others.includes(code));
    return found.length > 0 ? [`${found[0]?.message}: ${text.slice(0, 120)}`] : [];
  });
  expect(refused.length / paragraphs.length, refused.join('\n')).toBeLessThan(0.01);
});

test('500 articles with 2,000 planted lines, sums, hosts and copies: each is found in its place', () => {
  const random = createRandom('500 articles');
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick');
    return value;
  };
  const originals = loadOriginals();
  let planted = 0;
  const missed: Record<'sum' | 'figure' | 'line' | 'host' | 'copy', string[]> = {
    sum: [],
    figure: [],
    line: [],
    host: [],
    copy: [],
  };
  for (const locale of GENERATION_LOCALES) {
    const corpus = createCorpus(WRITING[locale]);
    const own = originals.filter(({ language }) => language === languageOf(locale));
    for (const { file, body } of own) corpus.addText(file, body, file);
    const lines = plantedLines('second', locale);
    const sums = sumCases('second', locale, 12).filter(({ isWrong, kind }) => isWrong && kind !== 'cells');
    const { unsourced } = sumLines('second', locale);
    const texts = realTexts('first', locale);
    const paragraphs = own
      .flatMap(({ body }) => body.split('\n\n'))
      .filter((text) => /^\p{L}/u.test(text) && text.split(' ').length >= 35);
    for (let article = 0; article < 125; article++) {
      const parts: string[] = [];
      const places: { kind: keyof typeof missed; text: string; start: number; end: number }[] = [];
      const add = (kind: keyof typeof missed, text: string, start = 0, end = text.length) => {
        const offset = parts.join('\n\n').length + (parts.length > 0 ? 2 : 0);
        places.push({ kind, text, start: offset + start, end: offset + end });
        parts.push(text);
      };
      parts.push(pick(texts), pick(texts));
      const sum = pick(sums);
      add('sum', sum.text, sum.start, sum.end);
      parts.push(pick(texts));
      add('line', pick(lines).line);
      if (article % 2 === 0)
        add('figure', pick(unsourced).replace('{n}', String(61 + Math.floor(random() * 30))));
      else add('host', `${pick(texts)} www.${pick(['oddsbarn', 'tipmeadow', 'betquarry'])}${article}.com`);
      parts.push(pick(texts));
      const text = parts.join('\n\n');
      const found = check(text, locale);
      for (const { kind, start, end, text: line } of places) {
        planted++;
        if (!found.some((finding) => isWithin(finding, start, end))) missed[kind].push(line);
      }
      planted++;
      // A copy of an article of the site with a sentence of its own, or one of its paragraphs among others.
      const copied = article % 2 === 0 ? pick(own).body : `${pick(texts)}\n\n${pick(paragraphs)}`;
      if (corpus.checkText([section(`${copied}\n\n${pick(texts)}`)]).length === 0)
        missed.copy.push(copied.slice(0, 80));
    }
  }
  expect(planted).toBe(2000);
  const share = (kind: keyof typeof missed, of: number) => 1 - missed[kind].length / of;
  expect(missed.sum).toEqual([]);
  expect(share('figure', 252), missed.figure.join('\n')).toBeGreaterThanOrEqual(0.98);
  expect(share('line', 500), missed.line.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(missed.host).toEqual([]);
  expect(missed.copy).toEqual([]);
});

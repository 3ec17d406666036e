/** The gate over lines that were written apart from its rules, and over texts that people wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkContacts } from '../../src/generate/checks/check-contacts.ts';
import { checkPhrases } from '../../src/generate/checks/check-phrases.ts';
import { addEvidence, type TextRules } from '../../src/generate/checks/text-rules.ts';
import type { Language } from '../../src/locales/codes.ts';
import { writingOf } from '../../src/locales/writing/writing-registry.ts';
import { loadOriginals } from './originals.ts';
import { plantedEn } from './seeded/planted-en.ts';
import { plantedKo } from './seeded/planted-ko.ts';
import type { PlantedLines } from './seeded/planted-lines.ts';
import { plantedRu } from './seeded/planted-ru.ts';
import { plantedTr } from './seeded/planted-tr.ts';

const PLANTED = [
  ['en', plantedEn],
  ['ru', plantedRu],
  ['tr', plantedTr],
  ['ko', plantedKo],
] as const satisfies readonly (readonly [Language, PlantedLines])[];

const rulesFor = (language: Language): TextRules => ({
  language,
  writing: writingOf(language),
  judge: null,
  banSuffixes: false,
  links: { hosts: [], allowed: new Set(), known: new Set(), editor: null },
  evidence: '',
});
const check = (text: string, rules: TextRules) => [
  ...checkPhrases(text, rules),
  ...checkContacts(text, rules),
];

describe.each(PLANTED)('%s', (language, { clean, ...planted }) => {
  test('finds at least 95 % of the planted lines, each at its place in a text', () => {
    const lines = Object.values(planted).flat();
    const missed = lines.filter((line) => {
      const text = `${clean[0]}\n\n${clean[1]} ${line} ${clean[2]}`;
      const from = text.indexOf(line);
      return !check(text, rulesFor(language)).some(
        ({ span }) => span && span.start >= from && span.end <= from + line.length,
      );
    });
    expect(missed.length / lines.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('denials, warnings and plain facts pass', () => {
    expect(clean.filter((line) => check(line, rulesFor(language)).length > 0)).toEqual([]);
  });
});

test('no finding in the articles of the sample publications', () => {
  const root = join(import.meta.dirname, '../../examples/crypto/content');
  const crypto = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('articles') && path.endsWith('.md'))
    .map((path) => ({
      file: path,
      language: path.startsWith('ru') ? ('ru' as const) : ('en' as const),
      body: readFileSync(join(root, path), 'utf8').replace(/^---[\s\S]*?\n---\n/, ''),
    }));
  const texts = [...loadOriginals(), ...crypto];
  expect(texts.length).toBeGreaterThanOrEqual(70);
  const found = texts.flatMap(({ file, language, body }) =>
    check(body, rulesFor(language)).map(({ code, message }) => `${file}: ${code}: ${message}`),
  );
  expect(found).toEqual([]);
});

test('what the notes of a topic name is no invention', () => {
  const line = 'The table of example-league.com and its desk@example-league.com are open to all.';
  expect(check(line, rulesFor('en')).map(({ code }) => code)).toEqual(['messenger', 'host']);
  expect(check(line, addEvidence(rulesFor('en'), line))).toEqual([]);
});

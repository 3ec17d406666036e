/** The gate over lines that were written apart from its rules, and over texts that people wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkContacts } from '../../src/generate/checks/check-contacts.ts';
import { checkRefusals } from '../../src/generate/checks/check-refusals.ts';
import { addEvidence, type TextRules } from '../../src/generate/checks/text-rules.ts';
import type { Language } from '../../src/locales/codes.ts';
import { loadOriginals } from './originals.ts';
import { rulesFor } from './rules.ts';
import { readCoded } from './seeded/held-out/read-held-out.ts';

/** Lines that the gate has learned: it must still know them. */
const learned = (language: Language) => {
  const file = join(import.meta.dirname, '../../training/gate/planted', `${language}.txt`);
  const lines = readCoded(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  const fine = lines.filter(({ code }) => code === 'fine').map(({ line }) => line);
  return { fine, faulty: lines.filter(({ code }) => code !== 'fine').map(({ line }) => line) };
};

const check = (text: string, rules: TextRules) => [
  ...checkRefusals(text, rules),
  ...checkContacts(text, rules),
];

describe.each(['en', 'ru', 'tr', 'ko'] as const)('%s', (language) => {
  const { fine, faulty: lines } = learned(language);

  test('finds at least 95 % of the planted lines, each at its place in a text', () => {
    const missed = lines.filter((line) => {
      const text = `${fine[0]}\n\n${fine[1]} ${line} ${fine[2]}`;
      const from = text.indexOf(line);
      return !check(text, rulesFor(language)).some(
        ({ span }) => span && span.start >= from && span.end <= from + line.length,
      );
    });
    expect(missed.length / lines.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('denials, warnings and plain facts pass', () => {
    expect(fine.filter((line) => check(line, rulesFor(language)).length > 0)).toEqual([]);
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

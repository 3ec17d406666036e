/** Findings about sentences: what they quote, what they leave alone, and what the package carries for them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRefusals } from '../../src/generate/checks/check-refusals.ts';
import { refusalModel } from '../../src/generate/checks/refusal-model.ts';
import { rulesFor } from './rules.ts';

const PLAIN = 'A flush beats a straight. Write down every bet and the price you took.';
const BONUS = 'Use bonus code WELCOME100 for a free bet.';

test('a finding lies within its sentence, and quotes the words that weigh most', () => {
  const text = `${PLAIN}\n\n${PLAIN} ${BONUS} ${PLAIN}`;
  const found = checkRefusals(text, rulesFor('en'));
  expect(found.map(({ code }) => code)).toEqual(['bonus']);
  const { start = 0, end = 0 } = found[0]?.span ?? {};
  expect(BONUS).toContain(text.slice(start, end));
  expect(found[0]?.message).toBe(`an offer of a bonus: "${text.slice(start, end)}"`);
  expect(end - start).toBeGreaterThan(10);
});

test('each bad sentence has its own finding', () => {
  const lines = [
    BONUS,
    'Hurry, the offer ends tonight.',
    'As an AI language model, I cannot browse the internet.',
  ];
  const found = checkRefusals(lines.join(' '), rulesFor('en'));
  expect(found.map(({ code }) => code)).toEqual(['bonus', 'urgency', 'self']);
});

test('what stands in code is read as well', () => {
  expect(checkRefusals(`\`\`\`\n${BONUS}\n\`\`\`\n`, rulesFor('en')).map(({ code }) => code)).toEqual([
    'bonus',
  ]);
});

test('a study may be named with its source, and with one that the notes name', () => {
  const study = 'Studies show that most bettors lose money within a year';
  const codes = (text: string, evidence = '') =>
    checkRefusals(text, { ...rulesFor('en'), evidence }).map(({ code }) => code);
  expect(codes(`${study}.`)).toEqual(['study']);
  for (const scheme of ['http', 'https'])
    expect(
      codes(`Studies [show](${scheme}://regulator.example/2026) that most bettors lose money within a year.`),
    ).toEqual([]);
  expect(codes('Studies [show](/x) that most bettors lose money within a year.')).toEqual(['study']);
  expect(codes(`${study}. See [the report](https://regulator.example/2026).`)).toEqual(['study']);
  const named = (evidence: string) => codes(`${study}, says Norrland  Institute.`, evidence);
  expect(named('Norrland  Institute, 2026')).toEqual([]);
  expect(named('')).toEqual(['study']);
  expect(named('Norrland, 2026')).toEqual(['study']);
  expect(codes(`${study}, says Bank.`, 'Bank')).toEqual([]);
  expect(codes(`${study}, says Uni.`, 'Uni')).toEqual(['study']);
  expect(codes(`${study}.`, 'Studies of bettors')).toEqual(['study']);
});

test('a source is no excuse for anything else', () => {
  const text = 'Use bonus code WELCOME100 for a free bet, [here](https://regulator.example/2026).';
  expect(checkRefusals(text, rulesFor('en')).map(({ code }) => code)).toEqual(['bonus']);
});

test('a language without lines has no weights', () => {
  expect(refusalModel('de')).toBeNull();
});

test('the package carries at most 140 kB for each language, and no lines', () => {
  const folder = join(import.meta.dirname, '../../lib/gate');
  const files = readdirSync(folder).filter((name) => name !== 'key');
  expect(files.sort()).toEqual(['en.br', 'ko.br', 'ru.br', 'tr.br']);
  for (const name of files) expect(statSync(join(folder, name)).size).toBeLessThan(140_000);
  expect(existsSync(join(folder, 'en.txt'))).toBe(false);
});

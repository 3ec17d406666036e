/** Hosts and contacts that no source names: found in their places, in the articles of the sample publication too. */
import { expect, test } from 'vitest';
import { checkContacts } from '../../src/generate/checks/check-contacts.ts';
import { checkAnswerText } from '../../src/generate/checks/check-steps.ts';
import { addEvidence } from '../../src/generate/checks/text-rules.ts';
import { createCorpus } from '../../src/generate/files/corpus.ts';
import { languageOf } from '../../src/locales/codes.ts';
import { GENERATION_LOCALES } from '../../src/locales/generation.ts';
import { loadOriginals } from './originals.ts';
import { rulesFor } from './rules.ts';

test('no finding in the articles of the sample publication', () => {
  const found = loadOriginals().flatMap(({ file, language, body }) =>
    checkContacts(body, rulesFor(language)).map(({ code, message }) => `${file}: ${code}: ${message}`),
  );
  expect(found).toEqual([]);
});

test('what the notes of a topic name is no invention', () => {
  const line = 'The table of example-league.com and its desk@example-league.com are open to all.';
  expect(checkContacts(line, rulesFor('en')).map(({ code }) => code)).toEqual(['messenger', 'host']);
  expect(checkContacts(line, addEvidence(rulesFor('en'), line))).toEqual([]);
});

const PLANTED = [
  'www.oddsbarn7.com',
  'https://betquarry.example/offer',
  'desk@tipmeadow.com',
  '@tipmeadow_bot',
  '+44 20 7946 0958',
  '18 + 16 = 35',
  '1/4 = 0.35',
];

test.each(GENERATION_LOCALES)(
  '%s: a host, a contact or a wrong equation is found where it stands',
  (locale) => {
    const language = languageOf(locale);
    const paragraphs = loadOriginals()
      .filter((original) => original.language === language)
      .flatMap(({ body }) => body.split('\n\n'))
      .filter((text) => /^\p{L}[^`]*\.$/u.test(text) && text.split(' ').length >= 15);
    expect(paragraphs.length).toBeGreaterThan(25);
    const rules = rulesFor(language);
    const missed = paragraphs.flatMap((paragraph, index) => {
      const part = PLANTED[index % PLANTED.length] ?? '';
      const text = `${paragraphs[(index + 1) % paragraphs.length]}\n\n${paragraph} ${part}\n\n${paragraph}`;
      const start = text.indexOf(part);
      const found = checkAnswerText(text, rules).some(
        ({ span }) => span && span.start < start + part.length && span.end > start,
      );
      return found ? [] : [text];
    });
    expect(missed).toEqual([]);
  },
);

test.each(GENERATION_LOCALES)('%s: a copied article or paragraph is found', (locale) => {
  const originals = loadOriginals().filter(({ language }) => language === languageOf(locale));
  const corpus = createCorpus();
  for (const { file, body } of originals) corpus.addText(file, body, file);
  const own = 'A ledger has one line for each evening.';
  const section = (text: string) => ({ number: 1, heading: '', text, calculations: [] });
  const copies = originals.flatMap(({ body }) => [
    body,
    ...body.split('\n\n').filter((text) => /^\p{L}/u.test(text) && text.split(' ').length >= 35),
  ]);
  expect(copies.length).toBeGreaterThan(originals.length);
  expect(copies.filter((text) => corpus.checkText([section(`${text}\n\n${own}`)]).length === 0)).toEqual([]);
});

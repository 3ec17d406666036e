/** The checks over the sample publication, which people wrote. */
import { expect, test } from 'vitest';
import { findLeftovers } from '../../src/content/markdown/leftovers.ts';
import { createLanguageJudge } from '../../src/generate/checks/check-language.ts';
import { checkFrame, checkInvisible, checkMarkdown } from '../../src/generate/checks/check-markdown.ts';
import { createFingerprints, shareOf } from '../../src/generate/checks/passages.ts';
import { createTitleIndex } from '../../src/generate/checks/similarity.ts';
import { languageOf } from '../../src/locales/codes.ts';
import { GENERATION_LOCALES } from '../../src/locales/generation.ts';
import { loadOriginals } from './originals.ts';

test('every paragraph is in its language', async () => {
  const judge = await createLanguageJudge();
  const wrong = loadOriginals().flatMap(({ file, language, body }) =>
    judge.check(body, language).map(({ message }) => `${file}: ${message}`),
  );
  expect(wrong).toEqual([]);
});

test('no text has leftovers or words about the task, invisible characters or HTML', () => {
  const rules = { hosts: [], allowed: new Set<string>(), known: new Set<string>(), isEdited: false };
  const wrong = loadOriginals().flatMap(({ file, language, body }) =>
    [
      ...checkFrame(body),
      ...findLeftovers(body, language).map(({ what }) => ({ message: what })),
      ...checkInvisible(body),
      ...checkMarkdown(body, rules).filter(({ code }) => code === 'html'),
    ].map(({ message }) => `${file}: ${message}`),
  );
  expect(wrong).toEqual([]);
});

test('a text with a few words changed is near, another is far', () => {
  const [one, two] = loadOriginals().filter(({ language }) => language === 'en');
  const body = one?.body ?? '';
  const words = body.split(' ');
  const changed = words.map((word, index) => (index % 40 === 0 ? 'instead' : word)).join(' ');
  const share = (other: string) => shareOf(new Set(createFingerprints(body)), createFingerprints(other));
  expect(share(changed)).toBeGreaterThan(0.5);
  expect(share(two?.body ?? '')).toBeLessThan(0.2);
});

test('no two titles are one topic', () => {
  for (const language of GENERATION_LOCALES.map(languageOf)) {
    const index = createTitleIndex<string>();
    for (const { file, title } of loadOriginals().filter((original) => original.language === language)) {
      expect(index.find(title), file).toBeUndefined();
      index.add(title, file);
    }
  }
});

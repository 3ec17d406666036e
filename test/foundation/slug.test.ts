import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  ARTICLE_SLUG,
  createShortName,
  createSlug,
  joinWords,
  SLUG,
  slugify,
  slugifyName,
} from '../../src/foundation/slug.ts';

const free = () => false;

test.each([
  ['What a Price Says', 'en', 'what-a-price-says'],
  ['DeFi & NFT’s: 101 — déjà vu', 'en', 'defi-nfts-101-deja-vu'],
  ['Съёмка у подъезда: щётка и жёлтый цвет', 'ru', 'syomka-u-podezda-shchyotka-i-zhyoltyy-cvet'],
  ['Хороший день', 'ru', 'horoshiy-den'],
  ["İstanbul'da Iğdır ışığı", 'tr', 'istanbulda-igdir-isigi'],
  ['Çok güçlü öneriler', 'tr', 'cok-guclu-oneriler'],
  ['독립 확률', 'ko', 'dogrib-hwagryul'],
  ['Größere Fähre über Öland', 'de', 'groessere-faehre-ueber-oeland'],
  ['Größere Fähre', 'en', 'grossere-fahre'],
  ["L'heure d’été", 'fr', 'l-heure-d-ete'],
  ['Storia dell’arte', 'it', 'storia-dell-arte'],
  ['Blåbær på øen', 'da', 'blaabaer-paa-oeen'],
  ['Ποιος πληρώνει', 'el', 'poios-plironei'],
  // A script that Latin letters do not spell stays, as it does in addresses of categories, tags and authors.
  ['上海的天气', 'zh-Hans', '上海的天气'],
  ['طقس عمّان', 'ar', 'طقس-عمّان'],
  ['מזג האוויר', 'he', 'מזג-האוויר'],
  ['मौसम की बात', 'hi', 'मौसम-की-बात'],
  ['สภาพอากาศ', 'th', 'สภาพอากาศ'],
  ['川の地図の読み方', 'ja', '川の地図の読み方'],
  ['佐々木さんのコーヒー', 'ja', '佐々木さんのコーヒー'],
  ['コーヒーのいれかた', 'ja', 'コーヒーのいれかた'],
  ['美 대선, 무엇이 바뀌나', 'ko', '美-대선-무엇이-바뀌나'],
  ['What 易 means', 'en', 'what-易-means'],
] as const)('%s in %s becomes %s', async (title, language, slug) => {
  expect(await createSlug(title, language, free)).toBe(slug);
});

it('numbers a slug that is taken', async () => {
  const taken = new Set(['a-title', 'a-title-2']);
  expect(await createSlug('A title', 'en', (slug) => taken.has(slug))).toBe('a-title-3');
});

test('a slug that is made of a name or a title in its own script is one that files may have', async () => {
  const letters = fc.constantFrom(...'川地図々コーヒゝー아美ไทยहिन्दीعمّانЁж佐。、 -９Ⅳ𠮷');
  const text = fc.string({ unit: letters, minLength: 1, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('ja', 'ko', 'zh', 'th', 'hi'), async (title, language) => {
      for (const slug of [slugifyName(title, language), await createSlug(title, language, free)]) {
        if (slug !== '') expect(slug).toMatch(SLUG);
      }
      expect(Buffer.byteLength(await createSlug(title, language, free))).toBeLessThan(200);
    }),
  );
});

it('makes a path segment of any title', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('en', 'ru', 'tr'),
      async (title, language) => {
        const slug = await createSlug(title, language, free);
        expect(slug).toMatch(SLUG);
        expect([...slug].length).toBeLessThanOrEqual(80);
      },
    ),
  );
});

test.each([
  ['es', 'Ana María Öz', 'ana-maria-oz'],
  ['tr', 'İbrahim Işık', 'ibrahim-isik'],
  ['ru', '  Пётр — Ильин! ', 'пётр-ильин'],
  ['ko', '김 철수', '김-철수'],
  ['de', 'Ute Mu\u0308ller-Öz', 'ute-mueller-oez'],
  ['de-AT', 'Fähre', 'faehre'],
  ['da', 'Søren Ågård', 'soeren-aagaard'],
])('in %s the name %s becomes %s', (language, name, slug) => {
  expect(slugifyName(name, language)).toBe(slug);
});

test('headings that differ in case, signs and apostrophes are the same words', () => {
  expect(slugify('What’s a “Price”?')).toBe('whats-a-price');
  expect(slugify("WHAT'S A PRICE")).toBe(slugify('What’s a “Price”?'));
  expect(slugify('Ёлка & чай')).toBe('ёлка-чай');
});

test('words of any script keep their vowel signs, and emoji leave nothing', () => {
  const words = ['दिन', 'दान', 'दुन', 'தமிழ்', 'বাংলা', 'ท้อง', 'မြန်မာ', 'שָׁלוֹם', 'за\u0301мок'];
  expect(words.map((word) => slugifyName(word, 'en'))).toEqual(words.map((word) => word.normalize('NFC')));
  expect(slugifyName('❤️ love ℹ️', 'en')).toBe('love-ℹ');
});

test('each character of a word stays, whatever its marks', () => {
  // Words as the rules of Unicode cut them, by another implementation.
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const letters = fc.constantFrom('द', 'ि', 'ा', '्', 'ு', 'த', 'ক', 'া', 'a', 'é', 'ж');
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 9 }), (parts) => {
      const word = `त${parts.join('')}`;
      const found = Array.from(segmenter.segment(word), ({ segment }) => segment);
      if (found.length === 1) expect(joinWords(word, '-')).toBe(word);
    }),
  );
});

test.each([
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['C++17', 'c-plus-plus-17'],
  ['.NET', 'dot-net'],
  ['ASP.NET', 'asp-net'],
  ['F# & C#', 'f-sharp-c-sharp'],
  ['We are #1', 'we-are-1'],
  ['A+B', 'a-b'],
  ['18+', '18'],
  ['Wait... what', 'wait-what'],
])('%s has the address %s', (term, slug) => {
  expect(slugifyName(term, 'en')).toBe(slug);
});

test('the address of an article may have what an address of a category has, and the signs of other programs', async () => {
  const letters = fc.constantFrom(...'aé9ж水ー々दิ-_.~ A'.normalize('NFC'));
  await fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 6 }), (slug) => {
      if (SLUG.test(slug)) expect(slug).toMatch(ARTICLE_SLUG);
      expect(ARTICLE_SLUG.test(slug)).toBe(SLUG.test(slug.replace(/[_.~]/g, '-')));
    }),
  );
});

test.each([
  [['Field Notes', 'folder'], 'en', 'field-notes'],
  [['Größe', 'folder'], 'de', 'groesse'],
  [['川の地図', 'kawa'], 'ja', 'kawa'],
  [['مجلة', 'مجلة'], 'ar', expect.stringMatching(/^site-[0-9a-f]{8}$/)],
  [['A', 'folder'], 'en', 'a-site'],
])('of %j buckets get the name %s %s', async (texts, language, name) => {
  expect(await createShortName(texts, language)).toEqual(name);
});

/** A social image shows a title whole, or what stands above it. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { findUndrawnTitles, socialInput } from '../../src/build/outputs/social-images.ts';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { drawnText, findUndrawable } from '../../src/pictures/social-text.ts';
import { createModel } from '../site/model.ts';
import { CONFIG } from '../support/site.ts';

test('each character that the list of the fonts names has a glyph in its file', () => {
  const { fonts } = JSON.parse(readFileSync('lib/fonts/fonts.json', 'utf8'));
  let count = 0;
  for (const { file, ranges } of fonts) {
    const font = create(gunzipSync(readFileSync(`lib/fonts/${file}`)));
    if (font.isCollection) throw new Error(file);
    for (const [first, last] of ranges)
      for (let code = first; code <= last; code++) {
        count++;
        expect(font.hasGlyphForCodePoint(code), `${file} U+${code.toString(16)}`).toBe(true);
      }
  }
  expect(count).toBeGreaterThan(12_000);
});

test.each([
  ['en', 'What a “Betting” Exchange — Really — Charges: ½ of €5, ₹1,000 → ₿'],
  ['tr', 'İstanbul’da Tilt: Fark Et, Soğu, Çığ Gibi Büyüyen Öfke'],
  ['ru', 'Экспресс: вместе с выигрышем множится и маржа №1'],
  ['ko', '운일까 실력일까? 몇 번을 걸어야 알 수 있나'],
  ['el', 'Πόσο κοστίζει πραγματικά ένα στοίχημα'],
  ['vi', 'Xác suất và giá trị kỳ vọng'],
])('titles in %s are drawn whole', (language, title) => {
  expect(findUndrawable(title, language)).toEqual([]);
});

test('emojis are left out of a title, and their pieces with them', () => {
  expect(drawnText('Rocket 🚀 launch 👩‍👩‍👧‍👦 family 🇰🇷 5️⃣ ©')).toBe('Rocket launch family 5 ©');
  expect(findUndrawable('Rocket 🚀 👩🏽‍💻 🇮🇳', 'en')).toEqual([]);
});

const configOf = (title: string, socialImages: 'article' | 'category' | 'site' | false) => ({
  ...siteConfigSchema.parse({ ...CONFIG, title, features: { socialImages } }),
  root: '/',
});
const HANJA = { locale: 'ko_KR', title: '李 대통령 “北과 대화”', kicker: '정치', level: 'article' } as const;

test.each([
  ['its category', 'The Paper', 'article', HANJA, { title: '정치', kicker: '' }],
  ['the site', 'The Paper', 'article', { ...HANJA, kicker: '政治' }, { title: 'The Paper', kicker: '' }],
  ['the site', 'The Paper', 'category', { ...HANJA, kicker: '政治' }, { title: 'The Paper', kicker: '' }],
  ['nothing', '新聞', 'article', { ...HANJA, kicker: '政治' }, null],
  ['its category without the name of the site', '新聞', 'article', HANJA, { title: '정치', siteTitle: '' }],
] as const)('a title beyond the fonts has the card of %s', (_what, site, asked, subject, card) => {
  const found = socialInput({ config: configOf(site, asked), cardFonts: [] }, subject);
  if (card === null) expect(found).toBeNull();
  else expect(found).toMatchObject(card);
});

test('one warning names the characters, once for all titles', () => {
  const titles = ['美 연준', '中 예상', 'Plain'].map((title, index) => ({ slug: `a${index}`, title }));
  const { site } = createModel(titles, {}, { features: { socialImages: 'article' } });
  expect(findUndrawnTitles(site)).toMatchObject({
    code: 'undrawn-title',
    message: 'link previews cannot show 2 titles, because no font has 美 中',
  });
  expect(findUndrawnTitles(createModel(titles).site)).toBeNull();
});

test.each([
  ['an article', ['美'], {}, 'article', 'shows the picture of its category or of the site'],
  ['a category', ['Plain'], { betting: '美' }, 'article', 'shows the picture of the site'],
  ['the site alone', ['Plain'], { title: '美' }, 'site', 'has no picture'],
  ['the site and a category', ['Plain'], { title: '美', betting: '美' }, 'article', 'has no picture'],
  [
    'the site and an article',
    ['美'],
    { title: '美' },
    'article',
    'shows the picture of its category, where that one can be drawn',
  ],
] as const)(
  'the hint says what readers see until then where %s lacks characters',
  (_what, titles, texts, level, said) => {
    const articles = titles.map((title, index) => ({ slug: `a${index}`, title }));
    const { site } = createModel(articles, {}, { features: { socialImages: level } });
    const config = { ...site.config, ...('title' in texts && { title: texts.title }) };
    const editions = site.editions.map((edition) => ({
      ...edition,
      tree: {
        ...edition.tree,
        ...('betting' in texts &&
          edition.tree.betting && {
            betting: { ...edition.tree.betting, title: texts.betting },
          }),
      },
    }));
    const hint = findUndrawnTitles({ ...site, config, editions })?.hint;
    expect(hint).toMatch(new RegExp(`^add a font .*\\. Until then .*${said}$`));
  },
);

test('a title in a script of an own font is drawn whole, joiners and all', () => {
  const font = {
    file: '/a.woff2',
    key: 'a',
    ranges: [
      [0x20, 0x7e],
      [0x600, 0x6ff],
      [0x7f8e, 0x7f8e],
    ],
  } as const;
  const titles = ['می\u200cخواهم 2026', '美 연준'].map((title, index) => ({ slug: `a${index}`, title }));
  const { site } = createModel(titles, {}, { features: { socialImages: 'article' } });
  expect(findUndrawnTitles(site)?.message).toContain('2 titles');
  const own = { ...site, cardFonts: [font] };
  expect(findUndrawnTitles(own)).toBeNull();
  const subject = { locale: 'fa', title: 'می\u200cخواهم', kicker: '', level: 'article' } as const;
  expect(socialInput(own, subject)).toMatchObject({
    ...{ title: 'می\u200cخواهم', direction: 'rtl', fonts: [{ file: '/a.woff2', key: 'a' }] },
  });
});

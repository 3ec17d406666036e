/** Social images: legible in every language of the interface, small, and drawn once only. */
import { readdirSync, truncateSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSocialDrawing } from '../../src/pictures/draw-social.ts';
import { createFontLibrary } from '../../src/pictures/fonts.ts';
import { createSocialImages, type SocialImageInput, socialImageName } from '../../src/pictures/social.ts';
import { createTypesetters } from '../../src/pictures/typesetter.ts';
import { stampsOf, temporaryFolder } from './folder.ts';

const root = temporaryFolder();
let folders = 0;
const freshFolder = () => join(root, `cache-${folders++}`);
const draw = createSocialDrawing();
const social = createSocialImages({ cacheFolder: freshFolder(), draw });
const latinOnly = createSocialImages({
  cacheFolder: freshFolder(),
  draw: createSocialDrawing(['source-serif-4']),
});

const card = (title: string, language = 'en', kicker = ''): SocialImageInput => ({
  title,
  kicker,
  siteTitle: 'Site',
  language,
  cover: { title: 'same', category: 'same', subcategory: null },
});

/** Pixels as dark as ink within a part of the text's side. */
async function inkOf(
  png: Uint8Array,
  area = { left: 40, top: 110, width: 740, height: 400 },
): Promise<number> {
  const { data } = await sharp(png).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.reduce((sum, value) => sum + (value < 100 ? 1 : 0), 0);
}

const samples: Record<string, SocialImageInput> = {
  English: { ...card('What a Betting Exchange Really Charges', 'en', '🎲 Betting Strategies') },
  Turkish: {
    ...card('İstanbul’da Tilt: Fark Et, Soğu, Çığ Gibi Büyüyen Öfke', 'tr', '🧠 Kumar Psikolojisi'),
  },
  Russian: { ...card('Экспресс: вместе с выигрышем множится и маржа', 'ru', '♠️ Покер') },
  Korean: { ...card('운일까 실력일까? 몇 번을 걸어야 알 수 있나', 'ko', '베팅 전략') },
};

describe('createSocialImages', { timeout: 60_000 }, () => {
  it.each(Object.entries(samples))('draws %s as a 1200×630 PNG below 40 kB', async (_, input) => {
    const png = await social.render(input);
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(40_000);
    expect(await inkOf(png)).toBeGreaterThan(3000);
  });

  it('draws Korean from the Korean font: without it the glyphs are missing', async () => {
    const input = card('가나다라 Tilt', 'ko');
    const [whole, without] = await Promise.all([social.render(input), latinOnly.render(input)]);
    expect(await inkOf(whole)).toBeGreaterThan((await inkOf(without)) * 1.5);
  });

  it('draws each letter as itself: no two look like one box for a missing glyph', async () => {
    const letters = ['а', 'ж', 'Й', 'Ё', 'ğ', 'ş', 'ı', 'i', 'İ', '가', '힣', '쀍', '₹', '№'];
    const drawings = await Promise.all(letters.map((letter) => social.render(card(letter))));
    const seen = new Map<string, string>();
    for (const [index, png] of drawings.entries()) {
      const key = Buffer.from(png).toString('base64');
      expect(seen.get(key), `${letters[index]} looks like ${seen.get(key)}`).toBeUndefined();
      seen.set(key, letters[index] ?? '');
      expect(await inkOf(png), letters[index]).toBeGreaterThan(50);
    }
  });

  it('removes what no build has used for thirty days', async () => {
    const cacheFolder = freshFolder();
    const images = createSocialImages({ cacheFolder, draw: async () => new Uint8Array(1) });
    for (const title of ['kept', 'young', 'old']) await images.render(card(title));
    const past = new Date(Date.now() - 31 * 86_400_000);
    const names = readdirSync(cacheFolder);
    const nameOf = (title: string) => names.find((name) => name.endsWith(socialImageName(card(title)))) ?? '';
    for (const title of ['kept', 'old']) utimesSync(join(cacheFolder, nameOf(title)), past, past);
    await images.removeUnused([card('kept')]);
    expect(readdirSync(cacheFolder).sort()).toEqual(['kept', 'young'].map(nameOf).sort());
  });

  it('leaves emojis out and keeps digits and signs', async () => {
    const emojis = await social.render(card('🃏 Ace♠️ high 👩🏽‍💻 🇮🇳 ⚽'));
    expect(Buffer.compare(emojis, await social.render(card('Ace high')))).toBe(0);
    const keycap = await social.render(card('Top 5️⃣ ©'));
    expect(Buffer.compare(keycap, await social.render(card('Top 5 ©')))).toBe(0);
    expect(Buffer.compare(keycap, await social.render(card('Top')))).not.toBe(0);
  });

  it('shows the name of the site where a title has nothing that can be drawn', async () => {
    const png = await social.render(card('🎲🎲'));
    expect(Buffer.compare(png, await social.render(card('Site')))).toBe(0);
  });

  it('raises the case of the kicker as its language does', async () => {
    const turkish = await social.render(card('A', 'tr', 'ilişki'));
    expect(Buffer.compare(turkish, await social.render(card('A', 'tr', 'İLİŞKİ')))).toBe(0);
    expect(Buffer.compare(turkish, await social.render(card('A', 'tr', 'ILIŞKI')))).not.toBe(0);
  });

  it('keeps the longest titles within their box', async () => {
    const titles = [
      'An extraordinarily long title that never ends '.repeat(12),
      'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine',
      '확률과 기대값을 이해하는 가장 느린 방법 '.repeat(10),
      '확'.repeat(120),
      'Ш'.repeat(90),
    ];
    for (const title of titles) {
      const png = await social.render(card(title, 'ko'));
      expect(png.length).toBeLessThan(60_000);
      const margin = { left: 770, top: 0, width: 28, height: 630 };
      expect(await inkOf(png, margin), title).toBe(0);
      expect(await inkOf(png, { left: 0, top: 505, width: 780, height: 22 }), title).toBe(0);
    }
  });

  it('draws what is in the cache no second time, in any later run', async () => {
    const cacheFolder = freshFolder();
    const first = await createSocialImages({ cacheFolder, draw }).render(card('Cached'));
    const stamps = stampsOf(cacheFolder);
    expect(Object.keys(stamps)).toEqual([expect.stringContaining(socialImageName(card('Cached')))]);
    const second = await createSocialImages({ cacheFolder, draw }).render(card('Cached'));
    expect(Buffer.compare(first, second)).toBe(0);
    expect(stampsOf(cacheFolder)).toEqual(stamps);
    await createSocialImages({ cacheFolder, draw }).render(card('Another'));
    expect(stampsOf(cacheFolder)).toMatchObject(stamps);
    expect(readdirSync(cacheFolder)).toHaveLength(2);
  });

  it('shares one drawing between calls at the same time, and mends an empty file', async () => {
    const cacheFolder = freshFolder();
    const images = createSocialImages({ cacheFolder, draw });
    const drawn = await Promise.all(Array.from({ length: 5 }, () => images.render(card('At once'))));
    expect(new Set(drawn).size).toBe(1);
    const files = readdirSync(cacheFolder);
    expect(files).toHaveLength(1);
    for (const file of files) truncateSync(join(cacheFolder, file), 0);
    expect(Buffer.compare(await images.render(card('At once')), drawn[0] ?? Buffer.alloc(0))).toBe(0);
  });
});

describe('socialImageName', () => {
  it('is stable and changes with every part of the input', () => {
    const base = card('A', 'en', 'b');
    const inputs: SocialImageInput[] = [
      base,
      { ...base, title: 'B' },
      { ...base, kicker: 'c' },
      { ...base, siteTitle: 'Other' },
      { ...base, language: 'tr' },
      { ...base, cover: { title: 'same', category: 'same', subcategory: 'one' } },
    ];
    for (const input of inputs) expect(socialImageName(input)).toMatch(/^[0-9a-f]{16}\.png$/);
    expect(new Set(inputs.map(socialImageName)).size).toBe(inputs.length);
    expect(socialImageName({ ...base })).toBe(socialImageName(base));
  });
});

const { resolve } = createRequire(import.meta.url);
const amiri = {
  file: resolve('@fontsource/amiri/files/amiri-arabic-700-normal.woff2'),
  key: 'amiri',
};
const myeongjo = {
  file: resolve('@fontsource/gowun-batang/files/gowun-batang-latin-700-normal.woff2'),
  key: 'gowun',
};

describe("a site's own fonts", () => {
  it('are taken first, and the shipped ones for what they lack', async () => {
    const input = card('Tilt ж');
    const [shipped, owned] = await Promise.all([draw(input), draw({ ...input, fonts: [myeongjo] })]);
    expect(Buffer.from(owned).equals(Buffer.from(shipped))).toBe(false);
    expect(await inkOf(owned)).toBeGreaterThan(1000);
    expect(socialImageName({ ...input, fonts: [myeongjo] })).not.toBe(socialImageName(input));
  });

  it('draw a language from right to left at the right edge, with the cover at the left', async () => {
    const png = await draw({ ...card('مرحبا بالعالم في عام 2026', 'ar'), direction: 'rtl', fonts: [amiri] });
    const right = await inkOf(png, { left: 800, top: 110, width: 340, height: 100 });
    const left = await inkOf(png, { left: 470, top: 400, width: 200, height: 80 });
    expect([right > 1000, left]).toEqual([true, 0]);
  });
});

/** Expected orders are written by hand, as one reads them from left to right. */
describe('lines from right to left', async () => {
  const style = { size: 50, spacing: 0 };
  const outlines = (svg: string) => Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, path]) => path);
  const word = 'سلام';
  const letters = [word, 'abc 12', '(abc)', ' ', ...word];
  const create = createTypesetters(createFontLibrary(), [amiri]);
  const { set, widthOf } = await create('ar', [...letters, '7'], 'rtl');
  const plain = await create('en', letters);

  it.each([
    [`${word} abc 12`, ['abc 12', ' ', word]],
    [`${word} (abc)`, ['(abc)', ' ', word]],
    [`${word} 12 ${word}`, [word, ' ', '12', ' ', word]],
    [`abc ${word}`, [word, ' ', 'abc']],
  ])('%j has the order of the bidirectional algorithm', (text, parts) => {
    const expected = parts.flatMap((part) =>
      outlines(part === word ? set(word, style) : plain.set(part, style)),
    );
    expect(outlines(set(text, style))).toEqual(expected);
    const width = parts.reduce((sum, part) => sum + plain.widthOf(part, style), 0);
    expect(widthOf(text, style)).toBeCloseTo(width, 0);
  });

  it('join the letters of a word', () => {
    const alone = new Set([...word].flatMap((letter) => outlines(set(letter, style))));
    expect(outlines(set(word, style)).filter((path) => alone.has(path)).length).toBeLessThan(2);
  });
});

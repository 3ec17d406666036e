/** Finds the characters that a site uses, and makes font subsets of these characters. */

import { hash as digest } from 'node:crypto';
import { join } from 'node:path';
import type { ArticleMeta } from '../../content/article/parse-article.ts';
import { INFO_KINDS, infoFile, listPageFiles } from '../../content/data/content-files.ts';
import { listCharacters } from '../../content/markdown/used-characters.ts';
import { finding, type Problem, type Problems } from '../../foundation/errors.ts';
import { formatCharacters } from '../../foundation/report.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { siteFile } from '../../foundation/site-folders.ts';
import { languageOf } from '../../locales/codes.ts';
import { createFormats } from '../../locales/locale-format.ts';
import { marksOf, typeRulesOf } from '../../locales/type-rules.ts';
import { outputPath, type Routes } from '../../site/routes.ts';
import type { CardFont, Edition, Site } from '../../site/site.ts';
import { type FontFile, holds, PREVIEW_FAMILY } from '../../theme/font-files.ts';
import type { FontStyles } from '../../theme/font-styles.ts';
import type { Theme } from '../../theme/load-theme.ts';
import { hasFonts, readThemeFiles, THEME_FOLDER } from '../../theme/theme-files.ts';
import type { ClientFiles } from '../outputs/client-assets.ts';
import { cacheFolder } from '../state/build-state.ts';

/** Fonts always hold all of ASCII, and all Russian letters or none: a new word then seldom changes a font, and so all pages. */
const ASCII = Array.from({ length: 0x5f }, (_none, index) => String.fromCharCode(0x20 + index)).join('');
const RUSSIAN = /[\u0400-\u045f]/;
const RUSSIAN_LETTERS = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя';

/**
 * All characters of the site in order, with their capitals and small letters, since styles may change the case.
 * @param articles all that were parsed with characters
 * @returns '' for a site without fonts
 */
export function collectCharacters(site: Site, articles: Iterable<Pick<ArticleMeta, 'characters'>>): string {
  const { config, editions, ads } = site;
  const { root, deploy: _deploy, generate: _generate, ...shown } = config;
  if (!hasFonts(root)) return '';
  const read = (path: string) => readRegularFile(join(root, path)).toString();
  const data = editions.map(({ strings, tree, authors, seo }) => [strings, tree, authors, seo]);
  const made = editions.map(({ locale, strings }) => [
    sampleOf(createFormats(locale, strings)),
    config.typography ? marksOf(typeRulesOf(languageOf(locale))) : '',
  ]);
  const theme = readThemeFiles(root).paths.filter((path) => /\.(css|json|md|tsx?)$/.test(path));
  const pages = config.locales.flatMap((locale) => [
    ...INFO_KINDS.map((kind) => siteFile(root, infoFile(locale, kind))),
    ...listPageFiles(root, locale),
  ]);
  const texts = [
    JSON.stringify([shown, data, ads, site.data, made]),
    ...theme.map((path) => read(siteFile(root, `${THEME_FOLDER}/${path}`))),
    ...pages.map(read),
  ];
  for (const { characters } of articles) texts.push(characters);
  const used = listCharacters(...texts);
  const all = ASCII + used + (RUSSIAN.test(used) ? RUSSIAN_LETTERS : '');
  const cases = [all, all.toUpperCase(), all.toLowerCase(), all.toLocaleUpperCase('tr')];
  return [...new Set(cases.join(''))].sort().join('');
}

/** A sample of numbers, lists and dates, with the digits, spaces, signs and names of months of the language. */
function sampleOf({ number, list, date, period }: ReturnType<typeof createFormats>): string[] {
  const months = Array.from({ length: 12 }, (_none, index) => `2026-${String(index + 1).padStart(2, '0')}`);
  const dates = months.flatMap((month) => [date(`${month}-13`), period(month)]);
  return [number(-1_234_567_890.5), list(['', '', '']), ...dates];
}

/** A font that has one of these characters has its script. The system draws the other scripts, and emoji. */
const SCRIPTS = Object.entries({
  Latin: 'a',
  Greek: 'α',
  Cyrillic: 'а',
  Arabic: 'ا',
  Hebrew: 'א',
  Devanagari: 'अ',
  Thai: 'ก',
  Common: '.',
}).map(([script, sample]) => ({ script: new RegExp(`\\p{scx=${script}}`, 'u'), sample }));
const DRAWN_BY_SYSTEM = /[\s\p{C}\p{Extended_Pictographic}]/u;

/** A warning that names the characters of articles that no font of the site has, of scripts that the fonts have; null if there are none. */
export function findMissingGlyphs(fonts: readonly FontFile[], { editions }: Site): Problem | null {
  // A site without a text family of its own has the built-in one.
  if (!fonts.some(({ family }) => family === 'serif')) return null;
  const isDrawn = (character: string) => fonts.some((font) => holds(font, character));
  const known = SCRIPTS.filter(({ sample }) => isDrawn(sample));
  const missing = new Map<string, string>();
  const drawn = new Set<string>();
  for (const { meta } of editions.flatMap(({ articles }) => articles))
    for (const character of meta.characters) {
      if (drawn.has(character) || missing.has(character)) continue;
      const isOfFonts =
        !DRAWN_BY_SYSTEM.test(character) && known.some(({ script }) => script.test(character));
      if (isOfFonts && !isDrawn(character)) missing.set(character, meta.file);
      else drawn.add(character);
    }
  const [file] = missing.values();
  if (file === undefined) return null;
  const named = formatCharacters(new Set(missing.keys()));
  const message = `no font of the site has ${named}, so readers see another font there`;
  return finding('missing-glyph', message, `add a font that has them to ${THEME_FOLDER}/fonts/`, { file });
}

/** Upright fonts for link previews: their own family first, then that of texts, and of a family what is nearest to the weight of titles. */
export function listCardFonts(root: string, fonts: readonly FontFile[]): CardFont[] {
  const distance = ({ family, facts: { weight } }: FontFile) =>
    (FIRST[family] ?? 2000) + Math.max(0, weight[0] - TITLE_WEIGHT, TITLE_WEIGHT - weight[1]);
  return fonts
    .filter(({ facts }) => !facts.italic)
    .toSorted((a, b) => distance(a) - distance(b))
    .map(({ path, bytes, facts: { ranges } }) => ({
      file: join(root, siteFile(root, `${THEME_FOLDER}/${path}`)),
      key: digest('sha1', bytes, 'hex'),
      ranges,
    }));
}

const TITLE_WEIGHT = 600;
const FIRST: Readonly<Record<string, number>> = { [PREVIEW_FAMILY]: 0, serif: 1000 };

/** @param characters the result of `collectCharacters` */
export async function prepareFonts(
  root: string,
  { fonts, css }: Theme,
  characters: string,
  problems: Problems,
): Promise<FontStyles> {
  const { createFontStyles } = await import('../../theme/font-styles.ts');
  const { warnings, ...styles } = await createFontStyles(
    { cacheFolder: cacheFolder(root), fonts, css },
    characters,
  );
  for (const problem of warnings) problems.warn(problem);
  return styles;
}

/** The first file of the text family that the pages of an edition need. Korean has no letters of it. */
export function listBuiltInPreloads(
  { entries }: ClientFiles,
  { strings }: Edition,
  routes: Routes,
): string[] {
  const script = RUSSIAN.test(strings.layout.home) ? 'cyrillic' : 'latin';
  const isLatin = /[a-z]/i.test(strings.layout.home);
  const name = new RegExp(`/serif-${script}-[A-Z0-9]{8}\\.woff2$`);
  return script === 'latin' && !isLatin
    ? []
    : entries.files.filter((path) => name.test(path)).map((path) => routes.fileHref(outputPath(path)));
}

/** Lists the URLs of the fonts that the pages of an edition need first. */
export function listPreloads({ strings }: Edition, { preload }: FontStyles, routes: Routes): string[] {
  const sample = JSON.stringify(strings).replace(/"\w+":/g, '');
  return preload(sample).map((name) => routes.fileHref(outputPath(`assets/${name}`)));
}

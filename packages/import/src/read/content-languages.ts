/** Finds the language of a text in its path, `docs/fr/start.md` or `start.fr.md`, and the language of a source by its letters. */
import { countEach } from '../core.ts';
import type { ImportedSite } from '../imported-site.ts';
import type { ContentFolder, FolderTool } from '../tools/folder-tool.ts';
import { isMap, textAt, type Values, valueAt } from './values.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function isLanguage(name: string): boolean {
  return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(name) && NAMES.of(name.replace('_', '-')) !== undefined;
}

/** Divides a content folder into one for each language that has a subfolder, and the folder itself for the other texts. */
export function divideByLanguage(
  content: ContentFolder,
  texts: readonly string[],
  config: Values,
  tool: FolderTool,
): ContentFolder[] {
  if (content.language !== undefined) return [content];
  const site = languageOf(config, tool);
  const start = content.folder === '' ? '' : `${content.folder}/`;
  const below = texts.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  const declared = declaredLanguages(config);
  const named = languageFolders(below, site);
  const own = foldersOf(below).filter((name) => named.includes(name) || declared.has(name.toLowerCase()));
  const paths = own.length > 0 ? own : findTranslatedFolders(below, site);
  return [
    ...paths.map((path) => {
      const [, above = '', name = path] = /^(?:(.*)\/)?([^/]*)$/.exec(path) ?? [];
      const mount = above === '' ? content.mount : `${content.mount}/${above}`;
      return {
        ...{ ...content, folder: start + path, language: name },
        mount: mountOf(mount, name, site, tool),
      };
    }),
    content,
  ];
}

const foldersOf = (files: readonly string[]) => [
  ...new Set(files.flatMap((file) => /^[^/]+(?=\/)/.exec(file) ?? [])),
];

/** A section may be named like a language. A single such folder counts only if it names the language of the site. */
function languageFolders(files: readonly string[], site: string): string[] {
  const folders = foldersOf(files);
  const languages = folders.filter(isLanguage);
  const areLanguages =
    languages.length * 2 >= folders.length &&
    (languages.length > 1 || folders.includes(site) || folders.includes(site.slice(0, 2)));
  return areLanguages ? languages : [];
}

/**
 * Finds languages below one folder, such as `docs/en` and `docs/zh`: the same texts in each, and nothing beside them. One of them is
 * English or the language of the site, since `cs` and `ts` may be programming languages.
 */
function findTranslatedFolders(files: readonly string[], site: string): string[] {
  for (const above of foldersOf(files)) {
    const below = files
      .filter((file) => file.startsWith(`${above}/`))
      .map((file) => file.slice(above.length + 1));
    const [first, ...others] = foldersOf(below);
    if (first === undefined || others.length === 0) continue;
    const names = [first, ...others];
    const isKnown = names.some((name) => ['en', site.slice(0, 2)].includes(name.slice(0, 2).toLowerCase()));
    if (!isKnown || !names.every(isLanguage)) continue;
    const textsIn = (name: string) =>
      below.filter((file) => file.startsWith(`${name}/`)).map((file) => file.slice(name.length));
    const known = new Set(textsIn(first));
    const areTranslated = others.every((name) => {
      const translated = textsIn(name);
      const shared = translated.filter((file) => known.has(file)).length;
      return shared * 2 >= Math.min(translated.length, known.size);
    });
    if (areTranslated) return names.map((name) => `${above}/${name}`);
  }
  return [];
}

/** Takes a language such as `.fr` from the end of a path. @param path without extension */
export function splitLanguage(
  path: string,
  content: ContentFolder,
  config: Values,
  tool: FolderTool,
): { path: string; content: ContentFolder } {
  const [, start = path, language = ''] = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i.exec(path) ?? [];
  if (content.language !== undefined || !isLanguage(language)) return { path, content };
  const mount = mountOf(content.mount, language, languageOf(config, tool), tool);
  return { path: start, content: { ...content, language, mount } };
}

function languageOf(config: Values, tool: FolderTool): string {
  return (textAt(config, ...tool.site.language) ?? 'en').toLowerCase();
}

function mountOf(mount: string, language: string, site: string, tool: FolderTool): string {
  const isBare = tool.hasBareLanguage && site.slice(0, 2) === language.slice(0, 2).toLowerCase();
  return isBare ? mount : `${mount}/${language.toLowerCase()}`;
}

/** Languages in the settings: the keys of `languages` and `locales`, or their items if they are lists. */
function declaredLanguages(config: Values): Set<string> {
  const names = ['languages', 'locales', 'i18n.locales'].flatMap((field) => {
    const value = valueAt(config, field);
    return isMap(value) ? Object.keys(value) : Array.isArray(value) ? value : [];
  });
  return new Set(
    names.flatMap((name) => {
      // VuePress names the paths: `/zh/`.
      const plain = typeof name === 'string' ? name.replace(/^\/|\/$/g, '') : '';
      return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(plain) ? [plain.toLowerCase()] : [];
    }),
  );
}

/** The language that most texts name whose address does not contain it; null if there is none, or if only some texts name one. */
export function languageAtRoot(
  posts: readonly { language: string | null; addresses: readonly string[] }[],
): string | null {
  const counts = countEach(
    posts.flatMap(({ language, addresses: [address = ''] }) =>
      language === null || `${address}/`.startsWith(`/${language.toLowerCase()}/`) ? [] : language,
    ),
  );
  const [language, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [null, 0];
  return count * 2 < posts.length ? null : language;
}

/**
 * Letters that texts in a language have and texts in most others lack, and their least share of all letters. The first
 * language that fits is the one. Documentation often keeps code and names in Latin letters.
 */
const LETTERS: readonly [language: string, letters: RegExp, share: number][] = [
  ['ko', /\p{Script=Hangul}/gu, 0.1],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.05],
  ['zh', /\p{Script=Han}/gu, 0.1],
  ['fa', /[پچژگ]/gu, 0.01],
  ['ar', /\p{Script=Arabic}/gu, 0.1],
  ['he', /\p{Script=Hebrew}/gu, 0.1],
  ['th', /\p{Script=Thai}/gu, 0.1],
  ['hi', /\p{Script=Devanagari}/gu, 0.1],
  ['uk', /[їєґ]/giu, 0.004],
  ['ru', /[ыэъё]/giu, 0.01],
  ['vi', /[ơưđạảấầậếềệịọốộờợủụ]/giu, 0.04],
  ['tr', /[ğıİ]/gu, 0.01],
  ['pl', /[ąęłśżź]/giu, 0.02],
  ['cs', /[ěřů]/giu, 0.015],
];

/** How far the letters must exceed their least share where the settings say English, which many tools have from the start. */
const AGAINST_ENGLISH = 1.5;

/** The language of a source: that of its settings, unless they say nothing, or English although the letters show another. */
export function languageOfTexts({
  language,
  posts,
}: Pick<ImportedSite, 'language' | 'posts'>): string | null {
  const isEnglish = language !== null && /^en(?![a-z])/i.test(language);
  if (language !== null && !isEnglish) return language;
  const own = posts.filter((post) => post.language === null);
  return guessLanguage(own, isEnglish ? AGAINST_ENGLISH : 1) ?? language;
}

/** Guesses the language of texts by their letters. @returns null for a language that the letters do not show */
export function guessLanguage(
  posts: readonly { title: string | null; body: string }[],
  times = 1,
): string | null {
  // Texts that stand together may all wait for their translation.
  const step = Math.ceil(posts.length / 50);
  const sample = posts
    .filter((_post, index) => index % step === 0)
    .map(
      ({ title, body }) =>
        `${title ?? ''} ${body.replace(/```[\s\S]*?(?:```|$)|<!--[\s\S]*?(?:-->|$)|<pre\b[\s\S]*?(?:<\/pre>|$)|<[^<>]*>/g, '').slice(0, 5000)}`,
    )
    .join(' ');
  const total = sample.match(/\p{L}/gu)?.length ?? 0;
  const found = LETTERS.find(
    ([, letters, share]) => (sample.match(letters)?.length ?? 0) > total * share * times,
  );
  return total > 0 ? (found?.[0] ?? null) : null;
}

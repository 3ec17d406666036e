/** Finds the languages of texts by their folders and the names of their files: `docs/fr/start.md`, `start.fr.md`. */
import type { ContentFolder, FolderTool } from '../tools/folder-tool.ts';
import { isMap, textAt, type Values, valueAt } from './values.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function isLanguage(name: string): boolean {
  return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(name) && NAMES.of(name.replace('_', '-')) !== undefined;
}

/** The folders of languages in a folder of texts, each as a folder of texts, and the folder itself for the rest. */
export function divideByLanguage(
  content: ContentFolder,
  texts: readonly string[],
  config: Values,
  tool: FolderTool,
): ContentFolder[] {
  const site = languageOf(config, tool);
  const start = content.folder === '' ? '' : `${content.folder}/`;
  const below = texts.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  const folders = new Set(below.flatMap((file) => /^[^/]+(?=\/)/.exec(file) ?? []));
  const declared = declaredLanguages(config);
  // Sections may have the name of a language, too: alone, it has to be that of the site.
  const areLanguages =
    folders.size > 0 &&
    [...folders].every(isLanguage) &&
    (folders.size > 1 || folders.has(site) || folders.has(site.slice(0, 2)));
  const languages = [...folders].filter((name) => areLanguages || declared.has(name.toLowerCase()));
  return [
    ...languages.map((name) => ({
      ...content,
      folder: start + name,
      language: name,
      mount: mountOf(content.mount, name, site, tool),
    })),
    content,
  ];
}

/** @param path without extension. @returns the language that its name ends with, and the path without it */
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

/** Keys of `languages` and `locales`, or the items of a list. */
function declaredLanguages(config: Values): Set<string> {
  const names = ['languages', 'locales', 'i18n.locales'].flatMap((field) => {
    const value = valueAt(config, field);
    return isMap(value) ? Object.keys(value) : Array.isArray(value) ? value : [];
  });
  return new Set(
    names.flatMap((name) => (typeof name === 'string' && isLanguage(name) ? [name.toLowerCase()] : [])),
  );
}

/** Writes the first files of a new site: the texts of a template (templates/README.md) and the files of a project. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CONFIG_FILE } from '../config/config-file.ts';
import { siteConfigJsonSchema, siteConfigSchema } from '../config/config-schema.ts';
import { localeFile } from '../config/load-config.ts';
import { displayName } from '../content/article/category-tree.ts';
import { calendarDay } from '../content/article/dates.ts';
import { hasCode, UserError } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { packageFile } from '../foundation/package-files.ts';
import { createShortName } from '../foundation/slug.ts';
import { listFiles } from '../foundation/walk-directory.ts';
import { type LocaleCode, languageOf, segmentOf } from '../locales/codes.ts';
import { builtInOf } from '../locales/locale-registry.ts';
import { stripEmoji } from '../site/emoji.ts';
import { nameSchema } from './content-schemas.ts';
import type { Look } from './find-look.ts';
import { markData, markText } from './mark-texts.ts';
import { createProjectFiles } from './project-files.ts';
import { GITHUB_SCHEDULE } from './schedule-hosts.ts';
import { createGithubSchedule } from './schedules.ts';
import { createStringsFile } from './strings-file.ts';
import type { TemplateName } from './template-names.ts';

export interface NewSite {
  title: string;
  /** At least one, each once; the first is the default. */
  locales: readonly LocaleCode[];
  template: TemplateName;
  /** Publishes what is due daily, not hourly. */
  isDaily: boolean;
  /** Its files are used where the site has none. Default: only the built-in look. */
  look?: Look | null;
}

/** Files of a new repository or of npm. A folder may contain them and become a site; they are not changed. */
const HARMLESS = [
  ...['.git', '.gitattributes', '.gitignore', '.editorconfig', 'LICENSE', 'README.md'],
  ...['node_modules', 'package.json', 'package-lock.json'],
];

/** A title made from the name of a folder. */
export function titleOf(folder: string): string {
  return displayName(basename(folder)).replace(/\s+/g, ' ').trim() || 'My Site';
}

/**
 * @returns names of the harmless files and folders in it
 * @throws UserError for a folder with other content
 */
export async function refuseFilled(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (hasCode(error, 'ENOENT')) return [];
    if (!hasCode(error, 'ENOTDIR')) throw error;
    throw new UserError({
      code: 'file-in-place-of-folder',
      message: `${folder} is a file`,
      hint: 'give a folder',
    });
  });
  const first = names.find((name) => !HARMLESS.includes(name));
  if (first === undefined) return names.filter((name) => name !== '.git');
  throw createFilledError(folder, first, names.includes(CONFIG_FILE));
}

function createFilledError(folder: string, name: string, isSite: boolean): UserError {
  return new UserError({
    code: 'folder-not-empty',
    message: `${folder} is not empty: it contains ${name}`,
    hint: isSite
      ? 'this is a site already: `articles new "Title"` adds an article; for another site, choose a new folder'
      : 'choose a new folder, or empty this one',
  });
}

/**
 * @param folder absolute; created if it is missing
 * @param kept names of files that exist and are not written
 * @returns paths in the folder
 * @throws UserError if the title is invalid
 */
export async function writeScaffold(
  folder: string,
  site: NewSite,
  kept: readonly string[],
): Promise<string[]> {
  const title = site.title.replace(/\s+/g, ' ').trim();
  const texts = await readTemplate(site.template);
  const shortName = await createShortName([title, basename(folder)], languageOf(site.locales[0] ?? 'en_US'));
  const today = calendarDay(Date.now(), 'UTC');
  const settings = JSON.parse(texts.get(CONFIG_FILE) ?? '{}');
  const config = createConfig({ ...site, title, shortName }, today, settings);
  const files = new Map<string, string>([
    [CONFIG_FILE, json(config)],
    ['site-config.schema.json', json(siteConfigJsonSchema())],
    ...(await createProjectFiles(folder, title, site.look)),
    [
      GITHUB_SCHEDULE,
      await createGithubSchedule({ shortName, timeZone: config.timeZone, deploy: {} }, site.isDaily, false),
    ],
  ]);
  for (const [path, text] of texts) if (/^content\/[\w-]+\.yaml$/.test(path)) files.set(path, text);
  for (const [index, locale] of site.locales.entries()) {
    const builtIn = builtInOf(locale);
    if (!builtIn) files.set(localeFile(locale), createStringsFile(locale));
    // The texts of a language that the templates lack begin in English.
    const hasTexts = [...texts.keys()].some((path) => path.startsWith(`content/${builtIn}/`));
    const from = `content/${hasTexts ? builtIn : 'en_US'}/`;
    const path = `${from}categories.json`;
    const tree = texts.get(path) ?? withoutEmojis(await readPackage(path));
    const keys = listNames(JSON.parse(tree));
    const markOf = (text: string, path: string) => (hasTexts ? text : markUntranslated(text, path, title));
    files.set(`content/${locale}/categories.json`, markOf(tree, path));
    const values = { title, date: today, locale, home: index === 0 ? '' : `/${segmentOf(locale)}` };
    for (const [source, text] of texts) {
      const path = source.replace(from, `content/${locale}/`);
      if (!source.startsWith(from) || files.has(path)) continue;
      const filled = fill(path.endsWith('.md') ? placeIn(text, keys) : text, values, path);
      files.set(path, nameSchema(path, markOf(filled, path)));
    }
  }
  const written = [...files].filter(([path]) => !kept.includes(path));
  for (const [path, text] of written) {
    makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text, { flag: 'wx' }).catch((error: unknown) => {
      // Another program has begun since the folder was examined. The first file decides which of two goes on.
      throw hasCode(error, 'EEXIST') ? createFilledError(folder, path, true) : error;
    });
  }
  return written.map(([path]) => path);
}

/** Maps paths in the site to texts. A file of the template replaces the file of the base. */
async function readTemplate(template: TemplateName): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const layer of ['base', template]) {
    for (const path of await listFiles(packageFile(`templates/${layer}`))) {
      const text = await readPackage(`templates/${layer}/${path}`);
      const below = texts.get(path);
      const isMerged = path === CONFIG_FILE && below !== undefined;
      texts.set(path, isMerged ? json({ ...JSON.parse(below), ...JSON.parse(text) }) : text);
    }
  }
  return texts;
}

function readPackage(path: string): Promise<string> {
  return readFile(packageFile(path), 'utf8');
}

/** The sample publication has emojis in its titles, which a new site does not begin with. */
function withoutEmojis(tree: string): string {
  return json(
    JSON.parse(tree, (_name, value: unknown) => (typeof value === 'string' ? stripEmoji(value) : value)),
  );
}

/** The demo articles explain the program, and are to be deleted. */
function markUntranslated(text: string, path: string, title: string): string {
  if (path.includes('/articles/')) return text;
  // A name that is right in every language.
  if (path.endsWith('/authors.json'))
    return markData(JSON.parse(text, (name, value: unknown) => (name === 'name' ? title : value)));
  return path.endsWith('.md') ? markText(text) : markData(JSON.parse(text));
}

/** Writes the first of the named categories that the tree has, else its first one. Without any, the article would be in `other` of each. */
function placeIn(text: string, keys: readonly string[]): string {
  return text.replace(/^category: (.+)$/m, (_line, written: string) => {
    const names = written.split(', ').flatMap((name) => [name, name.replace(/\/.*/, '')]);
    return `category: ${names.find((name) => keys.includes(name)) ?? keys[0] ?? ''}`;
  });
}

/** `category` and `category/subcategory` of a tree of the templates. */
function listNames(tree: Record<string, { children?: object }>): string[] {
  return Object.entries(tree).flatMap(([key, { children = {} }]) => [
    key,
    ...Object.keys(children).map((child) => `${key}/${child}`),
  ]);
}

/** Replaces {{name}}. In JSON the value stands inside a string, so it is escaped. */
function fill(text: string, values: Readonly<Record<string, string>>, path: string): string {
  return text.replace(/\{\{(title|date|locale|home)\}\}/g, (_all, name) => {
    const value = values[name] ?? '';
    return path.endsWith('.json') ? JSON.stringify(value).slice(1, -1) : value;
  });
}

function createConfig(
  { title, shortName, locales, look }: NewSite & { shortName: string },
  today: string,
  settings: object,
) {
  const config = {
    $schema: './site-config.schema.json',
    title,
    shortName,
    url: 'https://example.com',
    locales,
    timeZone: 'UTC',
    ...(look && { layers: [look.layer] }),
    ...settings,
    // Readers of feeds keep what they have read when the domain changes.
    feeds: { authority: `${shortName}-${today}` },
  };
  const checked = siteConfigSchema.safeParse(config);
  if (checked.success) return config;
  const [issue] = checked.error.issues;
  throw new UserError({
    code: 'invalid-option-value',
    message: `--title: ${issue?.message}`,
    hint: 'give a title of 1 to 120 characters',
  });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

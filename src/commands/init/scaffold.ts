/** Writes the first files of a new site: the texts of examples/starter, the betting tree and a configuration. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { siteConfigJsonSchema, siteConfigSchema } from '../../config/config-schema.ts';
import { CONFIG_FILE } from '../../config/load-config.ts';
import { calendarDay } from '../../content/article/dates.ts';
import { hasCode, UserError } from '../../foundation/errors.ts';
import { packageFile } from '../../foundation/package-files.ts';
import { createSlug } from '../../foundation/slug.ts';
import { listFiles } from '../../foundation/walk-directory.ts';
import { LOCALE_CODES, type LocaleCode, languageOf } from '../../locales/codes.ts';
import { displayName } from '../../site/category-tree.ts';

/** @throws UserError for an unknown locale */
export function parseLocales(names: readonly string[]): LocaleCode[] {
  const locales = names.map((name) => {
    const found = LOCALE_CODES.find((code) => code === name || languageOf(code) === name);
    if (found) return found;
    throw new UserError({
      message: `there is no locale "${name}"`,
      hint: `use one of ${LOCALE_CODES.join(', ')}`,
    });
  });
  return [...new Set(locales)];
}

/**
 * @param folder absolute; created if it is missing
 * @param locales at least one, each once
 * @param title null for one made from the folder's name
 * @returns paths in the folder
 * @throws UserError if the folder is not empty or the title is invalid
 */
export async function writeScaffold(
  folder: string,
  locales: readonly LocaleCode[],
  title: string | null,
): Promise<string[]> {
  await refuseFilled(folder);
  const siteTitle = (title ?? displayName(basename(folder))).replace(/\s+/g, ' ').trim() || 'My Site';
  const config = await createConfig(siteTitle, locales);
  const files = new Map<string, string>([
    [CONFIG_FILE, json(config)],
    ['site-config.schema.json', json(siteConfigJsonSchema())],
    ['.gitignore', 'node_modules/\ndist/\n.dist.*\n.articles/\n'],
    ['content/ads.json', json({ sapeNewUrl: '', sapeLinks: {} })],
  ]);
  const date = calendarDay(Date.now(), 'UTC');
  for (const locale of locales) {
    const tree = packageFile(`content/${locale}/categories.json`);
    files.set(`content/${locale}/categories.json`, await readFile(tree, 'utf8'));
    const starter = packageFile(`examples/starter/${locale}`);
    for (const path of await listFiles(starter)) {
      const text = await readFile(join(starter, path), 'utf8');
      const shown = path.endsWith('.json') ? JSON.stringify(siteTitle).slice(1, -1) : siteTitle;
      const filled = text.replace(/\{\{(title|date)\}\}/g, (_all, name) => (name === 'title' ? shown : date));
      files.set(`content/${locale}/${path}`, filled);
    }
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return [...files.keys()];
}

async function refuseFilled(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (hasCode(error, 'ENOENT')) return [];
    if (!hasCode(error, 'ENOTDIR')) throw error;
    throw new UserError({ message: `${folder} is a file`, hint: 'give a folder' });
  });
  // The user may have created the repository first.
  const first = names.find((name) => name !== '.git');
  if (first === undefined) return;
  throw new UserError({
    message: `${folder} is not empty: it contains ${first}`,
    hint: 'choose a new folder, or empty this one',
  });
}

async function createConfig(title: string, locales: readonly LocaleCode[]): Promise<object> {
  const slug = (await createSlug(title, 'en', () => false)).slice(0, 50).replace(/-+$/, '');
  const config = {
    $schema: './site-config.schema.json',
    title,
    shortName: slug.length < 3 ? `${slug}-site` : slug,
    url: 'https://example.com',
    locales,
    timeZone: 'UTC',
  };
  const checked = siteConfigSchema.safeParse(config);
  if (checked.success) return config;
  const [issue] = checked.error.issues;
  throw new UserError({ message: `--title: ${issue?.message}`, hint: 'give a title of 1 to 120 characters' });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

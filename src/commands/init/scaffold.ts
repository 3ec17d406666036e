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

export interface ScaffoldInput {
  /** At least one, each once. */
  locales: readonly LocaleCode[];
  /** null for one made from the folder's name. */
  title: string | null;
}

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
 * @returns paths in the folder
 * @throws UserError if the folder is not empty or the title is invalid
 */
export async function writeScaffold(folder: string, { locales, title }: ScaffoldInput): Promise<string[]> {
  await refuseFilled(folder);
  const siteTitle = (title ?? displayName(basename(folder))).replace(/\s+/g, ' ').trim() || 'My Site';
  const config = await createConfig(siteTitle, locales);
  const files = new Map<string, string>([
    [CONFIG_FILE, json(config)],
    ['site-config.schema.json', json(siteConfigJsonSchema())],
    ['.gitignore', 'node_modules/\ndist/\n.dist.*.new/\n.articles/\n'],
    ['content/ads.json', json({ sapeNewUrl: '', sapeLinks: {} })],
  ]);
  const date = calendarDay(Date.now(), 'UTC');
  for (const locale of locales) {
    const tree = packageFile(`content/${locale}/categories.json`);
    files.set(`content/${locale}/categories.json`, await readFile(tree, 'utf8'));
    for (const [path, text] of await readStarter(locale)) {
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
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    if (!hasCode(error, 'ENOTDIR')) throw error;
    throw new UserError({ message: `${folder} is a file`, hint: 'give a folder' });
  }
  // The user may have created the repository first.
  const [first] = names.filter((name) => name !== '.git');
  if (first === undefined) return;
  throw new UserError({
    message: `${folder} is not empty: it contains ${first}`,
    hint: 'give a new folder, or empty this one',
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

/** Path in content/{locale} → text. */
async function readStarter(locale: LocaleCode): Promise<Map<string, string>> {
  const folder = packageFile(`examples/starter/${locale}`);
  const texts = (await listFiles(folder)).map(
    async (path) => [path, await readFile(join(folder, path), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

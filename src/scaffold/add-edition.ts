/** Writes the content files of a further language: copies of the first edition's files, to be translated. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CONFIG_FILE } from '../config/config-file.ts';
import { parseDocument, writeYaml } from '../config/read-yaml.ts';
import { localeCode } from '../config/schema-parts.ts';
import { UserError } from '../foundation/errors.ts';
import { parseJson } from '../foundation/json.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { readSiteFile } from '../foundation/site-files.ts';
import { listFiles } from '../foundation/walk-directory.ts';
import { type LocaleCode, newestOf } from '../locales/codes.ts';
import { markData, markText } from './mark-texts.ts';

export interface NewEdition {
  /** The edition whose texts the files begin with. */
  from: LocaleCode;
  /** True if site-config.json lists the locale. */
  isListed: boolean;
  /** Files that were written. One that exists stays. */
  written: string[];
}

const settings = z.looseObject({ locales: z.array(localeCode).min(1) });
/** @returns null where the folder holds no site, or one without a first edition */
export async function addEdition(root: string, locale: LocaleCode): Promise<NewEdition | null> {
  const file = join(root, CONFIG_FILE);
  const config = settings.safeParse(existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null);
  const [from] = config.data?.locales ?? [];
  if (from === undefined) return null;
  const isListed = config.data?.locales.includes(locale) === true;
  const newest = newestOf(locale);
  if (newest !== locale) return { from: newest, isListed, written: await copyVersion(root, newest, locale) };
  const files = new Map<string, string>();
  for (const folder of ['', 'info/']) {
    const source = `content/${from}/${folder}`;
    const names = await readdir(join(root, source)).catch(() => []);
    for (const name of names.sort()) {
      if (!(folder === '' ? DATA : /\.md$/).test(name)) continue;
      const path = `content/${locale}/${folder}${name}`;
      if (existsSync(join(root, path))) continue;
      const bytes = readSiteFile(root, source + name);
      files.set(path, DATA.test(name) ? await readMarked(source + name, bytes) : markText(`${bytes}`));
    }
  }
  // Nothing is written before all is read: a broken file leaves the site as it was.
  for (const [path, text] of files) {
    makeFolder(dirname(join(root, path)));
    await writeFile(join(root, path), text, { flag: 'wx' });
  }
  return { from, isListed, written: [...files.keys()] };
}

/** Copies an edition as it is. A file that exists stays. */
async function copyVersion(root: string, from: LocaleCode, to: LocaleCode): Promise<string[]> {
  const written: string[] = [];
  for (const path of await listFiles(join(root, 'content', from))) {
    const target = join(root, 'content', to, path);
    if (existsSync(target)) continue;
    makeFolder(dirname(target));
    await writeFile(target, readSiteFile(root, `content/${from}/${path}`), { flag: 'wx' });
    written.push(`content/${to}/${path}`);
  }
  return written;
}

const DATA = /^(?:(?:categories|authors|seo)\.json|categories\.yaml)$/;

async function readMarked(file: string, bytes: Buffer): Promise<string> {
  const parsed = await parseDocument(file, bytes, z.union([z.looseObject({}), z.array(z.unknown())]));
  if (!parsed.ok) throw new UserError(parsed.problems);
  const data = markData(parsed.value);
  return file.endsWith('.yaml') ? writeYaml(JSON.parse(data)) : data;
}

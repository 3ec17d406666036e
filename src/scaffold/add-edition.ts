/** Writes the content files of a further language: those of the first edition, to be translated. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CONFIG_FILE } from '../config/config-file.ts';
import { parseJsonFile } from '../config/read-json.ts';
import { localeCode } from '../config/schema-parts.ts';
import { UserError } from '../foundation/errors.ts';
import { parseJson } from '../foundation/json.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { readSiteFile } from '../foundation/site-files.ts';
import type { LocaleCode } from '../locales/codes.ts';

export interface NewEdition {
  /** The edition whose texts the files begin with. */
  from: LocaleCode;
  /** True if site-config.json lists the locale. */
  isListed: boolean;
  /** Files that were written. One that exists stays. */
  written: string[];
}

const settings = z.looseObject({ locales: z.array(localeCode).min(1) });
/** The fields that a reader sees; keys and addresses stay. */
const SHOWN = new Set(['title', 'description', 'meta_title', 'meta_description', 'role']);
const MARK = 'TODO: ';

/** @returns null where the folder holds no site, or one without a first edition */
export async function addEdition(root: string, locale: LocaleCode): Promise<NewEdition | null> {
  const file = join(root, CONFIG_FILE);
  const config = settings.safeParse(existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null);
  const [from] = config.data?.locales ?? [];
  if (from === undefined) return null;
  const files = new Map<string, string>();
  for (const folder of ['', 'info/']) {
    const source = `content/${from}/${folder}`;
    const names = await readdir(join(root, source)).catch(() => []);
    for (const name of names.sort()) {
      if (!(folder === '' ? DATA : /\.md$/).test(name)) continue;
      const path = `content/${locale}/${folder}${name}`;
      if (existsSync(join(root, path))) continue;
      const bytes = readSiteFile(root, source + name);
      files.set(path, name.endsWith('.json') ? await markData(source + name, bytes) : markText(`${bytes}`));
    }
  }
  // Nothing is written before all is read: a broken file leaves the site as it was.
  for (const [path, text] of files) {
    makeFolder(dirname(join(root, path)));
    await writeFile(join(root, path), text, { flag: 'wx' });
  }
  return { from, isListed: config.data?.locales.includes(locale) === true, written: [...files.keys()] };
}

const DATA = /^(?:categories|authors|seo)\.json$/;

async function markData(file: string, bytes: Buffer): Promise<string> {
  const parsed = await parseJsonFile(file, bytes, z.unknown());
  if (!parsed.ok) throw new UserError(parsed.problems);
  const data = JSON.stringify(
    parsed.value,
    (name, value: unknown) => (typeof value === 'string' && SHOWN.has(name) ? mark(value) : value),
    2,
  );
  return `${data}\n`;
}

function mark(text: string): string {
  return text.startsWith(MARK) ? text : MARK + text;
}

/** Marks title and description, and the text itself. */
function markText(text: string): string {
  const [front = ''] = /^---\r?\n[\s\S]*?\n---\r?\n/.exec(text) ?? [];
  const fields = front.replace(
    /^(title|description):[ \t]*(["']?)(?!TODO)(.*)$/gm,
    (_all, name: string, quote: string, rest: string) =>
      quote === '' ? `${name}: ${JSON.stringify(MARK + rest.trim())}` : `${name}: ${quote}${MARK}${rest}`,
  );
  return `${fields}${MARK}translate this text.\n\n${text.slice(front.length)}`;
}

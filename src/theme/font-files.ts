/** Reads the fonts of theme/fonts/ with their family, weight, style and characters, and reports unusable files. */

import { hash as digest } from 'node:crypto';
import { join, parse } from 'node:path';
import { finding, type Problem } from '../foundation/errors.ts';
import { createFileCache } from '../foundation/file-cache.ts';
import { installedKey } from '../foundation/installed-packages.ts';
import { parseJson } from '../foundation/json.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { listFolder, siteFile } from '../foundation/site-folders.ts';
import { codeOf, type FontFacts, readFactsSchema, readFontFacts } from './font-facts.ts';
import { FONT_FOLDER, THEME_FOLDER } from './theme-files.ts';

export interface FontFile {
  /** Below theme/. */
  path: string;
  bytes: Uint8Array;
  /** The first part of the file's name, such as "serif". */
  family: string;
  facts: FontFacts;
  /** True for a font of a layer. Other sites may have the languages that this one lacks. */
  isShared: boolean;
}

/** Families that replace the first family of a built-in token. The site's style sheet must name all other families. */
export const ROLES = ['serif', 'sans', 'mono'] as const;

/** The family of fonts that only draw link previews: no page loads them. */
export const PREVIEW_FAMILY = 'previews';

const LICENCE = /^(OFL|LICEN[CS]E|UFL)[^/]*$/i;
const NAME = /^fonts\/([a-z]+)(?:[-.][\w.-]*)?\.(woff2|woff|ttf|otf)$/;

/** The cache of generated fonts. */
export function fontCache(cacheFolder: string) {
  return createFileCache(join(cacheFolder, 'fonts'));
}

/** The family's name in style sheets. */
export function cssFamily(family: string): string {
  return `site-${family}`;
}

export function holds({ facts }: FontFile, character: string): boolean {
  const code = codeOf(character);
  return facts.ranges.some(([from, to]) => code >= from && code <= to);
}

interface FontInput {
  root: string;
  cacheFolder: string;
  /** Paths below theme/. Files outside of fonts/ are ignored. */
  paths: readonly string[];
  /** The site's style sheets, which name the families that are not roles. */
  css: string;
}

export async function readFonts({
  root,
  cacheFolder,
  paths,
  css,
}: FontInput): Promise<{ fonts: FontFile[]; paths: string[]; errors: Problem[]; warnings: Problem[] }> {
  const cache = fontCache(cacheFolder);
  const fonts: FontFile[] = [];
  const named: string[] = [];
  const errors: Problem[] = [];
  const warnings: Problem[] = [];
  for (const path of paths) {
    const [, family] = NAME.exec(path) ?? [];
    if (family === undefined) continue;
    named.push(path);
    const file = siteFile(root, `${THEME_FOLDER}/${path}`);
    const bytes = readRegularFile(join(root, file));
    const name = `${digest('sha1', bytes, 'hex')}-${installedKey('fontkitten')}.json`;
    const { data: kept } = readFactsSchema.safeParse(parseJson(String(cache.read(name) ?? '')));
    const facts = kept ?? (await readFontFacts(bytes));
    if (!kept) cache.write(name, Buffer.from(JSON.stringify(facts)));
    if ('refusal' in facts) {
      errors.push(finding('unreadable-font', facts.refusal, 'replace the file with a web font', { file }));
      continue;
    }
    fonts.push({ path, bytes, family, facts, isShared: file !== `${THEME_FOLDER}/${path}` });
    if (family === PREVIEW_FAMILY || css.includes(cssFamily(family))) continue;
    // A style sheet that sets the token of a role, even for one language, says everywhere which fonts it has.
    const token = ROLES.some((role) => role === family) ? `--${family}` : null;
    if (token !== null && !css.includes(`${token}:`)) continue;
    const hint =
      token === null
        ? `name it in ${THEME_FOLDER}/style.css, or let the file's name begin with ${ROLES.join(', ')}`
        : `your style sheet sets ${token}: name "${cssFamily(family)}" first in it`;
    warnings.push(finding('unused-font', `nothing uses the family "${cssFamily(family)}"`, hint, { file }));
  }
  return { fonts, paths: named, errors, warnings };
}

/** Licence files beside the fonts. Most licences require publishing them with the fonts. */
export function readLicences(root: string): { name: string; contents: Uint8Array }[] {
  const found = listFolder(root, `${THEME_FOLDER}/${FONT_FOLDER}`).filter(({ entry }) =>
    LICENCE.test(entry.name),
  );
  return found.map(({ entry: { name }, file }) => {
    const contents = readRegularFile(join(root, file));
    const hash = digest('sha1', contents, 'hex').slice(0, 8).toUpperCase();
    return { name: `licence-${parse(name).name.replace(/[^\w-]/g, '-')}-${hash}.txt`, contents };
  });
}

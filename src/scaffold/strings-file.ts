/** Writes theme/locales/{locale}.json for a language that the program lacks. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { localeFile } from '../config/load-config.ts';
import { hasCode, UserError } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { replaceFile } from '../foundation/replace-file.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { draftStrings } from '../locales/draft-strings.ts';
import { builtInOf, stringsOf } from '../locales/locale-registry.ts';
import { nameSchema } from './content-schemas.ts';

/** The text of a new file. */
export function createStringsFile(locale: LocaleCode): string {
  return nameSchema(localeFile(locale), JSON.stringify(draftStrings(locale, {}).texts));
}

/**
 * Writes the file, or completes an existing one.
 * @param isFurther true if the site gets an edition in a language that the program may have
 * @returns `english`: paths of the texts that are still in English; null for a language that the program has
 * @throws UserError where the program has the language, and the site too
 */
export async function writeStringsFile(root: string, locale: LocaleCode, isFurther: boolean) {
  const builtIn = builtInOf(locale);
  if (builtIn && !existsSync(join(root, localeFile(locale)))) {
    if (isFurther) return null;
    throw new UserError({
      code: 'unknown-locale',
      message: `the program has the interface in the language of "${locale}" already`,
      hint: `to change some of its texts, write them into content/${locale}/strings.json`,
    });
  }
  const file = localeFile(locale);
  const path = join(root, file);
  const before = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  });
  const { $schema: _name, ...given } = before === null ? {} : parseTexts(before, file);
  const { texts, english } = draftStrings(locale, given, builtIn && (await stringsOf(builtIn)));
  makeFolder(dirname(path));
  await replaceFile(path, nameSchema(file, JSON.stringify(texts)));
  return { file, locale, english, isNew: before === null };
}

function parseTexts(text: string, file: string): Record<string, unknown> {
  try {
    return z.looseObject({}).parse(JSON.parse(text.trim() === '' ? '{}' : text));
  } catch {
    throw new UserError({
      code: 'invalid-json',
      message: 'is not a JSON object',
      hint: 'correct it, or delete it and run the command again',
      file,
    });
  }
}

/** Loads the interface strings of an edition: the program's or the theme's, with what the site overrides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { localeFile } from '../../config/load-config.ts';
import { finding, type Problems } from '../../foundation/errors.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { draftStrings } from '../../locales/draft-strings.ts';
import { strings as english } from '../../locales/en_US.ts';
import { builtInOf, stringsOf } from '../../locales/locale-registry.ts';
import { mergeStrings } from '../../locales/merge-strings.ts';
import type { Strings } from '../../locales/strings.ts';
import { loadJson } from './edition-data.ts';

function stringsFile(locale: LocaleCode): string {
  return `content/${locale}/strings.json`;
}

/** Problems are collected. A file with problems is ignored. */
export async function loadStrings(
  { root }: Pick<SiteConfig, 'root'>,
  locale: LocaleCode,
  problems: Problems,
): Promise<Strings> {
  const builtIn = builtInOf(locale);
  // A site that has written a language whole keeps its words.
  const isOwn = builtIn === undefined || existsSync(join(root, localeFile(locale)));
  const base = !isOwn
    ? await stringsOf(builtIn)
    : await loadJson(root, localeFile(locale), schemaOf(english, locale, true), problems, 'add the file');
  const file = stringsFile(locale);
  const overridden = await loadJson(root, file, schemaOf(base ?? english, locale, false), problems, null);
  const strings = overridden ?? base;
  if (isOwn && strings) warnOfEnglish(locale, strings, problems);
  return strings ?? english;
}

/** Part of the texts that may be the same word in two languages. */
const SAME = 1 / 5;

/** An edition whose interface is in another language than its texts. */
function warnOfEnglish(locale: LocaleCode, strings: Strings, problems: Problems): void {
  if (languageOf(locale).split('-')[0] === 'en') return;
  const [all, left] = [{}, strings].map((given) => draftStrings(locale, given).english.length);
  if (all === undefined || left === undefined || left <= all * SAME) return;
  const file = localeFile(locale);
  const message = `${left} of ${all} texts of the interface are still in English`;
  const hint = `translate them in ${file}; \`articles locale ${locale}\` names them`;
  problems.warn(finding('untranslated-texts', message, hint, { file }, 'warning'));
}

function schemaOf(base: Strings, locale: LocaleCode, complete: boolean) {
  return z.unknown().transform((value, context): Strings => {
    const { strings, problems } = mergeStrings(base, value, { locale, complete });
    for (const { field = [], message, hint } of problems)
      context.addIssue({ code: 'custom', path: [...field], message, params: { hint } });
    return strings;
  });
}

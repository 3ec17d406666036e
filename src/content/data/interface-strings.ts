/** Loads the interface strings of an edition: the program's or the theme's, with what the site overrides. */
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { localeFile } from '../../config/load-config.ts';
import type { Problems } from '../../foundation/errors.ts';
import { builtInOf, type LocaleCode } from '../../locales/codes.ts';
import { stringsOf } from '../../locales/locale-registry.ts';
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
  const english = stringsOf('en_US');
  const builtIn = builtInOf(locale);
  const base = builtIn
    ? stringsOf(builtIn)
    : await loadJson(root, localeFile(locale), schemaOf(english, locale, true), problems, 'add the file');
  const file = stringsFile(locale);
  const overridden = await loadJson(root, file, schemaOf(base ?? english, locale, false), problems, null);
  return overridden ?? base ?? english;
}

function schemaOf(base: Strings, locale: LocaleCode, complete: boolean) {
  return z.unknown().transform((value, context): Strings => {
    const { strings, problems } = mergeStrings(base, value, { locale, complete });
    for (const { field = [], message, hint } of problems)
      context.addIssue({ code: 'custom', path: [...field], message, params: { hint } });
    return strings;
  });
}

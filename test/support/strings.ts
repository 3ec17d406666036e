/** The program's interface strings, for pages whose locale is data. */
import type { LocaleCode } from '../../src/locales/codes.ts';
import { createFormats } from '../../src/locales/locale-format.ts';
import { builtInOf, INTERFACE_LOCALES, stringsOf } from '../../src/locales/locale-registry.ts';
import type { Strings } from '../../src/locales/strings.ts';

const STRINGS = new Map(
  await Promise.all(INTERFACE_LOCALES.map(async (locale) => [locale, await stringsOf(locale)] as const)),
);

/** @throws for a locale that the program lacks */
export function builtInStrings(locale: LocaleCode): Strings {
  const builtIn = builtInOf(locale);
  const strings = builtIn && STRINGS.get(builtIn);
  if (!strings) throw new Error(`no strings of ${locale}`);
  return strings;
}

export function formatsOf(locale: LocaleCode) {
  return createFormats(locale, builtInStrings(locale));
}

/** The program's interface strings, for pages whose locale is data. */
import { isBuiltIn, type LocaleCode } from '../../src/locales/codes.ts';
import { createFormats } from '../../src/locales/locale-format.ts';
import { stringsOf } from '../../src/locales/locale-registry.ts';
import type { Strings } from '../../src/locales/strings.ts';

/** @throws for a locale that the program lacks */
export function builtInStrings(locale: LocaleCode): Strings {
  if (!isBuiltIn(locale)) throw new Error(`no strings of ${locale}`);
  return stringsOf(locale);
}

export function formatsOf(locale: LocaleCode, timeZone: string) {
  return createFormats(locale, timeZone, builtInStrings(locale));
}

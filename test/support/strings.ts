/** The program's interface strings, for pages whose locale is data. */
import { builtInOf, type LocaleCode } from '../../src/locales/codes.ts';
import { createFormats } from '../../src/locales/locale-format.ts';
import { stringsOf } from '../../src/locales/locale-registry.ts';
import type { Strings } from '../../src/locales/strings.ts';

/** @throws for a locale that the program lacks */
export function builtInStrings(locale: LocaleCode): Strings {
  const builtIn = builtInOf(locale);
  if (!builtIn) throw new Error(`no strings of ${locale}`);
  return stringsOf(builtIn);
}

export function formatsOf(locale: LocaleCode) {
  return createFormats(locale, builtInStrings(locale));
}

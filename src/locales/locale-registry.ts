/** Finds the built-in interface strings. */
import type { BuiltInLocale } from './codes.ts';
import { en_US } from './en_US.ts';
import { ko_KR } from './ko_KR.ts';
import { ru_RU } from './ru_RU.ts';
import type { Strings } from './strings.ts';
import { tr_TR } from './tr_TR.ts';

const STRINGS: Readonly<Record<BuiltInLocale, Strings>> = { en_US, ru_RU, tr_TR, ko_KR };

export function stringsOf(locale: BuiltInLocale): Strings {
  return STRINGS[locale];
}

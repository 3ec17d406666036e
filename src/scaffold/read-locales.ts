/** Reads the locales that a user names. */
import { UserError } from '../foundation/errors.ts';
import { type LocaleCode, languageOf, parseLocale, segmentOf } from '../locales/codes.ts';
import { INTERFACE_LOCALES } from '../locales/locale-registry.ts';

/** @throws UserError for a text that names no language */
export function parseLocales(names: readonly string[]): LocaleCode[] {
  const locales = names.map(
    (name) =>
      INTERFACE_LOCALES.find((code) => languageOf(code) === name) ??
      readLocale(name, { before: '--locale ', between: ' ' }),
  );
  return [...new Map(locales.map((locale) => [segmentOf(locale), locale])).values()];
}

/** @param again how a user names several: what comes before each, and between them. @throws UserError for a text that names no language */
export function readLocale(
  name: string,
  again = { before: 'articles locale ', between: ', then ' },
): LocaleCode {
  const { before, between } = again;
  const locale = parseLocale(name);
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  if (locale !== null && names.of(locale.replace(/_.*/, '')) !== undefined) return locale;
  const parts = name.split(/[,;\s]+/).filter((part) => part !== '');
  throw new UserError({
    code: 'unknown-locale',
    message: `there is no locale "${name}"`,
    hint:
      parts.length > 1
        ? `name one language at a time: ${parts.map((part) => `${before}${part}`).join(between)}`
        : `use one of ${INTERFACE_LOCALES.join(', ')}, or another language tag such as da-DK`,
  });
}

/** Loads the edition that a command works on, with its categories and authors. */
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { type EditionData, loadEditionData } from '../content/data/edition-data.ts';
import { createProblems, UserError } from '../foundation/errors.ts';
import { type LocaleCode, languageOf, parseLocale } from '../locales/codes.ts';

/**
 * @param locale name such as "ru_RU" or "ru"; undefined for the default
 * @throws UserError where the site has no such edition, or its files have problems
 */
export async function loadEdition(
  root: string,
  locale: string | undefined,
): Promise<{ config: SiteConfig; edition: EditionData }> {
  const config = await loadConfig(root);
  const problems = createProblems();
  const edition = await loadEditionData(config, chooseLocale(config, locale), problems);
  problems.throwIfAny();
  if (!edition) throw new Error('an edition without problems was not loaded');
  return { config, edition };
}

/** @throws UserError where the site has no such edition */
export function chooseLocale({ locales }: SiteConfig, asked: string | undefined): LocaleCode {
  const found = asked === undefined ? locales[0] : locales.find((locale) => isNamed(locale, asked));
  if (found) return found;
  throw new UserError({
    code: 'unknown-locale',
    message: `the site has no locale "${asked}"`,
    hint: `use one of ${locales.join(', ')}, or add it to site-config.json`,
  });
}

function isNamed(locale: LocaleCode, name: string): boolean {
  return locale === parseLocale(name) || languageOf(locale).toLowerCase() === name.toLowerCase();
}

/** Loads the edition that a command works on, with its categories and authors. */
import type { SiteConfig } from '../config/config-schema.ts';
import { chooseLocale, loadConfig } from '../config/load-config.ts';
import { type EditionData, loadEditionData } from '../content/data/edition-data.ts';
import { createProblems } from '../foundation/errors.ts';

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

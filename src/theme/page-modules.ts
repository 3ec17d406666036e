/** Reads the exports of the modules in theme/pages: returns the pages of each edition, and reports problems. */

import * as z from 'zod';
import { addressOfKey } from '../content/data/own-pages.ts';
import { finding, type Problems } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { SiteIndex, ThemePageMeta } from '../site/theme-page-data.ts';
import { callCode, type SiteCode, type SiteModule } from './run-code.ts';

const text = z.string().trim().min(1);
/** One text for all locales, or one for each locale that has the page. */
const label = z.union([text, z.record(z.string(), text)]);
const isLoad = (value: unknown): value is (index: SiteIndex) => unknown => typeof value === 'function';

const SCHEMA = z.object({
  title: label,
  description: label,
  navigation: z.enum(['menu', 'footer']).optional(),
  load: z.custom<(index: SiteIndex) => unknown>(isLoad).optional(),
});
const HINTS: Readonly<Record<string, string>> = {
  title: "write: export const title = 'A title';  or { en_US: 'A title', de_DE: 'Ein Titel' }",
  description: "write: export const description = 'One sentence.';  or one for each locale",
  navigation: "write: export const navigation = 'menu';  or 'footer', or leave it out",
  load: 'write: export function load(site: SiteIndex) { return …; }',
};
const EXPORTS = [...Object.keys(HINTS), 'default'];

/** Leaves out pages with problems. A page whose title has only some locales exists in these only. */
export function readThemePages(
  code: SiteCode,
  locales: readonly LocaleCode[],
  problems: Problems,
): Map<LocaleCode, ThemePageMeta[]> {
  const byLocale = new Map<LocaleCode, ThemePageMeta[]>(locales.map((locale) => [locale, []]));
  for (const module of code.modules('page')) {
    const { file, name: key, exports } = module;
    const at = { file, line: 1, column: 1 };
    for (const name of Object.keys(exports).filter((name) => !EXPORTS.includes(name))) {
      const hint = hintNear(name, EXPORTS, `a page exports ${EXPORTS.join(', ')}`);
      problems.warn(finding('unknown-export', `nothing reads the export "${name}"`, hint, at));
    }
    const address = addressOfKey(key);
    if (address === null) {
      const hint = 'use lower-case letters, digits and hyphens, for the folders too';
      problems.error(finding('invalid-file-name', 'the name of the file is not an address', hint, at));
    }
    const read = SCHEMA.safeParse(exports);
    for (const issue of read.error?.issues ?? []) {
      const field = String(issue.path[0]);
      const message =
        exports[field] === undefined ? `the page exports no ${field}` : `the export ${field} is wrong`;
      problems.error(finding('invalid-export', message, HINTS[field] ?? '', at));
    }
    if (address === null || !read.success) continue;
    const { title, description, navigation, load } = read.data;
    for (const locale of locales) {
      const [shown, summary] = [title, description].map((value) =>
        typeof value === 'string' ? value : value[locale],
      );
      if (shown === undefined) continue;
      if (summary === undefined) {
        const message = `the page has no description for ${locale}`;
        problems.error(finding('invalid-export', message, HINTS.description ?? '', at));
      }
      byLocale.get(locale)?.push({
        ...{ key, address, file, title: shown, description: summary ?? '' },
        ...(navigation && { navigation }),
        load: load ? guard(code, module, load) : null,
      });
    }
  }
  return byLocale;
}

function guard(code: SiteCode, { file }: SiteModule, load: (index: SiteIndex) => unknown) {
  return (index: SiteIndex) =>
    callCode(code, { subject: `load() of ${index.locale}`, file }, () => load(index));
}

/** Finds links of a text and of the menus to a page in another language that their own edition has too. */
import type { SourcePlaces } from '../build/target-places.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import type { FooterEntry, MenuEntry } from '../config/navigation-schema.ts';
import type { MarkdownPlace } from '../content/markdown/source-places.ts';
import { type Finding, finding, type Problem, type Problems } from '../foundation/errors.ts';
import { englishName, type LocaleCode, languageName, languageOf, newestOf } from '../locales/codes.ts';
import { labelIn } from '../site/named-pages.ts';
import type { PageEntry, Translation } from '../site/page-index.ts';
import type { Site } from '../site/site.ts';
import { parseAddress, spellingKey } from '../site/site-addresses.ts';
import type { CheckedPage } from './scan-pages.ts';

/** The pages that a site has in several editions, by path. */
type Pairs = ReadonlyMap<string, readonly Translation[]>;

export function findPairs(entries: Iterable<Pick<PageEntry, 'path' | 'translations'>>): Pairs {
  const pairs = new Map<string, readonly Translation[]>();
  for (const { path, translations } of entries) if (translations.length > 1) pairs.set(path, translations);
  return pairs;
}

/** @returns a function that checks the links of one page */
export function createForeignLinkCheck(site: Site, pairs: Pairs, places: SourcePlaces, problems: Problems) {
  const [first] = site.editions;
  const home = first && site.routes.home(first.locale);
  return ({ page, file, bodyTargets }: Pick<CheckedPage, 'page' | 'file' | 'bodyTargets'>): void => {
    if (file === null || pairs.size === 0) return;
    const targets = new Map(bodyTargets.map((target) => [spellingKey(target), target]));
    for (const target of targets.values()) {
      const address = parseAddress(site, page.path, target);
      if (address.type !== 'internal') continue;
      // The address of the site is its name in every language.
      if (/^https?:/i.test(target) && address.path === home) continue;
      const foreign = findForeign(pairs, address.path, page.locale);
      // A link to the same page in another language is what it seems to be.
      if (foreign === null || foreign.own === page.path) continue;
      const found = places.placesFor(file, target);
      const chance = found.filter((place) => !isMeant(place, foreign.locale, page.locale));
      for (const { line, column, kind, target: written } of chance) {
        const problem = describe(foreign, kind === 'html' ? target : written, 'text');
        const fix = kind === 'link' && address.fragment === '' ? { old: written, new: foreign.own } : null;
        problems.warn({ ...problem, file, line, column, ...(fix && { fix }) });
      }
      if (found.length === 0) problems.warn({ ...describe(foreign, target, 'text'), file });
    }
  };
}

/** Links of the menu and the footer with one address for all languages, or with the address of another language. */
export function checkMenuLinks(site: Site, pairs: Pairs): Finding[] {
  const { navigation, footer } = site.config;
  const lists: [readonly (MenuEntry | FooterEntry)[], string][] = [
    [navigation.menu, 'navigation.menu'],
    [footer.groups, 'footer.groups'],
  ];
  const links = lists.flatMap(([entries, name]) =>
    entries.flatMap((entry, index) => {
      const field = [...name.split('.'), index];
      const below = (entry.links ?? []).map(({ url }, index) => ({ url, field: [...field, 'links', index] }));
      return 'url' in entry ? [{ url: entry.url, field }, ...below] : below;
    }),
  );
  return links.flatMap(({ url, field }): Finding[] => {
    for (const edition of site.editions) {
      const address = labelIn(edition, url);
      const foreign = findForeign(pairs, address?.replace(/[?#].*$/, '') ?? '', edition.locale);
      if (address === null || foreign === null) continue;
      const place = { file: CONFIG_FILE, field: [...field, 'url'] };
      return [{ ...describe(foreign, address, 'menu'), severity: 'warning', ...place }];
    }
    return [];
  });
}

interface Foreign {
  /** The language of the page that the link leads to. */
  locale: LocaleCode;
  /** The page in the edition of the link. */
  own: string;
}

function findForeign(pairs: Pairs, path: string, locale: LocaleCode): Foreign | null {
  const translations = pairs.get(path);
  const to = translations?.find((one) => one.path === path)?.locale;
  const own = translations?.find((one) => one.locale === locale)?.path;
  if (to === undefined || own === undefined) return null;
  // Another version of an edition has the same language.
  return baseOf(to) === baseOf(locale) ? null : { locale: to, own };
}

const baseOf = (locale: LocaleCode) => languageOf(newestOf(locale));

function describe({ locale, own }: Foreign, written: string, from: 'text' | 'menu'): Problem {
  const language = englishName(baseOf(locale));
  const message = `"${written}" leads to the page in ${language}, and this language has it at ${own}`;
  const hint =
    from === 'text'
      ? `write ${own}; where you mean the page in ${language}, let the words of the link say so: [… (${languageName(locale)})]`
      : `write {"page": "…"} in place of "url", or an address for each locale`;
  return finding('foreign-link', message, hint);
}

/** True for a link whose words name the language, or whose HTML does. */
function isMeant({ kind, target, text }: MarkdownPlace, to: LocaleCode, from: LocaleCode): boolean {
  if (kind === 'html') return /\shreflang\s*=/i.test(target);
  const language = baseOf(to);
  const names = ['en', baseOf(from)].map((shown) =>
    new Intl.DisplayNames([shown], { type: 'language' }).of(language.replace(/-.*/, '')),
  );
  const words = text.toLowerCase();
  // Languages bend their names: "по-английски", "en français".
  const isNamed = [...names, languageName(to)].some(
    (name) => name !== undefined && words.includes(stemOf(name.toLowerCase())),
  );
  return isNamed || new RegExp(`(?<!\\p{L})${language.toUpperCase()}(?!\\p{L})`, 'u').test(text);
}

function stemOf(name: string): string {
  return name.length > 5 ? name.slice(0, -2) : name;
}

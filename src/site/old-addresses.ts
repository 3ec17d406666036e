/** Lists every old address of the site, with the page that it redirects to. */
import { CONFIG_FILE } from '../config/config-file.ts';
import { needsHost } from '../config/redirect-rules.ts';
import { languageOf, versionOf } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import { trimSlashes, urlPath } from './routes.ts';
import type { Edition, Listing, Site } from './site.ts';
import { slugOfTerm } from './taxonomies.ts';
import { listTextPages } from './text-pages.ts';

const FIRST = Number.MAX_SAFE_INTEGER;

export interface OldAddress {
  /** The old path, exactly as in its file. */
  from: string;
  /** The page that replaces it; null for withdrawn content. */
  to: UrlPath | null;
  /** Title of that page. */
  title: string;
  language: string;
  /** Date of an article in milliseconds. Pages of other kinds sort before all articles. */
  instant: number;
  /** The file and field with the old address. */
  source: { file: string; field: PropertyKey[] };
}

/** Yields old addresses of the configuration, categories, authors and info pages, then of articles, newest first. */
export function* listOldAddresses(site: Site): Iterable<OldAddress> {
  yield* configured(site);
  for (const edition of site.editions) {
    const { locale } = edition;
    const isOlder = versionOf(locale) !== null;
    // An older version is a copy, so its old addresses are those of the newest too.
    for (const address of ofEdition(site, edition))
      yield isOlder ? { ...address, from: site.routes.below(locale, address.from.slice(1)) } : address;
  }
}

function* ofEdition(site: Site, edition: Edition): Iterable<OldAddress> {
  yield* ofData(site, edition);
  for (const { meta, path, instant } of edition.articles) {
    if (meta.aliases.length === 0) continue;
    const source = { file: meta.file, field: ['aliases'] };
    yield* addressesOf(edition, path, meta.title, meta.aliases, source, instant);
  }
}

function* configured({ config }: Site): Iterable<OldAddress> {
  const [locale] = config.locales;
  if (locale === undefined) return;
  for (const [index, redirect] of config.redirects.entries()) {
    if (needsHost(redirect)) continue;
    const to = redirect.to === undefined ? null : urlPath(trimSlashes(redirect.to));
    yield {
      from: redirect.from,
      to,
      title: to ?? '',
      language: languageOf(locale),
      instant: FIRST,
      source: { file: CONFIG_FILE, field: ['redirects', index, 'from'] },
    };
  }
}

function* ofData({ routes, taxonomies }: Site, edition: Edition): Iterable<OldAddress> {
  const { locale, tree, treeFile: categories, authors } = edition;
  const pathOf = (listing: Listing | undefined) => listing?.path ?? routes.home(locale);
  for (const { key, title, aliases, children } of Object.values(tree)) {
    const path = pathOf(edition.categories.get(key));
    yield* addressesOf(edition, path, title, aliases, { file: categories, field: [key, 'aliases'] });
    for (const child of Object.values(children)) {
      const below = pathOf(edition.subcategories.get(`${key}/${child.key}`));
      const field = [key, 'children', child.key, 'aliases'];
      yield* addressesOf(edition, below, child.title, child.aliases, { file: categories, field });
    }
  }
  for (const [index, { name, slug, aliases }] of authors.entries()) {
    const source = { file: `content/${locale}/authors.json`, field: [index, 'aliases'] };
    yield* addressesOf(edition, routes.author(locale, slug), name, aliases, source);
  }
  for (const { name, terms } of taxonomies)
    for (const [index, { [locale]: own }] of terms.entries()) {
      const page = own && edition.terms.get(name)?.get(slugOfTerm(own, edition.language));
      const field = ['taxonomies', name, 'terms', index, locale, 'aliases'];
      if (page) yield* addressesOf(edition, page.path, page.title, own.aliases, { file: CONFIG_FILE, field });
    }
  for (const { file, title, aliases, path } of listTextPages(edition))
    yield* addressesOf(edition, path, title, aliases, { file, field: ['aliases'] });
}

function* addressesOf(
  { language }: Edition,
  to: UrlPath,
  title: string,
  aliases: readonly string[] = [],
  { file, field }: OldAddress['source'],
  instant = FIRST,
): Iterable<OldAddress> {
  for (const [index, from] of aliases.entries())
    yield { from, to, title, language, instant, source: { file, field: [...field, index] } };
}

/** Creates the model of the publication: editions, placed articles, listings and translations. Pure. */

import type { SiteConfig } from '../config/config-schema.ts';
import { DEFAULT_PERMALINK } from '../config/editorial-schema.ts';
import { isFuture } from '../content/article/dates.ts';
import { NO_OWN_FIELDS, type OwnFields } from '../content/article/own-fields.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import { type Included, isReady, type Presence, presenceOf } from '../content/article/presence.ts';
import type { InfoKind } from '../content/data/content-files.ts';
import type { EditionParts, PaidLinksData } from '../content/data/edition-data.ts';
import type { InfoMeta } from '../content/data/info-pages.ts';
import { type Ledger, NO_LEDGER } from '../content/data/offers.ts';
import type { OwnPageMeta } from '../content/data/own-pages.ts';
import { typeSetter } from '../content/markdown/typography.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { languageOf } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import { completeSeo, placeInfo } from './fixed-texts.ts';
import { judgeOffers } from './offers.ts';
import type { UrlPath } from './page.ts';
import { createPlacer, type Unplaced } from './placement.ts';
import { findReservedSlugs } from './reserved-slugs.ts';
import { createRoutes, type Routes } from './routes.ts';
import type { Article, Edition, Listing, Site } from './site.ts';
import { compareBy } from './sort-articles.ts';
import { fillTerms, listTaxonomies } from './taxonomies.ts';
import type { ThemePageMeta } from './theme-page-data.ts';
import { findTranslations } from './translations.ts';

/** A part that could not be read is null. Articles are placed without it, so that their own problems show too. */
export type EditionInput = EditionParts & {
  strings: Strings;
  info: Readonly<Record<InfoKind, InfoMeta>> | null;
  pages: readonly OwnPageMeta[];
  themePages?: readonly ThemePageMeta[];
};

export interface SiteInput extends Partial<Pick<Site, 'ownFields' | 'cardFonts' | 'host' | 'data'>> {
  config: SiteConfig;
  editions: readonly EditionInput[];
  metas: readonly ArticleMeta[];
  /** Articles that cannot be built because of problems in their files. */
  unplaced?: readonly Unplaced[];
  ads: PaidLinksData;
  ledger?: Ledger;
  /** The time, as an input of the build. */
  clock: { now: number; today: string };
  include: Included;
}

const EVER: readonly Presence[] = ['scheduled', 'published', 'expired'];

/** @returns the site, and the problems of placing articles; collisions.ts finds problems with paths */
export function createSite(
  input: SiteInput,
  shown: readonly Presence[] = input.include.future ? EVER : ['published'],
): { site: Site; problems: Finding[] } {
  const { clock } = input;
  const config = setTexts(input.config);
  const routes = createRoutes(config);
  const problems: Finding[] = [];
  const { ledger = NO_LEDGER } = input;
  const editions = input.editions.map((data) => {
    const offers = judgeOffers(ledger, { ...data, config, routes, now: clock.now });
    problems.push(...offers.problems);
    return createEdition(data, routes, offers.states, config);
  });
  for (const edition of editions) problems.push(...findReservedSlugs(edition, routes));
  const hasPattern = config.permalinks.article !== DEFAULT_PERMALINK;
  const byLocale = new Map(
    editions.map((edition) => [
      edition.locale,
      createPlacer(edition, { routes, problems, advertisers: ledger.advertisers, hasPattern }),
    ]),
  );
  for (const meta of input.metas) {
    if (!isReady(meta, input.include) || !shown.includes(presenceOf(meta, clock.now))) continue;
    byLocale.get(meta.locale)?.place(meta);
    if (meta.updated && isFuture(meta.updated, clock.now)) problems.push(lateUpdate(meta));
  }
  for (const unplaced of input.unplaced ?? []) byLocale.get(unplaced.locale)?.reportProblems(unplaced);
  const { ads, data = {}, ownFields = NO_OWN_FIELDS, cardFonts = [], host = null } = input;
  const taxonomies = listTaxonomies(config, problems);
  for (const edition of editions) {
    fillListings(edition);
    sortListings(edition, config.category, ownFields);
    problems.push(...fillTerms(edition, { taxonomies, ownFields, routes, config }));
  }
  const translations = findTranslations(
    editions.map(({ articles }) => articles),
    ({ meta }) => meta.key,
  );
  const year = Number(clock.today.slice(0, 4));
  const including = (...others: Presence[]): Site =>
    input.metas.some((meta) => isReady(meta, input.include) && others.includes(presenceOf(meta, clock.now)))
      ? createSite(input, [...shown, ...others]).site
      : site;
  const site: Site = {
    ...{ config, routes, taxonomies, editions, ads, ledger, data },
    ...{ translations, year, ownFields, cardFonts, host, including },
  };
  return { site, problems };
}

/** The title and the description of a site are in the language of its first edition. */
function setTexts(config: SiteConfig): SiteConfig {
  const [first] = config.locales;
  const set = typeSetter(config, first === undefined ? 'en' : languageOf(first));
  return { ...config, title: set(config.title), description: set(config.description) };
}

function lateUpdate({ file }: ArticleMeta): Finding {
  const message = 'updated is in the future';
  const hint = 'write the day of the last change: sitemap and feeds show it too';
  return finding('updated-in-future', message, hint, { file, field: ['updated'] }, 'warning');
}

/** pages/index.md is the text of the home page. */
const HOME_KEY = 'index';

function createEdition(
  input: EditionInput,
  routes: Routes,
  offers: Edition['offers'],
  config: SiteConfig,
): Edition {
  const { locale, strings } = input;
  const language = languageOf(locale);
  const names = ['tree', 'authors', 'seo', 'info'] as const;
  const data = {
    tree: input.tree ?? {},
    authors: input.authors ?? [],
    info: placeInfo(input.info, strings, (kind) => routes.info(locale, kind)),
    missing: new Set(names.filter((name) => input[name] === null)),
  };
  const listing = (path: UrlPath): Listing => ({ path, articles: [], latest: null });
  const groups = Object.values(data.tree);
  const start = input.pages.find(({ key }) => key === HOME_KEY);
  return {
    locale,
    treeFile: input.treeFile ?? `content/${locale}/categories.json`,
    ...data,
    seo: completeSeo(input.seo ?? {}, { ...data, language, strings }, config),
    strings,
    pages: input.pages
      .filter((page) => page !== start)
      .map((page) => ({ ...page, path: routes.below(locale, page.address) })),
    start: start ? { ...start, path: routes.home(locale) } : null,
    themePages: (input.themePages ?? []).map((page) => ({
      ...page,
      path: routes.below(locale, page.address),
    })),
    language,
    articles: [],
    latest: null,
    claims: [],
    categories: new Map(groups.map((group) => [group.key, listing(routes.category(locale, group.slug))])),
    subcategories: new Map(
      groups.flatMap((group) =>
        Object.values(group.children).map((child) => [
          `${group.key}/${child.key}`,
          listing(routes.subcategory(locale, group.slug, child.slug)),
        ]),
      ),
    ),
    filled: new Set(),
    byAuthor: new Map(
      data.authors.map((author) => [author.slug, listing(routes.author(locale, author.slug))]),
    ),
    terms: new Map(),
    offers,
  };
}

function fillListings(edition: Edition): void {
  edition.articles.sort(
    (a, b) => b.instant - a.instant || (a.meta.slug < b.meta.slug ? -1 : a.meta.slug > b.meta.slug ? 1 : 0),
  );
  for (const article of edition.articles) {
    for (const { category, subcategory } of article.placements) {
      list(article, edition.subcategories.get(`${category.key}/${subcategory.key}`));
      const listing = edition.categories.get(category.key);
      // Two subcategories of one category list the article once.
      if (listing?.articles.at(-1) !== article) list(article, listing);
    }
    for (const { slug } of article.authors) list(article, edition.byAuthor.get(slug));
    if (!edition.latest || article.changed > edition.latest.changed) edition.latest = article;
  }
  edition.filled = new Set(
    [...edition.categories, ...edition.subcategories].flatMap(([name, { articles }]) =>
      articles.length > 0 ? [name] : [],
    ),
  );
}

/** Sorts the lists of categories, which are newest first. */
function sortListings(edition: Edition, { sections }: SiteConfig['category'], ownFields: OwnFields): void {
  const { sort } = sections.find(({ kind }) => kind === 'latest') ?? {};
  const compare = sort === undefined ? () => 0 : compareBy({ ownFields }, edition, sort);
  for (const { articles } of [...edition.categories.values(), ...edition.subcategories.values()])
    if (sort !== undefined || articles.some((article) => rankOf(article) < UNRANKED))
      articles.sort((a, b) => rankOf(a) - rankOf(b) || compare(a, b));
}

const UNRANKED = 1_000_000;

/** Pinned articles come first, then those with an `order`. */
function rankOf({ meta: { editorial } }: Article): number {
  return editorial.pinned ? -1 : (editorial.order ?? UNRANKED);
}

function list(article: Article, listing: Listing | undefined): void {
  if (!listing) return;
  listing.articles.push(article);
  if (!listing.latest || article.changed > listing.latest.changed) listing.latest = article;
}

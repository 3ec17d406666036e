/** Plans the pages of the setting `archives`: all years, each year, and each month. */
import { groupBy } from '../foundation/group-by.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { fillText } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { ArchivePage, UrlPath } from '../site/page.ts';
import { listingEntries, type PageEntry } from '../site/page-index.ts';
import type { Article, Edition, Listing, Site } from '../site/site.ts';
import { ArchiveView } from '../templates/views/archive-view.tsx';
import { pageTexts, sliceListing } from './listing-slice.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { cardsKey, homeCrumb, planParts } from './page-parts.ts';

export const archivePages: PageKind<ArchivePage> = {
  kinds: ['archive'],
  view: ArchiveView,
  *list(site, edition) {
    for (const { entries } of listEntries(site, edition)) yield* entries;
  },
  *reserves(site, edition) {
    for (const { path } of listPeriods(site, edition)) yield `${path}/page/`;
  },
  groups: ({ view, keys }) =>
    listEntries(view.site, view.edition).map(({ period, entries }) => {
      const key = createKeyFold().add(cardsKey(keys.listed, period.articles));
      for (const { name, count } of period.parts) key.add(name).add(count);
      for (const { locale } of entries[0]?.translations ?? []) key.add(locale);
      return createGroup(`archive/${period.name}`, key.key(), entries, (entry, number) =>
        planPeriod(view, period, entry, number),
      );
    }),
};

interface Period extends Listing {
  /** '' for all years, else as `2026` or `2026/03`. */
  name: string;
  count: number;
  /** The years of all years, or the months of a year. A period with parts lists them in place of its articles. */
  parts: Period[];
}

/** Each period comes before its parts. */
function listPeriods({ config, routes }: Site, { locale, articles }: Edition): Period[] {
  if (config.archives === undefined) return [];
  const divide = (name: string, own: Article[], levels: number): Period[] => {
    const byName = groupBy(levels > 0 ? own : [], ({ meta }) =>
      meta.date.day.slice(0, name === '' ? 4 : 7).replace('-', '/'),
    );
    const nested = [...byName].map(([part, listed]) => divide(part, listed, levels - 1));
    const period = {
      name,
      path: routes.archive(locale, name),
      articles: levels > 0 ? [] : own,
      latest: own.reduce<Article | null>(
        (last, article) => (last && last.changed >= article.changed ? last : article),
        null,
      ),
      count: own.length,
      parts: nested.flatMap(([part]) => part ?? []),
    };
    return [period, ...nested.flat()];
  };
  return divide('', articles, config.archives === 'month' ? 2 : 1);
}

function listEntries(site: Site, edition: Edition): { period: Period; entries: PageEntry[] }[] {
  const paths = site.editions.map((other) => ({
    locale: other.locale,
    byName: new Map(listPeriods(site, other).map(({ name, path }) => [name, path] as const)),
  }));
  return listPeriods(site, edition).map((period) => {
    const translations = paths.flatMap(({ locale, byName }) => {
      const path = byName.get(period.name);
      return path === undefined ? [] : [{ locale, path }];
    });
    const first = { kind: 'archive', indexed: period.count > 0, translations, source: null };
    return { period, entries: [...listingEntries(site, period, first)] };
  });
}

function planPeriod(view: EditionView, period: Period, entry: PageEntry, number: number): ArchivePage {
  const { strings, formats } = view;
  const { listing } = strings;
  const titleOf = (name: string) => (name === '' ? listing.archive : formats.period(name.replace('/', '-')));
  const title = titleOf(period.name);
  const description =
    period.name === ''
      ? fillText(listing.allTerms, { title })
      : fillText(listing.aboutPeriod, { period: title });
  const { articles, pagination, previous, next } = sliceListing(view, period, number);
  return {
    kind: 'archive',
    ...planParts(view, entry, {
      ...pageTexts(view, { title, description }, number),
      breadcrumbs: [
        homeCrumb(view),
        ...listAbove(view, period.name).map(({ name, path }) => ({ title: titleOf(name), path })),
      ],
      graph: [{ '@type': 'CollectionPage', name: title, url: view.absolute(period.path) }],
      previous,
      next,
    }),
    title,
    description: '',
    count: period.count > 0 ? formats.articles(period.count) : null,
    periods: period.parts.map(({ name, path, count }) => ({
      title: titleOf(name),
      url: view.href(path),
      count: formats.articles(count),
    })),
    articles: articles.map(view.card),
    pagination,
  };
}

/** The archive, the year and the month of a period. */
function listAbove({ site, edition }: EditionView, name: string): { name: string; path: UrlPath }[] {
  const names = name === '' ? [''] : ['', name.slice(0, 4), ...(name.length > 4 ? [name] : [])];
  return names.map((one) => ({ name: one, path: site.routes.archive(edition.locale, one) }));
}

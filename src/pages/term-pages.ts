/** Plans the listing of each term of a taxonomy, such as a tag. */
import { createKeyFold } from '../foundation/hash.ts';
import { fillText } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { TermPage } from '../site/page.ts';
import { listingEntries, type PageEntry, type Translation } from '../site/page-index.ts';
import type { Edition, Site, Taxonomy, Term } from '../site/site.ts';
import { translationOf } from '../site/taxonomies.ts';
import { TermView } from '../templates/views/term-view.tsx';
import { pageTexts, sliceListing } from './listing-slice.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { cardsKey, homeCrumb, planParts, taxonomyCrumb } from './page-parts.ts';

export const termPages: PageKind<TermPage> = {
  kinds: ['term'],
  view: TermView,
  *list(site, edition) {
    for (const listed of listTerms(site, edition)) yield* entriesOf(site, listed);
  },
  *reserves(site, edition) {
    for (const { term } of listTerms(site, edition)) yield `${term.path}/page/`;
  },
  groups: ({ view, keys }) =>
    [...listTerms(view.site, view.edition)].map((listed) => {
      const { taxonomy, term } = listed;
      const key = createKeyFold().add(cardsKey(keys.listed, term.articles));
      for (const { locale, path } of findTranslations(view.site, listed)) key.add(locale).add(path);
      return createGroup(
        `terms/${taxonomy.name}/${term.slug}`,
        key.key(),
        entriesOf(view.site, listed),
        (entry, number) => planTerm(view, listed, entry, number),
      );
    }),
};

interface ListedTerm {
  taxonomy: Taxonomy;
  term: Term;
}

function* listTerms({ taxonomies }: Site, { terms }: Edition): Iterable<ListedTerm> {
  for (const taxonomy of taxonomies)
    for (const term of terms.get(taxonomy.name)?.values() ?? []) yield { taxonomy, term };
}

/** Lists the pages of the term in all editions. */
function findTranslations({ editions }: Site, { taxonomy, term }: ListedTerm): Translation[] {
  return editions.flatMap((edition) => {
    const found = translationOf(term, taxonomy, edition);
    return found ? [{ locale: edition.locale, path: found.path }] : [];
  });
}

function entriesOf(site: Site, listed: ListedTerm): Iterable<PageEntry> {
  const { file, field } = listed.term.source;
  return listingEntries(site, listed.term, {
    kind: 'term',
    indexed: true,
    translations: findTranslations(site, listed),
    source: { file, title: field, description: field, slug: field },
  });
}

function planTerm(
  view: EditionView,
  { taxonomy, term }: ListedTerm,
  entry: PageEntry,
  number: number,
): TermPage {
  const { site, strings } = view;
  const { title } = term;
  const description = fillText(strings.listing.aboutTerm, { term: title });
  const { articles, pagination, previous, next } = sliceListing(view, term, number);
  const feed = site.config.features.feeds ? site.routes.listingFeed(term.path) : null;
  return {
    kind: 'term',
    ...planParts(view, entry, {
      ...pageTexts(view, { title, description }, number),
      breadcrumbs: [homeCrumb(view), taxonomyCrumb(view, taxonomy), { title, path: term.path }],
      graph: [{ '@type': 'CollectionPage', name: title, url: view.absolute(term.path) }],
      previous,
      next,
      feed,
    }),
    title,
    description: '',
    count: view.count(term),
    articles: articles.map((article) => view.card(article)),
    pagination,
    feed: feed && { title: strings.feeds.atom, url: site.routes.fileHref(feed) },
  };
}

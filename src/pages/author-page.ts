/** Plans the listing of each author. */
import type { Author } from '../content/data/edition-data.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorPage } from '../site/page.ts';
import { listingEntries, type PageEntry } from '../site/page-index.ts';
import type { Edition, Listing, Site } from '../site/site.ts';
import { AuthorView } from '../templates/views/author-view.tsx';
import { pageTexts, sliceListing } from './listing-slice.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { cardsKey, homeCrumb, planParts } from './page-parts.ts';

export const authorPages: PageKind<AuthorPage> = {
  kinds: ['author'],
  view: AuthorView,
  *list(site, edition) {
    for (const listed of listAuthors(edition)) yield* entriesOf(site, edition, listed);
  },
  *reserves(_site, { byAuthor }) {
    for (const { path } of byAuthor.values()) yield `${path}/page/`;
  },
  groups: ({ view, baseKey }) =>
    listAuthors(view.edition).map((listed) =>
      createGroup(
        `authors/${listed.author.slug}`,
        cardsKey(baseKey, listed.listing.articles),
        entriesOf(view.site, view.edition, listed),
        (entry, number) => planAuthor(view, listed, entry, number),
      ),
    ),
};

interface ListedAuthor {
  author: Author;
  /** In authors.json. */
  index: number;
  listing: Listing;
}

function listAuthors({ authors, byAuthor }: Edition): ListedAuthor[] {
  return authors.flatMap((author, index) => {
    const listing = byAuthor.get(author.slug);
    return listing ? [{ author, index, listing }] : [];
  });
}

function entriesOf(
  site: Site,
  { locale }: Edition,
  { author, index, listing }: ListedAuthor,
): Iterable<PageEntry> {
  return listingEntries(site, listing, {
    kind: 'author',
    indexed: true,
    translations: site.editions.flatMap((other) => {
      const path = other.byAuthor.get(author.slug)?.path;
      return path ? [{ locale: other.locale, path }] : [];
    }),
    source: {
      file: `content/${locale}/authors.json`,
      title: [index, 'meta_title'],
      description: [index, 'meta_description'],
      slug: [index, 'slug'],
    },
  });
}

function planAuthor(
  view: EditionView,
  { author, listing }: ListedAuthor,
  entry: PageEntry,
  number: number,
): AuthorPage {
  const { site, edition } = view;
  const { name, description, metaTitle, metaDescription } = author;
  const { articles, pagination, previous, next } = sliceListing(view, listing, number);
  const url = view.absolute(listing.path);
  return {
    kind: 'author',
    ...planParts(view, entry, {
      ...pageTexts(view, { title: metaTitle, description: metaDescription }, number),
      type: 'profile',
      breadcrumbs: [
        homeCrumb(view),
        { title: view.strings.info.authors, path: site.routes.authors(edition.locale) },
        { title: name, path: listing.path },
      ],
      graph: [{ '@type': 'ProfilePage', url, mainEntity: { '@type': 'Person', name, description, url } }],
      previous,
      next,
    }),
    title: name,
    description,
    count: view.count(listing),
    articles: articles.map((article) => view.card(article)),
    pagination,
  };
}

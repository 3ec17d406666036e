/** Plans the listing of each author. */
import type { Author } from '../content/data/edition-data.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorPage } from '../site/page.ts';
import { listingEntries, type PageEntry } from '../site/page-index.ts';
import type { Edition, Listing, Site } from '../site/site.ts';
import { AuthorView } from '../templates/views/author-view.tsx';
import { pageTexts, sliceListing } from './listing-slice.ts';
import { type PageGroup, type PageKind, pageOnly } from './page-kind.ts';
import { cardsKey, homeCrumb, planParts } from './page-parts.ts';

export const authorPages: PageKind<AuthorPage> = {
  kinds: ['author'],
  view: AuthorView,
  *list(site, edition) {
    for (const [index, { slug }] of edition.authors.entries()) {
      const listing = edition.byAuthor.get(slug);
      if (listing) yield* entriesOf(site, edition, listing, slug, index);
    }
  },
  *reserves(_site, { byAuthor }) {
    for (const { path } of byAuthor.values()) yield `${path}/page/`;
  },
  groups({ view, baseKey }) {
    const { edition, site } = view;
    return edition.authors.flatMap((author, position): PageGroup[] => {
      const listing = edition.byAuthor.get(author.slug);
      if (!listing) return [];
      const entries = [...entriesOf(site, edition, listing, author.slug, position)];
      return [
        {
          name: `authors/${author.slug}`,
          key: cardsKey(baseKey, listing.articles),
          count: entries.length,
          *plan() {
            for (const [index, entry] of entries.entries())
              yield pageOnly(planAuthor(view, author, listing, entry, index + 1));
          },
        },
      ];
    });
  },
};

function entriesOf(
  site: Site,
  { locale }: Edition,
  listing: Listing,
  slug: string,
  index: number,
): Iterable<PageEntry> {
  return listingEntries(site, {
    kind: 'author',
    listing,
    indexed: true,
    translations: site.editions.flatMap((other) => {
      const path = other.byAuthor.get(slug)?.path;
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
  author: Author,
  listing: Listing,
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
    count: view.formats.articles(listing.articles.length),
    articles: articles.map((article) => view.card(article)),
    pagination,
  };
}

/** Plans the listing of each author. */
import type { Author } from '../content/data/edition-data.ts';
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorPage } from '../site/page.ts';
import { listingEntries, type PageEntry } from '../site/page-index.ts';
import type { Edition, Listing, Site } from '../site/site.ts';
import { AuthorView } from '../templates/views/author-view.tsx';
import { pageTexts, sliceListing } from './listing-slice.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { cardsKey, describeAuthor, homeCrumb, planParts } from './page-parts.ts';

export const authorPages: PageKind<AuthorPage> = {
  kinds: ['author'],
  view: AuthorView,
  *list(site, edition) {
    for (const listed of listAuthors(edition)) yield* entriesOf(site, edition, listed);
  },
  *reserves(_site, { byAuthor }) {
    for (const { path } of byAuthor.values()) yield `${path}/page/`;
  },
  groups: ({ view, keys }) =>
    listAuthors(view.edition).map((listed) =>
      createGroup(
        `authors/${listed.author.slug}`,
        keyOf(view, keys.listed, listed),
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

/** Lists the author's pages in all editions in which the author has articles. */
function findTranslations({ editions }: Site, { slug }: Author) {
  return editions.flatMap(({ locale, byAuthor }) => {
    const listing = byAuthor.get(slug);
    return listing && listing.articles.length > 0 ? [{ locale, path: listing.path }] : [];
  });
}

function keyOf({ site }: EditionView, baseKey: string, { author, listing }: ListedAuthor): string {
  const fold = createKeyFold().add(cardsKey(baseKey, listing.articles)).add(JSON.stringify(author));
  for (const { locale } of findTranslations(site, author)) fold.add(locale);
  return fold.key();
}

function entriesOf(
  site: Site,
  { locale }: Edition,
  { author, index, listing }: ListedAuthor,
): Iterable<PageEntry> {
  return listingEntries(site, listing, {
    kind: 'author',
    // An author without articles is of no use to readers who come from a search engine.
    indexed: listing.articles.length > 0,
    translations: findTranslations(site, author),
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
  const { name, description, metaTitle, metaDescription, role, links } = author;
  const photo = view.pictures.photo(author, edition.locale);
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
      graph: [
        author.type === 'pen-name'
          ? { '@type': 'CollectionPage', name, url }
          : { '@type': 'ProfilePage', url, mainEntity: describeAuthor(view, author, { description }) },
      ],
      previous,
      next,
    }),
    title: name,
    description,
    ...(role !== undefined && { role }),
    ...(photo && { photo }),
    ...(links && { links }),
    count: listing.articles.length > 0 ? view.count(listing) : null,
    articles: articles.map((article) => view.card(article)),
    pagination,
  };
}

/** Plans the pages of theme/pages, which show the data that their modules load. */
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import { ownEntry, type PageEntry } from '../site/page-index.ts';
import type { Edition, Listing, Site } from '../site/site.ts';
import type { SiteIndex, ThemePage } from '../site/theme-page-data.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { planBelowHome } from './page-parts.ts';

type Meta = Edition['themePages'][number];

export const themePages: PageKind<ThemePage> = {
  kinds: ['own'],
  // The module of the page contains its view.
  view: () => null,
  list: (site, edition) => edition.themePages.map((page) => entryOf(site, page)),
  groups({ view, keys }) {
    const { site, edition } = view;
    if (edition.themePages.length === 0) return [];
    // A page may show any article, so the key covers all of them.
    const fold = createKeyFold().add(keys.single);
    for (const { meta } of edition.articles) fold.add(meta.cardHash);
    const key = fold.key();
    return edition.themePages.map((page) =>
      createGroup(`theme/${page.key}`, key, [entryOf(site, page)], (entry) => planPage(view, page, entry)),
    );
  },
};

const entryOf = (site: Site, page: Meta) => ownEntry(site, 'themePages', 'own', page);

function planPage(view: EditionView, page: Meta, entry: PageEntry): ThemePage {
  const { title, description, key, load } = page;
  // Only JSON survives the way through a thread and the cache.
  const data: unknown = load && JSON.parse(JSON.stringify(load(createIndex(view)) ?? null));
  return {
    kind: 'own',
    view: `pages/${key}`,
    ...planBelowHome(view, entry, { title, seo: { title, description } }),
    description,
    data,
  };
}

function createIndex(view: EditionView): SiteIndex {
  const { site, edition } = view;
  const { locale } = edition;
  const cardsOf = ({ articles }: Pick<Listing, 'articles'>, count = Number.POSITIVE_INFINITY) =>
    articles.slice(0, count).map(view.card);
  return {
    locale,
    siteTitle: site.config.title,
    strings: view.strings,
    data: site.data,
    articles: (count) => cardsOf(edition, count),
    category(key, count) {
      const [groupKey = '', childKey] = key.split('/');
      const category = edition.tree[groupKey];
      const subcategory = childKey === undefined ? undefined : category?.children[childKey];
      const listing = (childKey === undefined ? edition.categories : edition.subcategories).get(key);
      if (!category || !listing) return null;
      const link = subcategory
        ? view.subcategoryLink({ category, subcategory })
        : view.categoryLink({ category });
      return {
        ...link,
        description: (subcategory ?? category).description,
        articles: cardsOf(listing, count),
      };
    },
    author(slug, count) {
      const author = edition.authors.find((author) => author.slug === slug);
      const listing = edition.byAuthor.get(slug);
      if (!author || !listing) return null;
      const { name: title, description } = author;
      return { title, description, url: view.href(listing.path), articles: cardsOf(listing, count) };
    },
    href: (path) => view.href(site.routes.below(locale, path.replace(/^\/+/, ''))),
  };
}

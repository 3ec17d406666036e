/** Plans the listings of categories and subcategories. */
import { type CategoryGroup, hasParts, OTHER, type Subcategory } from '../content/article/category-tree.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { fillText } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import { plainLink, stripEmoji } from '../site/emoji.ts';
import type { CategoryPage } from '../site/page.ts';
import { listingEntries, type PageEntry } from '../site/page-index.ts';
import type { Edition, Listing, Site } from '../site/site.ts';
import { CategoryView } from '../templates/views/category-view.tsx';
import { planAround, type SelectedSection, selectAround } from './article-sections.ts';
import { pageTexts, sliceListing } from './listing-slice.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { cardsKey, homeCrumb, planParts } from './page-parts.ts';

export const categoryPages: PageKind<CategoryPage> = {
  kinds: ['category', 'subcategory'],
  view: CategoryView,
  *list(site, edition) {
    for (const node of listNodes(edition)) yield* entriesOf(site, edition, node);
  },
  *reserves(_site, edition) {
    for (const { listing } of listNodes(edition)) yield `${listing.path}/page/`;
  },
  groups({ view, keys }) {
    const shared = sharedKey(view, keys.listed);
    return listNodes(view.edition).map((node) => {
      const sections = node.child ? [] : selectAround(view, node);
      const selected = sections.flatMap(({ articles }) => articles);
      return createGroup(
        `listings/${node.name}`,
        cardsKey(cardsKey(shared, node.listing.articles), selected),
        entriesOf(view.site, view.edition, node),
        (entry, number) => planCategory(view, node, entry, number, sections),
      );
    });
  },
};

/** A category, or one of its subcategories. */
interface Node {
  /** Key in `Edition.categories` or `Edition.subcategories`. */
  name: string;
  group: CategoryGroup;
  child: Subcategory | null;
  listing: Listing;
}

function listNodes(edition: Edition): Node[] {
  return Object.values(edition.tree).flatMap((group) =>
    [null, ...Object.values(group.children)].flatMap((child): Node[] => {
      const name = child ? `${group.key}/${child.key}` : group.key;
      const listing = findListing(edition, { name, child });
      return listing ? [{ name, group, child, listing }] : [];
    }),
  );
}

function findListing(edition: Edition, { name, child }: Pick<Node, 'name' | 'child'>): Listing | undefined {
  return (child ? edition.subcategories : edition.categories).get(name);
}

function entriesOf(site: Site, { treeFile }: Edition, node: Node): Iterable<PageEntry> {
  const { group, child, listing } = node;
  const keys = child ? [group.key, 'children', child.key] : [group.key];
  return listingEntries(site, listing, {
    kind: child ? 'subcategory' : 'category',
    // An empty listing is of no use to readers who come from a search engine.
    indexed: listing.articles.length > 0 && (!child || hasParts(group)),
    translations: site.editions.flatMap((other) => {
      const found = findListing(other, node);
      return found && found.articles.length > 0 ? [{ locale: other.locale, path: found.path }] : [];
    }),
    source: {
      file: treeFile,
      title: [...keys, 'title'],
      description: [...keys, 'description'],
      slug: [...keys, 'slug'],
    },
  });
}

/** Each page of a category shows the number of articles of its subcategories, and links to translations with articles. */
function sharedKey({ site, edition }: EditionView, baseKey: string): string {
  const fold = createKeyFold().add(baseKey);
  for (const other of site.editions) {
    for (const { articles } of other.subcategories.values())
      fold.add(other === edition ? articles.length : Number(articles.length > 0));
    for (const { articles } of other.categories.values()) fold.add(Number(articles.length > 0));
  }
  return fold.key();
}

function planCategory(
  view: EditionView,
  node: Node,
  entry: PageEntry,
  number: number,
  sections: readonly SelectedSection[],
): CategoryPage {
  const { site, edition } = view;
  const { routes } = site;
  const { group, child, listing } = node;
  const { title, description } = child ?? group;
  const isFirst = number === 1;
  const { articles, pagination, previous, next } = sliceListing(view, listing, number);
  return {
    kind: child ? 'subcategory' : 'category',
    ...planParts(view, entry, {
      ...pageTexts(view, { title, description: description || aboutTerm(view, title) }, number),
      social: { locale: edition.locale, title: group.title, kicker: '', level: 'category' },
      breadcrumbs: [
        homeCrumb(view),
        { title: group.title, path: routes.category(edition.locale, group.slug) },
        ...(child ? [{ title, path: listing.path }] : []),
      ],
      previous,
      next,
      feed:
        site.config.features.feeds && listing.articles.length > 0 ? routes.listingFeed(listing.path) : null,
    }),
    title,
    description,
    count: listing.articles.length > 0 ? view.count(listing) : null,
    children: listParts(edition, node).map(({ part, found }) => {
      const link = plainLink(view.subcategoryLink({ category: group, subcategory: part }));
      return { ...link, description: part.description, count: view.count(found) };
    }),
    articles: articles.map((article, index) => {
      const card = view.cardWithin(article, group);
      return isFirst && index === 0 ? view.leadCard(card, article) : card;
    }),
    ...planAround(view, group, isFirst ? sections : []),
    pagination,
  };
}

/** The other parts of the category that have articles. A category whose articles are in no part has none: `other` is its own list. */
function listParts({ subcategories }: Edition, { group, child }: Node) {
  const filled = Object.values(group.children).flatMap((part) => {
    const found = subcategories.get(`${group.key}/${part.key}`);
    return found?.articles.length ? [{ part, found }] : [];
  });
  const isDivided = child !== null || filled.some(({ part }) => part.key !== OTHER);
  return isDivided ? filled.filter(({ part }) => part !== child) : [];
}

/** What search engines show of a category without a description. */
function aboutTerm({ strings }: EditionView, title: string): string {
  return fillText(strings.listing.aboutTerm, { term: stripEmoji(title) });
}

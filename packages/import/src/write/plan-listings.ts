/** Maps the lists of the old site (categories, tags and authors) to the pages of the new site. */
import type { ImportedCategory, ImportedSite } from '../imported-site.ts';
import { decodeAddress } from '../read/decode-address.ts';
import { urlize } from '../tools/addresses.ts';
import type { Listings } from '../tools/folder-tool.ts';
import type { Destination } from './destination.ts';
import type { AliasPlan } from './plan-aliases.ts';
import type { AuthorPlan } from './plan-authors.ts';
import type { CategoryMember, CategoryPlan } from './plan-categories.ts';

interface ListingInput {
  imported: ImportedSite;
  destination: Destination;
  listings: Listings;
  categories: CategoryPlan;
  authors: AuthorPlan;
}

/** @returns addresses of the old lists → addresses of the new ones */
export function planListings({
  imported,
  destination: { routes, locale },
  listings,
  categories,
  authors,
}: ListingInput): Map<string, string> {
  const { grouping, members } = categories;
  const found = planSections(imported.posts, categories, routes, locale);
  const sourceOf = createSourceFinder(imported, grouping);
  for (const member of members) {
    const url = urlOf(member, routes, locale);
    const known = sourceOf(member.names);
    for (const address of oldAddresses(listings, grouping, member.names, known)) found.set(address, url);
    if (known?.id) found.set(`/?${known.kind === 'tag' ? 'tag_id' : 'cat'}=${known.id}`, url);
    if (known?.slug) found.set(`/?${known.kind === 'tag' ? 'tag' : 'category_name'}=${known.slug}`, url);
  }
  for (const [slug, author] of authors.used) {
    const url = routes.author(locale, slug);
    for (const key of [urlize(author.name), slug, author.slug ?? slug]) found.set(listings.author + key, url);
    if (author.id) found.set(`/?author=${author.id}`, url);
  }
  return found;
}

/** Maps each path above the posts to the category that all of them share, or to the home page. */
function planSections(
  posts: ImportedSite['posts'],
  { entityOf, tree }: CategoryPlan,
  routes: Destination['routes'],
  locale: Destination['locale'],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const post of posts) {
    const [entity, ...others] = entityOf(post);
    if (post.kind === 'page' || entity === undefined) continue;
    const group = others.length === 0 ? tree[entity.category] : undefined;
    const child = group?.children[entity.subcategories[0]?.subcategory ?? ''];
    const whole = group ? routes.category(locale, group.slug) : '/';
    const own = group && child ? routes.subcategory(locale, group.slug, child.slug) : whole;
    // A link may name the folder of the source.
    for (const path of [...foldersAbove(post.addresses[0] ?? ''), ...foldersAbove(`/${post.file}`)]) {
      const known = found.get(path) ?? own;
      const isBelow = known === whole || known.startsWith(`${whole}/`);
      found.set(path, known === own ? own : isBelow ? whole : '/');
    }
  }
  return found;
}

function* foldersAbove(path: string): Iterable<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}

/** Adds the addresses of the old lists as aliases to new categories and authors, unless a post has the address. */
export function addListingAliases(
  {
    imported,
    destination: { routes, locale },
    listings,
    categories: { grouping, members, tree },
    authors,
  }: ListingInput,
  aliasesOf: AliasPlan,
): void {
  const sourceOf = createSourceFinder(imported, grouping);
  for (const member of members) {
    if (!member.isNew) continue;
    const group = tree[member.key];
    const node = member.child ? group?.children[member.child.key] : group;
    const old = oldAddresses(listings, grouping, member.names, sourceOf(member.names));
    const aliases = aliasesOf(old.slice(0, 1), urlOf(member, routes, locale), null);
    if (node && aliases.length > 0) node.aliases = aliases;
  }
  for (const author of authors.added) {
    const aliases = aliasesOf([listings.author + author.slug], routes.author(locale, author.slug), null);
    if (aliases.length > 0) author.aliases = aliases;
  }
}

function urlOf(
  { slug, child }: CategoryMember,
  routes: Destination['routes'],
  locale: Destination['locale'],
): string {
  return child ? routes.subcategory(locale, slug, child.slug) : routes.category(locale, slug);
}

/** Finds what the source says of a category. */
function createSourceFinder({ categories }: ImportedSite, grouping: CategoryPlan['grouping']) {
  const kind = grouping === 'tags' ? 'tag' : 'category';
  const known = new Map(
    categories
      .filter((category) => category.kind === kind)
      .map((category) => [category.path.join('\n'), category]),
  );
  return (names: readonly string[]) => known.get(names.join('\n'));
}

/** Addresses that the old list may have, the most likely one first. */
function oldAddresses(
  listings: Listings,
  grouping: CategoryPlan['grouping'],
  names: readonly string[],
  known: ImportedCategory | undefined,
): string[] {
  if (grouping === 'folders') return [`/${names.map(urlize).join('/')}`];
  const start = grouping === 'tags' ? listings.tag : listings.category;
  const name = known?.slug ? decodeAddress(known.slug) : urlize(names.at(-1) ?? '');
  const parents = names.slice(0, -1).map((parent) => (known?.slug ? decodeAddress(parent) : urlize(parent)));
  return parents.length > 0 ? [start + [...parents, name].join('/'), start + name] : [start + name];
}

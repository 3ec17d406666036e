/** Makes the tree of pages beside a text: own pages by folder, and articles by category, in the order that editors give. */
import { displayName } from '../content/article/category-tree.ts';
import { fold } from '../foundation/fold.ts';
import { groupBy } from '../foundation/group-by.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { stripEmoji } from './emoji.ts';
import type { Link, SidebarGroup, UrlPath } from './page.ts';
import type { Article, Edition, Site } from './site.ts';

interface Entry {
  title: string;
  path: UrlPath;
}

interface Group {
  title: string | null;
  entries: Entry[];
  groups: Group[];
}

export interface Sidebar {
  /** Covers everything that the tree shows. */
  key: string;
  /** The tree as the page at this path shows it. */
  at(path: UrlPath): SidebarGroup[];
  /** The pages before and after this one in the tree. */
  neighbours(path: UrlPath): { previous: Link | null; next: Link | null };
}

export function createSidebar(site: Site, edition: Edition): Sidebar {
  const groups = [...groupPages(edition), ...(site.config.navigation.sidebar ? groupArticles(edition) : [])];
  const fold = createKeyFold();
  const all: Entry[] = [];
  const visit = ({ title, entries, groups }: Group) => {
    fold.add(title ?? '');
    for (const entry of entries) {
      fold.add(entry.title).add(entry.path);
      all.push(entry);
    }
    groups.forEach(visit);
  };
  groups.forEach(visit);
  const linkOf = (entry: Entry | undefined): Link | null =>
    entry ? { title: entry.title, url: site.routes.href(entry.path) } : null;
  const show = (group: Group, path: UrlPath): SidebarGroup => {
    const inner = group.groups.map((child) => show(child, path));
    const links = group.entries.map((entry) => ({
      title: entry.title,
      url: site.routes.href(entry.path),
      current: entry.path === path,
    }));
    const open = links.some(({ current }) => current) || inner.some((child) => child.open);
    return { title: group.title, open, links, groups: inner };
  };
  const places = new Map(all.map(({ path }, index) => [path, index]));
  return {
    key: fold.key(),
    at: (path) => groups.map((group) => show(group, path)),
    neighbours(path) {
      const at = places.get(path);
      return at === undefined
        ? { previous: null, next: null }
        : { previous: linkOf(all[at - 1]), next: linkOf(all[at + 1]) };
    },
  };
}

interface Ordered extends Entry {
  order: number | null | undefined;
}

/** By `order`, then by title. */
function sortOrdered<T extends { title: string | null; order?: number | null | undefined }>(
  items: T[],
  language: string,
): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const rank = ({ order }: T) => order ?? Number.POSITIVE_INFINITY;
  return items.sort((a, b) =>
    rank(a) === rank(b) ? compare(a.title ?? '', b.title ?? '') : rank(a) - rank(b),
  );
}

function sortEntries(entries: Ordered[], language: string): Entry[] {
  return sortOrdered(entries, language).map(({ title, path }) => ({ title, path }));
}

/** Groups the pages with `navigation: sidebar` by folder. Pages outside of folders come first. */
function groupPages({ pages, language }: Edition): Group[] {
  const listed = pages.filter(({ navigation }) => navigation === 'sidebar');
  const { entries, groups } = groupFolder(listed, '', language);
  return entries.length > 0 ? [{ title: null, entries, groups: [] }, ...groups] : groups;
}

/** The index page of a folder names it and has its `order`. @param folder its path with a slash at the end */
function groupFolder(
  listed: Edition['pages'],
  folder: string,
  language: string,
): Group & Pick<Ordered, 'order'> {
  const inside = listed.filter(({ key }) => key.startsWith(folder));
  const restOf = ({ key }: { key: string }) => key.slice(folder.length);
  const index = folder === '' ? undefined : inside.find((page) => restOf(page) === 'index');
  const direct = inside.filter((page) => !restOf(page).includes('/'));
  const names = new Set(
    inside.map(restOf).flatMap((rest) => (rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : [])),
  );
  const groups = [...names].map((name) => groupFolder(inside, `${folder}${name}/`, language));
  return {
    title: index?.title ?? displayName(folder.split('/').at(-2) ?? ''),
    order: index?.order,
    entries: sortEntries(
      direct.map((page) => ({ ...page, order: page === index ? -1 : page.order })),
      language,
    ),
    groups: sortOrdered(groups, language),
  };
}

/** Each article is in the tree once, at its first category. The articles of `other` stand before the subcategories. */
function groupArticles({ tree, articles, language }: Edition): Group[] {
  const byPlace = groupBy(articles, ({ placements }): unknown => placements[0]?.subcategory);
  const entryOf = ({ meta, path }: Article): Ordered => ({
    title: meta.title,
    path,
    order: meta.editorial.order,
  });
  const entriesOf = (place: unknown) => sortEntries((byPlace.get(place) ?? []).map(entryOf), language);
  const isUsed = ({ entries, groups }: Group) => entries.length + groups.length > 0;
  return Object.values(tree)
    .map((category): Group => {
      const { other, ...named } = category.children;
      const groups = Object.values(named).map(
        (child): Group => ({ title: stripEmoji(child.title), entries: entriesOf(child), groups: [] }),
      );
      return { title: stripEmoji(category.title), entries: entriesOf(other), groups: groups.filter(isUsed) };
    })
    .filter(isUsed);
}

/** Small differences of spelling do not divide a series. */
export const seriesKey = (name: string): string => fold(name);

/** The articles of each series by its key, in their `order` and then by date. */
export function groupSeries(articles: readonly Article[]): Map<string, Article[]> {
  const parts = articles.filter(({ meta }) => meta.editorial.series !== null);
  const series = groupBy(parts, ({ meta }) => seriesKey(meta.editorial.series ?? ''));
  const rank = ({ meta }: Article) => meta.editorial.order ?? Number.POSITIVE_INFINITY;
  for (const listed of series.values())
    listed.sort((a, b) => (rank(a) === rank(b) ? a.instant - b.instant : rank(a) - rank(b)));
  return series;
}

/** Plans the categories of imported posts: which ones there are, and which each post belongs to. */
import {
  type CategoryTree,
  countEach,
  createSlug,
  displayName,
  type Entity,
  fitsFileName,
  fold,
  languageOf,
  RESERVED_SEGMENTS,
  slugifyName,
} from '../core.ts';
import type { ImportedCategory, ImportedPost } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from '../read/decode-address.ts';
import type { Destination } from './destination.ts';
import type { PlacedPost } from './place-posts.ts';
import { oneLine } from './post-file.ts';

/** More categories do not fit into the menu of a page. */
const MAX_CATEGORIES = 24;
const MAX_SUBCATEGORIES = 40;

/** Category of posts that have none. */
const FALLBACK = 'Posts';

/** The property of posts that becomes their categories. */
export type Grouping = 'categories' | 'tags' | 'folders';

/** A category or subcategory that posts use. */
export interface CategoryMember {
  key: string;
  slug: string;
  isNew: boolean;
  /** Set for a subcategory. */
  child: { key: string; slug: string } | null;
  /** Names in the source, from the top category down. */
  names: readonly string[];
}

export interface CategoryPlan {
  tree: CategoryTree;
  /** True if the tree has categories that the site did not have. */
  isChanged: boolean;
  grouping: Grouping;
  entityOf(post: ImportedPost): Entity[];
  /** The tags of each post, and its categories that are too many for a menu. */
  tags: ReadonlyMap<ImportedPost, readonly string[]>;
  members: readonly CategoryMember[];
}

export async function planCategories(
  placed: readonly PlacedPost[],
  known: readonly ImportedCategory[],
  { locale, edition, routes }: Destination,
  notes: Notes,
): Promise<CategoryPlan> {
  const articles = placed.filter(({ post }) => post.kind === 'article').map(({ post }) => post);
  const grouping = chooseGrouping(articles);
  const tree: CategoryTree = structuredClone(edition.tree ?? {});
  const names = createNames(known, grouping);
  const { findNode } = names;
  const usableTag = createTagTest(languageOf(locale), notes);
  const { addGroup, addChild } = createAdders(tree, names, placed, { locale, routes });
  const members: CategoryMember[] = [];
  const pathsOf = (post: ImportedPost) => shortPathsOf(post, grouping);
  const used = chooseMostUsed(articles.map(pathsOf));
  reportDropped(
    used.dropped.map(({ name, count }) => ({ name: names.titleOf([name]), count })),
    articles,
    notes,
  );
  const dropped = new Set(used.dropped.map(({ name }) => fold(name)));
  const tagsOf = (post: ImportedPost) => {
    const moved = pathsOf(post).flatMap(([top = '']) => (dropped.has(fold(top)) ? names.titleOf([top]) : []));
    const tags = [...(grouping === 'tags' ? [] : post.tags.map(names.tagOf)), ...moved];
    return [...new Set(tags.flatMap((tag) => usableTag(tag, post)))];
  };
  const tags = new Map(placed.map(({ post }) => [post, tagsOf(post)]));
  for (const top of used.tops) {
    const knownGroup = findNode(tree, [top]);
    const group = knownGroup ?? (await addGroup(top));
    const { key, slug } = group;
    members.push({ key, slug, child: null, names: [top], isNew: knownGroup === undefined });
    for (const name of used.childrenOf(top)) {
      const path = [top, name];
      const knownChild = findNode(group.children, path);
      const child = knownChild ?? (await addChild(group, path));
      members.push({
        key,
        slug,
        child: { key: child.key, slug: child.slug },
        names: path,
        isNew: knownChild === undefined,
      });
    }
  }
  return {
    tree,
    isChanged: members.some(({ isNew }) => isNew),
    grouping,
    entityOf: (post) => entitiesOf(pathsOf(post), tree, findNode),
    tags,
    members,
  };
}

/** Add categories and subcategories whose addresses are free. */
function createAdders(
  tree: CategoryTree,
  names: Names,
  placed: readonly PlacedPost[],
  { locale, routes }: Pick<Destination, 'locale' | 'routes'>,
) {
  const addNode = createNodeFactory(names, languageOf(locale));
  const takenSlugs = new Set([
    ...RESERVED_SEGMENTS,
    ...Object.values(tree).map(({ slug }) => slug),
    ...placed.filter(({ post }) => post.kind === 'page').map(({ slug }) => slug.replace(/\/.*$/, '')),
  ]);

  // An article keeps its old address, so a category gets another one.
  const urls = new Set(placed.map(({ url }) => url.toLowerCase()));

  const addGroup = async (name: string): Promise<CategoryGroup> => {
    const node = await addNode(
      tree,
      [name],
      (slug) => takenSlugs.has(slug) || urls.has(routes.category(locale, slug)),
    );
    takenSlugs.add(node.slug);
    const other = {
      key: 'other',
      title: displayName('other'),
      description: names.titleOf([name]),
      slug: 'other',
      children: null,
    };
    const group = { ...node, children: { other } };
    tree[node.key] = group;
    return group;
  };
  const addChild = async ({ slug: parent, children }: CategoryGroup, path: readonly string[]) => {
    const slugs = new Set([...Object.values(children).map(({ slug }) => slug), 'index', 'page', 'other']);
    const node = await addNode(
      children,
      path,
      (slug) => slugs.has(slug) || urls.has(routes.subcategory(locale, parent, slug)),
    );
    children[node.key] = { ...node, children: null };
    return node;
  };
  return { addGroup, addChild };
}

/** A tag whose page has an address. */
function createTagTest(language: string, notes: Notes) {
  return (tag: string, { file, line }: ImportedPost): string[] => {
    const slug = slugifyName(oneLine(tag), language);
    if (slug === 'index') return [`${tag} (tag)`];
    if (slug !== '' && fitsFileName(slug)) return [tag];
    notes.add({
      file,
      line,
      message: 'tag without letters, or too long for an address: left out',
      detail: tag.slice(0, 120),
    });
    return [];
  };
}

type CategoryGroup = CategoryTree[string];

type Names = ReturnType<typeof createNames>;

/** Finds out what the source calls its categories and tags. Two with one name stay two: their slugs tell them apart. */
function createNames(known: readonly ImportedCategory[], grouping: Grouping) {
  const kind = grouping === 'tags' ? 'tag' : 'category';
  const described = new Map(
    known.filter((category) => category.kind === kind).map((category) => [keyOf(category.path), category]),
  );
  const tags = new Map(known.filter((tag) => tag.kind === 'tag').map((tag) => [tag.path[0] ?? '', tag]));
  const tagNames = countEach([...tags.values()].map(({ name }) => fold(name)));
  /** By their name and the path of their parent. */
  const siblings = countEach(
    [...described.values()].map(({ path, name }) => keyOf([...path.slice(0, -1), name])),
  );
  const sourceOf = (path: readonly string[]) => described.get(keyOf(path));
  const titleOf = (path: readonly string[]): string => {
    const name = sourceOf(path)?.name ?? path.at(-1) ?? '';
    // Names of folders and slugs are spelled out as titles. Other names stay as their authors wrote them.
    const isPlain = grouping === 'folders' || (!sourceOf(path) && /^[a-z0-9_-]+$/.test(name));
    return isPlain ? displayName(name) : oneLine(name);
  };
  return {
    sourceOf,
    titleOf,
    tagOf(key: string): string {
      const tag = tags.get(key);
      if (!tag) return key;
      return (tagNames.get(fold(tag.name)) ?? 0) > 1 && tag.slug !== fold(tag.name)
        ? `${tag.name} (${tag.slug})`
        : tag.name;
    },
    findNode<Node extends { key: string; title: string; slug: string }>(
      nodes: Readonly<Record<string, Node>>,
      path: readonly string[],
    ): Node | undefined {
      const source = sourceOf(path);
      const all = Object.values(nodes);
      const own = source?.slug
        ? all.find(({ slug }) => slug === decodeAddress(source.slug ?? ''))
        : undefined;
      const isUnique = !source || (siblings.get(keyOf([...path.slice(0, -1), source.name])) ?? 0) < 2;
      return own ?? (isUnique ? findByName(all, source?.name ?? path.at(-1) ?? '') : undefined);
    },
  };
}

/** Makes new categories, with slugs and descriptions of the source where it has them. */
function createNodeFactory({ sourceOf, titleOf }: Names, language: string) {
  return async (
    siblings: Readonly<Record<string, unknown>>,
    path: readonly string[],
    isTaken: (slug: string) => boolean,
  ) => {
    const source = sourceOf(path);
    const title = titleOf(path);
    const slug = await createSlug(decodeAddress(source?.slug ?? title), language, isTaken);
    const key = findFreeKey(camel(slug), siblings);
    return { key, title, description: oneLine(source?.description ?? '') || title, slug };
  };
}

/** The front matter entries of a post. Categories that are not in the tree become the fallback. */
function entitiesOf(paths: readonly string[][], tree: CategoryTree, findNode: Names['findNode']): Entity[] {
  const entities = new Map<string, Entity>();
  for (const [top = '', child] of paths) {
    const group = findNode(tree, [top]) ?? findNode(tree, [FALLBACK]);
    if (!group) continue;
    const sub = (child !== undefined && findNode(group.children, [top, child])) || group.children.other;
    const entity = entities.get(group.key) ?? { category: group.key, subcategories: [] };
    entities.set(group.key, entity);
    if (sub && !entity.subcategories.some(({ subcategory }) => subcategory === sub.key))
      entity.subcategories.push({ subcategory: sub.key, subsubcategories: [] });
  }
  return [...entities.values()];
}

/** Prefers categories, then folders, then tags that enough posts have; otherwise takes what any post has. */
function chooseGrouping(posts: readonly ImportedPost[]): Grouping {
  const share = (by: Grouping) =>
    posts.filter((post) => pathsBy(post, by).length > 0).length / Math.max(1, posts.length);
  if (share('categories') >= 0.5) return 'categories';
  if (share('folders') >= 0.9) return 'folders';
  if (share('tags') >= 0.5) return 'tags';
  return share('folders') > 0 ? 'folders' : share('categories') > 0 ? 'categories' : 'tags';
}

function pathsBy(post: ImportedPost, grouping: Grouping): string[][] {
  if (grouping === 'categories')
    return post.categories.filter((path) => path.length > 0).map((path) => [...path]);
  if (grouping === 'tags') return post.tags.map((tag) => [tag]);
  return post.folders.length > 0 ? [[...post.folders]] : [];
}

/** Category and subcategory of a post: deeper levels are cut. */
function shortPathsOf(post: ImportedPost, grouping: Grouping): string[][] {
  const paths = pathsBy(post, grouping);
  return paths.length > 0 ? paths.map((path) => path.slice(0, 2)) : [[FALLBACK]];
}

interface Usage {
  name: string;
  /** Number of posts. */
  count: number;
}

function chooseMostUsed(pathsOfPosts: readonly string[][][]) {
  const groups = countUses(pathsOfPosts);
  const kept = new Set(mostUsed(groups.values(), MAX_CATEGORIES).map(({ name }) => fold(name)));
  const isKept = ({ name }: Usage) => kept.has(fold(name));
  const dropped: Usage[] = [...groups.values()].filter((group) => !isKept(group));
  // Ordered by first use, so that a new post does not move a category.
  const tops = [...groups.values()].filter(isKept).map(({ name }) => name);
  if (dropped.length > 0 && !kept.has(fold(FALLBACK))) tops.push(FALLBACK);
  const childrenOf = (top: string) =>
    mostUsed(groups.get(fold(top))?.children.values() ?? [], MAX_SUBCATEGORIES).map(({ name }) => name);
  return { tops, childrenOf, dropped };
}

function countUses(pathsOfPosts: readonly string[][][]) {
  const groups = new Map<string, Usage & { children: Map<string, Usage> }>();
  for (const [top = '', child] of pathsOfPosts.flat()) {
    const group = groups.get(fold(top)) ?? { name: top, count: 0, children: new Map() };
    groups.set(fold(top), group);
    group.count++;
    if (child === undefined) continue;
    const inner = group.children.get(fold(child)) ?? { name: child, count: 0 };
    group.children.set(fold(child), inner);
    inner.count++;
  }
  return groups;
}

function mostUsed<T extends Usage>(items: Iterable<T>, limit: number): T[] {
  return [...items].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
}

function reportDropped(dropped: readonly Usage[], [first]: readonly ImportedPost[], notes: Notes): void {
  for (const { name, count } of dropped)
    notes.add({
      file: first?.file ?? '',
      message: `category that is not among the ${MAX_CATEGORIES} most used: it becomes a tag`,
      detail: `${name}, ${count}`,
    });
}

function findByName<Node extends { key: string; title: string; slug: string }>(
  all: readonly Node[],
  name: string,
): Node | undefined {
  const wanted = fold(oneLine(name));
  return (
    all.find(({ title }) => fold(title) === wanted) ??
    all.find(
      ({ key, slug, title }) =>
        slug === wanted || fold(key) === wanted || fold(title) === fold(displayName(name)),
    )
  );
}

function keyOf(path: readonly string[]): string {
  return path.map(fold).join('\n');
}

/** `odds-calculation` → `oddsCalculation`. */
function camel(slug: string): string {
  return slug.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

function findFreeKey(key: string, nodes: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(nodes, key) && key !== 'other') return key;
  for (let number = 2; ; number++) if (!Object.hasOwn(nodes, `${key}${number}`)) return `${key}${number}`;
}

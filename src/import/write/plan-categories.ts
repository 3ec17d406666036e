/** Plans the categories of imported posts: which ones there are, and which each post belongs to. */
import { fold } from '../../foundation/fold.ts';
import { createSlug } from '../../foundation/slug.ts';
import { languageOf } from '../../locales/codes.ts';
import { type CategoryTree, displayName, type Entity } from '../../site/category-tree.ts';
import { RESERVED_SEGMENTS } from '../../site/routes.ts';
import type { ImportedCategory, ImportedPost } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { PlacedPost } from './place-posts.ts';
import { oneLine } from './post-file.ts';
import type { SiteTarget } from './site-target.ts';

/** More would fill the menu that every page has. */
const MAX_CATEGORIES = 24;
const MAX_SUBCATEGORIES = 40;

/** Which field of the posts the categories are made from. */
export type Grouping = 'categories' | 'tags' | 'folders';

export interface CategoryPlan {
  tree: CategoryTree;
  /** Whether the tree has more than the site had. */
  isChanged: boolean;
  grouping: Grouping;
  entityOf(post: ImportedPost): Entity[];
  /** Key → names in the source, from the top; of all categories that posts use. */
  members: readonly {
    key: string;
    slug: string;
    isNew: boolean;
    child: { key: string; slug: string } | null;
    names: readonly string[];
  }[];
}

export async function planCategories(
  placed: readonly PlacedPost[],
  known: readonly ImportedCategory[],
  target: SiteTarget,
  notes: Notes,
): Promise<CategoryPlan> {
  const articles = placed.filter(({ post }) => post.kind === 'article').map(({ post }) => post);
  const grouping = chooseGrouping(articles);
  const language = languageOf(target.locale);
  const tree: CategoryTree = structuredClone(target.edition.tree ?? {});
  const members: CategoryPlan['members'][number][] = [];
  const taken = new Set([
    ...RESERVED_SEGMENTS,
    ...Object.values(tree).map(({ slug }) => slug),
    ...placed.filter(({ post }) => post.kind === 'page').map(({ slug }) => slug.replace(/\/.*$/, '')),
  ]);
  const described = new Map(known.map((category) => [keyOf(category.path), category]));

  const pathsOf = (post: ImportedPost): string[][] => {
    const paths = pathsBy(post, grouping);
    return paths.length > 0 ? paths.map((path) => path.slice(0, 2)) : [[FALLBACK]];
  };
  const used = chooseMostUsed(articles.map(pathsOf), notes, articles);

  const addNode = async (
    nodes: Record<string, { key: string; slug: string }>,
    names: readonly string[],
    isTaken: (slug: string) => boolean,
  ) => {
    const name = names.at(-1) ?? '';
    const source = described.get(keyOf(names));
    const title = titleOf(name, grouping);
    const slug = await createSlug(source?.slug ?? title, language, isTaken);
    const key = findKey(camel(slug), nodes);
    return { key, title, description: oneLine(source?.description ?? '') || title, slug };
  };
  for (const names of used.tops) {
    let group = findNode(tree, names);
    const isNew = group === undefined;
    if (!group) {
      const node = await addNode(tree, [names], (slug) => taken.has(slug));
      taken.add(node.slug);
      const other = {
        key: 'other',
        title: displayName('other'),
        description: titleOf(names, grouping),
        slug: 'other',
        children: null,
      };
      group = { ...node, children: { other } };
      tree[node.key] = group;
    }
    members.push({ key: group.key, slug: group.slug, child: null, names: [names], isNew });
    for (const name of used.childrenOf(names)) {
      const known = findNode(group.children, name);
      const member = { key: group.key, slug: group.slug, names: [names, name], isNew: known === undefined };
      if (known) {
        members.push({ ...member, child: { key: known.key, slug: known.slug } });
        continue;
      }
      const slugs = new Set([
        ...Object.values(group.children).map(({ slug }) => slug),
        'index',
        'page',
        'other',
      ]);
      const node = await addNode(group.children, [names, name], (slug) => slugs.has(slug));
      group.children[node.key] = { ...node, children: null };
      members.push({ ...member, child: { key: node.key, slug: node.slug } });
    }
  }
  const entityOf = (post: ImportedPost): Entity[] => {
    const entities = new Map<string, Entity>();
    for (const [top = '', child] of pathsOf(post)) {
      const group = findNode(tree, top) ?? findNode(tree, FALLBACK);
      if (!group) continue;
      const sub = (child !== undefined && findNode(group.children, child)) || group.children.other;
      const entity = entities.get(group.key) ?? { category: group.key, subcategories: [] };
      entities.set(group.key, entity);
      if (sub && !entity.subcategories.some(({ subcategory }) => subcategory === sub.key))
        entity.subcategories.push({ subcategory: sub.key, subsubcategories: [] });
    }
    return [...entities.values()];
  };
  return { tree, isChanged: members.some(({ isNew }) => isNew), grouping, entityOf, members };
}

/** Of posts without any. */
const FALLBACK = 'Posts';

/** Categories where most posts have one, else tags, else folders. */
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

function chooseMostUsed(paths: readonly string[][][], notes: Notes, posts: readonly ImportedPost[]) {
  const counts = new Map<
    string,
    { name: string; count: number; children: Map<string, { name: string; count: number }> }
  >();
  for (const post of paths) {
    for (const [top = '', child] of post) {
      const group = counts.get(fold(top)) ?? { name: top, count: 0, children: new Map() };
      counts.set(fold(top), group);
      group.count++;
      if (child === undefined) continue;
      const inner = group.children.get(fold(child)) ?? { name: child, count: 0 };
      group.children.set(fold(child), inner);
      inner.count++;
    }
  }
  const most = <T extends { name: string; count: number }>(items: Iterable<T>, limit: number): T[] =>
    [...items].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
  const kept = new Set(most(counts.values(), MAX_CATEGORIES).map(({ name }) => fold(name)));
  const dropped = [...counts.values()].filter(({ name }) => !kept.has(fold(name)));
  const file = posts[0]?.file ?? '';
  for (const { name, count } of dropped)
    notes.add({
      file,
      message: `category "${name}" with ${count} posts is beyond the ${MAX_CATEGORIES} most used: left out`,
    });
  // In the order of their first post, so that a new post moves none.
  const tops = [...counts.values()].filter(({ name }) => kept.has(fold(name))).map(({ name }) => name);
  if (dropped.length > 0 && !kept.has(fold(FALLBACK))) tops.push(FALLBACK);
  const childrenOf = (top: string) =>
    most(counts.get(fold(top))?.children.values() ?? [], MAX_SUBCATEGORIES).map(({ name }) => name);
  return { tops, childrenOf };
}

function findNode<Node extends { key: string; title: string; slug: string }>(
  nodes: Readonly<Record<string, Node>>,
  name: string,
): Node | undefined {
  const wanted = fold(oneLine(name));
  const all = Object.values(nodes);
  return (
    all.find(({ title }) => fold(title) === wanted) ??
    all.find(
      ({ key, slug, title }) =>
        slug === wanted || fold(key) === wanted || fold(title) === fold(displayName(name)),
    )
  );
}

/** Folders are spelled as names; categories and tags are words of people. */
function titleOf(name: string, grouping: Grouping): string {
  return grouping === 'folders' || /^[a-z0-9_-]+$/.test(name) ? displayName(name) : oneLine(name);
}

function keyOf(path: readonly string[]): string {
  return path.map(fold).join('\n');
}

/** `odds-calculation` → `oddsCalculation`. */
function camel(slug: string): string {
  return slug.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

function findKey(key: string, nodes: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(nodes, key) && key !== 'other') return key;
  for (let number = 2; ; number++) if (!Object.hasOwn(nodes, `${key}${number}`)) return `${key}${number}`;
}

/** Renames, moves and merges categories of one tree. Every address that changes becomes an alias. */
import type * as z from 'zod';
import type { categoryTreeSchema } from '../content/article/category-tree.ts';

/** content/{locale}/categories.json */
export type TreeFile = z.output<typeof categoryTreeSchema>;
type Node = Pick<TreeFile[string], 'key' | 'title' | 'slug' | 'aliases'>;

/** A category, or a subcategory with its category. */
export type CategoryName = readonly [category: string, subcategory?: string];

export interface CategoryChange {
  from: CategoryName;
  to: CategoryName;
  /** `to` exists and takes in `from`. Otherwise `from` is renamed to `to`. */
  merge: boolean;
  slug: string | undefined;
  title: string | undefined;
}

/** Gives the address of a category from its slugs. */
type AddressOf = (category: string, subcategory?: string) => string;

/** @param tree has `from`, and `to` or its category */
export function changeTree(tree: TreeFile, change: CategoryChange, addressOf: AddressOf): TreeFile {
  const changed = change.from[1] === undefined ? changeGroup(tree, change) : changeChild(tree, change);
  const before = new Map(listNodes(tree, addressOf));
  const after = new Map(listNodes(changed, addressOf));
  const isTaken = new Set(after.values());
  // Each old address becomes an alias of the category that has the articles now, unless another page uses it.
  const kept = new Map<string, Set<string>>();
  for (const [name, address] of before) {
    const target = nameAfter(name, change);
    const { aliases = [] } = findNode(tree, name) ?? {};
    const moved = [...aliases, ...(after.get(target) === address ? [] : [address])];
    kept.set(target, new Set([...(kept.get(target) ?? []), ...moved].filter((path) => !isTaken.has(path))));
  }
  const write = <Kind extends Node>(node: Kind, name: string): Kind => {
    const aliases = [...(kept.get(name) ?? [])];
    return { ...node, aliases: aliases.length > 0 ? aliases : undefined };
  };
  return Object.fromEntries(
    Object.entries(changed).map(([key, group]) => {
      const children = Object.entries(group.children).map(
        ([childKey, child]) => [childKey, write(child, `${key}/${childKey}`)] as const,
      );
      return [key, { ...write(group, key), children: Object.fromEntries(children) }];
    }),
  );
}

/** `category` or `category/subcategory` after the change. */
export function nameAfter(name: string, { from, to }: CategoryChange): string {
  const [old, now] = [from.join('/'), to.join('/')];
  return name === old ? now : name.startsWith(`${old}/`) ? now + name.slice(old.length) : name;
}

function changeGroup(tree: TreeFile, { from: [old], to: [now], merge, ...change }: CategoryChange): TreeFile {
  const moved = tree[old];
  const target = tree[now];
  if (!moved) return tree;
  if (!merge || !target)
    return Object.fromEntries(
      Object.entries(tree).map(([key, group]) =>
        key === old ? [now, rename(group, now, change)] : [key, group],
      ),
    );
  const { [old]: _moved, ...others } = tree;
  return { ...others, [now]: { ...target, children: { ...moved.children, ...target.children } } };
}

function changeChild(tree: TreeFile, { from, to, merge, ...change }: CategoryChange): TreeFile {
  const [oldGroup, old = ''] = from;
  const [newGroup, now = ''] = to;
  const moved = tree[oldGroup]?.children[old];
  if (!moved) return tree;
  const renamed = rename(moved, now, change);
  return Object.fromEntries(
    Object.entries(tree).map(([key, group]) => {
      const children = Object.entries(group.children).flatMap(([childKey, child]) => {
        if (key !== oldGroup || childKey !== old) return [[childKey, child] as const];
        return merge || newGroup !== oldGroup ? [] : [[now, renamed] as const];
      });
      if (key === newGroup && newGroup !== oldGroup && !merge) children.push([now, renamed]);
      return [key, { ...group, children: Object.fromEntries(children) }];
    }),
  );
}

function rename<Renamed extends Node>(
  node: Renamed,
  key: string,
  { slug, title }: Pick<CategoryChange, 'slug' | 'title'>,
): Renamed {
  return { ...node, key, ...(title !== undefined && { title }), ...(slug !== undefined && { slug }) };
}

function* listNodes(tree: TreeFile, addressOf: AddressOf): Iterable<[name: string, address: string]> {
  for (const [key, group] of Object.entries(tree)) {
    yield [key, addressOf(group.slug)];
    for (const [childKey, child] of Object.entries(group.children))
      yield [`${key}/${childKey}`, addressOf(group.slug, child.slug)];
  }
}

function findNode(tree: TreeFile, name: string): Node | undefined {
  const [key = '', child] = name.split('/');
  return child === undefined ? tree[key] : tree[key]?.children[child];
}

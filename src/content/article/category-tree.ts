/** The category tree (docs/product.md, "Category tree"): schema, parse step, defaults, display names. */
import * as z from 'zod';
import { aliasPaths } from '../../config/page-path.ts';
import { SLUG, slugifyName } from '../../foundation/slug.ts';

const slug = z
  .string()
  .normalize('NFC')
  .regex(SLUG, 'must be lower-case letters, digits and single hyphens, such as "odds-calculation"');

const fields = {
  key: z
    .string()
    .min(1)
    .describe(
      'Key of the category, the same as its property name, which is the default. Articles use it in `category`.',
    )
    .meta({ examples: ['other'] }),
  title: z
    .string()
    .min(1)
    .optional()
    .describe('Title of the listing. Default: made from the key.')
    .meta({ examples: ['More on Walks'] }),
  description: z
    .string()
    .optional()
    .describe(
      'Description of the listing. Default: none; made from the key where `title` is missing or `key` is written.',
    )
    .meta({ examples: ['Whatever else there is to say about walking.'] }),
  slug: slug
    .describe(
      'Part of the address: /{slug}, or /{slug}/{slug of the subcategory}. Default: made from the key.',
    )
    .meta({
      examples: ['more-on-walks'],
    }),
  aliases: aliasPaths,
};
const childSchema = z.strictObject({ ...fields, children: z.null().describe('Always null.') });
const groupSchema = z.strictObject({
  ...fields,
  key: fields.key.meta({ examples: ['walks'] }),
  title: fields.title.meta({ examples: ['Walks'] }),
  description: fields.description.meta({ examples: ['Walks of a day and of a week.'] }),
  slug: fields.slug.meta({ examples: ['walks'] }),
  children: z
    .record(z.string(), childSchema)
    .describe('Subcategories by their key. Articles without one are in `other`, which every category has.'),
});

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What follows from the key where a file leaves it out. A wrong value stays, so that it is named. */
function expandNode(value: unknown, key: string, children: (given: unknown) => unknown): unknown {
  if (!isMap(value)) return value;
  const name = displayName(key).toLowerCase();
  const slug = /^[\0-\x7f]*$/.test(name)
    ? name.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
    : slugifyName(name, 'en');
  const { title } = value;
  // In the short form, a description that is made from the key would say the title again.
  const texts = typeof title === 'string' && value.key === undefined ? { description: '' } : {};
  return { key, ...(slug !== '' && { slug }), ...texts, ...value, children: children(value.children) };
}

/** Writes the short form in full: keys, slugs, and the child `other` of each group. @param other its title */
function expandTree(tree: unknown, other: string): unknown {
  if (!isMap(tree)) return tree;
  return mapValues(tree, (group, key) =>
    expandNode(group, key, (given = {}) =>
      isMap(given)
        ? mapValues({ ...given, [OTHER]: given[OTHER] ?? { title: other } }, (child, childKey) =>
            expandNode(child, childKey, (leaf = null) => leaf),
          )
        : given,
    ),
  );
}

/** The subcategory of articles that are in no other one. */
export const OTHER = 'other';

const wholeTreeSchema = z.record(z.string(), groupSchema).superRefine((tree, context) => {
  const report = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  const checkNode = (path: string[], key: string, node: NodeInput, slugs: Map<string, string>) => {
    if (node.key !== key)
      report([...path, 'key'], `is "${node.key}" under the key "${key}"; make them equal`);
    const other = slugs.get(node.slug);
    if (other !== undefined)
      report([...path, 'slug'], `slug "${node.slug}" is taken by ${other}; give each its own`);
    slugs.set(node.slug, key);
  };
  const slugs = new Map<string, string>();
  for (const [key, group] of Object.entries(tree)) {
    checkNode([key], key, group, slugs);
    const childSlugs = new Map([
      ['index', 'the listing itself'],
      ['page', 'the pages of the listing'],
    ]);
    for (const [childKey, child] of Object.entries(group.children))
      checkNode([key, 'children', childKey], childKey, child, childSlugs);
  }
});

/**
 * content/{locale}/categories.json. A category needs a title, or not even that: the rest follows from its key.
 * @param other title of the subcategories `other` that a file leaves out
 */
export const createTreeSchema = (other: string) =>
  z.preprocess((tree) => expandTree(tree, other), wholeTreeSchema);

export const categoryTreeSchema = createTreeSchema(displayName(OTHER));

const shortChildSchema = childSchema.partial();
/** The same schema for editors, which read the file before it is parsed. */
export const categoryFileSchema = z.record(
  z.string(),
  groupSchema.partial().extend({
    children: z
      .record(z.string(), shortChildSchema)
      .optional()
      .describe('Subcategories by their key. Articles without one are in `other`, which every category has.'),
  }),
);

interface TreeNode {
  key: string;
  title: string;
  description: string;
  slug: string;
  /** Old addresses of the listing. */
  aliases?: string[];
}

/** A subcategory: a leaf of the tree. */
export interface Subcategory extends TreeNode {
  children: null;
}

/** A top-level category; `children` always has `other`. */
export interface CategoryGroup extends TreeNode {
  children: Record<string, Subcategory>;
}

/** False for a category that only has `other`: readers see no subcategory. */
export function hasParts({ children }: CategoryGroup): boolean {
  return Object.keys(children).length > 1;
}

/** The categories by key, in the order of the menu. */
export type CategoryTree = Record<string, CategoryGroup>;

/** `category` and `category/subcategory` of the whole tree. */
export function listCategoryNames(tree: CategoryTree): string[] {
  return Object.entries(tree).flatMap(([key, { children }]) => [
    key,
    ...Object.keys(children).map((child) => `${key}/${child}`),
  ]);
}

/** Die, spade, money bag, playing card. */
const DEFAULT_DESCRIPTION_EMOJIS = ['🎲', '♠️', '💰', '🃏'] as const;

/** Fills in titles and descriptions that were left out. */
export function createCategoryTree(input: z.output<typeof categoryTreeSchema>): CategoryTree {
  return mapValues(input, (group, key) => ({
    ...describeNode(key, group),
    children: mapValues(group.children, (child, childKey) => ({
      ...describeNode(childKey, child),
      children: null,
    })),
  }));
}

type NodeInput = Omit<z.output<typeof childSchema>, 'children'>;

function describeNode(key: string, node: NodeInput): TreeNode {
  const { title = displayName(key), description = defaultDescription(key), slug, aliases } = node;
  return { key, title, description, slug, ...(aliases && { aliases }) };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

/** Type of a category: a map of its subcategory names and `other`, all false. */
export function parseCategory(group: CategoryGroup): Record<string, boolean> {
  const { [OTHER]: _other, ...named } = group.children;
  return { ...mapValues(named, () => false), [OTHER]: false };
}

/** A category that an article names, by key or slug, with its subcategories. */
export interface Entity {
  category: string;
  subcategories: { subcategory: string; subsubcategories: string[] }[];
  /** Present if the article writes it as `category: walks/coast`, not as an item of `entities`. */
  isShort?: true;
}

/** @param names such as `walks/coast` or `walks` */
export function readCategories(names: readonly string[]): Entity[] {
  return names.map((name) => {
    const [category = '', child] = name.split('/');
    const subcategories = child === undefined ? [] : [{ subcategory: child, subsubcategories: [] }];
    return { category, subcategories, isShort: true };
  });
}

/** An item of the front matter field `category`. `other` is left out, since it is the default. */
export function categoryName(category: string, subcategory: string): string {
  return subcategory === OTHER ? category : `${category}/${subcategory}`;
}

/** The value of the front matter field `category`. */
export function writeCategories(entities: readonly Entity[]): string | string[] {
  const written = entities.flatMap(({ category, subcategories }) =>
    subcategories.length === 0
      ? [category]
      : subcategories.map(({ subcategory }) => categoryName(category, subcategory)),
  );
  // A change may give an article a category that it has already.
  const names = [...new Set(written)];
  const [only = '', ...others] = names;
  return others.length === 0 ? only : names;
}

/** True if `category` can say the same. It has no place for further names. */
export function fitsCategory(entities: readonly Entity[]): boolean {
  return entities.every(({ subcategories }) =>
    subcategories.every(({ subsubcategories }) => subsubcategories.length === 0),
  );
}

/** Finds a category or subcategory by its key, else by its slug. */
export function findNode<Node extends { slug: string }>(
  nodes: Readonly<Record<string, Node>>,
  name: string,
): Node | undefined {
  return Object.hasOwn(nodes, name) ? nodes[name] : Object.values(nodes).find(({ slug }) => slug === name);
}

/** Replaces slugs by keys. Names that the tree lacks stay. */
export function resolveEntities(tree: CategoryTree, entities: readonly Entity[]): Entity[] {
  return entities.map((entity) => {
    const group = findNode(tree, entity.category);
    if (!group) return entity;
    const subcategories = entity.subcategories.map((child) => ({
      ...child,
      subcategory: findNode(group.children, child.subcategory)?.key ?? child.subcategory,
    }));
    return { ...entity, category: group.key, subcategories };
  });
}

/** One entity for each category, with `other` as its only subcategory. */
export function createDefaultEntities(tree: CategoryTree): Entity[] {
  return Object.keys(tree).map(createDefaultEntity);
}

export function createDefaultEntity(category: string): Entity {
  return { category, subcategories: [{ subcategory: OTHER, subsubcategories: [] }] };
}

/** Category types as JSON with two-space indentation. */
export function serializeCategories(
  value: CategoryTree | Record<string, boolean> | readonly Entity[],
): string {
  return JSON.stringify(value, null, 2);
}

/** `oddsCalculation` → `Odds Calculation`; `deFiLending` → `DeFi Lending`; `nftArt` → `NFT Art`. */
export function displayName(key: string): string {
  return key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .replace(/\bDe ?Fi(?![a-z])/gi, 'DeFi')
    .replace(/\bN ?F ?T(s?)(?![a-z])/gi, (_all, plural: string) => `NFT${plural.toLowerCase()}`);
}

/** The default description of a node: its name and an emoji, chosen by the key. */
function defaultDescription(key: string): string {
  let sum = 0;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `${displayName(key)} ${DEFAULT_DESCRIPTION_EMOJIS[sum % DEFAULT_DESCRIPTION_EMOJIS.length]}`;
}

/** The category tree (docs/product.md, "Category tree"): parse step, defaults, names, serialisation. */
import { describe, expect, it, test } from 'vitest';
import {
  type CategoryTree,
  categoryTreeSchema,
  createCategoryTree,
  createDefaultEntities,
  createDefaultEntity,
  createTreeSchema,
  displayName,
  parseCategory,
  serializeCategories,
} from '../../src/content/article/category-tree.ts';

const leaf = (key: string, slug = key.toLowerCase()) => ({ key, slug, children: null });

const group = (key: string, children: readonly string[]) => ({
  key,
  slug: key.toLowerCase(),
  children: Object.fromEntries(children.map((child) => [child, leaf(child)])),
});

const tree = createCategoryTree({
  betting: group('betting', ['odds', 'bankroll', 'other']),
  nftArt: group('nftArt', ['other']),
});

describe('the parse step', () => {
  test.each<[string, readonly string[], Record<string, boolean>]>([
    [
      'names and the extra other',
      ['odds', 'bankroll', 'other'],
      { odds: false, bankroll: false, other: false },
    ],
    ['a category with nothing but other', ['other'], { other: false }],
    ['other comes last wherever it stands', ['other', 'odds'], { odds: false, other: false }],
  ])('%s', (_name, children, expected) => {
    const parsed = parseCategory(
      createCategoryTree({ x: group('x', children) }).x ?? expect.fail('no group'),
    );
    expect(parsed).toEqual(expected);
    expect(Object.keys(parsed)).toEqual(Object.keys(expected));
    expect(typeof parsed.other).toBe('boolean');
  });

  it('has other even where the group has none', () => {
    const bare = { key: 'x', title: 'X', description: '', slug: 'x', children: {} };
    expect(parseCategory(bare)).toEqual({ other: false });
  });
});

describe('default entities', () => {
  it('name each category once, with other as its one subcategory', () => {
    expect(createDefaultEntities(tree)).toEqual([
      { category: 'betting', subcategories: [{ subcategory: 'other', subsubcategories: [] }] },
      { category: 'nftArt', subcategories: [{ subcategory: 'other', subsubcategories: [] }] },
    ]);
  });

  it('share nothing, so that changing one leaves the others', () => {
    createDefaultEntity('betting').subcategories[0]?.subsubcategories.push('changed');
    expect(createDefaultEntity('betting').subcategories[0]?.subsubcategories).toEqual([]);
  });

  it('are none for an empty tree', () => {
    expect(createDefaultEntities({})).toEqual([]);
  });
});

test.each([
  ['oddsCalculation', 'Odds Calculation'],
  ['preMatchAnalysis', 'Pre Match Analysis'],
  ['deFi', 'DeFi'],
  ['defi', 'DeFi'],
  ['deFiLending', 'DeFi Lending'],
  ['nft', 'NFT'],
  ['nfts', 'NFTs'],
  ['NFTs', 'NFTs'],
  ['onlineNFTs', 'Online NFTs'],
  ['nft2024', 'NFT2024'],
  ['DeFi2', 'DeFi2'],
  ['nftArt', 'NFT Art'],
  ['NFTMarkets', 'NFT Markets'],
  ['definitions', 'Definitions'],
  ['web3Wallets', 'Web3 Wallets'],
  ['snake_case-and-kebab', 'Snake Case And Kebab'],
  ['other', 'Other'],
  ['ставкиИПокер', 'Ставки И Покер'],
])('the display name of %s is %s', (key, name) => {
  expect(displayName(key)).toBe(name);
});

describe('the tree', () => {
  it('fills in titles and descriptions with one of the default emojis, always the same one', () => {
    const { odds } = tree.betting?.children ?? {};
    expect(odds?.title).toBe('Odds');
    expect(['Odds 🎲', 'Odds ♠️', 'Odds 💰', 'Odds 🃏']).toContain(odds?.description);
    expect(
      createCategoryTree({ betting: group('betting', ['odds', 'other']) }).betting?.children.odds,
    ).toEqual(odds);
  });

  it('is the same in its short form, where keys, slugs and the child "other" follow', () => {
    const short = { seaBirds: { title: 'Birds of the Sea', children: { coast: {} } } };
    const whole = {
      seaBirds: {
        key: 'seaBirds',
        title: 'Birds of the Sea',
        description: '',
        slug: 'sea-birds',
        children: {
          coast: { key: 'coast', title: 'Coast', slug: 'coast', children: null },
          other: { key: 'other', title: 'Further', description: '', slug: 'other', children: null },
        },
      },
    };
    const made = createCategoryTree(createTreeSchema('Further').parse(short));
    expect(made).toEqual(createCategoryTree(categoryTreeSchema.parse(whole)));
    expect(made.seaBirds?.children.other).toEqual(whole.seaBirds.children.other);
    expect(categoryTreeSchema.parse({ a: { title: 'A' } })).toMatchObject({
      a: { slug: 'a', children: { other: { slug: 'other' } } },
    });
    expect(categoryTreeSchema.parse({ Прогулки: {} })).toMatchObject({ Прогулки: { slug: 'прогулки' } });
    // A key without letters makes no address.
    expect(categoryTreeSchema.safeParse({ '!': { title: 'Walks' } }).success).toBe(false);
  });

  it('is keyed by name, and its leaves have no children', () => {
    expect(Object.keys(tree)).toEqual(['betting', 'nftArt']);
    expect(tree.betting?.children.odds).toMatchObject({ key: 'odds', slug: 'odds', children: null });
  });

  test.each<[string, unknown, string]>([
    ['a key that is not its name', { a: group('b', ['other']) }, 'make them equal'],
    [
      'two groups with one slug',
      { a: group('a', ['other']), b: { ...group('b', ['other']), slug: 'a' } },
      'taken by a',
    ],
    [
      'a subcategory at the address of the second page',
      { a: { ...group('a', ['other']), children: { other: leaf('other', 'page') } } },
      'taken by the pages of the listing',
    ],
    [
      'a subcategory at the address of its listing',
      { a: { ...group('a', ['other']), children: { other: leaf('other', 'index') } } },
      'taken by the listing itself',
    ],
    ['a slug with a capital', { a: { ...group('a', ['other']), slug: 'A' } }, 'lower-case'],
  ])('is refused with %s', (_name, value, message) => {
    const result = categoryTreeSchema.safeParse(value);
    expect(result.success).toBe(false);
    expect(result.error?.issues.map((issue) => issue.message).join()).toContain(message);
  });
});

test.each<[string, unknown, PropertyKey[]]>([
  ['a key of a group', { a: group('b', ['other']) }, ['a', 'key']],
  [
    'a slug of a group',
    { a: group('a', ['other']), b: { ...group('b', ['other']), slug: 'a' } },
    ['b', 'slug'],
  ],
  [
    'a key of a subcategory',
    { a: { ...group('a', ['other']), children: { other: leaf('odds', 'other') } } },
    ['a', 'children', 'other', 'key'],
  ],
  [
    'a slug of a subcategory',
    { a: { ...group('a', ['other']), children: { other: leaf('other', 'index') } } },
    ['a', 'children', 'other', 'slug'],
  ],
])('a problem points at %s', (_name, value, path) => {
  const issues = categoryTreeSchema.safeParse(value).error?.issues ?? [];
  expect(issues.map((issue) => issue.path)).toContainEqual(path);
});

test.each(['-odds', 'odds-', 'odds--1', 'Öd', 'a_b', 'a b', ''])('"%s" is no slug', (slug) => {
  expect(categoryTreeSchema.safeParse({ a: { ...group('a', ['other']), slug } }).success).toBe(false);
});

test('titles and descriptions that are written stay', () => {
  const input = { ...group('a', ['other']), title: 'My Title', description: 'My text' };
  expect(createCategoryTree({ a: input }).a).toMatchObject({ title: 'My Title', description: 'My text' });
});

test.each<[string, CategoryTree | Record<string, boolean> | ReturnType<typeof createDefaultEntities>]>([
  ['a tree', tree],
  ['a parsed category', { odds: false, other: false }],
  ['default entities', createDefaultEntities(tree)],
])('%s is serialised as JSON with two-space indentation', (_name, value) => {
  const text = serializeCategories(value);
  expect(JSON.parse(text)).toEqual(value);
  const indents = text.split('\n').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  expect(indents[1]).toBe(2);
  expect(indents.every((indent) => indent % 2 === 0)).toBe(true);
});

test('old addresses of a listing stay, and are absent where there are none', () => {
  const child = { ...leaf('other'), aliases: ['/c'] };
  const input = { ...group('a', []), aliases: ['/a', '/b'], children: { other: child } };
  const { a, b } = createCategoryTree({ a: input, b: group('b', ['other']) });
  expect([a?.aliases, a?.children.other?.aliases]).toEqual([['/a', '/b'], ['/c']]);
  expect(b).not.toHaveProperty('aliases');
});

test.each([
  ['a b', 'A B'],
  ['odds__and--lines', 'Odds And Lines'],
  ['XMLFeed', 'XML Feed'],
  ['_private', 'Private'],
])('the name of %s has single spaces: %s', (key, name) => {
  expect(displayName(key)).toBe(name);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateIn } from '../../src/content/article/dates.ts';
import { createRelated } from '../../src/site/related.ts';
import { countInbound, newestChanges, selectSections } from '../../src/site/select-articles.ts';
import type { Article, Edition } from '../../src/site/site.ts';
import { type Change, createModel, day } from './model.ts';

function createEdition(changes: readonly Change[]): Edition {
  const { site, problems } = createModel(changes, {}, { locales: ['en_US'] });
  expect(problems).toEqual([]);
  const [edition] = site.editions;
  if (!edition) throw new Error('no edition');
  return edition;
}

const in_ = (category: string, subcategory?: string) => [
  { category, subcategories: subcategory ? [{ subcategory, subsubcategories: [] }] : [] },
];
const slugs = (articles: readonly Article[]) => articles.map(({ meta }) => meta.slug);

const poolOf = (edition: Edition) => ({
  edition,
  articles: edition.articles,
  subcategories: [...edition.subcategories.values()],
  inbound: countInbound({ config: { basePath: '' } }, edition),
});

/** The slugs of the sections of a home page. */
function select(edition: Edition, counts: { best: number; hot: number; more: number }): string[][] {
  const kinds = ['best', 'hot', 'more'] as const;
  const wanted = kinds.map((kind) => ({ kind, count: counts[kind] }));
  return selectSections(poolOf(edition), wanted).map(slugs);
}

describe('an article stands', () => {
  test('in other where it names no subcategory, in other of every category where it names none', () => {
    const edition = createEdition([
      { slug: 'named', entities: in_('poker', 'hands') },
      { slug: 'group', entities: in_('poker') },
      { slug: 'none', entities: [] },
    ]);
    const at = Object.fromEntries(
      [...edition.subcategories].map(([key, { articles }]) => [key, slugs(articles)]),
    );
    expect(at).toEqual({
      'betting/odds': [],
      'betting/other': ['none'],
      'poker/hands': ['named'],
      'poker/other': ['group', 'none'],
    });
  });

  test('once in a category, in whatever order its subcategories are named', () => {
    const both = [
      ...in_('betting', 'odds'),
      ...in_('poker', 'hands'),
      ...in_('betting', 'other'),
      ...in_('betting', 'odds'),
    ];
    const edition = createEdition([
      { slug: 'a', entities: both },
      { slug: 'b', date: day('2026-02-01') },
    ]);
    expect(slugs(edition.categories.get('betting')?.articles ?? [])).toEqual(['b', 'a']);
    expect(slugs(edition.categories.get('poker')?.articles ?? [])).toEqual(['a']);
    expect(edition.articles.find(({ meta }) => meta.slug === 'a')?.placements).toHaveLength(3);
  });

  test('newest first, by slug on one day', () => {
    const edition = createEdition([
      { slug: 'b' },
      { slug: 'a' },
      { slug: 'c', date: day('2026-05-05') },
      { slug: 'd', date: dateIn({ day: '2026-05-05', time: Date.UTC(2026, 4, 5, 9) }, 'UTC') },
    ]);
    expect(slugs(edition.articles)).toEqual(['d', 'c', 'a', 'b']);
  });
});

describe('the home page', () => {
  test('shows the most linked or newest of each subcategory, then what changed last, then each subcategory in turn', () => {
    const edition = createEdition([
      { slug: 'linked', date: day('2025-01-01') },
      { slug: 'long', words: 9000, date: day('2025-06-01') },
      {
        slug: 'hand',
        entities: in_('poker', 'hands'),
        date: day('2026-05-02'),
        links: ['/articles/linked#part'],
      },
      { slug: 'updated', updated: day('2026-06-01'), links: ['/articles/updated'] },
      { slug: 'new', date: day('2026-05-01'), entities: in_('poker', 'hands') },
      { slug: 'rest-1', date: day('2025-05-01') },
      { slug: 'rest-2', date: day('2025-04-01') },
      { slug: 'rest-3', date: day('2025-03-01'), entities: in_('poker', 'hands') },
    ]);
    const [best, hot, more] = select(edition, { best: 2, hot: 2, more: 3 });
    expect(best).toEqual(['linked', 'hand']);
    expect(hot).toEqual(['updated', 'new']);
    expect(more).toEqual(['long', 'rest-3', 'rest-1']);
  });

  test('begins with what the editors put forward, in their order', () => {
    const edition = createEdition([
      { slug: 'a', editorial: { featured: 2 }, date: day('2020-01-01') },
      { slug: 'b', editorial: { featured: 1 }, date: day('2019-01-01') },
      { slug: 'c', links: ['/articles/d'] },
      { slug: 'd' },
    ]);
    expect(select(edition, { best: 3, hot: 0, more: 0 })[0]).toEqual(['b', 'a', 'd']);
    const pool = poolOf(edition);
    const [featured, latest] = selectSections(pool, [
      { kind: 'featured', count: 5 },
      { kind: 'latest', count: 5 },
    ]).map(slugs);
    expect(featured).toEqual(['b', 'a']);
    expect(latest).toEqual(['c', 'd']);
  });

  test('shows featured articles of one rank newest first', () => {
    const edition = createEdition([
      { slug: 'a', editorial: { featured: 1 }, date: day('2025-01-01') },
      { slug: 'b', editorial: { featured: 1 }, date: day('2026-01-01') },
      { slug: 'c', editorial: { featured: 0 }, date: day('2024-01-01') },
    ]);
    expect(selectSections(poolOf(edition), [{ kind: 'featured', count: 3 }]).map(slugs)).toEqual([
      ['c', 'b', 'a'],
    ]);
  });

  test('shows one best article of each subcategory before a second of any', () => {
    const edition = createEdition([
      { slug: 'odds-new', date: day('2026-03-03') },
      { slug: 'odds-linked', date: day('2026-03-01') },
      { slug: 'odds-second', date: day('2026-03-02'), links: ['/articles/odds-linked'] },
      { slug: 'hand', date: day('2025-01-01'), entities: in_('poker', 'hands') },
      {
        slug: 'hand-old',
        date: day('2024-01-01'),
        entities: in_('poker', 'hands'),
        links: ['/articles/odds-linked'],
      },
    ]);
    expect(select(edition, { best: 2, hot: 0, more: 0 })[0]).toEqual(['odds-linked', 'hand']);
    // The rest is in the same order: by links, then newest first.
    expect(select(edition, { best: 4, hot: 0, more: 0 })[0]).toEqual([
      'odds-linked',
      'hand',
      'odds-new',
      'odds-second',
    ]);
    const pool = poolOf(edition);
    const shown = new Set(pool.articles.filter(({ meta }) => meta.slug === 'odds-linked'));
    expect(selectSections(pool, [{ kind: 'best', count: 2 }], shown).map(slugs)).toEqual([
      ['odds-new', 'hand'],
    ]);
  });

  test('shows a category with its newest, and nothing for one that is not there', () => {
    const edition = createEdition([
      { slug: 'a', date: day('2026-01-01'), entities: in_('poker', 'hands') },
      { slug: 'b', date: day('2026-01-02'), entities: in_('poker') },
      { slug: 'c', date: day('2026-01-03') },
    ]);
    const sections = ['poker', 'none'].map((category) => ({ kind: 'category' as const, count: 9, category }));
    expect(selectSections(poolOf(edition), sections).map(slugs)).toEqual([['b', 'a'], []]);
  });

  test('a pinned article comes first in its categories, and nowhere else', () => {
    const edition = createEdition([
      { slug: 'old', editorial: { pinned: true }, date: day('2019-01-01') },
      { slug: 'new', date: day('2026-01-01') },
    ]);
    expect(slugs(edition.categories.get('betting')?.articles ?? [])).toEqual(['old', 'new']);
    expect(slugs(edition.articles)).toEqual(['new', 'old']);
    expect(slugs(edition.byAuthor.get('ann')?.articles ?? [])).toEqual(['new', 'old']);
  });

  const anyMetas = fc.array(
    fc.record({
      words: fc.integer({ min: 1, max: 1200 }),
      date: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03').map(day),
      updated: fc.constantFrom(null, day('2026-02-02')),
      entities: fc.constantFrom(in_('betting', 'odds'), in_('poker', 'hands'), in_('poker'), []),
    }),
    { maxLength: 25 },
  );

  test('never shows an article twice, fills what it can, and does not depend on the order of the files', () => {
    fc.assert(
      fc.property(anyMetas, fc.nat(6), fc.nat(6), fc.nat(6), (metas, best, hot, more) => {
        const named = metas.map((meta, index) => ({ ...meta, slug: `s${index}` }));
        const all = select(createEdition(named), { best, hot, more }).flat();
        expect(new Set(all).size).toBe(all.length);
        expect(all.length).toBe(Math.min(named.length, best + hot + more));
        expect(select(createEdition(named.toReversed()), { best, hot, more }).flat()).toEqual(all);
      }),
      { numRuns: 150 },
    );
  });
});

test('the newest changes are those of a full sort', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 30 }), fc.nat(8), (changes, count) => {
      const articles = createEdition(
        changes.map((change, index) => ({
          slug: `s${index}`,
          updated: day(`2026-02-${String(change + 1).padStart(2, '0')}`),
        })),
      ).articles;
      const sorted = articles.toSorted((a, b) => b.changed - a.changed).slice(0, count);
      expect(newestChanges(articles, count, new Set()).map(({ changed }) => changed)).toEqual(
        sorted.map(({ changed }) => changed),
      );
    }),
  );
});

describe('related articles', () => {
  const related = (metas: readonly Change[], slug: string, count = 3) => {
    const edition = createEdition(metas);
    const odds = edition.subcategories.get('betting/odds');
    const betting = edition.categories.get('betting');
    if (!odds || !betting) throw new Error('no listing');
    return slugs(
      createRelated(
        odds.articles,
        betting.articles,
        count,
      )(odds.articles.findIndex(({ meta }) => meta.slug === slug)),
    );
  };

  test('share words with the article', () => {
    const metas = [
      'closing line value',
      'weather and pitch',
      'value of the closing line',
      'line movement',
    ].map((title, index) => ({ slug: `s${index}`, title }));
    expect(related(metas, 's0', 2)).toEqual(['s2', 's3']);
  });

  test('come from the category where the subcategory is small, and are never the article itself', () => {
    const metas = [
      { slug: 'alone' },
      { slug: 'near', entities: in_('betting', 'other') },
      { slug: 'far', entities: in_('poker', 'hands') },
    ];
    expect(related(metas, 'alone')).toEqual(['near']);
  });

  test('are as many as asked for, each once, the same each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(10), fc.nat(), (total, count, at) => {
        const metas = Array.from({ length: total }, (_, index) => ({
          slug: `s${index}`,
          title: `Title ${index % 7} common`,
        }));
        const slug = `s${at % total}`;
        const found = related(metas, slug, count);
        expect(found).toHaveLength(Math.min(count, total - 1));
        expect(new Set([...found, slug]).size).toBe(found.length + 1);
        expect(related(metas.toReversed(), slug, count)).toEqual(found);
      }),
      { numRuns: 60 },
    );
  });
});

test('changes of one moment stay in their order', () => {
  const edition = createEdition(
    ['a', 'b', 'c'].map((slug, index) => ({
      slug,
      date: day(`2026-01-0${3 - index}`),
      updated: day('2026-02-02'),
    })),
  );
  expect(slugs(newestChanges(edition.articles, 2, new Set()))).toEqual(['a', 'b']);
});

describe('links between articles are counted', () => {
  const countOf = (link: string, basePath = '') => {
    const target = { path: '/articles/a', meta: { links: [] } };
    const source = { path: '/articles/b', meta: { links: [link] } };
    return countInbound({ config: { basePath } }, { articles: [target, source] })(target);
  };

  test.each([
    ['/articles/a', '', 1],
    ['/articles/a/', '', 1],
    ['/articles/a#part', '', 1],
    ['/articles/a?from=b#part', '', 1],
    ['/articles/a/?from=b', '', 1],
    ['/articles/ab', '', 0],
    ['https://other.example/articles/a', '', 0],
    ['/blog/articles/a', '/blog', 1],
    ['/articles/a', '/blog', 1],
    ['/blogs/articles/a', '/blog', 0],
    ['/other/articles/a', '/blog', 0],
  ])('%s below "%s": %d', (link, basePath, count) => {
    expect(countOf(link, basePath)).toBe(count);
  });
});

/** Tests how articles are grouped by tags and other terms, and what is reported about terms. */
import { describe, expect, test } from 'vitest';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { listOldAddresses } from '../../src/site/old-addresses.ts';
import { translateTerms, translationOf } from '../../src/site/taxonomies.ts';
import { CONFIG } from '../support/site.ts';
import { createModel, day, editionOf } from './model.ts';

const tagged = (slug: string, ...tags: string[]) => ({ slug, editorial: { tags } });
const withOwn = (slug: string, own: Record<string, unknown>) => ({ slug, own });

function termsOf(changes: Parameters<typeof createModel>[0], config: object = {}, name = 'tags') {
  const { site, problems } = createModel(changes, {}, config);
  const terms = site.editions[0]?.terms.get(name) ?? new Map<string, never>();
  return {
    problems,
    terms: [...terms.values()].map(({ title, path, articles }) => ({
      title,
      path,
      articles: articles.map(({ meta }) => meta.slug),
    })),
  };
}

describe('terms', () => {
  test('have a page below their taxonomy, with their articles, newest first', () => {
    const old = { ...tagged('old', 'Cold wind'), date: day('2025-01-01') };
    expect(termsOf([old, tagged('new', 'Cold wind', 'Snow'), { slug: 'none' }])).toEqual({
      problems: [],
      terms: [
        { title: 'Cold wind', path: '/tags/cold-wind', articles: ['new', 'old'] },
        { title: 'Snow', path: '/tags/snow', articles: ['new'] },
      ],
    });
  });

  test('keep their script in their address', () => {
    const { terms } = termsOf([tagged('a', 'Öz Şehir', '축구', 'Лёд')]);
    expect(terms.map(({ path }) => path)).toEqual(['/tags/oz-sehir', '/tags/축구', '/tags/лёд']);
  });

  test.each([
    [
      ['C', 'C++', 'C#', '.NET', 'net'],
      ['/tags/c', '/tags/c-plus-plus', '/tags/c-sharp', '/tags/dot-net', '/tags/net'],
    ],
    [
      ['दिन', 'दान'],
      ['/tags/दिन', '/tags/दान'],
    ],
  ])('of different words have pages of their own: %j', (tags, paths) => {
    const { terms, problems } = termsOf([tagged('a', ...tags)]);
    expect([terms.map(({ path }) => path), problems]).toEqual([paths, []]);
  });

  test('list an article once that names them twice', () => {
    expect(termsOf([tagged('a', 'Snow', 'snow')]).terms).toMatchObject([{ title: 'Snow', articles: ['a'] }]);
  });

  test('are values of the fields that the configuration names', () => {
    const config = { taxonomies: { season: { slug: 'seasons' }, Mood: {} } };
    const changes = [
      withOwn('a', { season: ['Spring', 'Autumn'], Mood: 'calm' }),
      withOwn('b', { season: 'Spring' }),
    ];
    expect(termsOf(changes, config, 'season').terms).toMatchObject([
      { path: '/seasons/spring', articles: ['a', 'b'] },
      { path: '/seasons/autumn', articles: ['a'] },
    ]);
    expect(termsOf(changes, config, 'Mood').terms).toMatchObject([{ path: '/mood/calm' }]);
  });

  test('a value that is no text is an error', () => {
    const { problems } = termsOf([withOwn('a', { season: [{ name: 'x' }] })], { taxonomies: { season: {} } });
    expect(problems).toMatchObject([{ code: 'invalid-value', field: ['season'] }]);
  });

  test.each(['***', 'Index', 'x'.repeat(201)])('a term without an address is an error: %s', (term) => {
    expect(termsOf([tagged('a', term)]).problems).toMatchObject([
      { code: 'invalid-value', file: 'content/en_US/articles/a.md', field: ['tags', 0] },
    ]);
  });
});

describe('a taxonomy in the configuration is refused', () => {
  test.each([
    [{ author: {} }, 'reserved-field', '"author" is a field of the program'],
    [{ season: { slug: 'articles' } }, 'reserved-address', 'reserved for a route of the site'],
    [{ season: { slug: 'tags' } }, 'reserved-address', 'reserved for the taxonomy "tags"'],
  ])('%j', (taxonomies, code, message) => {
    const { problems } = termsOf([], { taxonomies });
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(message) }]);
    expect(problems[0]?.file).toBe('site-config.json');
  });
});

describe('terms that look alike are a warning', () => {
  const messages = (changes: Parameters<typeof createModel>[0]) =>
    termsOf(changes).problems.map(({ message, hint, file = '', field, severity }) => [
      severity,
      file.slice('content/en_US/articles/'.length),
      field?.join('.'),
      message,
      hint,
    ]);

  test('two spellings of one page, at the rarer one; the page has the other', () => {
    const changes = [tagged('a', 'betting-tips'), tagged('b', 'Betting tips'), tagged('c', 'Betting tips')];
    expect(messages(changes)).toEqual([
      [
        'warning',
        'a.md',
        'tags.0',
        'tags: "betting-tips" and "Betting tips" are one page, /tags/betting-tips',
        'write "Betting tips" everywhere if they mean the same, or give one of them a slug in "taxonomies"',
      ],
    ]);
    expect(termsOf(changes).terms).toMatchObject([{ title: 'Betting tips' }]);
  });

  test('two words of one article that get one page', () => {
    expect(messages([tagged('a', 'acı', 'açı')])).toEqual([
      [
        'warning',
        'a.md',
        'tags.1',
        'tags: "açı" and "acı" are one page, /tags/aci',
        'write "acı" everywhere if they mean the same, or give one of them a slug in "taxonomies"',
      ],
    ]);
  });

  test('a plural, and a letter that is missing', () => {
    const changes = [
      tagged('a', 'birds', 'colour'),
      tagged('b', 'birds', 'colour'),
      tagged('c', 'bird', 'color'),
    ];
    expect(messages(changes).map(([, file, , message]) => [file, message])).toEqual([
      ['c.md', 'tags: "bird" and "birds" look like one'],
      ['c.md', 'tags: "color" and "colour" look like one'],
    ]);
  });

  test('not years, short words and words that differ', () => {
    expect(messages([tagged('a', 'web', 'web3', '2025', '20250', 'art', 'arts', 'horse', 'house')])).toEqual(
      [],
    );
  });
});

describe('terms that the configuration names in several locales', () => {
  const WATER = { en_US: 'Water', ru_RU: 'Вода' };
  const config = { taxonomies: { tags: { terms: [WATER, { en_US: 'Ice', ru_RU: 'Лёд' }] } } };
  const editions = [editionOf('en_US'), editionOf('ru_RU')];
  const russian = (slug: string, ...tags: string[]) => ({
    ...tagged(slug, ...tags),
    locale: 'ru_RU' as const,
  });
  const linksOf = (changes: Parameters<typeof createModel>[0]) => {
    const { site } = createModel(changes, { editions }, config);
    return site.editions.flatMap((edition) =>
      [...(edition.terms.get('tags')?.values() ?? [])].map((term) => [
        term.path,
        ...site.editions.map((other) => translationOf(term, { name: 'tags' }, other)?.path),
      ]),
    );
  };

  test('are translations of each other, and a term of the same spelling is not', () => {
    expect(linksOf([tagged('a', 'Water', 'Poker'), russian('b', 'Вода', 'Water', 'Poker')])).toEqual([
      ['/tags/water', '/tags/water', '/ru/tags/вода'],
      ['/tags/poker', '/tags/poker', '/ru/tags/poker'],
      ['/ru/tags/вода', '/tags/water', '/ru/tags/вода'],
      ['/ru/tags/water', undefined, '/ru/tags/water'],
      ['/ru/tags/poker', '/tags/poker', '/ru/tags/poker'],
    ]);
  });

  test('are written as the configuration writes them', () => {
    const { terms, problems } = termsOf([tagged('a', 'water'), tagged('b', 'water')], config);
    expect(terms).toMatchObject([{ title: 'Water', path: '/tags/water', articles: ['a', 'b'] }]);
    expect(problems).toMatchObject([
      { code: 'similar-terms', hint: expect.stringContaining('write "Water"') },
    ]);
  });

  test('may have an address of their own, so that words with different marks have pages of their own', () => {
    const terms = [
      { en_US: { name: 'açı', slug: 'açı' } },
      { en_US: { name: 'C++', slug: 'cpp', aliases: ['/tags/c-plus-plus', '/tags/c'] }, ru_RU: 'Си++' },
    ];
    const own = { taxonomies: { tags: { terms } } };
    const changes = [tagged('a', 'acı', 'Açı', 'c++', 'C#')];
    const { terms: found, problems } = termsOf(changes, own);
    expect(found.map(({ title, path }) => [title, path])).toEqual([
      ['acı', '/tags/aci'],
      ['açı', '/tags/açı'],
      ['C++', '/tags/cpp'],
      ['C#', '/tags/c-sharp'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'tags: "Açı" and "açı" are one page, /tags/açı',
      'tags: "c++" and "C++" are one page, /tags/cpp',
    ]);
    const { site } = createModel([...changes, russian('b', 'Си++')], { editions }, own);
    const [english, other] = site.editions;
    const cpp = english?.terms.get('tags')?.get('cpp');
    if (!cpp || !other) throw new Error('no term');
    expect(translationOf(cpp, { name: 'tags' }, other)?.path).toBe('/ru/tags/си-plus-plus');
    expect([...listOldAddresses(site)].map(({ from, to }) => [from, to])).toEqual([
      ['/tags/c-plus-plus', '/tags/cpp'],
      ['/tags/c', '/tags/cpp'],
    ]);
    expect(translateTerms(site.config, { tags: ['C++'] }, { from: 'en_US', to: 'ru_RU' })).toEqual({
      tags: ['Си++'],
    });
  });

  test.each(['Cpp', 'a b', 'index', '-a', ''])('%j is no address of a term', (slug) => {
    const own = { taxonomies: { tags: { terms: [{ en_US: { name: 'C++', slug } }] } } };
    expect(siteConfigSchema.safeParse({ ...CONFIG, ...own }).success).toBe(false);
  });

  test('can be named once in each locale', () => {
    const twice = { taxonomies: { tags: { terms: [WATER, { en_US: 'water', ru_RU: 'Водица' }] } } };
    expect(termsOf([], twice).problems).toMatchObject([
      { file: 'site-config.json', field: ['taxonomies', 'tags', 'terms', 1, 'en_US'] },
    ]);
  });

  test('have their other name in a translation of an article', () => {
    const site = createModel([], { editions }, config).site.config;
    const fields = { tags: ['water', 'Poker'], season: 'Water' };
    expect(translateTerms(site, fields, { from: 'en_US', to: 'ru_RU' })).toEqual({
      tags: ['Вода', 'Poker'],
      season: 'Water',
    });
    expect(translateTerms(site, null, { from: 'en_US', to: 'ru_RU' })).toBe(null);
  });
});

test('a term has the same slug in another edition', () => {
  const editions = [editionOf('en_US'), editionOf('ru_RU')];
  const changes = [tagged('a', 'Poker'), { ...tagged('b', 'Poker', 'Лёд'), locale: 'ru_RU' as const }];
  const { site } = createModel(changes, { editions });
  expect(
    site.editions.map(({ terms }) => [...(terms.get('tags')?.values() ?? [])].map(({ path }) => path)),
  ).toEqual([['/tags/poker'], ['/ru/tags/poker', '/ru/tags/лёд']]);
});

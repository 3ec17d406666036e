/** Tests that every path has one owner, and that each collision names both. */
import { describe, expect, test } from 'vitest';
import { collectCollisions } from '../../src/site/collisions.ts';
import type { PageEntry } from '../../src/site/page-index.ts';
import { urlPath } from '../../src/site/routes.ts';
import { type Change, createModel, editionOf, metaOf } from './model.ts';

/** A page of an article where `file` is given, of the site itself where not. */
const page = (path: string, file?: string): Pick<PageEntry, 'path' | 'source'> => ({
  path: urlPath(path),
  source: file ? { file, title: ['title'], description: [], slug: ['slug'] } : null,
});
const find = (
  pages: ReturnType<typeof page>[],
  {
    changes = [],
    reserved = [],
    config = {},
    claims = [],
    files = [],
  }: {
    changes?: Change[];
    reserved?: string[];
    config?: object;
    claims?: Change[];
    files?: string[];
  } = {},
) => {
  const { site } = createModel(changes, {}, config);
  for (const change of claims) {
    const meta = metaOf(change);
    site.editions[0]?.claims.push({ path: urlPath(`/articles/${meta.slug}`), meta });
  }
  return collectCollisions(site, { pages, files, isReserved: (path) => reserved.includes(path) });
};

describe('slugs', () => {
  test('of two files are reported at the second', () => {
    expect(find([page('/articles/a', 'one.md'), page('/articles/a', 'two.md')])).toEqual([
      {
        file: 'two.md',
        code: 'slug-taken',
        message: 'slug "a" is also the slug of one.md',
        hint: 'give one of the two another slug',
        field: ['slug'],
      },
    ]);
  });

  test('with a pattern or an own address collide by the whole address', () => {
    expect(find([page('/2026/a', 'one.md'), page('/2026/a', 'two.md')])).toMatchObject([
      {
        file: 'two.md',
        message: 'the address /2026/a is also that of one.md',
        hint: 'give one of the two another slug or permalink',
      },
    ]);
  });

  test('are not those of a file that the build writes', () => {
    expect(find([page('/Feed.xml', 'one.md')], { files: ['/feed.xml'] })).toMatchObject([
      {
        file: 'one.md',
        code: 'slug-taken',
        message: 'slug "Feed.xml" gives the path /Feed.xml, which the site itself uses',
      },
    ]);
  });

  test('differ by more than case', () => {
    expect(find([page('/Betting', 'one.md'), page('/betting', 'two.md')])).toHaveLength(1);
    expect(find([page('/a', 'one.md'), page('/b', 'two.md')])).toEqual([]);
  });

  test.each([
    ['first', [page('/a/b'), page('/a/b', 'one.md')]],
    ['last', [page('/a/b', 'one.md'), page('/a/b')]],
  ])('that make a route of the site are reported, the route %s', (_name, pages) => {
    expect(find(pages)).toMatchObject([
      {
        file: 'one.md',
        code: 'slug-taken',
        message: 'slug "b" gives the path /a/b, which the site itself uses',
        hint: 'choose another slug',
        field: ['slug'],
      },
    ]);
  });

  test.each(['/terms', '/ru/terms'])('that are reserved are left to createSite: %s', (path) => {
    expect(find([page(path), page(path, 'one.md')])).toEqual([]);
  });

  test.each(['/a/terms', '/ru/a/terms'])('below another page are not reserved: %s', (path) => {
    expect(find([page(path), page(path, 'one.md')])).toHaveLength(1);
  });

  test('of articles that cannot be built claim their path', () => {
    const claims = [{ slug: 'a' }];
    expect(find([page('/articles/a', 'one.md')], { claims })).toMatchObject([
      {
        file: 'content/en_US/articles/a.md',
        code: 'slug-taken',
        message: 'slug "a" is also the slug of one.md',
        field: ['slug'],
      },
    ]);
  });

  test('that are names of files say to rename the file', () => {
    const file = 'content/en_US/pages/b.md';
    expect(find([page('/a/b'), page('/a/b', file)])).toMatchObject([{ file, hint: 'rename the file' }]);
  });

  test('of two page kinds are an internal error', () => {
    expect(() => find([page('/a'), page('/a')])).toThrow('two page kinds make /a');
  });
});

describe('aliases', () => {
  const alias = (aliases: string[], slug = 'new') => [{ slug, aliases }];
  const messages = (problems: ReturnType<typeof find>) => problems.map(({ message }) => message);

  test('that are free have no problem', () => {
    expect(find([page('/articles/a', 'a.md')], { changes: alias(['/old', '/older']) })).toEqual([]);
  });

  test('are reported with their owner and place', () => {
    const changes = [{ slug: 'new', aliases: ['/free', '/articles/a'] }];
    expect(find([page('/articles/a', 'a.md')], { changes })).toEqual([
      {
        file: 'content/en_US/articles/new.md',
        code: 'alias-taken',
        message: 'alias "/articles/a" is taken by a.md',
        hint: 'remove the alias or change it',
        field: ['aliases', 1],
      },
    ]);
  });

  test.each(['/', '/index', '/index.html', '/terms', '/TERMS', '/terms/', '/terms.html', '/taken.txt'])(
    'cannot take a route of the site: %s',
    (path) => {
      const found = find([page('/'), page('/terms')], { changes: alias([path]), reserved: ['/taken.txt'] });
      expect(messages(found)).toEqual([`alias "${path}" is taken by a route of the site`]);
    },
  );

  test('cannot be written twice', () => {
    const own = find([], { changes: alias(['/old', '/old.html']) });
    expect(messages(own)).toEqual(['alias "/old.html" is taken by this article itself']);
    const other = find([], { changes: [...alias(['/old'], 'b'), ...alias(['/old'], 'a')] });
    expect(messages(other)).toEqual(['alias "/old" is taken by content/en_US/articles/a.md']);
  });

  test('cannot be the home page of another language', () => {
    const editions = [editionOf('en_US'), editionOf('ru_RU')];
    const { site } = createModel(alias(['/ru/index.html']), { editions });
    const problems = collectCollisions(site, { pages: [page('/ru')], files: [], isReserved: () => false });
    expect(messages(problems)).toEqual(['alias "/ru/index.html" is taken by a route of the site']);
  });

  test('may end with /index.html only where that is another file', () => {
    const changes = alias(['/terms/index.html']);
    expect(find([page('/terms')], { changes })).toEqual([]);
    expect(find([page('/terms')], { changes, config: { urls: { layout: 'directory' } } })).toHaveLength(1);
  });

  test('of articles that cannot be built count too', () => {
    const claims = [{ slug: 'broken', aliases: ['/old'] }];
    expect(find([], { changes: alias(['/old']), claims })).toMatchObject([
      {
        file: 'content/en_US/articles/broken.md',
        message: 'alias "/old" is taken by content/en_US/articles/new.md',
        field: ['aliases', 0],
      },
    ]);
  });
});

describe('redirects of the configuration', () => {
  const pages = [page('/'), page('/poker'), page('/articles/a', 'a.md')];
  const redirect = (...redirects: object[]) => find(pages, { config: { redirects } });

  test('lead to a page, or nowhere', () => {
    expect(redirect({ from: '/old', to: '/poker/' }, { from: '/older', to: '/' })).toEqual([]);
    expect(redirect({ from: '/gone', gone: true })).toEqual([]);
  });

  test('that lead to no page are reported at "to"', () => {
    expect(redirect({ from: '/old', to: '/poker' }, { from: '/older', to: '/chess' })).toEqual([
      {
        file: 'site-config.json',
        code: 'dead-redirect',
        message: 'the redirect leads to /chess, which is not a page of the site',
        hint: 'name a page, or write "gone": true if nothing replaces it',
        field: ['redirects', 1, 'to'],
      },
    ]);
  });

  test('cannot lead from a page', () => {
    expect(redirect({ from: '/articles/a', gone: true })).toMatchObject([
      { file: 'site-config.json', message: 'alias "/articles/a" is taken by a.md' },
    ]);
  });

  test('that only a host can make hide no page', () => {
    const hidden = redirect(
      { from: '/old/*', to: '/articles/*' },
      { from: '/?p=1', to: '/poker' },
      { from: '/articles/*', to: 'https://example.org/' },
      { from: '/poker', to: 'https://example.org/' },
    );
    expect(hidden).toMatchObject([
      {
        message: 'the redirect of /articles/* would hide the page /articles/a',
        field: ['redirects', 2, 'from'],
      },
      { message: 'the redirect of /poker would hide the page /poker', field: ['redirects', 3, 'from'] },
    ]);
  });

  test('cannot be written twice', () => {
    const twice = redirect({ from: '/old', gone: true }, { from: '/old', to: '/poker' });
    expect(twice).toMatchObject([
      { message: 'alias "/old" is taken by site-config.json', field: ['redirects', 1, 'from'] },
    ]);
  });
});

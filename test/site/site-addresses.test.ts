/** Tests which links lead to a page, which are wrong, and what the report says to do. */
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/foundation/errors.ts';
import { urlPath } from '../../src/site/routes.ts';
import { createAddresses, listPending, parseAddress } from '../../src/site/site-addresses.ts';
import { makeSite } from '../support/site.ts';
import { createModel } from './model.ts';

describe('a link of a page', () => {
  const parse = (target: string, { base = '/articles/a', config = {} } = {}) =>
    parseAddress(createModel([], {}, config).site, urlPath(base), target);
  const internal = (path: string, fragment = '') => ({ type: 'internal', path, fragment });

  test.each([
    ['/poker', internal('/poker')],
    ['/poker/', internal('/poker/')],
    ['/', internal('/')],
    ['b', internal('/articles/b')],
    ['../poker', internal('/poker')],
    ['?page=2', internal('/articles/a')],
    ['#part', internal('/articles/a', 'part')],
    ['/poker#%D1%87%D0%B0%D1%81%D1%82%D1%8C', internal('/poker', 'часть')],
    ['/articles/%D1%86%D0%B5%D0%BD%D0%B0', internal('/articles/цена')],
    ['/articles/цена', internal('/articles/цена')],
    // Text fragments name words, not elements.
    ['/poker#part:~:text=hand', internal('/poker', 'part')],
    ['#:~:text=hand', internal('/articles/a')],
    ['#a:~:text=b%0Ac', internal('/articles/a', 'a')],
    ['https://small.example/poker', internal('/poker')],
    ['https://SMALL.example/poker', internal('/poker')],
    ['//small.example', internal('/')],
  ])('%s leads to a page of the site', (target, expected) => {
    expect(parse(target)).toEqual(expected);
  });

  test('counts from the page that it is on', () => {
    expect(parse('b', { base: '/poker/hands' })).toEqual(internal('/poker/b'));
    expect(parse('b', { base: '/' })).toEqual(internal('/b'));
  });

  test('leads to the site whatever the case of its configured host', () => {
    const config = { url: 'https://Small.Example' };
    expect(parse('https://small.example/a', { config })).toEqual(internal('/a'));
    expect(parse('/a', { config })).toEqual(internal('/a'));
  });

  test.each([
    'https://other.example/poker',
    'http://small.example/poker',
    'https://small.example:8080/',
    'mailto:a@b.example',
    'tel:+123',
  ])('%s is of no page of the site', (target) => {
    expect(parse(target)).toEqual({ type: 'external' });
  });

  test.each([
    ['https://', 'is not a URL'],
    ['http://[', 'is not a URL'],
    ['/a%zz', 'is not a valid URL encoding'],
    ['/a#%ff', 'is not a valid URL encoding'],
  ])('%s is reported: %s', (target, message) => {
    expect(parse(target)).toEqual({
      type: 'broken',
      problem: { code: 'invalid-link', message, hint: 'correct the link' },
    });
  });

  describe('below a base path', () => {
    const config = { basePath: '/blog' };
    test.each([
      ['/blog/poker', internal('/poker')],
      ['/blog/', internal('/')],
      ['/blog', internal('/')],
      ['b', internal('/articles/b')],
    ])('%s leads to a page of the site', (target, expected) => {
      expect(parse(target, { config })).toEqual(expected);
    });

    test.each(['/poker', '/', '/blogs/a', '/a/blog/'])('%s leads out of the site', (target) => {
      expect(parse(target, { config })).toMatchObject({
        type: 'broken',
        problem: { message: 'leads out of /blog, the base path of the site' },
      });
    });

    test.each(['/poker', '/api/v1?x=1'])('%s in full is an address of another program', (target) => {
      expect(parse(`https://small.example${target}`, { config })).toEqual({ type: 'external' });
      expect(parse('https://small.example/blog/poker', { config })).toEqual(internal('/poker'));
    });
  });
});

describe('an address', () => {
  const make = () =>
    createAddresses(
      new Set(['/', '/poker', '/poker/hands', '/articles/new', '/ru/articles/new']),
      new Set(['feed.xml', 'images/a.png']),
      new Set(['/articles/pending']),
    );

  test.each(['/', '/poker', '/articles/new', '/feed.xml', '/images/a.png', '/articles/pending'])(
    '%s is answered',
    (path) => {
      expect(make().explain(path)).toBeNull();
    },
  );

  test('is of a page only where a page has it', () => {
    const paths = ['/poker', '/poker/', '/feed.xml', '/articles/pending', '/x'];
    expect(paths.map(make().isPage)).toEqual([true, false, false, false, false]);
  });

  test.each([
    ['/old/new', '/articles/new'],
    ['/ru/old/new', '/ru/articles/new'],
    ['/ru/new', '/ru/articles/new'],
  ])('%s may mean %s, the page of its own edition', (path, page) => {
    expect(make().explain(path)).toMatchObject({ hint: `write ${page} if you mean that page` });
  });

  test.each([
    ['/articles/desk@paper.example', 'desk@paper.example', 'mailto:desk@paper.example'],
    ['/articles/www.paper.example/a/b', 'www.paper.example/a/b', 'https://www.paper.example/a/b'],
  ])('%s lacks the scheme of %s', (path, old, address) => {
    expect(make().explain(path)).toMatchObject({
      code: 'dead-link',
      hint: `write ${address}`,
      fix: { old, new: address },
    });
  });

  test.each([
    ['/poker/', '/poker'],
    ['/poker.html', '/poker'],
    ['/poker/hands/index.html', '/poker/hands'],
    ['/index.html', '/'],
  ])('%s is another spelling of %s', (path, page) => {
    expect(make().explain(path)).toEqual({
      code: 'misspelt-link',
      message: 'is another spelling of a page',
      hint: `write ${page}`,
      fix: { old: path, new: page },
    });
  });

  test.each([
    // The category has changed.
    ['/betting/hands', 'write /poker/hands if you mean that page'],
    ['/betting/hands.html', 'write /poker/hands if you mean that page'],
    ['/betting/hands.md', 'write /poker/hands if you mean that page'],
    ['/images/../a.PNG', 'put the picture beside the text, or into content/images'],
    // The first of two pages.
    ['/blog/new', 'write /articles/new if you mean that page'],
    ['/articles/old', 'correct the link or remove it'],
    ['/feed.xml/', 'correct the link or remove it'],
    // A part of a segment says nothing.
    ['/articles/ew', 'correct the link or remove it'],
  ])('%s is nothing: %s', (path, hint) => {
    const [, near] = /^write (\S+)/.exec(hint) ?? [];
    expect(make().explain(path)).toEqual({
      code: 'dead-link',
      message: 'is neither a page nor a file of the site',
      hint,
      ...(near !== undefined && { fix: { old: path, new: near } }),
    });
  });

  test('of the home page has no page that is near', () => {
    const without = createAddresses(new Set(['/poker', '/a/']), new Set(), new Set());
    expect(without.explain('/')).toMatchObject({ hint: 'correct the link or remove it' });
  });
});

describe('addresses of articles with errors', () => {
  const error = (file: string | undefined): Problem => ({
    ...{ code: 'invalid-value', message: 'm', hint: 'h' },
    ...(file && { file }),
  });
  const pending = (files: Record<string, string>, errors: readonly (string | undefined)[]) => {
    const { site } = createModel([]);
    const root = makeSite(files);
    const found = listPending({ ...site, config: { ...site.config, root } }, errors.map(error));
    return found.flatMap(({ path }) => path ?? []);
  };
  const file = (name: string, locale = 'en_US') => `content/${locale}/articles/${name}.md`;

  test('are those of their slugs, in their editions', () => {
    const files = {
      [file('one')]: '---\nslug: chosen\n---\n',
      [file('poker/two', 'ru_RU')]: '---\ntitle: no slug\n---\n',
      [file('2026-01-02-three')]: 'no front matter',
      [file('fine')]: '---\nslug: fine\n---\n',
    };
    const errors = [file('one'), file('one'), file('poker/two', 'ru_RU'), file('2026-01-02-three')];
    expect(pending(files, errors)).toEqual(['/articles/chosen', '/ru/articles/two', '/articles/three']);
  });

  test('are those of their names where the file cannot be read', () => {
    expect(pending({}, [file('gone')])).toEqual(['/articles/gone']);
  });

  test.each([
    ['no file', undefined],
    ['another file', 'content/en_US/categories.json'],
    ['a file in a folder of that name', `old/${file('a')}`],
    ['a copy', `${file('a')}.bak`],
    ['a language that the site does not have', file('a', 'tr_TR')],
    ['a name that makes no slug', file('a b')],
  ])('are none for an error of %s', (_name, name) => {
    expect(pending({}, [name])).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { findPagePath, pageDataUrl, type Routing } from '../../src/client/navigation/link-paths.ts';

const plain: Routing = { base: '', redirects: {} };

test.each(['/..%5c..%5cevil', '/%252e%252e/evil', '/a%255c..%255cb'])(
  'the data of %s is asked for below page-data/',
  (href) => {
    const url = new URL(pageDataUrl('', findPagePath(href, plain)), 'https://site.example');
    expect(url.pathname).toMatch(/^\/page-data\/.+\/page-data\.json$/);
  },
);

describe('the path of a page (B1, B2)', () => {
  test.each([
    ['/', '/'],
    ['/index.html', '/'],
    ['/a/b', '/a/b'],
    ['/a/b/', '/a/b'],
    ['/a/b#part', '/a/b'],
    ['/a/b?utm_source=x', '/a/b'],
    ['/a/b?q=1#part', '/a/b'],
    ['/articles/%D1%91%D0%BB%D0%BA%D0%B0', '/articles/ёлка'],
    ['/articles/100%', '/articles/100%'],
  ])('%s is %s', (href, path) => {
    expect(findPagePath(href, plain)).toBe(path);
  });

  test.each([
    ['/blog', '/'],
    ['/blog/', '/'],
    ['/blog/index.html', '/'],
    ['/blog/a', '/a'],
    ['/blogs/a', '/blogs/a'],
  ])('below a base path %s is %s', (href, path) => {
    expect(findPagePath(href, { ...plain, base: '/blog' })).toBe(path);
  });

  test('redirects apply to the whole path', () => {
    const routing = { base: '', redirects: { '/old': '/app/new' } };
    expect(findPagePath('/old/', routing)).toBe('/app/new');
    expect(findPagePath('/old/er', routing)).toBe('/old/er');
  });
});

test('the file of a page’s data', () => {
  expect(pageDataUrl('', '/')).toBe('/page-data/index/page-data.json');
  expect(pageDataUrl('/blog', '/a/b')).toBe('/blog/page-data/a/b/page-data.json');
  expect(pageDataUrl('', '/404.html')).toBe('/page-data/404.html/page-data.json');
});

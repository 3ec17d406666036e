/** Tests addresses: one clean URL a page, redirects from its other spellings, nothing outside the folder. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { resolveUrl } from '../../src/serve/resolve-url.ts';
import { makeFolder, writeFiles } from '../support/site.ts';

function makeOutput(): string {
  const out = join(makeFolder(), 'dist');
  writeFiles(out, {
    'index.html': 'home',
    '404.html': 'lost',
    'ru.html': 'ru home',
    'ru/404.html': 'ru lost',
    'ru/authors.html': 'ru authors',
    'authors.html': 'authors',
    'authors/ann.html': 'ann',
    'deep/er/index.html': 'directory layout',
    'articles/цена.html': 'price',
    'sitemap.xml': 'xml',
    'page-data/404.html/page-data.json': '{}',
    'page-data/index/page-data.json': '{}',
    '.well-known/security.txt': 'safe',
  });
  writeFiles(join(out, '..'), { 'secret.html': 'secret', 'secret.txt': 'secret' });
  return out;
}

function answer(out: string, url: string, basePath = ''): string {
  const found = resolveUrl(out, basePath, url);
  if (found.type === 'file') return found.name;
  if (found.type === 'redirect') return `→ ${found.location}`;
  return found.type === 'missing' ? `missing, ${found.page?.name}` : found.type;
}

test.each([
  ['/', 'index.html'],
  ['/?utm=1', 'index.html'],
  ['/authors', 'authors.html'],
  ['/authors/ann', 'authors/ann.html'],
  ['/deep/er', 'deep/er/index.html'],
  ['/ru', 'ru.html'],
  ['/articles/%D1%86%D0%B5%D0%BD%D0%B0', 'articles/цена.html'],
  ['/sitemap.xml', 'sitemap.xml'],
  ['/page-data/404.html/page-data.json', 'page-data/404.html/page-data.json'],
  ['/.well-known/security.txt', '.well-known/security.txt'],
  ['/authors/', '→ /authors'],
  ['/authors.html', '→ /authors'],
  ['/authors.html?a=b', '→ /authors?a=b'],
  ['/index.html', '→ /'],
  ['/index', '→ /'],
  ['/deep/er/index.html', '→ /deep/er'],
  ['/deep/er/', '→ /deep/er'],
  ['//authors', '→ /authors'],
  ['/articles/%D1%86%D0%B5%D0%BD%D0%B0/', '→ /articles/%D1%86%D0%B5%D0%BD%D0%B0'],
  ['/nothing', 'missing, 404.html'],
  ['/nothing/', 'missing, 404.html'],
  ['/deep', 'missing, 404.html'],
  ['/sitemap.xml/', '→ /sitemap.xml'],
  ['/ru/nothing', 'missing, ru/404.html'],
  ['/tr/nothing', 'missing, 404.html'],
])('%s is answered by %s', (url, expected) => {
  expect(answer(makeOutput(), url)).toBe(expected);
});

test.each([
  ['/blog', '→ /blog/'],
  ['/blog/', 'index.html'],
  ['/blog/authors', 'authors.html'],
  ['/blog/authors/', '→ /blog/authors'],
  ['/blog/index.html', '→ /blog/'],
  ['/', '→ /blog/'],
  ['/?a=b', '→ /blog/?a=b'],
  ['/authors', 'missing, 404.html'],
  ['/blogs/authors', 'missing, 404.html'],
])('below /blog %s is answered by %s', (url, expected) => {
  expect(answer(makeOutput(), url, '/blog')).toBe(expected);
});

describe('what is outside', () => {
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/authors/..%2f..%2fsecret',
    '/./authors',
    '/authors%00.html',
    '/%c0%ae%c0%ae/secret.txt',
    '/%',
    'http://other.example/authors',
    '',
  ])('%s is no address', (url) => {
    expect(answer(makeOutput(), url)).toBe('invalid');
  });

  it('is not reached through links', () => {
    const out = makeOutput();
    symlinkSync(join(out, '../secret.html'), join(out, 'leak.html'));
    symlinkSync(join(out, '..'), join(out, 'up'));
    expect(answer(out, '/leak')).toBe('missing, 404.html');
    expect(answer(out, '/up/secret')).toBe('missing, 404.html');
  });

  it('is not reached by any path, and no redirect leaves the server', () => {
    const out = makeOutput();
    mkdirSync(join(out, 'a'));
    writeFileSync(join(out, 'a/b.html'), 'b');
    const part = fc.constantFrom(
      '..',
      '%2e%2e',
      '.',
      '%2f',
      '/',
      '//',
      '%5c',
      '\\',
      '%00',
      'a',
      'b',
      '.html',
      'secret',
      '%2e',
      'x:y',
      '?',
      '#',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const found = resolveUrl(out, '', `/${parts.join('')}`);
        if (found.type === 'file') expect(found.file.startsWith(`${out}/`)).toBe(true);
        if (found.type === 'redirect') expect(found.location).toMatch(/^\/(?![/\\])/);
      }),
    );
  });
});

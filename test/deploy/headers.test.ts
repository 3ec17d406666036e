import { describe, expect, it } from 'vitest';
import { createHeaders, createObjectName, findNameProblem } from '../../src/deploy/plan/object-headers.ts';
import { parseBucketUrl } from '../../src/deploy/targets/gcs/gcs-url.ts';
import type { OutputKind } from '../../src/foundation/response-headers.ts';

const output = (path: string, kind: OutputKind, size = 5000) => ({ path, kind, hash: 'h', size });

describe('object names', () => {
  it.each([
    ['articles/slug.html', 'article', 'articles/slug'],
    ['ru.html', 'page', 'ru'],
    ['ru/articles/ставка.html', 'article', 'ru/articles/ставка'],
    ['index.html', 'page', 'index.html'],
    ['404.html', 'error', '404.html'],
    ['500.html', 'error', '500.html'],
    ['offline.html', 'error', 'offline'],
    ['ru/offline.html', 'error', 'ru/offline'],
    ['offline.html', 'file', 'offline.html'],
    ['google1234.html', 'file', 'google1234.html'],
    ['page-data/404.html/page-data.json', 'data', 'page-data/404.html/page-data.json'],
  ] as const)('%s of the kind %s is %s', (path, kind, name) => {
    expect(createObjectName(output(path, kind), 'extensionless', 'file')).toBe(name);
    expect(createObjectName(output(path, kind), 'extensionless', 'directory')).toBe(path);
    expect(createObjectName(output(path, kind), 'file', 'file')).toBe(path);
  });
});

describe('headers', () => {
  it.each([
    ['articles/slug.html', 'article', 'text/html; charset=utf-8', 'gzip'],
    ['assets/main-abc.js', 'asset', 'text/javascript; charset=utf-8', 'gzip'],
    ['assets/font-abc.woff2', 'asset', 'font/woff2', ''],
    ['manifest.webmanifest', 'file', 'application/manifest+json; charset=utf-8', 'gzip'],
    ['feed.xml', 'index', 'application/atom+xml; charset=utf-8', 'gzip'],
    ['ru/rss.xml', 'index', 'application/rss+xml; charset=utf-8', 'gzip'],
    ['sitemap.xml', 'index', 'application/xml; charset=utf-8', 'gzip'],
    ['images/a.JPG', 'file', 'image/jpeg', ''],
    ['CNAME', 'file', 'application/octet-stream', ''],
  ] as const)('%s', (path, kind, contentType, contentEncoding) => {
    expect(createHeaders(output(path, kind), true)).toMatchObject({ contentType, contentEncoding });
    expect(createHeaders(output(path, kind), false).contentEncoding).toBe('');
  });

  it('compresses text from a kilobyte on', () => {
    expect(createHeaders(output('a.html', 'page', 1023), true).contentEncoding).toBe('');
    expect(createHeaders(output('a.html', 'page', 1024), true).contentEncoding).toBe('gzip');
  });

  it('caches hashed assets for good, and everything else so that a rollback is seen soon', () => {
    const cacheOf = (kind: OutputKind) => createHeaders(output('x.js', kind), true).cacheControl;
    expect(cacheOf('asset')).toContain('immutable');
    for (const kind of ['article', 'page', 'data', 'error'] as const)
      expect(cacheOf(kind)).toContain('max-age=0');
    expect(cacheOf('worker')).toBe('no-cache');
    for (const kind of ['asset', 'file', 'article', 'index'] as const) {
      expect(cacheOf(kind)).not.toContain('no-transform');
    }
  });
});

describe('names that a bucket takes', () => {
  it.each(['ab', 'a'.repeat(64), 'Upper', '-a-b', 'my..site', '1.2.3.4', 'goog-site', 'a_b-'])(
    'not %s',
    (bucket) => {
      expect(() => parseBucketUrl(new URL(`gs://${bucket}`))).toThrow(/not a valid bucket name/);
    },
  );
  it('takes prefixes', () => {
    expect(parseBucketUrl(new URL('gs://my_site-1/a%20b/c/'))).toEqual({
      bucket: 'my_site-1',
      prefix: 'a b/c/',
    });
  });
  it('refuses objects that cannot be', () => {
    expect(findNameProblem('я'.repeat(512), '')).toBeNull();
    expect(findNameProblem('я'.repeat(513), '')).toMatch(/1026 bytes/);
    for (const name of ['a\nb', '../a', 'a/./b', 'a//b', '/a', '', '\ud800'])
      expect(findNameProblem(name, '')).not.toBeNull();
  });
});

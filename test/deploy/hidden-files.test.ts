/** Hidden deployments change each kind of file in its own way. hidden-site.test.ts reads the files as crawlers do. */
import { expect, test } from 'vitest';
import { hashOfHidden, hideFromCrawlers, isHidden } from '../../src/deploy/plan/hidden-site.ts';

const META = '<meta name="robots" content="noindex, nofollow">';
const hide = (path: string, text: string) => hideFromCrawlers(path)?.(text);

test.each([
  ['<!doctype html><head><title>A</title></head>', `<!doctype html><head>${META}<title>A</title></head>`],
  ['<HEAD lang="en">\n<title>A</title>', `<HEAD lang="en">${META}\n<title>A</title>`],
  ['<header>A</header>', `${META}<header>A</header>`],
  ['A text', `${META}A text`],
  ['<head><meta name="robots" content="index"></head>', `<head>${META}</head>`],
  ["<head><META content=all name='ROBOTS'></head>", `<head>${META}</head>`],
  ['<head><meta name = robots content=all></head>', `<head>${META}</head>`],
  ['<head><meta name=robots content=all/></head>', `<head>${META.replace('>', '/>')}</head>`],
  [
    '<head><meta name=robots><title>A</title><meta name="robots"></head>',
    `<head>${META}<title>A</title></head>`,
  ],
  [
    '<head><meta data-page-head="" name="robots" content="index"/></head>',
    `<head>${META.replace('<meta ', '<meta data-page-head="" ').replace('>', '/>')}</head>`,
  ],
  ['<head><meta name="robots-x"></head>', `<head>${META}<meta name="robots-x"></head>`],
])('a page says it once: %s', (before, after) => {
  expect(hide('a/b.html', before)).toBe(after);
  expect(hide('a.HTM', before)).toBe(after);
});

test('the data of a page has it in the head that navigation puts in', () => {
  const data = (head: string) => JSON.stringify({ head, body: { head: 1, text: '<head>' } });
  const tag = META.replace('<meta ', '<meta data-page-head="" ').replace('>', '/>');
  expect(hide('a/page-data.json', data('<title>A</title>'))).toBe(data(`${tag}<title>A</title>`));
  const own = '<title>A</title><meta data-page-head="" name="robots" content="index"/>';
  expect(hide('page-data.json', data(own))).toBe(data(`<title>A</title>${tag}`));
});

test('robots.txt names no sitemap, and allows what it allowed', () => {
  const text = 'User-agent: *\r\nAllow: /\r\nSitemap: https://a.example/sitemap.xml\r\n  SITEMAP : b\r\n\r\n';
  expect(hide('robots.txt', text)).toBe('User-agent: *\nAllow: /\n');
  expect(hide('paper/robots.txt', 'Disallow: /sitemap: x\n')).toBe('Disallow: /sitemap: x\n');
});

test('hosts that read rules send it with every file, before and with the headers of the site', () => {
  const rule = '/*\n  X-Robots-Tag: noindex, nofollow\n';
  expect(hide('_headers', '/a\n  A: b\n')).toBe(`${rule}/a\n  A: b\n`);
  expect(hide('_headers', '/a\n  A: b\n/*\r\n  C: d\n')).toBe(`/a\n  A: b\n${rule}  C: d\n`);
  expect(hide('_headers', '/*.js\n  A: b\n')).toBe(`${rule}/*.js\n  A: b\n`);
  const own = { source: '/a', headers: [{ key: 'A', value: 'b' }] };
  const all = { source: '**', headers: [{ key: 'X-Robots-Tag', value: 'noindex, nofollow' }] };
  const firebase = (settings: unknown) => hide('firebase.json', JSON.stringify(settings)) ?? '';
  expect(JSON.parse(firebase({ x: 1, hosting: { public: '.', headers: [own] } }))).toEqual({
    x: 1,
    hosting: { public: '.', headers: [all, own] },
  });
  expect(JSON.parse(firebase({ hosting: {} }))).toEqual({ hosting: { headers: [all] } });
  expect(firebase({ hosting: {} })).toMatch(/^\{\n {2}"hosting"[\s\S]*\}\n$/);
  expect(firebase({ functions: [] })).toBe('{"functions":[]}');
});

test('service workers fetch the hidden pages again', () => {
  const text = 'precache([{"url":"/offline","revision":"a1"},{url:"/b",revision: "c2"},{revision:null}])';
  expect(hide('sw.js', text)).toBe(
    'precache([{"url":"/offline","revision":"a1-noindex"},{url:"/b",revision: "c2-noindex"},{revision:null}])',
  );
});

test.each([
  'a.js',
  'my-sw.js',
  'x-robots.txt',
  'data.json',
  'my-page-data.json',
  'a/_headers',
  'a/firebase.json',
  'html',
  'a.html.gz',
])('%s is deployed as it is', (path) => {
  expect(hideFromCrawlers(path)).toBeNull();
});

test('a hidden file has another hash', () => {
  expect(isHidden(hashOfHidden('abc'))).toBe(true);
  expect(isHidden('abc')).toBe(false);
});

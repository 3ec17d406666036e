import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { PaidLinksData } from '../../src/content/data/edition-data.ts';
import type { UrlPath } from '../../src/site/page.ts';
import {
  adHeading,
  createAdBlocks,
  createLinkMarker,
  isBlankHtml,
  needSources,
} from '../../src/site/paid-links.ts';
import { urlPath } from '../../src/site/routes.ts';

describe('every link of an advertisement is marked', async () => {
  const mark = await createLinkMarker();

  test.each([
    ['<a href="/x">x</a>', '<a href="/x" rel="sponsored">x</a>'],
    ['<a href="/x" rel="nofollow">x</a>', '<a href="/x" rel="nofollow sponsored">x</a>'],
    ['<a rel="Sponsored  NOFOLLOW" href="/x">x</a>', '<a rel="sponsored nofollow" href="/x">x</a>'],
    ['<a href="/x" target="_blank">x</a>', '<a href="/x" target="_blank" rel="sponsored noopener">x</a>'],
    [
      '<a href="/x" target="_blank" rel="noopener ugc">x</a>',
      '<a href="/x" target="_blank" rel="noopener ugc sponsored">x</a>',
    ],
    ['<a href="/x" target="_self">x</a>', '<a href="/x" target="_self" rel="sponsored">x</a>'],
    ['<A HREF=/x>x</A>', '<a href="/x" rel="sponsored">x</a>'],
    [
      '<div><p>text <a href="/x"><b>x</b></a></p></div>',
      '<div><p>text <a href="/x" rel="sponsored"><b>x</b></a></p></div>',
    ],
    ['<template><a href="/x">x</a></template>', '<template><a href="/x" rel="sponsored">x</a></template>'],
    ['<noscript><a href="/x">x</a></noscript>', '<noscript><a href="/x" rel="sponsored">x</a></noscript>'],
    ['<noscript>a &lt;b&gt;</noscript>', '<noscript>a &lt;b&gt;</noscript>'],
    ['<script>a < b && "<script>"</script>', '<script>a < b && "<script>"</script>'],
    ['<map name="m"><area href="/x"></map>', '<map name="m"><area href="/x" rel="sponsored"></map>'],
    ['<!-- <a href="/x">x</a> -->', '<!-- <a href="/x">x</a> -->'],
    ['plain text', 'plain text'],
    ['<svg><plaintext>x</plaintext></svg>', '<svg><plaintext>x</plaintext></svg>'],
    ['<b><!-- <script> --></b>', '<b><!-- <script> --></b>'],
    // In a string the escape means the same.
    ['<script><!-- write("<script>") --></script>', '<script><!-- write("\\u003Cscript>") --></script>'],
    ['<noscript>a<!-- </noscript> --></noscript>', '<noscript></noscript>'],
    ['<a name="x">anchor</a>', '<a name="x" rel="sponsored">anchor</a>'],
  ])('%s', (html, marked) => {
    expect(mark(html)).toBe(marked);
    expect(mark(marked)).toBe(marked);
  });

  test.each([
    '<div><a href="/x">never closed',
    '<b><i>crossed</b></i>',
    '</div></main><p>',
    '<a href="/x" title="no end',
    '<table><tr><td>x',
    '<!-- open',
    '<plaintext>as it is',
    '<script><!-- <script>',
    '<script><!-- document.write("<script src=x></script>") //--></script>',
    '<noscript>&lt;plaintext&gt;</noscript>',
    '<noscript><a title="</noscript><plaintext>">x</a></noscript>',
    '<noscript><!-- </noscript><textarea> --></noscript>',
  ])('%s cannot swallow what stands behind it', (html) => {
    const marked = mark(html);
    const page = parseFragment(`<main>${marked}<p id="behind">x</p></main>`);
    const [main] = page.childNodes;
    const behind = main && 'childNodes' in main ? main.childNodes.at(-1) : null;
    expect(behind).toMatchObject({ nodeName: 'p', attrs: [{ name: 'id', value: 'behind' }] });
    expect(mark(marked)).toBe(marked);
  });
});

describe('blocks of a page', () => {
  const links = { '/': ['<a href="/h">h</a>'], '/authors/': ['A', 'B'], '/empty': [] };

  test('are those of its path, behind that of every page', async () => {
    const find = await createAdBlocks({ everyPage: '<a href="/all">all</a>', paidLinks: links }, 'en_US');
    const blocks = (path: UrlPath) => find(path, 'en_US');
    const all = '<a href="/all" rel="sponsored">all</a>';
    expect(blocks(urlPath('/'))).toEqual([all, '<a href="/h" rel="sponsored">h</a>']);
    expect(blocks(urlPath('/authors'))).toEqual([all, 'A', 'B']);
    expect(blocks(urlPath('/empty'))).toEqual([all]);
    expect(blocks(urlPath('/other'))).toEqual([all]);
  });

  test('are none without data', async () => {
    const twice = { '/x': ['<a href="/1">1</a>'], '/x/': ['<a href="/2">2</a>'] };
    const blocksOf = async (ads: PaidLinksData) =>
      (await createAdBlocks(ads, 'en_US'))(urlPath('/x'), 'en_US');
    expect(await blocksOf({ everyPage: '', paidLinks: twice })).toHaveLength(2);
    expect(await blocksOf({ everyPage: ' ', paidLinks: { '/x': [] } })).toEqual([]);
    const blank = { '/x': [' ', '', '<a href="/1">1</a>'] };
    expect(await blocksOf({ everyPage: '', paidLinks: blank })).toHaveLength(1);
  });

  test('keep the check code of an exchange as it is, in every edition', async () => {
    const codes = { '/x': ['<!--77-->'] };
    const blocks = await createAdBlocks({ everyPage: '<!--a1b2c3-->', paidLinks: codes }, 'en_US');
    expect(blocks(urlPath('/'), 'en_US')).toEqual(['<!--a1b2c3-->']);
    expect(blocks(urlPath('/x'), 'en_US')).toEqual(['<!--a1b2c3-->', '<!--77-->']);
    expect(blocks(urlPath('/ko'), 'ko_KR')).toEqual(['<!--a1b2c3-->']);
  });

  test('are in the language of the edition, or say theirs', async () => {
    const locales = { ru_RU: { everyPage: '<b>по-русски</b>' }, tr_TR: { everyPage: '' } };
    const ads = { everyPage: '<b>English</b>', paidLinks: { '/ko': ['K'] }, locales };
    const blocks = await createAdBlocks(ads, 'en_US');
    expect(blocks(urlPath('/'), 'en_US')).toEqual(['<b>English</b>']);
    expect(blocks(urlPath('/ru'), 'ru_RU')).toEqual(['<b>по-русски</b>']);
    expect(blocks(urlPath('/tr'), 'tr_TR')).toEqual([]);
    expect(blocks(urlPath('/ko'), 'ko_KR')).toEqual(['<div lang="en"><b>English</b></div>', 'K']);
  });
});

test('the title of a site chooses one of the headings, always the same', () => {
  const names = Array.from({ length: 60 }, (_, index) => `Site ${index}`);
  const headings = ['a', 'b', 'c', 'd'];
  const chosen = names.map((name) => adHeading(name, { headings }));
  expect(chosen).toEqual(names.map((name) => adHeading(name, { headings })));
  expect(new Set(chosen)).toEqual(new Set(headings));
  expect(adHeading('Any', { headings: ['Paid links'] })).toBe('Paid links');
});

test.each([
  ['', true],
  [' \n', true],
  ['<!-- a -->', true],
  ['<!---->', true],
  ['<!-- a\nb --> \n<!-- c -->', true],
  ['<!-- never closed', true],
  ['x', false],
  ['<!-- a --> x', false],
  ['<!-- a --> x <!-- b -->', false],
  ['<img src="/x.png">', false],
])('%j shows nothing: %s', (html, expected) => {
  expect(isBlankHtml(html)).toBe(expected);
});

describe('blocks that need more than the policy of most pages allows', () => {
  const LINK = '<a href="/x" rel="sponsored">x</a>';

  test.each([
    ...['script', 'style', 'link', 'iframe', 'frame', 'form', 'object', 'embed', 'video', 'audio'].map(
      (name) => `<${name}>`,
    ),
    '<b style="color: red">x</b>',
    '<b onclick="go()">x</b>',
  ])('have such markup in one block: %s', (html) => {
    expect(needSources([LINK, html])).toBe(true);
    expect(needSources([html])).toBe(true);
  });

  test.each([LINK, '<formula>', '<b title="x">on="</b>', '&lt;script&gt;', 'iframe'])(
    'have none: %s',
    (html) => {
      expect(needSources([html])).toBe(false);
    },
  );

  test('are left out for a page without links', () => {
    expect(needSources([])).toBe(false);
  });
});

/** What readers see of paid links: labels on screens and on paper, in light and dark, narrow and wide, and nothing for axe to find. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { article, json, makeSite, readTree, smallSite } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const odds = { category: 'betting', subcategory: 'odds' };
const BODY = `Before spring you get [three books](offer:three-books), and [a map](https://maps.example/?tag=1) is cheaper elsewhere.

::offer{id="three-books"}

A paragraph between them.

::offers{class="books"}

| Shop | Page |
| --- | --- |
| Maps | [Shop](https://maps.example/list) |
| A longer name of a shop | [Another address of the same shop](https://maps.example/other) |
`;

function makePaidSite(): string {
  const text = (language: string) => ({
    ...{ url: `https://acme.example/${language}?btag=42`, text: `Three books for two (${language})` },
    terms: 'New customers only. Orders from 20 pounds. The cheapest book is free. Not with other offers.',
    eligibility: 'For readers in the United Kingdom.',
    erid: '2VtzqxAbCdEfGhIjKlMnOpQrStUvWxYz',
  });
  const offer = (until: string) => ({
    ...{ advertiser: 'acme', class: 'books', markets: ['GB'], until, fallback: '/terms' },
    texts: { en_US: text('en'), ru_RU: text('ru') },
  });
  const dated = {
    source: 'https://law.example/',
    checked: '2026-01-01',
    by: 'A. Reed',
    reviewBy: '2999-01-01',
  };
  const files = smallSite({
    ...{ locales: ['en_US', 'ru_RU'], markets: { en_US: ['GB', 'IE'], ru_RU: ['GB'] } },
    paidLinks: { links: ['maps.example'] },
  });
  return makeSite({
    ...files,
    'content/paid-links.json': json({ everyPage: '<a href="https://block.example/">Odds compared</a>' }),
    'content/offers.json': json({
      advertisers: { acme: { name: 'Acme Books', legal: 'Acme Books Ltd', number: '1040426646' } },
      offers: { 'three-books': offer('2999-01-31'), 'two-books': offer('2999-02-28') },
    }),
    'content/notices.json': json([
      {
        ...{ class: 'books', market: ['GB', 'IE'], needs: ['terms', 'erid', 'legal', 'number'], ...dated },
        show: { en_US: 'Read with care. Prices may change.', ru_RU: 'Читайте внимательно.' },
      },
    ]),
    'content/en_US/articles/offers.md': article({ title: 'Offers', slug: 'offers', ...odds, body: BODY }),
    'content/ru_RU/articles/offers.md': article({ title: 'Offers', slug: 'offers', ...odds, body: BODY }),
    'content/en_US/articles/shelf.md': article({
      ...{ title: 'A Shelf of Books', slug: 'shelf', ...odds, body: 'About novels.' },
      more: 'featured: 1\nsponsored: acme',
    }),
  });
}

/** Paid links of a text whose word nobody sees, and whether the page is wider than the screen. */
const readSight = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>('article a[rel~="sponsored"]')];
    const unseen = links.filter((link) => {
      const mark = link.querySelector<HTMLElement>('.paid-mark');
      const { width = 0, height = 0 } = mark?.getBoundingClientRect() ?? {};
      const { fontSize, opacity, visibility } = getComputedStyle(mark ?? link);
      return (
        width < 8 ||
        height < 8 ||
        Number.parseFloat(fontSize) < 10 ||
        opacity !== '1' ||
        visibility !== 'visible'
      );
    });
    const notice = document.querySelector('.paid-notice');
    return {
      links: links.length,
      unseen: unseen.map(({ outerHTML }) => outerHTML),
      hasNotice: notice !== null && notice.getBoundingClientRect().height > 8,
      tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    };
  });

test('labels are in sight everywhere, and axe finds nothing', async () => {
  const root = makePaidSite();
  await buildSite(root);
  const tree = readTree(`${root}/dist`);
  const server = await startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes])));
  const paths = [
    '/articles/offers.html',
    '/ru/articles/offers.html',
    '/articles/shelf.html',
    '/index.html',
    '/betting.html',
  ];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      const context = await browser.newContext({
        ...{ bypassCSP: true, colorScheme, viewport: { width, height: 800 }, serviceWorkers: 'block' },
      });
      const page = await context.newPage();
      for (const path of paths) {
        const at = `${path} ${colorScheme} ${width}`;
        await page.goto(server.url + path);
        expect([at, await findViolations(page)]).toEqual([at, []]);
        const hasText = path.endsWith('offers.html');
        const right = { links: hasText ? 7 : 0, unseen: [], hasNotice: hasText, tooWide: false };
        expect([at, await readSight(page)]).toEqual([at, right]);
        await page.emulateMedia({ media: 'print' });
        expect([at, await readSight(page)]).toEqual([at, { ...right, tooWide: expect.any(Boolean) }]);
        await page.emulateMedia({ media: 'screen' });
      }
      await context.close();
    }
  await server.close();
}, 300_000);

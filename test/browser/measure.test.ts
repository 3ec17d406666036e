/** What stands where on a page: the text of an article on a phone, and the terms of a taxonomy in lines. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';

let browser: Browser;
let server: SiteServer;
let page: Page;

/** Three lines of a headline and of a standfirst, in three languages. */
const TITLE = 'What the Price of a Small Harbour Says About Its Evening Market';
const DESCRIPTION =
  'A price is a sentence that somebody has to finish: what the numbers on the board leave out, and where to look for the rest of them.';

beforeAll(async () => {
  const files = smallSite({ timeZone: 'UTC' });
  const head = { category: 'betting', subcategory: 'odds' };
  const more = `description: ${JSON.stringify(DESCRIPTION)}\ntags: [Harbours, Evening markets, Odds]`;
  files['content/en_US/articles/first.md'] = article({
    ...{ title: TITLE, slug: 'first-price', ...head, more },
    body: '## One\n\nText.\n\n## Two\n\nText.\n\n## Three\n\nText.\n'.replace(
      '## One',
      'The text begins here.\n\n## One',
    ),
  });
  const root = makeSite(files);
  await buildSite(root);
  const tree = readTree(join(root, 'dist'));
  [browser, server] = await Promise.all([
    launchChromium(),
    startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes]))),
  ]);
  page = await browser.newPage({ serviceWorkers: 'block' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('on a phone the text of an article begins in the upper part of the screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/articles/first-price`);
  await page.evaluate(() => document.fonts.ready);
  const tops = await page.evaluate(() =>
    ['.translations', '.breadcrumbs', '.prose p'].map((selector) =>
      Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN),
    ),
  );
  const [translations, breadcrumbs, text] = tops;
  // The article in another language stands beside the way to this one.
  expect(translations).toBe(breadcrumbs);
  expect(text).toBeLessThanOrEqual(420);
});

test.each([360, 768, 1280])('at %i px each term stands in one line', async (width) => {
  await page.setViewportSize({ width, height: 740 });
  await page.goto(`${server.url}/tags`);
  const heights = await page
    .locator('main li a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(heights).toHaveLength(3);
  expect(Math.max(...heights)).toBeLessThan(48);
});

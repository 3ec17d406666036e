/** What stands where on a page: the text of an article on a phone, and the terms of a taxonomy in lines. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Three lines of a headline and of a standfirst on a phone. */
const TITLE = 'What the Price of a Small Harbour Says About Its Evening Market';
const DESCRIPTION =
  'A price is a sentence that somebody has to finish: what the numbers leave out, and where to look.';

/** A page of a site in two languages, with an article that has three tags, sections and a translation. */
async function openSite(): Promise<{ page: Page; url: string }> {
  const files = smallSite();
  files['content/en_US/articles/first.md'] = article({
    ...{ title: TITLE, slug: 'first-price', category: 'betting', subcategory: 'odds' },
    more: `description: ${JSON.stringify(DESCRIPTION)}\ntags: [Harbours, Evening markets, Odds]`,
    body: 'The text begins here.\n\n## One\n\nText.\n\n## Two\n\nText.\n\n## Three\n\nText.\n',
  });
  const root = makeSite(files);
  await buildSite(root);
  const tree = readTree(join(root, 'dist'));
  const server = await startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes])));
  const page = await browser.newPage({ serviceWorkers: 'block' });
  onTestFinished(async () => {
    await page.close();
    await server.close();
  });
  return { page, url: server.url };
}

test('on a phone the text of an article begins in the upper part of the screen', async () => {
  const { page, url } = await openSite();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/articles/first-price`);
  await page.evaluate(() => document.fonts.ready);
  const [languages, way, text] = await page.evaluate(() =>
    ['.translations', '.breadcrumbs', '.prose p'].map((selector) =>
      Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN),
    ),
  );
  expect(languages).toBe(way);
  expect(text).toBeLessThanOrEqual(420);
});

test('each term stands in one line', async () => {
  const { page, url } = await openSite();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${url}/tags`);
    const heights = await page
      .locator('main .topics li a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights).toHaveLength(3);
    expect(Math.max(...heights)).toBeLessThan(48);
  }
});

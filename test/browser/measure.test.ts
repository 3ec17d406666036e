/** What stands where on a page: the text of an article on a phone, and the terms of a taxonomy in lines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { article, readTree, smallSite, writeFiles } from '../support/site.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';

/** Three lines of a headline and of a standfirst on a phone. */
const TITLE = 'What the Price of a Small Harbour Says About Its Evening Market';
const DESCRIPTION =
  'A price is a sentence that somebody has to finish: what the numbers leave out, and where to look.';

const WIDE = ':::figure{caption="Two books" size="wide"}\n| Book | Margin |\n|---|---|\n| Alpha | 4 |\n:::';

let browser: Browser;
let server: SiteServer;
beforeAll(async () => {
  const files = smallSite();
  files['content/en_US/articles/first.md'] = article({
    ...{ title: TITLE, slug: 'first-price', category: 'betting', subcategory: 'odds' },
    more: `updated: 2026-04-02\ndescription: ${JSON.stringify(DESCRIPTION)}\ntags: [Harbours, Evening markets, Odds]`,
    body: `The text begins here.\n\n${WIDE}\n\n## One\n\nText.\n\n## Two\n\nText.\n\n## Three\n\nText.\n`,
  });
  const root = mkdtempSync(join(tmpdir(), 'articles-measure-'));
  writeFiles(root, files);
  await buildSite(root);
  const tree = readTree(join(root, 'dist'));
  rmSync(root, { recursive: true });
  [browser, server] = await Promise.all([
    launchChromium(),
    startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes]))),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A page of the site, which has two languages and an article with three tags, sections and a translation. */
async function openSite(): Promise<{ page: Page; url: string }> {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  onTestFinished(() => page.close());
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

test('a figure reaches the edges of a phone, and its caption those of the text', async () => {
  const { page, url } = await openSite();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/articles/first-price`);
  const [figure, caption, text] = await page.evaluate(() =>
    ['.prose figure', '.prose figcaption', '.prose p'].map((selector) => {
      const range = document.createRange();
      const element = document.querySelector(selector);
      if (!element) return null;
      if (element.matches('figure')) range.selectNode(element);
      else range.selectNodeContents(element);
      const { left } = range.getBoundingClientRect();
      return Math.round(left);
    }),
  );
  expect(figure).toBe(0);
  expect(caption).toBe(text);
});

test('the label of the tags stands on the line of the tags', async () => {
  const { page, url } = await openSite();
  await page.goto(`${url}/articles/first-price`);
  const tops = await page.locator('.terms a').evaluateAll((links) =>
    links.map((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return Math.round(range.getBoundingClientRect().top);
    }),
  );
  expect(new Set(tops).size).toBe(1);
});

test('the list of a subcategory does not repeat its name above each title', async () => {
  const { page, url } = await openSite();
  const kickers = page.locator('main .kicker');
  await page.goto(`${url}/betting`);
  expect(await kickers.first().isVisible()).toBe(true);
  await page.goto(`${url}/betting/odds`);
  expect(await kickers.count()).toBeGreaterThan(0);
  expect(await kickers.first().isVisible()).toBe(false);
});

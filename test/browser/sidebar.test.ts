/** Long trees of pages keep the place of their reader. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { servePublished, webFolder } from '../support/published-site.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

const place = { category: 'betting', subcategory: 'odds' };
const articles = Array.from({ length: 80 }, (_, index) => `part-${index + 10}`).map((slug) => [
  `content/en_US/articles/${slug}.md`,
  article({ title: slug, slug, ...place }),
]);

const isInSight = (page: Page) =>
  page.locator('.sidebar [aria-current]').evaluate((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    const sidebar = link.closest('.sidebar')?.getBoundingClientRect();
    return sidebar !== undefined && top >= sidebar.top && bottom <= Math.min(sidebar.bottom, innerHeight);
  });
const scrolled = (page: Page) => page.locator('.sidebar').evaluate(({ scrollTop }) => Math.round(scrollTop));

test('the current page is in sight, and a click on its neighbour scrolls nothing', async () => {
  const root = makeSite({ ...smallSite({ navigation: { sidebar: true } }), ...Object.fromEntries(articles) });
  await buildSite(root);
  const site = await servePublished(webFolder(join(root, 'dist')));
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await site.close();
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.url}/articles/part-80`);
  await expect.poll(() => isInSight(page)).toBe(true);
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(500);
  await page.locator('.sidebar a', { hasText: 'part-81' }).click();
  await page.getByRole('heading', { level: 1, name: 'part-81' }).waitFor();
  expect(await isInSight(page)).toBe(true);
  expect(await scrolled(page)).toBe(before);
}, 60_000);

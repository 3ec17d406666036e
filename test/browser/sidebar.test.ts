/** Manuals in Chromium: long trees keep the place of their reader, contents follow them, and Ctrl+K opens the search. */
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

test('the contents mark the part that is read, also on the next page, and Ctrl+K goes to the search', async () => {
  const body = ['One', 'Two', 'Three']
    .map((part) => `## ${part}\n\n### Within ${part}\n\n${'Words. '.repeat(900)}\n`)
    .join('\n');
  const parts = ['a', 'b'].map((slug) => [
    `content/en_US/articles/${slug}.md`,
    article({ title: slug, slug, body, ...place }),
  ]);
  const root = makeSite({ ...smallSite({ navigation: { sidebar: true } }), ...Object.fromEntries(parts) });
  await buildSite(root);
  const site = await servePublished(webFolder(join(root, 'dist')));
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await site.close();
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const marked = () => page.locator('.contents [aria-current]').allTextContents();
  for (const slug of ['a', 'b']) {
    if (slug === 'a') await page.goto(`${site.url}/articles/a`);
    else await page.locator('.sidebar').getByRole('link', { name: 'b', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: slug, exact: true }).waitFor();
    for (const name of ['Two', 'Within Three', 'One']) {
      await page.getByRole('heading', { name, exact: true }).evaluate((heading) => heading.scrollIntoView());
      const expected = name === 'Two' ? 'Within Two' : name === 'One' ? 'Within One' : name;
      await expect.poll(marked).toEqual([expected]);
    }
  }
  await page.keyboard.press('Control+k');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('site-search');
  await page.keyboard.type('first');
  await page.getByRole('link', { name: 'The first price' }).first().waitFor();
}, 60_000);

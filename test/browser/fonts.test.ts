/** A page keeps its layout when a font of the site arrives late. */
import { readFileSync } from 'node:fs';
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
afterAll(() => browser.close());

const TEXT = Array.from(
  { length: 12 },
  (_none, index) =>
    `## Part ${index}\n\nThe price of an article is what a reader gives for it: attention, and a quarter of an hour. ${'A plain sentence follows another one. '.repeat(6)}`,
).join('\n\n');

async function measure(page: Page) {
  return page.evaluate(() => ({
    family: document.fonts.check('16px "site-serif"'),
    height: document.querySelector('.prose')?.getBoundingClientRect().height ?? 0,
  }));
}

test('late fonts move nothing that a reader would see', async () => {
  const files = smallSite();
  for (const weight of [400, 700])
    files[`theme/fonts/serif-${weight}.woff2`] = readFileSync(
      `node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-${weight}-normal.woff2`,
    );
  files['content/en_US/articles/first.md'] = article({
    title: 'The first price',
    slug: 'first-price',
    body: TEXT,
  });
  const root = makeSite(files);
  await buildSite(root);
  const tree = readTree(join(root, 'dist'));
  const server = await startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes])));
  onTestFinished(() => server.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const path of server.files.keys())
    if (path.endsWith('.woff2')) server.inject(path, [{ until }], 'always');
  await page.goto(`${server.url}/articles/first-price`, { waitUntil: 'domcontentloaded' });
  const shift = await page.evaluateHandle(() => {
    const seen = { value: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) seen.value += Number(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
    return seen;
  });
  await page.waitForFunction(() => document.querySelector('.prose') !== null);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const before = await measure(page);
  release();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const after = await measure(page);
  expect([before.family, after.family]).toEqual([false, true]);
  expect(Math.abs(after.height - before.height) / before.height).toBeLessThan(0.02);
  expect((await shift.jsonValue()).value).toBeLessThan(0.02);
  await page.close();
});

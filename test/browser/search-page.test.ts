/** The results page of the search in texts, as readers and their screen readers meet it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium, started } from '../support/chromium.ts';
import { article, readTree, smallSite, writeFiles } from '../support/site.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';

let browser: Browser;
let server: SiteServer;

beforeAll(async () => {
  const ledgers = Array.from({ length: 11 }, (_, index): [string, string[]] => [
    `ledger-${index}`,
    [`Ledger ${index}`, 'A ledger shows each stake.', `season: [${index === 0 ? 'winter' : 'summer'}]`],
  ]);
  const texts: Record<string, string[]> = {
    kelly: [
      'Stakes',
      'The Kelly criterion tells the share of a bankroll.',
      'tags: [Money]\nseason: [winter]',
    ],
    margin: ['Prices', 'A bookmaker earns the margin, and the criterion is simple.', 'season: [summer]'],
    river: ['Walks', 'Where the river bends, herons stand.', 'season: [summer]'],
    ...Object.fromEntries(ledgers),
  };
  const root = mkdtempSync(join(tmpdir(), 'articles-search-page-'));
  writeFiles(root, {
    ...smallSite({
      locales: ['en_US'],
      features: { socialImages: false },
      taxonomies: { season: { title: 'Seasons' } },
      search: { fullText: true, engine: { action: 'https://duckduckgo.com/', site: 'sites' } },
    }),
    ...Object.fromEntries(
      Object.entries(texts).map(([slug, [title = '', text = '', more = '']]) => [
        `content/en_US/articles/${slug}.md`,
        `${article({ title, slug, category: 'betting', subcategory: 'odds', more })}\n${text}\n`,
      ]),
    ),
  });
  await buildSite(root);
  const files = new Map([...readTree(join(root, 'dist'))].map(([path, bytes]) => [`/${path}`, bytes]));
  rmSync(root, { recursive: true });
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(files)]);
});
afterEach(() => server.up());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('answers from its address, filters, announces, and finds read pages without a network', async () => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${server.url}/search.html?q=criterion`);
  const found = page.locator('.results a[href^="/articles/"]:not([href*="#"])');
  await expect.poll(() => found.allTextContents()).toHaveLength(2);
  expect(await page.locator('#results-query').inputValue()).toBe('criterion');
  // One page has one box.
  expect(await page.getByRole('searchbox').count()).toBe(1);
  await expect.poll(() => page.locator('.results [role=status]').textContent()).toMatch(/2 articles found/);
  expect(await page.locator('.results mark').first().textContent()).toBe('criterion');
  expect(await findViolations(page)).toEqual([]);

  // Two articles need no filters.
  expect(await page.locator('.results select').count()).toBe(0);

  await page.goto(`${server.url}/search.html?q=ledger`);
  await expect.poll(() => found.allTextContents()).toHaveLength(11);
  await page.getByLabel('Seasons').selectOption('winter');
  await expect.poll(() => found.allTextContents()).toEqual(['Ledger 0']);
  expect(new URL(page.url()).search).toBe('?q=ledger&season=winter');
  await page.goto(`${server.url}/search.html?q=criterion&season=summer`);
  await expect.poll(() => found.allTextContents()).toEqual(['Prices']);

  await page.goto(`${server.url}/search.html?q=zeppelin`);
  await expect.poll(() => page.locator('.results').textContent()).toContain('No article has these words.');

  // The service worker keeps what the reader opens.
  await page.goto(`${server.url}/articles/river.html`);
  await started(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.goto(`${server.url}/search.html?q=`);
  await started(page);
  await page.locator('#results-query').waitFor();
  // Without the index, which the worker may have kept, the pages that it kept are searched.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (request.url.includes('/texts/')) await cache.delete(request);
    }
  });
  server.down();
  await page.locator('#results-query').fill('herons');
  await page.locator('#results-query').press('Enter');
  await expect.poll(() => page.locator('.results').textContent()).toContain('Walks');
  expect(await page.locator('.results').textContent()).toContain('A part of the search could not be loaded');
  await context.close();
});

test('says once that a lost file may hide articles, and not that there are none', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.route(/texts\/postings/, (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${server.url}/search.html?q=criterion`);
  const note = 'A part of the search could not be loaded, so articles may be missing.';
  await expect.poll(() => page.locator('.results [role=status]').textContent()).toBe(note);
  expect(await page.locator('.results .search-note').allTextContents()).toEqual([note]);
  await context.close();
});

test('offers a search engine and the sitemap without JavaScript', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/search.html?q=criterion`);
  const form = page.locator('form[action="https://duckduckgo.com/"]');
  expect(await form.locator('input[name=q]').isVisible()).toBe(true);
  expect(await form.locator('input[type=hidden]').getAttribute('value')).toBe('small.example');
  expect(await page.locator('main').textContent()).toContain('Searching the texts needs JavaScript.');
  expect(await page.locator('main a[href="/sitemap"]').count()).toBe(1);
  await context.close();
});

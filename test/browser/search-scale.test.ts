import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchGroup } from '../../src/build/outputs/search-files.ts';
import { fold } from '../../src/foundation/fold.ts';
import { launchChromium, started } from '../support/chromium.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { makeSmallSite } from '../support/small-site.ts';
import { makeTitles } from '../support/titles.ts';

let browser: Browser;
let server: SiteServer | undefined;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

function makeGroups(count: number): SearchGroup[] {
  const titles = makeTitles(count, 11, ['en']);
  return Array.from({ length: 30 }, (_, group) => ({
    label: `Category ${Math.floor(group / 6)} → Subcategory ${group}`,
    articles: titles
      .filter((_, row) => row % 30 === group)
      .map((title, row) => ({
        title,
        url: `/articles/${title.toLowerCase().replaceAll(/\W+/g, '-')}-${group}-${row}`,
      })),
  }));
}

async function open(groups: SearchGroup[]): Promise<{ page: Page; server: SiteServer }> {
  const files = await makeSmallSite({ groups, pages: [{ path: '/', title: 'Home', html: '' }] });
  server = await startSiteServer(files);
  const page = await browser.newPage();
  await page.goto(server.url);
  await started(page);
  server.seen.length = 0;
  return { page, server };
}

/** Bytes of each file that was asked for, gzipped, by path. */
function sizes({ seen, files }: SiteServer): Map<string, number> {
  return new Map(seen.map(({ url }) => [url, gzipSync(files.get(url) ?? '', { level: 6 }).length]));
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

test('at 200 titles the first answer after focus needs at most 97 kB gzip beside the font: React 69, lunr 9, folding 1, index 11', async () => {
  const { page, server } = await open(makeGroups(200));
  await page.locator('#site-search').pressSequentially('bet');
  await page.locator('#search-results a').first().waitFor();
  const needed = [...sizes(server)].filter(([path]) => !/app-data|\.woff2$/.test(path));
  for (const part of [/\/search\/en\/index\.json$/, /\/lunr\.json$/, /\/search-worker-/, /\/search-\w+\.js$/])
    expect(needed.filter(([path]) => part.test(path))).toHaveLength(1);
  expect(sum(needed.map(([, bytes]) => bytes))).toBeLessThanOrEqual(97_000);
  await page.close();
  await server.close();
});

test('at 100,000 titles a query finds all of them and downloads at most 500 kB', {
  timeout: 300_000,
}, async () => {
  const groups = makeGroups(100_000);
  const { page, server } = await open(groups);
  const input = page.locator('#site-search');
  await input.focus();
  await expect.poll(() => server.count('/search/en/index.json')).toBe(1);
  await page.waitForTimeout(500);

  for (const query of [
    'how to bet on poker',
    'market odds',
    'ark',
    'a e o',
    'xx bet',
    'kelly staking table 12',
  ]) {
    server.seen.length = 0;
    await input.fill('');
    await input.pressSequentially(query, { delay: 30 });
    const words = query.split(' ');
    const matches = (title: string) => words.every((word) => fold(title).includes(word));
    const expected = groups
      .map(({ label, articles }) => ({ label, titles: articles.map(({ title }) => title).filter(matches) }))
      .filter(({ titles }) => titles.length > 0);
    const total = sum(expected.map(({ titles }) => titles.length));
    const status = page.locator('.search [role=status]');
    const shown =
      total > 50 ? '50+ articles found' : total === 1 ? '1 article found' : `${total} articles found`;
    await expect
      .poll(() => status.textContent(), { message: query })
      .toBe(total === 0 ? 'No article title has all of these words.' : shown);
    const labels = await page.locator('#search-results h2').allTextContents();
    expect(labels, query).toEqual(expected.slice(0, labels.length).map(({ label }) => label));
    if (total <= 50) expect(labels).toHaveLength(expected.length);

    const downloads = sizes(server);
    for (const path of downloads.keys()) if (!path.startsWith('/search/')) downloads.delete(path);
    expect(sum(downloads.values()), query).toBeLessThanOrEqual(500_000);
  }

  await input.fill('market');
  const links = page.locator('#search-results a');
  await expect.poll(() => links.count()).toBe(50);
  await page.locator('.search-more').click();
  await expect.poll(() => links.count()).toBe(100);
  await page.close();
  await server.close();
});

/** Integrations in Chromium: nothing of a third party before consent, and what the policy and integrity let through after it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium, started } from '../support/chromium.ts';
import { makeSite, readTree, smallSite } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

const STATS = "document.documentElement.dataset.stats = document.currentScript.dataset.domain ?? ''";
const MATOMO = 'document.documentElement.dataset.matomo = JSON.stringify(window._paq)';
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const INTEGRATIONS = {
  analytics: [
    { service: 'plausible', domain: 'small.example', integrity: hashOf(STATS) },
    { service: 'matomo', site: 3, host: 'https://m.example/matomo', integrity: false, consent: 'marketing' },
    { service: 'script', script: '/count.js', consent: 'none', attributes: { 'data-site': 'x' } },
  ],
  comments: { service: 'frame', url: 'https://talk.example/embed?page={url}' },
  newsletter: {
    action: 'https://list.example/subscribe',
    hidden: { list: '7' },
    text: 'One letter a month.',
  },
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

interface Opened {
  page: Page;
  url: string;
  /** URLs of other hosts that the browser has asked for. */
  asked: string[];
}

async function withSite(
  integrations: object,
  work: (opened: Opened) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const root = makeSite({
    ...smallSite({ integrations }),
    'public/count.js': 'document.documentElement.dataset.counted = document.currentScript.dataset.site',
  });
  await buildSite(root);
  const files = [...readTree(join(root, 'dist'))].map(([path, bytes]) => [`/${path}`, bytes] as const);
  const server = await startSiteServer(new Map(files));
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, async (route) => {
    const request = route.request();
    const url = request.url();
    asked.push(`${request.method()} ${url} ${request.postData() ?? ''}`.trim());
    const body = url.includes('plausible')
      ? STATS
      : url.includes('matomo.js')
        ? MATOMO
        : '<p id="talk">talk</p>';
    const contentType = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    await route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  });
  try {
    await page.goto(server.url);
    if (options.javaScriptEnabled !== false) await started(page);
    await work({ page, url: server.url, asked });
  } finally {
    await context.close();
    await server.close();
  }
}

const root = (page: Page) => page.locator('html');
const notice = (page: Page) => page.getByRole('region', { name: 'Privacy choices' });
const asksFor = (asked: readonly string[], host: string) => asked.filter((line) => line.includes(host));

test('asks first, loads what is agreed to, remembers it, and can be asked again', async () => {
  await withSite(INTEGRATIONS, async ({ page, url, asked }) => {
    await notice(page).waitFor();
    await page.waitForFunction(() => document.documentElement.dataset.counted === 'x');
    expect(await notice(page).textContent()).toContain('plausible.io, m.example');
    expect(asked).toEqual([]);

    // The notice is the first stop of the keyboard, and nothing is chosen for the reader.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('analytics');
    expect(await notice(page).getByRole('checkbox', { checked: true }).count()).toBe(0);
    await notice(page).getByRole('button', { name: 'Decline' }).click();
    expect(await notice(page).count()).toBe(0);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.counted === 'x');
    expect(await notice(page).count()).toBe(0);
    expect(asked).toEqual([]);

    await page.getByRole('button', { name: 'Privacy choices' }).click();
    await notice(page).getByLabel('Statistics').check();
    await notice(page).getByRole('button', { name: 'Save choice' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.stats === 'small.example');
    expect(asksFor(asked, 'plausible.io')).toEqual(['GET https://plausible.io/js/script.js']);
    expect(asksFor(asked, 'm.example')).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Privacy choices');

    // Another page, another language: not asked again, and the button speaks it.
    await page.click('footer a[href="/ru"], header a[href="/ru"]');
    await page.getByRole('button', { name: 'Настройки приватности' }).click();
    const russian = page.getByRole('region', { name: 'Настройки приватности' });
    expect(await russian.getByLabel('Статистика').isChecked()).toBe(true);
    await russian.getByRole('button', { name: 'Разрешить всё' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.matomo !== undefined);
    expect(await root(page).getAttribute('data-matomo')).toContain('"https://m.example/matomo/matomo.php"');

    // An integration that was allowed stops with a new document.
    await page.getByRole('button', { name: 'Настройки приватности' }).click();
    const loaded = page.waitForEvent('load');
    await russian.getByRole('button', { name: 'Отклонить' }).click();
    await loaded;
    const before = asked.length;
    await page.goto(`${url}/authors`);
    await page.waitForFunction(() => document.documentElement.dataset.counted === 'x');
    expect(asked.length).toBe(before);
  });
}, 30_000);

test('a script of another host that has changed does not run', async () => {
  const analytics = [{ service: 'plausible', domain: 'x', integrity: hashOf('another'), consent: 'none' }];
  await withSite({ analytics }, async ({ page, asked }) => {
    await expect.poll(() => asked.length).toBe(1);
    await page.waitForLoadState('networkidle');
    expect(await root(page).getAttribute('data-stats')).toBeNull();
  });
});

test('matomo counts pages that are reached by navigation', async () => {
  const analytics = [
    { service: 'matomo', site: 3, host: 'https://m.example', integrity: false, consent: 'none' },
  ];
  await withSite({ analytics }, async ({ page }) => {
    await page.waitForFunction(() => document.documentElement.dataset.matomo !== undefined);
    await page.click('footer a[href="/terms"]');
    await page.locator('h1', { hasText: 'terms' }).waitFor();
    const calls = await page.evaluate(() => (window as unknown as { _paq: string[][] })._paq);
    expect(calls.filter(([name]) => name === 'trackPageView')).toHaveLength(2);
    expect(calls.findLast(([name]) => name === 'setCustomUrl')?.[1]).toMatch(/\/terms$/);
  });
});

test('comments are loaded when a reader asks for them, on the pages that have them', async () => {
  await withSite({ comments: INTEGRATIONS.comments }, async ({ page, asked }) => {
    expect(await page.locator('meta[http-equiv]').getAttribute('content')).not.toContain('talk.example');
    await page.click('a[href="/articles/first-price"]');
    const button = page.getByRole('button', { name: 'Show comments' });
    await button.waitFor();
    expect(asked).toEqual([]);
    await button.click();
    await page.frameLocator('iframe.comments-frame').locator('#talk').waitFor();
    const address = encodeURIComponent('https://small.example/articles/first-price');
    expect(asked).toEqual([`GET https://talk.example/embed?page=${address}`]);
    expect(await page.locator('iframe.comments-frame').getAttribute('title')).toBe('Comments');
  });
});

test('giscus gets its element and attributes', async () => {
  const comments = { service: 'giscus', repo: 'a/b', repoId: 'R_1', category: 'Talk', categoryId: 'C_1' };
  await withSite({ comments }, async ({ page, url, asked }) => {
    await page.goto(`${url}/articles/first-price`);
    await page.getByRole('button', { name: 'Show comments' }).click();
    await expect.poll(() => asked).toEqual(['GET https://giscus.app/client.js']);
    const script = page.locator('script[data-repo="a/b"]');
    expect(await script.getAttribute('data-lang')).toBe('en');
    expect(await page.locator('.giscus').count()).toBe(1);
  });
});

test('the newsletter is sent without scripts', async () => {
  const options = { javaScriptEnabled: false };
  await withSite(
    { newsletter: INTEGRATIONS.newsletter },
    async ({ page, asked }) => {
      await page.getByLabel('E-mail address').fill('reader@example.org');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.waitForURL('https://list.example/subscribe');
      expect(asked).toEqual(['POST https://list.example/subscribe list=7&email=reader%40example.org']);
    },
    options,
  );
});

test.each([
  { viewport: { width: 360, height: 640 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const)('notice, comments and newsletter pass axe: %j', async (options) => {
  await withSite(
    INTEGRATIONS,
    async ({ page, url }) => {
      await page.goto(`${url}/articles/first-price`);
      await notice(page).waitFor();
      await page.getByRole('button', { name: 'Show comments' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    },
    { ...options, bypassCSP: true },
  );
});

test('a site without integrations has nothing of them', async () => {
  const plain = makeSite();
  const empty = makeSite(smallSite({ integrations: {} }));
  await buildSite(plain);
  await buildSite(empty);
  const files = readTree(join(plain, 'dist'));
  expect([...files.keys()].filter((path) => path.includes('integrations'))).toEqual([]);
  expect(readTree(join(empty, 'dist'))).toEqual(files);
  for (const [path, bytes] of files)
    if (/\.(html|css)$/.test(path))
      expect(String(bytes)).not.toMatch(/consent|newsletter|data-integrations|data-own/);
});

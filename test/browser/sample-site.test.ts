import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { launchChromium, started } from '../support/chromium.ts';
import { runJson } from '../support/cli.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';

const ARTICLE = '/articles/betting-exchange-commission';

let browser: Browser;
let server: SiteServer;
let out: string;

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'articles-sample-'));
  await runJson(['build', '--out', out]);
  const files = new Map<string, Uint8Array>();
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(out, name)).isFile()) files.set(`/${name}`, readFileSync(join(out, name)));
  }
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(files)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(out, { recursive: true, force: true });
});

async function open(path: string): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  // Chromium's own note on a transition between documents that it gave up.
  page.on('pageerror', ({ message }) => message.startsWith('Transition was') || errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(server.url + path);
  await started(page);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  return { page, errors };
}

const isFirstDocument = (page: Page) => page.evaluate(() => 'isFirstDocument' in window);

test('a reader goes from home to an article, to its author, to another edition and back, in one document', async () => {
  const { page, errors } = await open('/');
  const home = await page.locator('h1').textContent();
  const card = page.locator('main a[href^="/articles/"]').first();
  const path = await card.getAttribute('href');
  await card.click();
  await page.waitForURL(`**${path}`);
  await page.locator('article.reading').waitFor();
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  expect(canonical?.endsWith(path ?? '?')).toBe(true);
  expect(await page.locator('link[rel=canonical]').count()).toBe(1);
  // The links of the header lead to the page in the other language, if it exists, and home otherwise.
  const russian = page.locator('.editions a[hreflang=ru]').first();
  const translation = page.locator('link[rel=alternate][hreflang=ru]');
  const target = (await translation.count()) > 0 ? await translation.getAttribute('href') : '/ru';
  expect(new URL((await russian.getAttribute('href')) ?? '', page.url()).pathname).toBe(
    new URL(target ?? '', page.url()).pathname,
  );
  await page.locator('a[rel=author]').first().click();
  await page.waitForURL('**/authors/*');
  await page.locator('.editions a[hreflang=ru]').first().click();
  await page.waitForURL('**/ru');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ru');
  expect(await page.locator('.search-input').first().getAttribute('placeholder')).not.toBe('Search');
  for (let step = 0; step < 3; step++) await page.goBack();
  // The name of the site is the heading of both editions.
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  await expect.poll(() => page.locator('h1').textContent()).toBe(home);
  expect(await isFirstDocument(page)).toBe(true);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('what navigation puts in equals what the server sends', async () => {
  const { page } = await open('/');
  const state = () =>
    page.evaluate(() => ({
      main: document.querySelector('main')?.outerHTML,
      head: [...document.querySelectorAll('[data-page-head]')].map((element) => element.outerHTML),
      path: document.documentElement.dataset.path,
    }));
  await page.evaluate((path) => {
    const link = document.createElement('a');
    link.href = path;
    document.body.append(link);
    link.click();
  }, ARTICLE);
  await page.waitForURL(`**${ARTICLE}`);
  await page.locator('article.reading').waitFor();
  const swapped = await state();
  expect(await isFirstDocument(page)).toBe(true);
  await page.reload();
  await started(page);
  expect(await state()).toEqual(swapped);
  await page.context().close();
});

test('menu and search work and hydrate without a warning', async () => {
  const { page, errors } = await open(ARTICLE);
  await page.locator('#site-search').pressSequentially('betting');
  const results = page.locator('#search-results a');
  await expect.poll(() => results.count()).toBeGreaterThan(3);
  const label = await page.locator('#search-results h2').first().textContent();
  expect(label).toMatch(/^.+ → .+$/);
  expect(await results.first().getAttribute('target')).toBe('_blank');
  await page.keyboard.press('Escape');
  await page.locator('.menu-button').click();
  await expect.poll(() => page.locator('.menu-button').getAttribute('aria-expanded')).toBe('true');
  const link = page.locator('#menu-panel a:visible').first();
  const path = await link.getAttribute('href');
  await link.click();
  await page.waitForURL(`**${path}`);
  await expect.poll(() => page.locator('#menu-panel').isVisible()).toBe(false);
  expect(errors).toEqual([]);
  await page.context().close();
});

// Colours depend on the scheme and places on the width, so neither needs the other's every value.
test.each([
  [360, 'light'],
  [1280, 'dark'],
] as const)(
  'axe finds nothing with the menu open, nor with search results, at %i px, %s',
  async (width, colorScheme) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await context.newPage();
    for (const [path, word] of [
      ['/', 'bet'],
      [ARTICLE, 'zebra'],
      ['/ko', '베팅'],
    ] as const) {
      await page.goto(server.url + path);
      await started(page);
      await page.locator('.search-input').first().fill(word);
      await page.locator('.search-results:visible').first().waitFor();
      await expect.poll(() => page.locator('.search [role=status]').first().textContent()).not.toBe('');
      expect(await findViolations(page), `${path}, search`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.menu-button').click();
      await page.locator('.menu-panel a:visible, .menu-panel summary:visible').first().waitFor();
      expect(await findViolations(page), `${path}, menu`).toEqual([]);
    }
    await context.close();
  },
  120_000,
);

test('offline, the article and home open, others show the offline page', async () => {
  const { page } = await open(ARTICLE);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  server.down();
  const heading = async (path: string) => {
    await page.goto(server.url + path);
    return page.locator('h1').textContent();
  };
  expect(await heading(ARTICLE)).toBe('What a Betting Exchange Really Charges');
  expect(await heading('/')).not.toBe('You Are Offline');
  expect(await heading('/authors')).toBe('You Are Offline');
  // The reader has not searched before.
  await page.locator('#site-search').fill('exchange');
  await page.locator('#search-results a').first().waitFor();
  server.up();
  await page.context().close();
});

test('an unknown path shows the not-found page, and its links lead on', async () => {
  const { page } = await open('/no/such/page');
  expect(await page.locator('h1').textContent()).toBe('Oops! The Quest for Knowledge Hits a Snag');
  expect(new URL(page.url()).pathname).toBe('/no/such/page');
  // Its own search is that of the header.
  await page.fill('#error-query', 'poker');
  // Until its script is there the form leads to the sitemap; an event of this sort leads nowhere.
  const isTaken = () =>
    page.$eval(
      '.error form',
      (form) => !form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  await expect.poll(isTaken).toBe(true);
  await page.press('#error-query', 'Enter');
  await page.locator('#search-results a').first().waitFor();
  expect(await page.inputValue('#site-search')).toBe('poker');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('site-search');
  await page.keyboard.press('Escape');
  await page.locator('main nav a').first().click();
  await page.locator('h1', { hasNotText: 'Oops!' }).waitFor();
  await page.context().close();
});

test('nothing scrolls sideways at 320 px, with wide letters or a text of twice the size too', async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 600 } });
  const page = await context.newPage();
  const wide: string[] = [];
  const home = await (await fetch(`${server.url}/sitemap.html`)).text();
  const articles = [...home.matchAll(/href="(\/articles\/[^"]+)"/g)].map(([, path = '']) => path);
  const pages = [
    '/',
    '/authors',
    '/gambling-insights',
    '/sitemap',
    '/ru',
    '/ru/sitemap',
    '/tr',
    '/ko',
    '/ko/404',
  ];
  for (const path of [...pages, ...new Set(articles)]) {
    await page.goto(server.url + path);
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (await isWide()) wide.push(path);
    // WCAG 2.2, 1.4.12; it also stands for fonts that are wider than the one of this machine.
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
      document.adoptedStyleSheets = [spacing];
    });
    if (await isWide()) wide.push(`${path} with wide letters`);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
    if (await isWide()) wide.push(`${path} at 200 %`);
  }
  expect(articles.length).toBeGreaterThan(20);
  expect(wide).toEqual([]);
  await context.close();
});

test('an article of 800 words is printed on three sheets at most', async () => {
  const { page } = await open(ARTICLE);
  const words = await page.locator('.prose').evaluate((prose) => prose.textContent?.split(/\s+/).length ?? 0);
  expect(words).toBeGreaterThan(700);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(0);
  expect(sheets).toBeLessThanOrEqual(3);
  await page.context().close();
});

/** The documentation in Chromium: every page is accessible, narrow and light; the longest of each section wide and dark too. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocsPage, writeDocsSite } from '../../scripts/docs.mjs';
import { findViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { runJson } from '../support/program.ts';
import { readTree } from '../support/site.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';

const site = mkdtempSync(join(tmpdir(), 'articles-docs-'));
let pages: DocsPage[];
let browser: Browser;
let server: SiteServer;

beforeAll(async () => {
  pages = writeDocsSite(site);
  await runJson(['build', '--root', site]);
  [browser, server] = await Promise.all([
    launchChromium(),
    startSiteServer(new Map([...readTree(join(site, 'dist'))].map(([path, bytes]) => [`/${path}`, bytes]))),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(site, { recursive: true, force: true });
});

/** The longest page of each folder: it has most of the elements of the others. */
function longestPages(): DocsPage[] {
  const sizeOf = ({ file }: DocsPage) => statSync(join('docs', file)).size;
  const longest = new Map<string, DocsPage>();
  for (const page of pages.toSorted((a, b) => sizeOf(a) - sizeOf(b))) longest.set(dirname(page.file), page);
  return [...longest.values()];
}

/**
 * The checker looks at the attribute `open`, and takes a closed tree whose content is shown for one without a focus. The Tab key is the judge:
 * from the last summary on it goes to the one before.
 */
async function isReachedTree(page: Page, violation: string): Promise<boolean> {
  if (!/^scrollable-region-focusable: <nav class="sidebar"/.test(violation)) return false;
  const last = page.locator('nav.sidebar summary:visible').last();
  await last.focus();
  await page.keyboard.press('Shift+Tab');
  return page.evaluate(() => document.activeElement?.matches('nav.sidebar :is(summary, a)') ?? false);
}

test.concurrent.each([
  { which: 'every page', width: 360, colorScheme: 'light', choose: () => pages },
  { which: 'the longest page of each folder', width: 1280, colorScheme: 'dark', choose: longestPages },
] as const)(
  '$which is accessible at $width px, $colorScheme',
  async ({ width, colorScheme, choose }) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
    });
    const page = await context.newPage();
    const violations: string[] = [];
    for (const path of ['/', ...choose().map(({ slug }) => `/articles/${slug}`)]) {
      await page.goto(server.url + path);
      for (const violation of await findViolations(page))
        if (!(await isReachedTree(page, violation))) violations.push(`${path} ${violation}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (overflow) violations.push(`${path} scrolls sideways`);
    }
    expect(violations).toEqual([]);
    await context.close();
  },
  900_000,
);

test('a page weighs less than 108 kB, not compressed, before a reader does anything, and its tree of all pages 8 kB', async () => {
  const page = await browser.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  await page.goto(`${server.url}/articles/start`, { waitUntil: 'networkidle' });
  const bytes = Buffer.concat(await Promise.all(bodies)).length;
  expect(bytes).toBeGreaterThan(5_000);
  const tree = await page.locator('.sidebar').evaluate(({ outerHTML }) => outerHTML);
  expect(bytes - Buffer.byteLength(tree)).toBeLessThan(108_000);
  expect(Buffer.byteLength(tree)).toBeLessThan(8_000);
});

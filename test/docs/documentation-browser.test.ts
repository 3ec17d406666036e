/** The documentation in Chromium: accessible on every page, and light. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
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

test.concurrent.each([
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const)(
  'every page is accessible at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
    });
    const page = await context.newPage();
    const violations: string[] = [];
    for (const path of ['/', ...pages.map(({ slug }) => `/articles/${slug}`)]) {
      await page.goto(server.url + path);
      for (const violation of await findViolations(page)) violations.push(`${path} ${violation}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (overflow) violations.push(`${path} scrolls sideways`);
    }
    expect(violations).toEqual([]);
    await context.close();
  },
  900_000,
);

test('a page weighs less than 100 kB before a reader does anything', async () => {
  const page = await browser.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  await page.goto(`${server.url}/articles/start`, { waitUntil: 'networkidle' });
  const bytes = Buffer.concat(await Promise.all(bodies)).length;
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(100_000);
});

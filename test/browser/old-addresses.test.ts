/** Old addresses in a browser: the reader arrives at the new one, with and without scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { makeSite, smallSite } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test('an old address leads to the page, with query and place where scripts run', async () => {
  const root = makeSite(smallSite());
  await buildSite(root);
  const old = readFileSync(join(root, 'dist/articles/old-street.html'), 'utf8');
  const target = '<!doctype html><title>New</title>';
  const server = await startSiteServer(
    new Map([
      ['/articles/old-street.html', old],
      ['/articles/third-street', target],
    ]),
  );
  const follow = async (written: string, javaScriptEnabled: boolean) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${server.url}/articles/old-street.html${written}`, { waitUntil: 'commit' });
    await page.waitForURL(/third-street/, { waitUntil: 'load' });
    const url = page.url();
    await context.close();
    expect(refused).toEqual([]);
    return url.slice(server.url.length);
  };
  try {
    const written = '?utm=mail#a-part-of-it';
    expect(await follow(written, true)).toBe(`/articles/third-street${written}`);
    expect(await follow('#a-part-of-it', true)).toBe('/articles/third-street#a-part-of-it');
    expect(await follow('', true)).toBe('/articles/third-street');
    expect(await follow(written, false)).toMatch(/^\/articles\/third-street(#a-part-of-it)?$/);
  } finally {
    await server.close();
  }
});

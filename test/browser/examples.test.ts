/** Every kind of page of the sample sites is accessible, light and dark, narrow and wide. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choosePages } from '../../packages/look-test/src/page-kinds.ts';
import { findViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { runJson } from '../support/cli.ts';
import { readTree, SAMPLES } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(SAMPLES)('%s', (root) => {
  test('axe finds nothing on any kind of page', async () => {
    const out = mkdtempSync(join(tmpdir(), 'articles-examples-'));
    await runJson(['build', '--root', root, '--out', out]);
    const [tree, pages] = [readTree(out), await choosePages(out)];
    rmSync(out, { recursive: true });
    const server = await startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes])));
    const first = pages.find(({ path }) => path === '/index.html')?.language;
    expect(pages.length).toBeGreaterThan(9);
    const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
      [360, 1280].map((width) => ({ colorScheme, width })),
    );
    const check = async ({ colorScheme, width }: (typeof looks)[number]) => {
      const context = await browser.newContext({
        bypassCSP: true,
        colorScheme,
        viewport: { width, height: 800 },
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const found: string[] = [];
      for (const { path, language } of pages) {
        // Other languages and sites have the same layout: they are looked at narrow and light, and wide and dark.
        const isBoth = root === '.' && language === first;
        if (!isBoth && (colorScheme === 'light') !== (width === 360)) continue;
        await page.goto(server.url + path);
        for (const violation of await findViolations(page))
          found.push(`${path} ${colorScheme} ${width}: ${violation}`);
      }
      await context.close();
      return found;
    };
    // Each page has a process of its own.
    const found = (await Promise.all(looks.map(check))).flat();
    await server.close();
    expect(found).toEqual([]);
  }, 600_000);
});

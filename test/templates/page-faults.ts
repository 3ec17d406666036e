/** Looks at the pages of the fixtures in a browser. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findViolations } from '../support/axe.ts';
import type { serveFixtures } from './site.ts';

export async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

interface Look {
  width: number;
  colorScheme: 'dark' | 'light';
  language: string;
  /** Of the paths of the pages. */
  kinds: RegExp;
}

/** @returns what axe finds on the pages of an edition, and what is wider than the window; one line each */
export function findPageFaults(
  browser: Browser,
  site: Awaited<ReturnType<typeof serveFixtures>>,
  { width, colorScheme, language, kinds }: Look,
): Promise<string[]> {
  const options = { viewport: { width, height: 800 }, colorScheme };
  // The checker is injected as inline script, which the pages forbid.
  return withPage(browser, { ...options, bypassCSP: true }, async (page) => {
    const found: string[] = [];
    for (const path of site.paths.filter((name) => name.startsWith(`/${language}/`) && kinds.test(name))) {
      await page.goto(site.origin + path);
      if (path.endsWith('/home')) {
        await page.click('.menu-button');
        await page.locator('.menu-panel a:visible, .menu-panel summary:visible').first().waitFor();
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${path}: ${wide} px too wide`);
      for (const violation of await findViolations(page)) found.push(`${path}: ${violation}`);
    }
    return found;
  });
}

/** The kinds that readers see most. */
export const MAIN_KINDS = /home|article$|category$|info/;

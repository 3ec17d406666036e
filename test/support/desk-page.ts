/** Uses the desk in a browser as an editor does. */
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

type PageOptions = Parameters<Browser['newPage']>[0];

/** @param home the address of the desk */
export async function openDesk(browser: Browser, home: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => page.close());
  await page.goto(home);
  await page.locator('.item').first().waitFor();
  return page;
}

export async function openArticle(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find an article' }).fill(title);
  await page.keyboard.press('Enter');
  await page.locator('.cm-content').waitFor();
}

/** Waits until the source has the focus. */
export const inSource = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('cm-content');

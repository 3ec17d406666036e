/** Uses the desk in a browser as an editor does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { startDesk } from './desk.ts';
import { article, smallSite, writeFiles } from './site.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;

/** The text of the article that a desk of a small site begins with. */
export const BODY = 'One paragraph with words.\n\nAnother paragraph to click on.\n';
export const FIRST = 'content/en_US/articles/first.md';
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The desk of a small site that deploys to a folder, and a browser. */
export async function startSmallDesk() {
  const root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  const target = pathToFileURL(join(root, 'www')).href;
  const kept = { category: 'betting', subcategory: 'odds', body: BODY };
  writeFiles(root, {
    ...smallSite({ deploy: { development: target }, markdown: { rawHtml: true } }),
    [FIRST]: article({ title: 'The first price', slug: 'first-price', ...kept }),
  });
  const [browser, desk] = await Promise.all([launchChromium(), startDesk(root)]);
  const close = async () => {
    await Promise.all([browser.close(), desk.close()]);
    rmSync(root, { recursive: true, force: true });
  };
  return { root, browser, desk, close };
}

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

export const frameText = (page: Page) => page.frameLocator('iframe').locator('main').textContent();

/** Waits until the desk lists a file that a test has written. */
export const waitUntilListed = (desk: Desk, file: string) =>
  expect
    .poll(async () => JSON.stringify((await desk.read('articles')).body), { timeout: 20_000 })
    .toContain(file);

/** Presses a button of publishing. @param end what the log says in the end @returns all that it says */
export async function publish(desk: Desk, page: Page, button: Locator, end: string): Promise<string> {
  const started = page.waitForResponse('**/api/publish');
  await button.click();
  await started;
  const state = async () => (await desk.read('publishing')).body.run.state;
  await expect.poll(state, { timeout: 150_000 }).not.toBe('running');
  const log = page.getByRole('log');
  await expect.poll(() => log.textContent()).toContain(end);
  return (await log.textContent()) ?? '';
}

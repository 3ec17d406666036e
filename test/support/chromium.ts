/** Starts the system's Chromium, headless, without access to anything but what a test serves. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_PATHS, describeMissing } from '../../scripts/test-tools.mjs';

/** @throws when no Chromium is found; the message says how to get one */
export async function launchChromium(): Promise<Browser> {
  // The headless shell comes first: the same engine without windows takes half of the processor time.
  const executablePath = CHROMIUM_PATHS.find((path) => path !== '' && existsSync(path));
  if (!executablePath) throw new Error(`${describeMissing('Chromium')}, or set CHROMIUM_PATH to one`);
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  // A busy machine may be ten times slower than usual. Pages without a context of their own use this function too.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(90_000);
    return context;
  };
  return browser;
}

/** Waits until the page's main script, which comes behind the page, has taken over the links. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
}

/** Starts the system's Chromium, headless, without access to anything but what a test serves. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_PATHS, describeMissing } from '../../scripts/test-tools.mjs';

/** @throws when no Chromium is found; the message says how to get one */
export async function launchChromium(): Promise<Browser> {
  // The headless shell comes first: the same engine without windows takes half of the processor time.
  const executablePath = CHROMIUM_PATHS.find((path) => path !== '' && existsSync(path));
  if (!executablePath) throw new Error(`${describeMissing('Chromium')}, or set CHROMIUM_PATH to one`);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Waits until the page's main script, which comes behind the page, has taken over the links. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
}

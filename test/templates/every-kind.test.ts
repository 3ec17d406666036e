import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { findPageFaults, MAIN_KINDS } from './page-faults.ts';
import { serveFixtures } from './site.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFixtures>>;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), serveFixtures()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe('every page kind passes axe and never scrolls sideways', () => {
  it.each([
    { width: 360, colorScheme: 'dark', language: 'en', kinds: /./ },
    { width: 1280, colorScheme: 'light', language: 'en', kinds: /./ },
    { width: 320, colorScheme: 'light', language: 'tr', kinds: MAIN_KINDS },
    { width: 360, colorScheme: 'light', language: 'ru', kinds: MAIN_KINDS },
  ] as const)('$width px, $colorScheme, $language', async (look) => {
    expect(await findPageFaults(browser, site, look)).toEqual([]);
  });
});

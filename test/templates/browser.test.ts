import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { findPageFaults, MAIN_KINDS, withPage as withNewPage } from './page-faults.ts';
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

const withPage = <T>(options: BrowserContextOptions, work: (page: Page) => Promise<T>) =>
  withNewPage(browser, options, work);

describe('the page kinds that readers see most pass axe and never scroll sideways', () => {
  it.each([
    { width: 360, colorScheme: 'dark', language: 'en', kinds: MAIN_KINDS },
    { width: 1280, colorScheme: 'dark', language: 'ko', kinds: MAIN_KINDS },
  ] as const)('$width px, $colorScheme, $language', async (look) => {
    expect(await findPageFaults(browser, site, look)).toEqual([]);
  });
});

describe('without JavaScript', () => {
  it('B40: above 576 px the button opens a dropdown with both levels', async () => {
    await withPage({ viewport: { width: 577, height: 800 }, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.origin}/en/home`);
      const parent = page.locator('.menu-panel .menu-parent').first();
      expect(await parent.isVisible()).toBe(false);
      await page.locator('.menu-button').click();
      await parent.waitFor();
      const child = page.locator('.menu-panel a[href="/gambling-insights/other-gambling-insights"]');
      await child.waitFor();
      expect(await page.locator('.menu-panel summary').first().isVisible()).toBe(false);
      await child.click();
      await page.waitForURL('**/gambling-insights/other-gambling-insights');
    });
  });

  it('B40: at 576 px it is an inline menu with a More link for each parent', async () => {
    await withPage({ viewport: { width: 576, height: 800 }, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.origin}/en/home`);
      await page.locator('.menu-button').click();
      const child = page.locator('.menu-panel a[href="/ultimate-poker-guides/navigating-poker-tournaments"]');
      expect(await child.isVisible()).toBe(false);
      await page.locator('.menu-panel summary').nth(1).click();
      await child.waitFor();
      await page.locator('.menu-group[open] .menu-more a').click();
      await page.waitForURL('**/ultimate-poker-guides');
    });
  });

  it('the menu closes by Escape and gives the focus back', async () => {
    await withPage({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.origin}/en/home`);
      await page.locator('.menu-button').focus();
      await page.keyboard.press('Enter');
      await page.locator('.menu-parent').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await page.locator('.menu-parent').first().waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter');
      await page.locator('.menu-parent').first().waitFor();
    });
  });

  it('the search form lands on the sitemap', async () => {
    await withPage({ viewport: { width: 360, height: 800 }, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.origin}/ru/article`);
      await page.getByRole('searchbox').fill('покер');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/ru/sitemap' && url.searchParams.get('q') === 'покер');
    });
  });

  it('buttons that need scripts are not shown', async () => {
    await withPage({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.origin}/en/article`);
      const buttons = await page.locator('[data-theme-switch], [data-copy]').all();
      expect(buttons.length).toBeGreaterThan(2);
      for (const button of buttons) expect(await button.isVisible()).toBe(false);
    });
  });
});

describe('theme', () => {
  it('follows the preference, and the remembered choice before it', async () => {
    await withPage({ colorScheme: 'dark' }, async (page) => {
      const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      await page.goto(`${site.origin}/en/info`);
      const dark = await paper();
      await page.evaluate(() => localStorage.setItem('theme', 'light'));
      await page.reload();
      expect(await paper()).not.toBe(dark);
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await paper();
      await page.evaluate(() => localStorage.setItem('theme', 'dark'));
      await page.reload();
      expect(await paper()).toBe(dark);
      expect(light).not.toBe(dark);
    });
  });

  it('no page breaks its own security policy', async () => {
    await withPage({}, async (page) => {
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      for (const path of site.paths.filter((name) => name.startsWith('/en/')))
        await page.goto(site.origin + path);
      expect(messages).toEqual([]);
    });
  });
});

it('prints the text without menus, and in black for a theme with pale ink', async () => {
  await withPage({}, async (page) => {
    await page.goto(`${site.origin}/en/article`);
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.bar', '.contents', '.neighbours', '.paid', '.footer-columns']) {
      expect(await page.locator(hidden).isVisible(), hidden).toBe(false);
    }
    expect(await page.locator('.prose').isVisible()).toBe(true);
    const ink = await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<header id="own"><nav>Menu</nav><form>Search</form></header>',
      );
      document
        .querySelector('.prose')
        ?.insertAdjacentHTML('beforeend', '<section id="in-text">Text</section>');
      document.documentElement.style.setProperty('--ink', '#eee');
      document.documentElement.style.setProperty('--paper', '#111');
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      return [color, backgroundColor];
    });
    expect(ink).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect(await page.locator('#in-text').isVisible()).toBe(true);
    expect(await page.locator('#own').textContent()).toBe('MenuSearch');
    for (const tool of ['nav', 'form']) expect(await page.locator(`#own ${tool}`).isVisible()).toBe(false);
  });
});

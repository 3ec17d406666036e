import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, started } from '../support/chromium.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { makeSmallSite } from '../support/small-site.ts';

const GROUPS = [
  {
    label: 'Alpha → One',
    articles: [
      { title: 'How to Bet on Cricket', url: '/articles/bet' },
      { title: 'İstanbul Odds <b>', url: '/articles/istanbul' },
    ],
  },
  { label: 'Alpha → Two', articles: [{ title: 'Poker', url: '/articles/poker' }] },
  {
    label: 'Beta → Three',
    articles: [
      { title: 'The Bet', url: '/articles/the-bet' },
      { title: 'The Cricket Year', url: '/articles/cricket-year' },
    ],
  },
  { label: 'Beta → Four', articles: [{ title: 'The Cricket Year', url: '/articles/cricket-year' }] },
];

let browser: Browser;
let server: SiteServer;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  const files = await makeSmallSite({
    groups: GROUPS,
    pages: [
      {
        path: '/',
        title: 'Home',
        html: `<div class="code"><button class="copy" type="button" data-copy hidden>Copy</button><pre><code>line one\nline two\n</code></pre></div>
          <button class="copy" id="link" type="button" data-copy="https://example.org/a" hidden>Copy link</button><p>end</p>`,
      },
      { path: '/alpha/one', title: 'One', html: '' },
      { path: '/404', title: 'Not here', html: '' },
      { path: '/sitemap', title: 'Sitemap', html: '' },
    ],
  });
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(files)]);
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  server.reset();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Opened {
  page: Page;
  errors: string[];
}

async function open(
  options: BrowserContextOptions & { script?: () => void; width?: number } = {},
): Promise<Opened> {
  const { script, width = 1000, ...rest } = options;
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...rest });
  contexts.push(context);
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(server.url, { waitUntil: 'load' });
  if (options.javaScriptEnabled !== false) await started(page);
  return { page, errors };
}

const scripts = () => server.seen.map((request) => request.url).filter((url) => url.endsWith('.js'));
const isHydrated = (page: Page, island: string) =>
  page.evaluate(
    (name) =>
      Object.keys(document.querySelector(`[data-island=${name}]`) ?? {}).some((key) =>
        key.startsWith('__reactContainer'),
      ),
    island,
  );

test('a page that is only read loads the main script alone', async () => {
  const { page } = await open();
  await page.waitForTimeout(500);
  expect(scripts()).toHaveLength(1);
});

test('two islands that are hydrated at once ask once for the data that they share', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('[data-island]'))
      island.dispatchEvent(new Event('pointerover', { bubbles: true }));
  });
  await expect.poll(() => isHydrated(page, 'menu')).toBe(true);
  await page.fill('[data-island=search] input', 'poker');
  await page.locator('#search-results a').first().waitFor();
  expect(server.seen.filter(({ url }) => url.includes('/sq/d/islands-'))).toHaveLength(1);
});

test('the main script comes behind the first paint', async () => {
  const { page } = await open();
  const startOf = (type: string, name: RegExp) =>
    page.evaluate(
      ([type, name]) =>
        performance.getEntriesByType(type).find((entry) => name.test(entry.name))?.startTime ?? 0,
      [type, name] as const,
    );
  await expect.poll(() => startOf('paint', /contentful/)).toBeGreaterThan(0);
  const paint = await startOf('paint', /contentful/);
  const script = await startOf('resource', /\/main-\w+\.js$/);
  // Where nothing is painted for five seconds, as in a hidden tab, it comes all the same.
  expect(script).toBeGreaterThan(Math.min(paint, 5000));
});

test('a page whose styles have not come is not laid out without them', async () => {
  const stylesheet = [...server.files.keys()].find((path) => path.endsWith('.css')) ?? '';
  let release = () => {};
  server.inject(stylesheet, [{ until: new Promise<void>((resolve) => (release = resolve)) }]);
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value;
  };
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => document.querySelector('#route-notice') !== null)).toBe(true);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  const before = await layouts();
  // It belongs to the empty page that stood there before.
  expect(before).toBeLessThanOrEqual(1);
  release();
  await page.waitForLoadState('load');
  await expect.poll(layouts).toBeGreaterThan(before ?? 0);
});

describe('menu (B40)', () => {
  const panel = (page: Page) => page.locator('#menu-panel');
  const button = (page: Page) => page.locator('.menu-button');

  test('opens with JavaScript off, and every link works', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    expect((await button(page).textContent())?.trim()).toBe('Menu');
    expect(await panel(page).isVisible()).toBe(false);
    await button(page).click();
    expect(await panel(page).isVisible()).toBe(true);
    await panel(page).getByRole('link', { name: 'One' }).click();
    await page.waitForURL('**/alpha/one');
  });

  test.each([577, 576])(
    '%i px: hydrates without a warning, says its state, closes after a pick',
    async (width) => {
      const { page, errors } = await open({ width });
      const before = await page.locator('[data-island=menu]').innerHTML();
      await button(page).hover();
      await expect.poll(() => isHydrated(page, 'menu')).toBe(true);
      await expect.poll(() => button(page).getAttribute('aria-expanded')).toBe('false');
      expect(await button(page).getAttribute('aria-controls')).toBe('menu-panel');
      const after = await page.locator('[data-island=menu]').innerHTML();
      expect(after.replace(/ aria-(expanded|controls)="[^"]*"/g, '')).toBe(before);
      const unfold = async () => {
        await button(page).click();
        await expect.poll(() => button(page).getAttribute('aria-expanded')).toBe('true');
      };
      await unfold();
      // A pick that leaves the page where it is, as one into another tab does.
      await page.evaluate(() => {
        const link = document.querySelector<HTMLElement>('#menu-panel a');
        addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true });
        link?.click();
      });
      await expect.poll(() => panel(page).isVisible()).toBe(false);
      await unfold();
      if (width === 576) await panel(page).locator('summary', { hasText: 'Alpha' }).click();
      expect(await panel(page).getByRole('link', { name: 'More' }).count()).toBe(width === 576 ? 1 : 0);
      await panel(page).getByRole('link', { name: 'One' }).click();
      await page.waitForURL('**/alpha/one');
      await expect.poll(() => panel(page).isVisible()).toBe(false);
      expect(errors).toEqual([]);
    },
  );

  test('by keyboard: Enter opens, Tab goes in, Escape closes and gives the focus back', async () => {
    const { page } = await open();
    await button(page).focus();
    await expect.poll(() => isHydrated(page, 'menu')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => button(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Alpha');
    await page.keyboard.press('Escape');
    await expect.poll(() => button(page).getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('menu-button');
    expect(await panel(page).locator('[role=menu], [role=menuitem]').count()).toBe(0);
  });

  test('closes when the focus leaves it, and hides nothing that has the focus', async () => {
    const { page } = await open();
    await button(page).focus();
    await expect.poll(() => isHydrated(page, 'menu')).toBe(true);
    await page.keyboard.press('Enter');
    await panel(page).locator('a:visible').last().focus();
    expect(await panel(page).isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => panel(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('site-search');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => panel(page).isVisible()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => panel(page).isVisible()).toBe(false);
  });

  test('by touch', async () => {
    const { page } = await open({ width: 400, hasTouch: true });
    await button(page).tap();
    expect(await panel(page).isVisible()).toBe(true);
    await panel(page).locator('summary', { hasText: 'Beta' }).tap();
    await panel(page).getByRole('link', { name: /More/ }).tap();
    await page.waitForURL('**/beta');
  });

  test('a pick closes it even before React has come', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#menu-panel')?.showPopover();
      document.querySelector<HTMLElement>('#menu-panel a[href="/alpha/one"]')?.click();
    });
    await page.locator('h1', { hasText: 'One' }).waitFor();
    expect(await panel(page).isVisible()).toBe(false);
  });
});

describe('search', () => {
  const input = (page: Page) => page.locator('#site-search');
  const region = (page: Page) => page.locator('#search-results');

  async function type(page: Page, text: string): Promise<void> {
    await input(page).fill(text);
    await region(page).locator('a').first().waitFor();
  }

  test('B36: nothing is shown until the trimmed text has three characters', async () => {
    const { page } = await open();
    await input(page).fill(' be ');
    await page.waitForTimeout(300);
    expect(await region(page).isVisible()).toBe(false);
    expect(await page.locator('[role=status]').first().textContent()).toBe('');
    await type(page, 'bet');
    await input(page).fill('be');
    await expect.poll(() => region(page).isVisible()).toBe(false);
    expect(await region(page).textContent()).toBe('');
  });

  test('B37, B39: groups in tree order, a pair without a match left out, links in a new tab', async () => {
    const { page, errors } = await open();
    await type(page, 'bet');
    expect(await region(page).locator('h2').allTextContents()).toEqual(['Alpha → One', 'Beta → Three']);
    const links = await region(page)
      .locator('a')
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]),
      );
    expect(links).toEqual([
      ['/articles/bet', '_blank', 'noopener'],
      ['/articles/the-bet', '_blank', 'noopener'],
    ]);
    await input(page).fill('ISTANBUL');
    await region(page).locator('a[href="/articles/istanbul"]').waitFor();
    expect(await region(page).locator('a').textContent()).toContain('İstanbul Odds <b>');
    expect(errors).toEqual([]);
  });

  test('results are announced, and so is an empty list', async () => {
    const { page } = await open();
    const status = page.locator('.search [role=status]');
    await type(page, 'bet');
    expect(await status.textContent()).toBe('2 articles found');
    await input(page).fill('zebra');
    await expect.poll(() => status.textContent()).toBe('No article title has all of these words.');
  });

  test('React hydrates the box with the same markup and no warning, and renders the results', async () => {
    const { page, errors } = await open();
    const before = await page.locator('[data-island=search]').innerHTML();
    await input(page).hover();
    await expect.poll(() => isHydrated(page, 'search')).toBe(true);
    await page.waitForTimeout(100);
    expect(await page.locator('[data-island=search]').innerHTML()).toBe(before);
    await type(page, 'poker');
    expect(await region(page).locator('a').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('what is typed before the script has come is answered', async () => {
    const { page, errors } = await open();
    let release = () => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    const script = [...server.files.keys()].find((path) => /\/search-(?!worker)\w+\.js$/.test(path)) ?? '';
    server.inject(script, [{ until }]);
    await input(page).fill('bet');
    await page.waitForTimeout(200);
    expect(await region(page).isVisible()).toBe(false);
    release();
    await region(page).locator('a').first().waitFor();
    expect(await input(page).inputValue()).toBe('bet');
    expect(errors).toEqual([]);
  });

  test('the keyboard goes through the results', async () => {
    const { page } = await open();
    await type(page, 'bet');
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.id);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('/articles/bet');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('/articles/the-bet');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('/articles/the-bet');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('site-search');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('/articles/bet');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    expect(new URL(tab.url() === 'about:blank' ? `${server.url}/articles/bet` : tab.url()).pathname).toBe(
      '/articles/bet',
    );
    await tab.close();
    await page.keyboard.press('Escape');
    await expect.poll(() => region(page).isVisible()).toBe(false);
    expect(await focused()).toBe('site-search');
    // Closed results come back by the keys that lead to them.
    await page.keyboard.press('Enter');
    await expect.poll(() => region(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => region(page).isVisible()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('/articles/bet');
  });

  test('closes by a click elsewhere, opens again with the focus', async () => {
    const { page } = await open();
    await type(page, 'bet');
    await page.mouse.click(4, 780);
    await expect.poll(() => region(page).isVisible()).toBe(false);
    await page.evaluate(() => document.querySelector<HTMLElement>('.menu-button')?.focus());
    await input(page).focus();
    await expect.poll(() => region(page).isVisible()).toBe(true);
  });

  test('an index out of reach is said, and asked for again', async () => {
    const { page } = await open();
    server.inject('/search/en/index.json', [{ status: 503 }, { status: 503 }, { status: 503 }]);
    await input(page).fill('bet');
    await expect.poll(() => region(page).textContent()).toContain('could not be loaded');
    expect(await region(page).getByRole('link').getAttribute('href')).toBe('/sitemap');
    await type(page, 'bett'.slice(0, 3).concat(' '));
    expect(await region(page).locator('a').count()).toBe(2);
  });

  test('results that come when the reader has left are there when they come back', async () => {
    const { page } = await open();
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.inject('/search/en/index.json', [{ until }]);
    await input(page).fill('bet');
    await expect.poll(() => region(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => region(page).isVisible()).toBe(false);
    await page.locator('.brand').focus();
    release();
    await input(page).focus();
    await region(page).locator('a').first().waitFor();
  });

  test('results of other words are not shown again', async () => {
    const { page } = await open();
    await type(page, 'bet');
    await input(page).evaluate((element: HTMLInputElement) => {
      element.value = 'bet on nothing';
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await input(page).press('ArrowDown');
    await expect.poll(() => region(page).isVisible()).toBe(true);
    await expect.poll(() => region(page).locator('a').count()).toBe(0);
  });

  test('a worker whose script cannot be loaded is reported, and started again', async () => {
    const { page } = await open();
    const script = [...server.files.keys()].find((path) => /\/search-worker-/.test(path)) ?? '';
    server.inject(script, [{ status: 404, body: '', type: 'text/plain' }]);
    await input(page).fill('bet');
    await expect.poll(() => region(page).textContent()).toContain('could not be loaded');
    await type(page, 'bet ');
  });

  test('what was typed before the script had come is searched for', async () => {
    const { page } = await open({
      script: () =>
        addEventListener('DOMContentLoaded', () => {
          const box = document.querySelector<HTMLInputElement>('#site-search');
          box?.focus();
          if (box) box.value = 'bet';
        }),
    });
    await region(page).locator('a').first().waitFor();
  });

  test('an article in two groups is counted once, and listed once with both sections', async () => {
    const { page } = await open();
    await type(page, 'cricket year');
    const [about = ''] = await region(page).locator('li .search-about').allTextContents();
    expect(about.split(' · ')).toHaveLength(2);
    expect(await region(page).locator('h2').allTextContents()).toEqual([about.split(' · ')[0]]);
    expect(await region(page).locator('a').count()).toBe(1);
    expect(await page.locator('.search [role=status]').textContent()).toBe('1 article found');
  });

  test.each([
    ['its script', /\/search-(?!worker)\w+\.js$/],
    ['its data', /\/sq\/d\/islands-en\.json$/],
  ])('a box without %s says so, offers the sitemap, and tries again', async (_, pattern) => {
    const { page } = await open();
    const lost = [...server.files.keys()].find((path) => pattern.test(path)) ?? '';
    server.inject(lost, [{ drop: true }], 'always');
    // A pointer on its way over the box is no question.
    await page.hover('.search-submit');
    await page.waitForTimeout(200);
    expect(await region(page).isVisible()).toBe(false);
    await input(page).focus();
    await expect.poll(() => region(page).textContent()).toContain('could not be loaded');
    const link = region(page).getByRole('link', { name: 'All articles are in the sitemap' });
    expect(await link.getAttribute('href')).toMatch(/\/sitemap$/);
    expect(await region(page).getByRole('alert').count()).toBe(1);
    server.reset();
    await input(page).pressSequentially('poker');
    await region(page).locator('li a').first().waitFor();
    expect(await region(page).textContent()).not.toContain('could not be loaded');
  });

  test('a reader without a network is told so, too', async () => {
    const { page } = await open();
    await page.context().setOffline(true);
    await input(page).fill('poker');
    await expect.poll(() => region(page).textContent()).toContain('Check your connection');
    await page.context().setOffline(false);
    await input(page).press('End');
    await region(page).locator('li a').first().waitFor();
  });

  test('the sitemap answers the words of its address, and no other page does', async () => {
    const { page, errors } = await open();
    await page.goto(`${server.url}/sitemap?q=bet+on+cricket`);
    await region(page).locator('a').first().waitFor();
    expect(await input(page).inputValue()).toBe('bet on cricket');
    expect(await region(page).locator('a').first().textContent()).toContain('How to Bet on Cricket');
    expect(page.url()).toMatch(/\/sitemap\?q=bet/);
    await page.goto(`${server.url}/sitemap?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
    await expect.poll(() => region(page).textContent()).toContain('No article title');
    await page.goto(`${server.url}/alpha/one?q=bet`);
    await started(page);
    await page.waitForTimeout(300);
    expect(await input(page).inputValue()).toBe('');
    await page.goto(`${server.url}/sitemap`);
    await started(page);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    expect(errors).toEqual([]);
  });

  test('without JavaScript the form lands on the sitemap', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await input(page).fill('bet');
    await input(page).press('Enter');
    await page.waitForURL('**/sitemap?q=bet');
  });
});

describe('copy', () => {
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('B33, B34: code and link by the clipboard; the word stays for 3000 ms from the last click', async () => {
    const { page } = await open({
      permissions: ['clipboard-read', 'clipboard-write'],
      // Prefetch has pauses of the same length; data savers are spared it (B26).
      script: () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    });
    const code = page.locator('.code .copy');
    await page.evaluate(() => {
      const timers: (() => void)[] = [];
      const start = window.setTimeout;
      const stop = window.clearTimeout;
      const hold = (task: () => void, ms?: number) =>
        ms === 3000 ? 1_000_000 + timers.push(task) : start(task, ms);
      const drop = (timer: number) => (timer > 1_000_000 ? delete timers[timer - 1_000_001] : stop(timer));
      Object.assign(window, { timers, setTimeout: hold, clearTimeout: drop });
    });
    const timers = () => page.evaluate(() => Reflect.get(window, 'timers').length);
    await code.click();
    await expect.poll(() => code.textContent()).toBe('Copied');
    expect(await copied(page)).toBe('line one\nline two');
    expect(await page.locator('#route-announcer').textContent()).toBe('Copied');
    await code.click();
    await expect.poll(timers).toBe(2);
    expect(await page.evaluate(() => typeof Reflect.get(window, 'timers')[0])).toBe('undefined');
    await page.evaluate(() => Reflect.get(window, 'timers')[1]());
    expect(await code.textContent()).toBe('Copy');
    await page.click('#link');
    await expect.poll(() => page.locator('#link').textContent()).toBe('Copied');
    expect(await copied(page)).toBe('https://example.org/a');
    // The button must not remove a message that came later.
    const said = await page.evaluate(() => {
      const announcer = document.getElementById('route-announcer');
      if (announcer) announcer.textContent = 'Navigated to Second';
      Reflect.get(window, 'timers').at(-1)();
      return announcer?.textContent;
    });
    expect(said).toBe('Navigated to Second');
  });

  test('B34: the selection command where the clipboard is refused', async () => {
    const { page } = await open({
      script: () => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: () => Promise.reject(new Error('no')) },
        });
        document.execCommand = (command) => {
          const field = document.activeElement;
          Object.assign(window, {
            selected: [command, field instanceof HTMLTextAreaElement ? field.value : ''],
          });
          return true;
        };
      },
    });
    await page.click('#link');
    await expect.poll(() => page.locator('#link').textContent()).toBe('Copied');
    expect(await page.evaluate(() => Reflect.get(window, 'selected'))).toEqual([
      'copy',
      'https://example.org/a',
    ]);
    expect(await page.locator('textarea').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('link');
  });

  test.each([
    ['Linux x86_64', 'Copy to clipboard: Ctrl+C, Enter'],
    ['MacIntel', 'Copy to clipboard: ⌘+C, Enter'],
  ])('B34: a prompt where nothing else works, on %s', async (platform, message) => {
    const { page } = await open();
    await page.evaluate((name) => {
      Object.defineProperty(navigator, 'platform', { value: name });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    }, platform);
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      const seen = [dialog.message(), dialog.defaultValue()];
      await dialog.dismiss();
      return seen;
    });
    await page.click('#link');
    expect(await asked).toEqual([message, 'https://example.org/a']);
    expect(await page.locator('#link').textContent()).toBe('Copy link');
  });
});

test('the theme switch is remembered', async () => {
  const { page } = await open({ colorScheme: 'light' });
  await page.click('[data-theme-switch]');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.reload();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await started(page);
  await page.click('[data-theme-switch]');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
});

test('the theme is chosen in three, and other tabs and pages that Back restores follow', async () => {
  const { page } = await open({ colorScheme: 'light' });
  const theme = (of = page) => of.locator('html').getAttribute('data-theme');
  const button = page.locator('[data-theme-switch]');
  const frame = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  const light = await frame();
  expect(await button.getAttribute('aria-pressed')).toBe('mixed');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await started(other);
  await button.click();
  expect([await theme(), await button.getAttribute('aria-pressed')]).toEqual(['dark', 'true']);
  await expect.poll(() => theme(other)).toBe('dark');
  const dark = await frame();
  expect(dark).toHaveLength(1);
  expect(dark).not.toEqual(light);
  await button.click();
  expect([await theme(), await button.getAttribute('aria-pressed')]).toEqual(['light', 'false']);
  await button.click();
  expect([await theme(), await button.getAttribute('aria-pressed')]).toEqual([null, 'mixed']);
  await expect.poll(() => theme(other)).toBe(null);
});

test('a browser without popovers keeps the menu and navigates', async () => {
  const { page, errors } = await open();
  await page.addInitScript(() => {
    for (const name of ['popover', 'hidePopover', 'showPopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
    const { matches } = Element.prototype;
    const strict = function (this: Element, selector: string) {
      if (selector.includes(':popover-open')) throw new SyntaxError('unknown pseudo-class');
      return matches.call(this, selector);
    };
    Object.assign(Element.prototype, { matches: strict });
  });
  await page.reload();
  await started(page);
  await page.hover('.menu-button');
  await page.focus('.menu-button');
  await page.waitForTimeout(300);
  expect(await page.locator('.menu-button').count()).toBe(1);
  expect(errors).toEqual([]);
});

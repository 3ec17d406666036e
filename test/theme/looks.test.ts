/** Tests that small themes give the looks of other programs' starter sites: the facts that a reader sees, measured. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { startServe } from '../support/serve.ts';
import { article, type Files, json, makeSite, readTree, smallSite, TREE } from '../support/site.ts';

vi.setConfig({ testTimeout: 180_000 });

const LOOKS = fileURLToPath(new URL('./looks', import.meta.url));
/** Lines of a theme have to be fewer. */
const LIMIT = 150;
const WIDTHS = [360, 1280];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Six posts in two categories, one in each month of the first half of the year. */
function content(): Files {
  const files: Files = Object.fromEntries(
    Object.entries(smallSite({ locales: ['en_US'], covers: 'none' })).filter(
      ([path]) => !/ru_RU|\/articles\//.test(path),
    ),
  );
  files['content/en_US/categories.json'] = json(TREE);
  for (let number = 1; number <= 6; number++)
    files[`content/en_US/articles/post-${number}.md`] = article({
      title: `Post number ${number}`,
      slug: `post-${number}`,
      date: `2026-0${number}-10`,
      ...(number % 2
        ? { category: 'betting', subcategory: 'odds' }
        : { category: 'poker', subcategory: 'hands' }),
      more: `description: What post number ${number} is about.`,
    });
  return files;
}

/** Builds strictly, without a warning, and serves. @param look null for the built-in one */
async function serveLook(look: string | null): Promise<string> {
  const root = makeSite(content());
  if (look !== null) cpSync(join(LOOKS, look), root, { recursive: true });
  expect((await buildSite(root, { strict: true })).warnings).toEqual([]);
  return (await startServe(root)).url;
}

interface Opened {
  page: Page;
  width: number;
}

async function open(url: string, width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ bypassCSP: true, viewport: { width, height: 800 }, colorScheme });
  onTestFinished(() => page.close());
  await page.goto(url);
  return page;
}

/** Measures the first element: place in CSS pixels from the top left of the page, and computed styles. */
const measure = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const { fontFamily, fontSize, fontWeight, color, backgroundColor, textAlign } =
        getComputedStyle(element);
      const { borderTopWidth, borderTopColor, letterSpacing, listStyleType } = getComputedStyle(element);
      const style = { fontFamily, fontSize, fontWeight, color, backgroundColor, textAlign };
      return {
        left,
        right,
        top,
        bottom,
        width,
        ...style,
        borderTopWidth,
        borderTopColor,
        letterSpacing,
        listStyleType,
      };
    });

const isWide = ({ width }: Opened) => width > 1000;

/** Title at the left of the column, links at its right where there is room, both on one line. */
async function expectTitleAndLinks(opened: Opened, title: string, column: number): Promise<void> {
  const { page, width } = opened;
  const [name, links] = [await measure(page, title), await measure(page, '.site-header nav')];
  const margin = Math.max(0, (width - column) / 2);
  expect(name.left).toBeGreaterThanOrEqual(margin);
  expect(name.left).toBeLessThan(margin + 60);
  if (!isWide(opened)) return;
  expect(links.right).toBeGreaterThan(width - margin - 60);
  expect(Math.abs((links.top + links.bottom - name.top - name.bottom) / 2)).toBeLessThan(8);
}

interface Look {
  home(opened: Opened): Promise<void>;
  post(opened: Opened): Promise<void>;
}

const EXPECTED: Record<string, Look> = {
  eleventy: {
    async home(opened) {
      const { page, width } = opened;
      await expectTitleAndLinks(opened, '.home-link', 640);
      expect(await page.locator('.site-header nav a').allTextContents()).toEqual([
        'Home',
        'Archive',
        'About Me',
      ]);
      const list = await measure(page, 'ol[reversed]');
      expect(list.listStyleType).toBe('decimal-leading-zero');
      expect(list.width).toBe(Math.min(640, width - 32));
      expect(list.fontFamily).toMatch(/^-apple-system, system-ui/);
      expect(await page.locator('ol[reversed] > li h2').allTextContents()).toEqual(
        [6, 5, 4].map((number) => `Post number ${number}`),
      );
      expect(await page.locator('ol[reversed] > li time').count()).toBe(3);
      expect(await page.locator('ol[reversed] > li .tags a').count()).toBe(3);
      const [post, tag] = [await measure(page, 'ol[reversed] h2 a'), await measure(page, '.tags a')];
      expect([post.fontSize, post.fontWeight, tag.fontSize]).toEqual(['19px', '600', '15px']);
      expect((await measure(page, 'html')).backgroundColor).toBe('rgb(255, 255, 255)');
    },
    async post({ page }) {
      const [title, tags] = [await measure(page, 'h1'), await measure(page, '.tags')];
      expect(title.fontFamily).toMatch(/^-apple-system, system-ui/);
      expect(title.fontSize).toBe('32px');
      expect(tags.top).toBeGreaterThanOrEqual(title.bottom);
      expect((await measure(page, '.prose')).fontFamily).toMatch(/^-apple-system, system-ui/);
    },
  },
  hugo: {
    async home(opened) {
      const { page, width } = opened;
      const [header, hero, title] = [
        await measure(page, '.site-header'),
        await measure(page, '.hero'),
        await measure(page, '.hero h1'),
      ];
      expect(header.backgroundColor).toBe('rgb(0, 0, 0)');
      expect(hero.backgroundColor).toBe('rgb(0, 0, 0)');
      expect([hero.left, hero.width, hero.top]).toEqual([0, width, header.bottom]);
      expect(title).toMatchObject({ textAlign: 'center', color: 'rgb(255, 255, 255)', fontWeight: '200' });
      expect(title.fontFamily).toMatch(/^"?Avenir Next/);
      expect(Math.abs(title.left + title.right - width)).toBeLessThan(2);
      const card = await measure(page, '.post-card');
      expect(card.backgroundColor).toBe('rgb(255, 255, 255)');
      expect(card.top).toBeGreaterThan(hero.bottom);
      expect(await page.locator('.post-card p:last-child').allTextContents()).toEqual(
        [6, 5, 4].map((number) => `What post number ${number} is about.`),
      );
      const tops = await page
        .locator('.post-card')
        .evaluateAll((cards) => cards.map((it) => it.getBoundingClientRect().left));
      expect(new Set(tops).size).toBe(1);
      expect((await measure(page, 'html')).backgroundColor).toBe('rgb(244, 244, 244)');
    },
    async post(opened) {
      const { page } = opened;
      expect((await measure(page, 'h1')).fontFamily).toMatch(/^Athelas/);
      const [text, aside] = [await measure(page, '.prose'), await measure(page, '.single > section')];
      expect(text.fontFamily).toMatch(/^Athelas/);
      if (isWide(opened)) {
        expect(text.width / aside.width).toBeCloseTo(2, 0);
        expect(aside.left).toBeGreaterThan(text.right);
      } else expect(aside.top).toBeGreaterThan(text.bottom);
    },
  },
  jekyll: {
    async home(opened) {
      const { page, width } = opened;
      await expectTitleAndLinks(opened, '.site-title', 740);
      const header = await measure(page, '.site-header');
      expect(header).toMatchObject({ width, borderTopWidth: '5px', borderTopColor: 'rgb(66, 66, 66)' });
      expect(await measure(page, '.site-title')).toMatchObject({ fontSize: '26px', fontWeight: '300' });
      const heading = await measure(page, '.section-title');
      expect(heading).toMatchObject({ fontSize: '28px', fontWeight: '400', borderTopWidth: '0px' });
      const list = await measure(page, '.post-list');
      expect(list.width).toBe(Math.min(740, width - 30));
      expect(await page.locator('.post-list h3').count()).toBe(6);
      const [date, title] = [await measure(page, '.post-list time'), await measure(page, '.post-list h3 a')];
      expect([date.fontSize, title.fontSize, title.fontWeight]).toEqual(['14px', '24px', '400']);
      expect(title.top).toBeGreaterThanOrEqual(date.bottom);
      const columns = await page
        .locator('.footer-cols > *')
        .evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().left)));
      expect(columns).toHaveLength(3);
      expect(new Set(columns).size).toBe(isWide(opened) ? 3 : 1);
      expect((await measure(page, 'html')).backgroundColor).toBe('rgb(253, 253, 253)');
    },
    async post({ page, width }) {
      const title = await measure(page, 'h1');
      expect(title).toMatchObject({ fontWeight: '400', letterSpacing: '-1px' });
      expect(title.fontSize).toBe(width > 1000 ? '42px' : '30px');
      expect((await measure(page, '.prose')).fontFamily).toMatch(/^-apple-system, "Segoe UI", Roboto/);
      expect((await measure(page, '.prose')).width).toBe(Math.min(740, width - 30));
    },
  },
};

test.each(Object.entries(EXPECTED))('a theme of under 150 lines gives the look of %s', async (name, look) => {
  const lines = [...readTree(join(LOOKS, name, 'theme')).values()].join('').split('\n').length - 1;
  expect(lines).toBeLessThan(LIMIT);
  const url = await serveLook(name);
  const parts = [
    ['/', look.home],
    ['/articles/post-3', look.post],
  ] as const;
  for (const [path, check] of parts) {
    for (const width of WIDTHS) {
      const page = await open(url + path, width);
      await check({ page, width });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${width}`).toBe(width);
      expect(await findViolations(page), `${path} ${width}`).toEqual([]);
      expect(await page.locator('h1').count()).toBe(1);
    }
    expect(await findViolations(await open(url + path, 1280, 'dark')), `${path} dark`).toEqual([]);
  }
});

test('each look differs from the others and from the built-in one', async () => {
  const seen = [];
  for (const look of [null, ...Object.keys(EXPECTED)]) {
    const page = await open(await serveLook(look), 1280);
    const [body, header, text] = [
      await measure(page, 'html'),
      await measure(page, '.site-header'),
      await measure(page, 'main a'),
    ];
    seen.push([body.backgroundColor, header.bottom, text.fontFamily]);
  }
  for (const index of [0, 1]) expect(new Set(seen.map((facts) => facts[index])).size).toBe(seen.length);
});

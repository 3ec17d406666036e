/** The story that opens a page is its largest, whatever the number of stories and the width of the page. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { article, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const WIDTHS = [360, 768, 1024, 1280, 1920];
const PAGES = ['/index.html', '/betting.html'];
const MOST = 24;

/** The area of the box and of the picture of a story in square pixels, and the size of its title in pixels. */
interface Size {
  box: number;
  picture: number;
  title: number;
}

function measure(page: Page): Promise<{ lead: Size | null; others: Size[] }> {
  return page.evaluate(() => {
    const area = (element: Element | null) => {
      const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
      return Math.round(width * height);
    };
    const sizeOf = (story: Element) => ({
      box: area(story),
      picture: area(story.querySelector('.cover > :is(img, svg)')),
      title: Number.parseFloat(getComputedStyle(story.querySelector('h3') ?? story).fontSize),
    });
    const lead = document.querySelector('main .lead');
    const others = [...document.querySelectorAll('main :is(.card, .ranked li)')];
    return { lead: lead && sizeOf(lead), others: others.map(sizeOf) };
  });
}

test.each([true, false])(
  'no story is larger than the one that opens its page (pictures: %s)',
  async (covers) => {
    const files = smallSite({ locales: ['en_US'], features: { covers }, covers: 'all' });
    const bare = Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('/articles/')));
    const root = makeSite(bare);
    const page = await browser.newPage();
    const wrong: string[] = [];
    let measured = 0;
    for (let count = 1; count <= MOST; count++) {
      const slug = `story-${count}`;
      const title = `What the evening market of a small harbour teaches: number ${count}`;
      const at = {
        date: `2026-01-${String(count).padStart(2, '0')}`,
        category: 'betting',
        subcategory: 'odds',
      };
      writeFiles(root, { [`content/en_US/articles/${slug}.md`]: article({ title, slug, ...at }) });
      await buildSite(root);
      const tree = readTree(join(root, 'dist'));
      const server = await startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes])));
      for (const path of PAGES) {
        await page.goto(server.url + path, { waitUntil: 'load' });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          const { lead, others } = await measure(page);
          if (lead === null) continue;
          measured++;
          for (const name of ['box', 'picture', 'title'] as const) {
            const largest = Math.max(0, ...others.map((other) => other[name]));
            if (largest > lead[name])
              wrong.push(`${path} with ${count} at ${width} px: ${name} ${lead[name]} < ${largest}`);
          }
        }
      }
      await server.close();
    }
    await page.close();
    expect(measured).toBe(MOST * PAGES.length * WIDTHS.length);
    expect(wrong).toEqual([]);
  },
);

/** Every built-in directive in a built site: with and without scripts, by keyboard, on paper, and what it requests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium, started } from '../support/chromium.ts';
import { checkMarkup } from '../support/markup.ts';
import { type PublishedSite, servePublished, webFolder } from '../support/published-site.ts';
import { article, smallSite, writeFiles } from '../support/site.ts';

const BODY = `Words before.

:::callout{type="tip" title="Before you bet"}
Keep **cool**.
:::

${['NOTE', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> Text of a [link](/)\n`).join('\n')}

::::faq
:::details{summary="Why?"}
So.
:::
:::details{summary="How?" open}
Like that.
:::
::::

::::tabs
:::tab{title="By phone"}
Call.
:::
:::tab{title="By post"}
Write.
:::
::::

:::figure{caption="A price board" credit="Ann" source="https://photos.example/1"}
![Prices on a board](/board.png)
:::

::::columns
:::column
### Left
One
:::
:::column
### Right
Two
:::
::::

:::pullquote{cite="Ann Reed"}
Prices are opinions.
:::

:::table{caption="Three books" sortable}
| Book | Margin | Since |
| ---- | -----: | ----- |
| Bravo | 10.5 % | 2001 |
| Alpha | 9.25 % | 1999 |
| Cat | 1,100 % | |
:::

::odds{values="1.5 5/2 -200 40%"}

::pot-odds{pot="100" bets="50 100 33%"}

:::video{youtube="aaaaaaaaaaa" title="How odds move"}
![A moving price](/board.png)
:::

::video{file="/film.mp4" title="Our own film" captions="/film.vtt"}
`;
const FIGURES = `Words.

:::figure{caption="Wide" size="wide"}
![Prices on a board](/board.png)
:::

:::figure{caption="Full" size="full"}
![Prices on a board](/board.png)
:::
`;
const PLAYER = 'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?autoplay=1';

let root: string;
let browser: Browser;
let site: PublishedSite;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'articles-directives-'));
  const place = { category: 'betting', subcategory: 'odds' };
  writeFiles(root, {
    ...smallSite(),
    'content/en_US/articles/all.md': article({ title: 'All of them', slug: 'all', ...place, body: BODY }),
    'content/en_US/articles/wide.md': article({ title: 'Wide', slug: 'wide', ...place, body: FIGURES }),
    'content/en_US/articles/long.md': article({
      ...{ title: 'Long', slug: 'long', ...place },
      body: `## One\n\n${FIGURES}\n## Two\n\nWords.`,
    }),
    'content/en_US/info/terms.md': '---\ntitle: Terms\n---\n> [!NOTE]\n> Of terms.\n',
    'content/en_US/pages/film.md':
      '---\ntitle: Film\n---\n::video{vimeo="76979871" title="A film"}\n\n[All](/articles/all)\n',
    'public/board.png': await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#225544' },
    })
      .png()
      .toBuffer(),
    'public/film.mp4': 'no film',
    'public/film.vtt': 'WEBVTT\n',
  });
  await buildSite(root);
  [browser, site] = await Promise.all([launchChromium(), servePublished(webFolder(join(root, 'dist')))]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  rmSync(root, { recursive: true, force: true });
});

async function withPage(options: BrowserContextOptions, path: string, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  try {
    const page = await context.newPage();
    await page.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p id="player">film</p>' }),
    );
    await page.goto(site.url + path);
    await work(page);
  } finally {
    await context.close();
  }
}

describe('looks', () => {
  test.each([
    { width: 360, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
    { width: 768, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const)(
    '$width px, $colorScheme: axe finds nothing, nothing is too wide',
    async ({ width, colorScheme }) => {
      await withPage(
        { viewport: { width, height: 800 }, colorScheme, bypassCSP: true },
        '/articles/all',
        async (page) => {
          await page.locator('.sort').first().waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
          expect(await findViolations(page)).toEqual([]);
        },
      );
    },
  );

  test.each([
    ['/articles/wide', 1280, 0],
    ['/articles/wide', 1600, 0],
    ['/articles/wide', 800, 0],
    ['/articles/wide', 360, null],
    ['/articles/long', 1280, 1],
    ['/articles/long', 800, 0],
  ] as const)('wide and full figures of %s reach beyond the text at %i px', async (path, width, contents) => {
    await withPage({ viewport: { width, height: 800 } }, path, async (page) => {
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).first().boundingBox();
        return box ? { left: Math.round(box.x), right: Math.round(box.x + box.width) } : null;
      };
      const [text, wide, full, whole] = await Promise.all(
        ['.prose', 'figure.wide', 'figure.full', '.page-top'].map(boxOf),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      if (!text || !wide || !full || !whole) throw new Error('a part of the page is not shown');
      // On a phone pictures reach the edges of the screen.
      if (contents === null) return expect(full).toEqual({ left: 0, right: width });
      // The contents stand at the end of the text.
      expect(full).toEqual({ left: whole.left, right: contents ? text.right : whole.right });
      expect(wide.left).toBeLessThan(text.left - 20);
      expect(wide.left).toBeGreaterThan(full.left + 20);
    });
  });

  test('the markup is valid', () => {
    const dist = join(root, 'dist');
    const pages = ['articles/all.html', 'articles/wide.html', 'terms.html', 'film.html'].map((name) =>
      join(dist, name),
    );
    expect(checkMarkup(pages)).toEqual([]);
  }, 60_000);

  test('on paper answers are open, buttons are gone, and videos are addresses', async () => {
    await withPage({}, '/articles/all', async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(
        (await page.locator('.details:not([open]) .details-body').boundingBox())?.height,
      ).toBeGreaterThan(10);
      expect(await page.locator('.video-play').first().isVisible()).toBe(false);
      const tops = await page
        .locator('.tab > summary, .tab > .details-body')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
      expect(tops).toHaveLength(4);
      expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
    });
  });
});

test('without scripts everything is there: text, links to the videos, a plain table', async () => {
  await withPage({ javaScriptEnabled: false }, '/articles/all', async (page) => {
    await page.getByText('Why?').click();
    await page.getByText('So.', { exact: true }).waitFor();
    expect(
      await page
        .locator('.video-link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://www.youtube.com/watch?v=aaaaaaaaaaa', '/film.mp4']);
    expect(await page.locator('.sort').count()).toBe(0);
    expect(await page.locator('caption').allTextContents()).toContain('Three books');
    expect(await page.locator('.callout-title').allTextContents()).toEqual([
      ...['Before you bet', 'Note', 'Important', 'Warning', 'Caution'],
    ]);
  });
});

describe('a video', () => {
  test('requests nothing of its host before a click, then its player, with the focus', async () => {
    await withPage({}, '/articles/all', async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.reload({ waitUntil: 'networkidle' });
      await started(page);
      expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
      expect(asked.filter((url) => /film/.test(url))).toEqual([]);
      await page.getByRole('link', { name: 'Play the video: How odds move' }).focus();
      await page.keyboard.press('Enter');
      await page.frameLocator('iframe').locator('#player').waitFor();
      expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([PLAYER]);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
      expect(await page.locator('iframe').getAttribute('title')).toBe('Play the video: How odds move');
    });
  });

  test('of the site itself is played in place, with captions', async () => {
    await withPage({}, '/articles/all', async (page) => {
      await started(page);
      await page.getByRole('link', { name: 'Play the video: Our own film' }).click();
      await page.locator('video[controls] > track[src="/film.vtt"]').waitFor({ state: 'attached' });
    });
  });

  test('opens frames on its own page alone, also when the page is reached from another', async () => {
    await withPage({}, '/', async (page) => {
      const policy = () => page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      expect(await policy()).not.toContain('frame-src');
      await started(page);
      await page.goto(`${site.url}/film`);
      expect(await policy()).toMatch(/; frame-src 'self' https:\/\/player\.vimeo\.com$/);
      expect(await policy()).not.toContain('youtube');
      await started(page);
      await page.getByRole('link', { name: 'All', exact: true }).click();
      await page.locator('h1', { hasText: 'All of them' }).waitFor();
      expect(await policy()).not.toContain('vimeo');
      await started(page);
      await page.getByRole('link', { name: 'Play the video: How odds move' }).click();
      await page.frameLocator('iframe').locator('#player').waitFor();
    });
  });
});

test('a table is sorted by keyboard, numbers as numbers, empty cells last', async () => {
  await withPage({}, '/articles/all', async (page) => {
    const table = page.locator('table', { has: page.getByText('Three books') });
    const books = () => table.locator('tbody td:first-child').allTextContents();
    const stateOf = (name: string) => page.getByRole('columnheader', { name }).getAttribute('aria-sort');
    await page.getByRole('button', { name: 'Margin' }).press('Enter');
    expect(await books()).toEqual(['Alpha', 'Bravo', 'Cat']);
    expect(await stateOf('Margin')).toBe('ascending');
    await page.getByRole('button', { name: 'Margin' }).press('Space');
    expect(await books()).toEqual(['Cat', 'Bravo', 'Alpha']);
    expect(await stateOf('Margin')).toBe('descending');
    await page.getByRole('button', { name: 'Since' }).click();
    expect(await books()).toEqual(['Alpha', 'Bravo', 'Cat']);
    await page.getByRole('button', { name: 'Since' }).click();
    expect(await books()).toEqual(['Bravo', 'Alpha', 'Cat']);
    expect(await stateOf('Margin')).toBe('none');
    await page.getByRole('button', { name: 'Book' }).click();
    expect(await books()).toEqual(['Alpha', 'Bravo', 'Cat']);
  });
});

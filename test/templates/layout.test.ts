/** The look, measured in Chromium: full rows, the row of sections, the masthead, the article, one family in Korean. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Logo } from '../../src/site/chrome-data.ts';
import { renderChrome } from '../../src/templates/render.tsx';
import { launchChromium } from '../support/chromium.ts';
import { editionOf, fixtureOf, PLAIN } from './fixtures.ts';
import { renderPage, serveFixtures } from './site.ts';

const WIDTHS = [360, 768, 1280, 1920];
const SQUARE = { url: '/logo-72x72.svg', width: 72, height: 72, isName: false };
const MASTHEADS: Record<string, { siteTitle: string; logo: Logo; masthead?: 'minimal' }> = {
  short: { siteTitle: 'Bet', logo: SQUARE },
  usual: { siteTitle: 'The Measured Bet', logo: SQUARE },
  long: { siteTitle: 'The Quarterly Review of Probability, Patience and Small Print', logo: SQUARE },
  oblong: { siteTitle: 'Bet', logo: { ...SQUARE, url: '/logo-108x72.svg', width: 108 } },
  wide: {
    siteTitle: 'The Measured Bet',
    logo: { url: '/logo-288x58.svg', width: 288, height: 58, isName: true },
  },
  minimal: { siteTitle: 'The Measured Bet', logo: SQUARE, masthead: 'minimal' },
};

/** Wider than half of a phone. */
const COMPOUND = 'Wahrscheinlichkeitsrechnung';

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFixtures>>;

beforeAll(async () => {
  const home = fixtureOf('en_US', 'home');
  const data = editionOf('en_US').chrome;
  const mastheads = Object.entries(MASTHEADS).map(([name, change]) => {
    const chrome = renderChrome({ ...data, ...change });
    return [`/masthead/${name}`, renderPage(home.page, home.body, chrome)] as const;
  });
  const plain = PLAIN[0]?.fixtures.find(({ name }) => name === 'authors');
  if (!plain) throw new Error('no authors');
  const authors = renderPage(plain.page, plain.body, renderChrome(data));
  const groups = [COMPOUND, 'Kontakt'].map((title) => ({
    ...{ kind: 'links' as const, title: 'Gruppe' },
    links: [{ title, url: '/' }],
  }));
  const footer = renderPage(home.page, home.body, renderChrome({ ...data, footer: groups }));
  const more = new Map([...mastheads, ['/plain/authors', authors], ['/footer', footer]]);
  [browser, site] = await Promise.all([launchChromium(), serveFixtures(more)]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function withPage<T>(
  path: string,
  width: number,
  work: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    await page.goto(site.origin + path);
    return await work(page);
  } finally {
    await context.close();
  }
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
}

const box = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      return { left, right, top, bottom, width, height };
    });

describe('a grid', () => {
  it.each(['.cards', '.ranked'].flatMap((grid) => WIDTHS.map((width) => ({ grid, width }))))(
    '$grid fills every row with 1 to 13 items at $width px',
    async ({ grid, width }) => {
      const ragged = await withPage('/en/home', width, (page) =>
        page.evaluate((selector) => {
          const list = document.querySelector(selector);
          const model = list?.firstElementChild;
          if (!list || !model) throw new Error(`no ${selector}`);
          const found: string[] = [];
          for (let count = 1; count <= 13; count++) {
            list.replaceChildren(...Array.from({ length: count }, () => model.cloneNode(true)));
            const { left, right } = list.getBoundingClientRect();
            const rows = new Map<number, { left: number; right: number; end: number }>();
            for (const item of list.children) {
              const place = item.getBoundingClientRect();
              const row = rows.get(place.top) ?? { left: place.left, right: place.right, end: place.right };
              rows.set(place.top, { ...row, end: Math.max(row.end, place.right) });
            }
            for (const row of rows.values())
              if (Math.abs(row.left - left) > 1 || Math.abs(row.end - right) > 1)
                found.push(`${count} items`);
          }
          return found;
        }, grid),
      );
      expect(ragged).toEqual([]);
    },
  );

  it('has four columns where there is room for them, two on a tablet and one on a phone', async () => {
    const columns = (width: number) =>
      withPage('/en/home', width, (page) =>
        page
          .locator('.cards')
          .last()
          .locator('.card')
          .evaluateAll((cards) => {
            const tops = cards.map((card) => card.getBoundingClientRect().top);
            // The first row may have fewer and wider ones.
            return tops.filter((top) => top === tops.at(-1)).length;
          }),
      );
    expect(await Promise.all(WIDTHS.map(columns))).toEqual([1, 2, 4, 4]);
  });

  it('shows a kicker in one line at 360 px, with a picture and without one', async () => {
    const kickers = await withPage('/en/home', 360, (page) =>
      page
        .locator('.cards')
        .first()
        .evaluate((list) => {
          const measure = () =>
            [...list.querySelectorAll('.kicker')].map((kicker) => {
              const { height } = kicker.getBoundingClientRect();
              return height < 1.9 * Number.parseFloat(getComputedStyle(kicker).lineHeight);
            });
          const illustrated = measure();
          for (const cover of list.querySelectorAll('.cover')) cover.remove();
          const [card] = list.children;
          const story = card?.querySelector('.story');
          if (!card || !story) throw new Error('no card');
          return { illustrated, plain: measure(), free: card.clientWidth - story.clientWidth };
        }),
    );
    expect([...kickers.illustrated, ...kickers.plain]).not.toContain(false);
    expect(kickers.plain.length).toBeGreaterThan(4);
    expect(kickers.free).toBe(0);
  });

  it('gives a story that opens a page alone all of its width', async () => {
    const share = await withPage('/en/category', 1280, (page) =>
      page
        .locator('.front')
        .first()
        .evaluate((front) => {
          for (const other of front.querySelectorAll('.seconds, .cards')) other.remove();
          const lead = front.querySelector('.lead');
          return (lead?.getBoundingClientRect().width ?? 0) / front.getBoundingClientRect().width;
        }),
    );
    expect(share).toBeGreaterThan(0.99);
  });
});

describe('the row of sections', () => {
  it.each([1000, 1280, 1920])('is beside the menu at %i px, and makes the bar no taller', async (width) => {
    await withPage('/en/home', width, async (page) => {
      const links = page.locator('.section-row a');
      expect(await links.count()).toBe(5);
      for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
      const [menu, row, search, bar] = await Promise.all([
        box(page, '.menu-button'),
        box(page, '.section-row ul'),
        box(page, '.bar .search'),
        box(page, '.bar'),
      ]);
      expect(menu.right).toBeLessThan(row.left);
      const end = await links.evaluateAll((all) =>
        Math.max(...all.map((link) => link.getBoundingClientRect().right)),
      );
      expect(end).toBeLessThan(search.left);
      // Two lines of links, in the type of this width.
      const em = await page.evaluate(() =>
        Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      );
      expect(bar.height / em).toBeLessThan(5);
    });
  });

  it.each([360, 768, 999])('is not there at %i px, where the menu has all of it', async (width) => {
    await withPage('/en/home', width, async (page) => {
      expect(await page.locator('.section-row').isVisible()).toBe(false);
      expect(await page.locator('.menu-button').isVisible()).toBe(true);
    });
  });

  it('can be reached by keyboard, between the menu and the search', async () => {
    await withPage('/en/home', 1280, async (page) => {
      await page.locator('.menu-button').focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('nav')?.className)).toBe(
        'section-row',
      );
      for (let link = 0; link < 5; link++) await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    });
  });
});

describe('the masthead', () => {
  it.each(['short', 'usual', 'long', 'oblong'].flatMap((name) => WIDTHS.map((width) => ({ name, width }))))(
    'has a $name name beside the logo at $width px',
    async ({ name, width }) => {
      await withPage(`/masthead/${name}`, width, async (page) => {
        const [logo, text, masthead] = await Promise.all([
          box(page, '.brand img'),
          box(page, '.brand-name'),
          box(page, '.masthead'),
        ]);
        expect(text.left).toBeGreaterThan(logo.right);
        expect(text.top).toBeLessThan(logo.bottom);
        // On a phone the text comes first.
        expect(logo.height).toBeCloseTo(width === 360 ? 40 : 72, 0);
        expect(logo.width / logo.height).toBeCloseTo(name === 'oblong' ? 1.5 : 1, 1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        expect(masthead.height).toBeLessThan(name === 'long' ? 240 : 120);
      });
    },
  );

  it.each([360, 650, 768, 960, 1000, 1280])(
    'of one line covers none of its parts at %i px',
    async (width) => {
      await withPage('/masthead/minimal', width, async (page) => {
        const parts = ['.brand', '.bar [data-island="menu"]', '.bar .search', '.masthead-tools'];
        const boxes = await Promise.all(parts.map((part) => box(page, part)));
        const covered = boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .flatMap((other, at) =>
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom &&
              other.top < one.bottom
                ? [`${parts[index]} and ${parts[index + 1 + at]}`]
                : [],
            ),
        );
        expect(covered).toEqual([]);
        expect(Math.min(...boxes.map(({ top }) => top))).toBeGreaterThanOrEqual(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      });
    },
  );

  it.each(WIDTHS)('has a wide logo in place of the name at %i px, in its shape', async (width) => {
    await withPage('/masthead/wide', width, async (page) => {
      const logo = await box(page, '.brand img');
      // A phone has less room; the picture is scaled, not squeezed.
      expect(logo.width).toBeGreaterThan(Math.min(287, width - 120));
      expect(logo.height).toBeCloseTo(58, 0);
      expect(await page.locator('.brand img').evaluate((image) => getComputedStyle(image).objectFit)).toBe(
        'contain',
      );
      expect(await page.locator('.brand-name').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'The Measured Bet' }).first().isVisible()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    });
  });
});

describe('the page of an article', () => {
  it.each([768, 1280, 1920])(
    'has its text and what is beside it in the middle at %i px, and other articles below',
    async (width) => {
      await withPage('/en/article', width, async (page) => {
        const [prose, contents, related, main] = [
          await box(page, '.prose'),
          await box(page, '.contents'),
          await box(page, '#related'),
          await box(page, 'main'),
        ];
        const right = Math.max(prose.right, contents.right);
        expect(prose.left - main.left).toBeCloseTo(main.right - right, 0);
        expect(related.top).toBeGreaterThan(prose.bottom);
      });
    },
  );

  it.each(WIDTHS)('has one edge for its title, summary, byline and text at %i px', async (width) => {
    await withPage('/en/article', width, async (page) => {
      const edges = await Promise.all(
        ['.article-head h1', '.article-head .lede', '.byline', '.prose'].map(async (part) => {
          const { left, right } = await box(page, part);
          return `${Math.round(left)} to ${Math.round(right)}`;
        }),
      );
      expect(new Set(edges).size).toBe(1);
    });
  });

  it('has larger type and longer lines at 1,920 px than at 1,280 px', async () => {
    const widthAt = (width: number) =>
      withPage('/en/article', width, async (page) => (await box(page, '.prose')).width);
    expect(await widthAt(1920)).toBeGreaterThan((await widthAt(1280)) * 1.1);
  });

  it('shows its contents beside the text at 1,280 px, and folded above it on a phone', async () => {
    await withPage('/en/article', 1280, async (page) => {
      const [prose, contents] = [await box(page, '.prose'), await box(page, '.contents ol')];
      expect(contents.left).toBeGreaterThan(prose.right);
      expect(contents.top - prose.top).toBeLessThan(60);
    });
    await withPage('/en/article', 360, async (page) => {
      expect(await page.locator('.contents > details > ol').isVisible()).toBe(false);
      expect((await box(page, '.contents')).height).toBeLessThan(60);
    });
  });
});

it.each(['magazine', 'journal', 'minimal'])(
  'the masthead "%s" fits a phone and a desktop',
  async (masthead) => {
    for (const width of [320, 768, 1280])
      await withPage('/en/home', width, async (page) => {
        await page.locator('.site-header').evaluate((header, name) => {
          header.classList.replace('masthead-newspaper', `masthead-${name}`);
        }, masthead);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        const [brand, search] = [await box(page, '.brand-name'), await box(page, '.search-input')];
        if (masthead === 'minimal' && width > 960) expect(search.top).toBeLessThan(brand.bottom);
        else expect(search.top).toBeGreaterThanOrEqual(brand.bottom);
      });
  },
);

it('Korean pages have one family of type, but for code', async () => {
  for (const path of ['/ko/home', '/ko/article', '/ko/authors']) {
    const families = await withPage(path, 1280, (page) =>
      page
        .locator('body *:not(pre, code, pre *, code *, script, style)')
        .evaluateAll((elements) => [
          ...new Set(elements.map((element) => getComputedStyle(element).fontFamily)),
        ]),
    );
    // Elements whose text is another language's name have that language's families.
    expect(
      families.filter((family) => /serif kr|myeongjo|batang|georgia|(^|[^-])\bserif/i.test(family)),
    ).toEqual([]);
  }
});

it('every page kind fits its width at 768 and 1920 px', async () => {
  const wide: string[] = [];
  await withPage('/en/home', 768, async (page) => {
    for (const path of site.paths) {
      await page.goto(site.origin + path);
      for (const width of [768, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          wide.push(`${path} at ${width}`);
      }
    }
  });
  expect(wide).toEqual([]);
});

it('home ends in one line for each category', async () => {
  await withPage('/en/home', 1280, async (page) => {
    const section = page.locator('section[aria-labelledby=sections]');
    expect(await section.locator('a').count()).toBe(5);
    expect(await section.evaluate((element) => element.clientHeight)).toBeLessThan(520);
  });
});

it('without photos each author has one line, and each letter leads to its group', async () => {
  await withPage('/plain/authors', 360, async (page) => {
    const lines = await page
      .locator('.people li')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
    expect(lines.length).toBeGreaterThan(2);
    expect(Math.max(...lines)).toBeLessThan(40);
    await page.locator('.letters a').last().click();
    const { hash } = new URL(page.url());
    expect(await page.locator(`.people section${hash}`).count()).toBe(1);
    for (const letter of await page.locator('.letters a').all()) {
      const size = await letter.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
  });
});

it.each([320, 360, 1280])('a long word of the footer stays whole at %i px', async (width) => {
  const heights = await withPage('/footer', width, (page) =>
    page.locator('.site-footer li a').evaluateAll((links) => links.map(({ clientHeight }) => clientHeight)),
  );
  expect(heights[0]).toBe(heights[1]);
  expect(
    await withPage('/footer', width, (page) => page.evaluate('document.documentElement.scrollWidth')),
  ).toBe(width);
});

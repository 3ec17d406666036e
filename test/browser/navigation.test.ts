import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, started } from '../support/chromium.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { BUILD_HASH, makeSmallSite, type SmallPage } from '../support/small-site.ts';

const DATA = (name: string) => `/page-data/${name}/page-data.json`;
const APP = '/page-data/app-data.json';
const LINES = '<p>line</p>'.repeat(90);
const LONG = `${LINES}<h2 id="below">Below</h2>${LINES}`;

const PAGES: SmallPage[] = [
  {
    path: '/',
    title: 'Home',
    html: `<p><a id="b" href="/b">b</a> <a id="b-query" href="/b?utm=1#below">b with query</a> <a id="home" href="/">home</a>
      <a id="new" href="/b" target="_blank">new</a> <a id="save" href="/b" download>save</a> <a id="c" href="/c">c</a>
      <a id="lost" href="/lost?x=1#y">lost</a> <a id="plain" href="/plain">HTML without data</a> <a id="ru" href="/ru">ru</a>
      <a id="stopped" href="/b">stopped</a> <a id="feed" href="/feed.xml">feed</a> <a id="hash" href="#below">below</a></p>${LONG}`,
  },
  {
    path: '/b',
    title: 'Second',
    html: `<a id="c" href="/c">c</a> <a id="home" href="/">home</a>${LONG}`,
    queries: ['shared'],
  },
  { path: '/c', title: 'Third', html: '<a id="b" href="/b">b</a>', queries: ['shared'] },
  { path: '/404', title: 'Not here', html: '<a id="home" href="/">home</a>' },
  { path: '/500', title: 'Broken', html: '' },
  {
    path: '/ru',
    title: 'Главная',
    html: '<a id="lost" href="/ru/lost">lost</a> <a id="broken" href="/ru/broken">broken</a>',
    locale: 'ru_RU',
  },
  { path: '/ru/404', title: 'Нет такой', html: '', locale: 'ru_RU' },
  { path: '/ru/500', title: 'Сломалось', html: '', locale: 'ru_RU' },
];

let browser: Browser;
let server: SiteServer;
let contexts: BrowserContext[] = [];
let pristine: Map<string, string | Uint8Array>;

beforeAll(async () => {
  const files = await makeSmallSite({ pages: PAGES });
  files.set('/plain.html', '<!doctype html><title>Plain</title><h1>Plain document</h1>');
  files.set('/feed.xml', '<feed/>');
  pristine = new Map(files);
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(files)]);
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  server.reset();
  for (const [path, file] of pristine) server.files.set(path, file);
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
  path = '/',
  options: BrowserContextOptions & { script?: () => void } = {},
): Promise<Opened> {
  const { script, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, ...contextOptions });
  contexts.push(context);
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const errors: string[] = [];
  // Chromium's own note on a transition between documents that it gave up.
  const isOurs = (text: string) => !text.startsWith('Transition was aborted');
  page.on('pageerror', ({ message }) => isOurs(message) && errors.push(message));
  await page.goto(server.url + path);
  await page.evaluate(() => {
    Object.assign(window, { isFirstDocument: true });
  });
  // Navigation waits for nothing, but the first check of the build hash is not what these tests count.
  await expect.poll(() => server.count(APP)).toBeGreaterThan(0);
  server.seen.length = 0;
  return { page, errors };
}

const isFirstDocument = (page: Page) => page.evaluate(() => 'isFirstDocument' in window);
const heading = (page: Page) => page.locator('h1').textContent();

async function arrive(page: Page, title: string): Promise<void> {
  await page.locator('h1', { hasText: title }).waitFor();
}

describe('a click', () => {
  test('B10, B13, B23, B24: swaps page, head and address, announces and focuses', async () => {
    const { page, errors } = await open();
    await page.click('#b');
    await arrive(page, 'Second');
    expect(await isFirstDocument(page)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/b');
    expect(await page.title()).toBe('Second · Small');
    expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('About Second');
    expect(await page.locator('head title').count()).toBe(1);
    expect(await page.locator('#route-announcer').textContent()).toBe('Navigated to Second');
    expect(await page.locator('#route-announcer').getAttribute('aria-live')).toBe('assertive');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    expect(await page.locator('html').getAttribute('data-path')).toBe('/b');
    expect(server.count(APP)).toBeGreaterThan(0);
    for (const file of [DATA('b'), '/slice-data/header-en.json', '/slice-data/footer-en.json']) {
      expect(server.count(file), file).toBe(1);
    }
    expect(server.count('/page-data/sq/d/shared.json')).toBe(1);
    const order = server.seen.map((request) => request.url);
    expect(order.indexOf('/slice-data/header-en.json')).toBeGreaterThan(order.indexOf(DATA('b')));
    expect(order.indexOf('/page-data/sq/d/shared.json')).toBeGreaterThan(
      order.indexOf('/slice-data/header-en.json'),
    );
    expect(errors).toEqual([]);
  });

  test('B10: the header names the data of its islands, which comes once with the first navigation', async () => {
    const { page } = await open();
    await page.click('#b');
    await arrive(page, 'Second');
    expect(server.count('/page-data/sq/d/islands-en.json')).toBe(1);
    await page.hover('.menu-button');
    await expect.poll(() => page.locator('.menu-button').getAttribute('aria-expanded')).toBe('false');
    expect(server.count('/page-data/sq/d/islands-en.json')).toBe(1);
  });

  test('B8, B10: what was loaded once is kept for the session', async () => {
    const { page } = await open();
    await page.click('#b');
    await arrive(page, 'Second');
    await page.click('#c');
    await arrive(page, 'Third');
    await page.click('#b');
    await arrive(page, 'Second');
    expect(server.count(DATA('b'))).toBe(1);
    expect(server.count('/page-data/sq/d/shared.json')).toBe(1);
    expect(server.count('/slice-data/header-en.json')).toBe(1);
  });

  test('B2: the query is not part of the request for page data, and stays in the address', async () => {
    const { page } = await open();
    await page.click('#b-query');
    await arrive(page, 'Second');
    expect(server.seen.map((request) => request.url)).toContain(DATA('b'));
    expect(page.url()).toBe(`${server.url}/b?utm=1#below`);
  });

  test('B13: leaves modified clicks, targets, downloads, files and prevented clicks to the browser', async () => {
    const { page } = await open();
    // What opens here closes with its context: closing it while it loads can wait for ever.
    const context = page.context();
    for (const modifier of ['Control', 'Shift'] as const)
      await Promise.all([context.waitForEvent('page'), page.click('#b', { modifiers: [modifier] })]);
    await Promise.all([context.waitForEvent('page'), page.click('#new')]);
    await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    await page.evaluate(() =>
      document.querySelector('#stopped')?.addEventListener('click', (event) => event.preventDefault()),
    );
    await page.click('#stopped');
    expect(await heading(page)).toBe('Home');
    expect(await isFirstDocument(page)).toBe(true);
    await page.click('#feed');
    await page.waitForURL('**/feed.xml');
  });

  test('B13: the same address replaces the history entry', async () => {
    const { page } = await open();
    const before = await page.evaluate(() => history.length);
    await page.click('#home');
    await expect.poll(() => server.count(DATA('index'))).toBe(1);
    await expect.poll(() => page.locator('#route-announcer').textContent()).toBe('Navigated to Home');
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  test('B3: hover and click share one request', async () => {
    const { page } = await open();
    server.inject(DATA('b'), [{ delay: 300 }]);
    await page.hover('#b');
    await page.click('#b');
    await arrive(page, 'Second');
    expect(server.count(DATA('b'))).toBe(1);
  });

  test('another edition brings its header, footer, head and texts', async () => {
    const { page } = await open();
    await page.click('#ru');
    await arrive(page, 'Главная');
    expect(await isFirstDocument(page)).toBe(true);
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    expect(await page.locator('body > header').count()).toBe(1);
    expect(await page.locator('[data-island=search]').getAttribute('data-props')).toContain('islands-ru');
    expect(await page.locator('link[rel=alternate]').getAttribute('title')).toBe('Feed ru');
    expect(await page.locator('#route-announcer').textContent()).not.toContain('Navigated');
  });

  test('a later click wins over an earlier, slower one', async () => {
    const { page } = await open();
    server.inject(DATA('b'), [{ delay: 500 }]);
    await page.click('#b');
    await page.click('#c');
    await arrive(page, 'Third');
    await expect.poll(() => server.count(DATA('b'))).toBe(1);
    await page.waitForTimeout(600);
    expect(await heading(page)).toBe('Third');
  });
});

describe('while a page is on its way', () => {
  /** At Home, with a place in it as an entry of its own, and Third behind it; what is kept is forgotten. */
  async function openThird(): Promise<Opened> {
    const opened = await open();
    const { page } = opened;
    await page.click('#hash');
    await page.evaluate(() => document.querySelector<HTMLElement>('#c')?.click());
    await arrive(page, 'Third');
    await page.reload();
    await started(page);
    return opened;
  }

  test('Back over two entries of one page brings that page', async () => {
    const { page } = await openThird();
    server.inject(DATA('index'), [{ delay: 400 }]);
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.hash === '#below');
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.pathname === '/' && location.hash === '');
    await arrive(page, 'Home');
  });

  test('a link to a place in the page that is still shown does not leave it under the address of the other', async () => {
    const { page } = await open();
    await page.click('#b');
    await arrive(page, 'Second');
    await page.reload();
    await started(page);
    server.inject(DATA('index'), [{ delay: 400 }]);
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.pathname === '/');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#below' });
      document.querySelector('main')?.append(link);
      link.click();
    });
    await arrive(page, 'Home');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a position is that of the page that was shown', async () => {
    const { page } = await open();
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
    await arrive(page, 'Second');
    await page.reload();
    await started(page);
    await page.evaluate(() => scrollTo({ top: 100, behavior: 'instant' }));
    server.inject(DATA('index'), [{ delay: 400 }]);
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.pathname === '/');
    await page.evaluate(() => history.forward());
    await page.waitForFunction(() => location.pathname === '/b');
    await page.evaluate(() => history.back());
    await arrive(page, 'Home');
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(1500);
  });

  test('a link that the browser follows itself takes over', async () => {
    const { page } = await open();
    server.inject(DATA('b'), [{ delay: 150 }]);
    server.inject('/feed.xml', [{ delay: 500 }]);
    await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
    await page.evaluate(() => document.querySelector<HTMLElement>('#feed')?.click());
    await page.waitForURL(`${server.url}/feed.xml`);
    await page.goBack();
    await arrive(page, 'Home');
  });

  test('B21: the address that a link names is replaced by the page’s own', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/b/?x=1' });
      document.querySelector('main')?.append(link);
      link.click();
    });
    await arrive(page, 'Second');
    expect(page.url()).toBe(`${server.url}/b?x=1`);
    // A place in it is the browser's business.
    const before = server.seen.length;
    await page.evaluate(() => document.querySelector('main')?.setAttribute('data-kept', ''));
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#below' });
      document.querySelector('main')?.append(link);
      link.click();
    });
    await page.waitForFunction(() => location.hash === '#below' && scrollY > 0);
    expect(await page.locator('main[data-kept]').count()).toBe(1);
    expect(server.seen.slice(before).filter(({ isNavigation }) => isNavigation)).toEqual([]);
    expect(await isFirstDocument(page)).toBe(true);
  });
});

describe('scroll (B22)', () => {
  const top = (page: Page) => page.evaluate(() => Math.round(scrollY));

  test('a new path starts at the top, Back and Forward restore the position', async () => {
    const { page } = await open();
    await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
    await arrive(page, 'Second');
    expect(await top(page)).toBe(0);
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
    await page.goBack();
    await arrive(page, 'Home');
    await expect.poll(() => top(page)).toBe(1200);
    await page.goForward();
    await arrive(page, 'Second');
    await expect.poll(() => top(page)).toBe(700);
    expect(await isFirstDocument(page)).toBe(true);
  });

  test('Back that loads in full stands where the page was left', async () => {
    const { page } = await open();
    await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
    await arrive(page, 'Second');
    await page.evaluate(() => scrollTo({ top: 100, behavior: 'instant' }));
    server.files.set(APP, JSON.stringify({ webpackCompilationHash: 'build-two' }));
    server.files.set('/index.html', String(pristine.get('/index.html')).replace(BUILD_HASH, 'build-two'));
    await page.goBack();
    await page.waitForFunction(() => !('isFirstDocument' in window));
    await arrive(page, 'Home');
    await expect.poll(() => top(page)).toBe(1200);
  });

  test('going back over a page that was loaded in full stands where the page was left', async () => {
    const { page } = await open();
    await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
    await arrive(page, 'Second');
    await page.goto(`${server.url}/plain.html`);
    // Later, so that the call itself ends before its page goes.
    await page.evaluate(() => void setTimeout(() => history.go(-2)));
    await arrive(page, 'Home');
    await expect.poll(() => top(page)).toBe(1200);
  });

  test('a hash goes to its element, in another page and in the same one', async () => {
    // Motion would be under way while the test goes on.
    const { page } = await open('/', { reducedMotion: 'reduce' });
    await page.click('#hash');
    await expect.poll(() => top(page)).toBeGreaterThan(2000);
    await page.goBack();
    await expect.poll(() => top(page)).toBe(0);
    expect(server.count(DATA('index'))).toBe(0);
    await page.click('#b-query');
    await arrive(page, 'Second');
    expect(await top(page)).toBeGreaterThan(2000);
  });

  test('positions outlive a reload', async () => {
    const { page } = await open();
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
    await arrive(page, 'Second');
    await page.reload();
    await started(page);
    await page.goBack();
    await arrive(page, 'Home');
    await expect.poll(() => top(page)).toBe(900);
  });

  test('Back before the main script has come brings the page of the address', async () => {
    const { page } = await open();
    await page.click('#b');
    await arrive(page, 'Second');
    await page.route('**/main-*.js', () => undefined);
    await page.reload();
    await page.goBack();
    await arrive(page, 'Home');
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('page data that fails', () => {
  test.each([
    ['404', { status: 404, body: 'none' }],
    ['truncated JSON', { status: 200, body: '{"path":"/b","result":{"da' }],
    ['HTML for JSON', { status: 200, body: '<!doctype html><title>all</title>', type: 'text/html' }],
    ['a payload without a path', { status: 200, body: '{"result":{"data":{}}}' }],
  ])(
    'B4, B7, B16: %s, but there is HTML: a full load with query and hash, and Back works',
    async (_, fault) => {
      const { page } = await open();
      server.inject(DATA('b'), [fault], 'always');
      // A pointer asks for the page ahead of its click, which asks again if that has failed already.
      await page.locator('#b-query').dispatchEvent('click');
      await page.waitForURL('**/b?utm=1#below');
      await arrive(page, 'Second');
      expect(await isFirstDocument(page)).toBe(false);
      expect(server.count('/b', 'HEAD')).toBe(1);
      expect(server.count(DATA('b'))).toBe(1);
      await page.goBack();
      await arrive(page, 'Home');
    },
  );

  test('B5, B7: 404 and no HTML shows the not-found page under the address', async () => {
    const { page } = await open();
    await page.click('#lost');
    await arrive(page, 'Not here');
    expect(await isFirstDocument(page)).toBe(true);
    expect(page.url()).toBe(`${server.url}/lost?x=1#y`);
    expect(server.count('/lost', 'HEAD')).toBe(1);
    expect(server.count(DATA('404.html'))).toBe(1);
    await page.click('#home');
    await arrive(page, 'Home');
  });

  test.each([
    ['#lost', 404, 'Нет такой'],
    ['#broken', 500, 'Сломалось'],
  ])('B5: the fall-backs are those of the edition that is read: %s', async (link, status, title) => {
    const { page } = await open('/ru');
    // The pointer may ask for the page before the click does.
    server.inject(DATA(`ru/${link.slice(1)}`), [{ status }], 'always');
    await page.click(link);
    await arrive(page, title);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
    expect(await isFirstDocument(page)).toBe(true);
    expect(server.count(DATA('404.html')) + server.count(DATA('500.html'))).toBe(0);
  });

  test.each([200, 301, 403, 405, 500, 501, 503])(
    'B7: a HEAD that is answered with %i does not say that nothing is there',
    async (status) => {
      const { page } = await open();
      server.files.set('/lost.html', '<!doctype html><title>Shop</title><h1>Another program</h1>');
      server.inject(DATA('lost'), [{ status: 404 }], 'always');
      // Only the request of the navigation itself finds the page.
      await page.route('**/lost?*', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Another program</h1>' }),
      );
      await page.route('**/lost', (route) => route.fulfill({ status }));
      await page.click('#lost');
      await arrive(page, 'Another program');
      expect(page.url()).toBe(`${server.url}/lost?x=1#y`);
    },
  );

  test.each([404, 410])('B7: %i says it', async (status) => {
    const { page } = await open();
    await page.route('**/lost', (route) => route.fulfill({ status }));
    await page.click('#lost');
    await arrive(page, 'Not here');
    expect(await isFirstDocument(page)).toBe(true);
  });

  test('B16: a page that cannot be put into the document is loaded in full', async () => {
    const { page, errors } = await open();
    await page.evaluate(() => {
      Element.prototype.replaceWith = () => {
        throw new Error('broken');
      };
    });
    await page.click('#b');
    await arrive(page, 'Second');
    expect(await isFirstDocument(page)).toBe(false);
    expect(errors).toContain('broken');
  });

  test('B7: no HEAD where the path starts with //', async () => {
    const { page } = await open();
    await page.evaluate(() =>
      document.querySelector('#lost')?.setAttribute('href', `${location.origin}//lost`),
    );
    await page.click('#lost');
    await arrive(page, 'Not here');
    expect(server.seen.filter((request) => request.method === 'HEAD')).toEqual([]);
  });

  test('B5: 500 shows the server-error page', async () => {
    const { page } = await open();
    server.inject(DATA('b'), [{ status: 500 }]);
    await page.click('#b');
    await arrive(page, 'Broken');
    expect(server.count(DATA('b'))).toBe(1);
    expect(await isFirstDocument(page)).toBe(true);
  });

  test('B5: a fall-back that fails itself is asked for once, then the browser loads in full', async () => {
    const { page } = await open();
    server.inject(DATA('404.html'), [{ status: 404 }], 'always');
    await page.click('#lost');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    expect(server.count(DATA('404.html'))).toBe(1);
    expect(page.url()).toBe(`${server.url}/lost?x=1#y`);
  });

  test.each([
    ['503', { status: 503 }],
    ['a broken connection', { drop: true }],
    ['418', { status: 418 }],
  ])('B6: three times %s, then it works', async (_, fault) => {
    const { page } = await open();
    server.inject(DATA('c'), [fault, fault, fault]);
    await page.click('#c');
    await arrive(page, 'Third');
    expect(await isFirstDocument(page)).toBe(true);
    if (!('drop' in fault)) expect(server.count(DATA('c'))).toBe(4);
  });

  test('B6, B16: four times 503 is an error: a full load', async () => {
    const { page } = await open();
    server.inject(DATA('b'), [{ status: 503 }], 'always');
    await page.click('#b-query');
    await page.waitForURL('**/b?utm=1#below');
    await arrive(page, 'Second');
    expect(await isFirstDocument(page)).toBe(false);
    expect(server.count(DATA('b'))).toBe(4);
  });

  test('B8: an error is not kept', async () => {
    const { page } = await open();
    const failure = { status: 503 };
    server.inject(DATA('b'), [failure, failure, failure, failure]);
    await page.hover('#b');
    await expect.poll(() => server.count(DATA('b'))).toBe(4);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(50);
    await page.click('#b');
    await arrive(page, 'Second');
    expect(await isFirstDocument(page)).toBe(true);
    expect(server.count(DATA('b'))).toBe(5);
  });

  test('B16: Back to a page that fails loads it in full and keeps the history', async () => {
    const { page } = await open();
    await page.click('#b');
    await arrive(page, 'Second');
    server.inject(DATA('index'), [{ status: 503 }], 'always');
    await page.goBack();
    await arrive(page, 'Home');
    expect(await isFirstDocument(page)).toBe(false);
    await page.goForward();
    await arrive(page, 'Second');
  });
});

describe('other files that fail', () => {
  test('B11: a static query raises an error that names it, then a full load', async () => {
    const { page, errors } = await open();
    server.inject('/page-data/sq/d/shared.json', [{ status: 500 }], 'always');
    await page.click('#b');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    await arrive(page, 'Second');
    expect(errors).toEqual([`We couldn't load "/page-data/sq/d/shared.json"`]);
  });

  test('B11: broken JSON of a static query is the same', async () => {
    const { page, errors } = await open();
    server.inject('/page-data/sq/d/shared.json', [{ body: '{"data":' }], 'always');
    await page.click('#b');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    expect(errors).toEqual([`We couldn't load "/page-data/sq/d/shared.json"`]);
  });

  test('B12: a slice is a full load too', async () => {
    const { page } = await open();
    server.inject('/slice-data/footer-en.json', [{ status: 404 }], 'always');
    await page.click('#b');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    await arrive(page, 'Second');
  });

  test('B9, B17: app data that fails four times counts as another build', async () => {
    const { page } = await open();
    server.inject(APP, [{ status: 503 }], 'always');
    await page.click('#b');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    await arrive(page, 'Second');
    expect(server.seen.findIndex((request) => request.isNavigation)).toBeGreaterThan(0);
    const before = server.seen.slice(
      0,
      server.seen.findIndex((request) => request.isNavigation),
    );
    expect(before.filter((request) => request.url === APP)).toHaveLength(4);
  });

  test('B20: a chunk that is gone sends the browser to the last route; without one nothing happens', async () => {
    const { page } = await open();
    for (const path of pristine.keys()) if (/\/assets\/menu-/.test(path)) server.files.delete(path);
    await page.hover('.menu-button');
    await page.waitForTimeout(200);
    expect(await isFirstDocument(page)).toBe(true);
    await page.click('#b');
    await arrive(page, 'Second');
    await page.mouse.move(0, 300);
    await page.hover('.menu-button');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    expect(new URL(page.url()).pathname).toBe('/b');
  });

  test('B20: also where the last route has a place in the page', async () => {
    const { page } = await open();
    for (const path of pristine.keys()) if (/\/assets\/menu-/.test(path)) server.files.delete(path);
    await page.click('#b-query');
    await arrive(page, 'Second');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.hover('.menu-button');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    expect(page.url()).toBe(`${server.url}/b?utm=1#below`);
  });

  test('B5, B13: addresses that only look like files or fall-backs are pages', async () => {
    const { page } = await open();
    const follow = (href: string) =>
      page.evaluate((to) => {
        const link = document.createElement('a');
        link.href = to;
        document.querySelector('main')?.append(link);
        link.click();
      }, href);
    await follow('/missing.html');
    await arrive(page, 'Not here');
    await follow('/notes/v2.10');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/notes/v2.10');
    await arrive(page, 'Not here');
    expect(await isFirstDocument(page)).toBe(true);
  });
});

describe('slow and changed', () => {
  test('B15: after 1000 ms an event and a notice, both ended on completion', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const told: unknown[] = [];
      Object.assign(window, { told });
      for (const name of ['articles:delayed-route', 'articles:delayed-route-end']) {
        addEventListener(name, (event) => told.push([name, (event as CustomEvent).detail.pathname]));
      }
    });
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    server.inject(DATA('b'), [{ until: slow }]);
    await page.click('#b');
    await page.locator('#route-notice').waitFor({ state: 'visible' });
    expect(await page.locator('#route-notice').textContent()).toBe('The page is still loading…');
    finish();
    await arrive(page, 'Second');
    await page.locator('#route-notice').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([
      ['articles:delayed-route', '/b'],
      ['articles:delayed-route-end', '/b'],
    ]);
  });

  test('B15: the notice of a page that is not waited for any longer ends, or never comes', async () => {
    const { page } = await open();
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    server.inject(DATA('b'), [{ until: slow }, { until: slow }], 'always');
    const notice = page.locator('#route-notice');
    const click = (id: string) => page.evaluate((at) => document.querySelector<HTMLElement>(at)?.click(), id);
    await click('#b');
    await notice.waitFor({ state: 'visible' });
    await click('#c');
    await arrive(page, 'Third');
    await notice.waitFor({ state: 'hidden' });
    await page.goBack();
    await arrive(page, 'Home');
    // A place in the page that stands ends it too.
    await click('#b');
    await click('#hash');
    await page.waitForTimeout(1300);
    expect(await notice.isVisible()).toBe(false);
    finish();
  });

  test('B17: a build hash that changes in the middle is a full load, once', async () => {
    const { page } = await open();
    server.files.set(APP, JSON.stringify({ webpackCompilationHash: 'build-two' }));
    const newer = String(pristine.get('/b.html')).replace(BUILD_HASH, 'build-two');
    server.files.set('/b.html', newer);
    await page.click('#b-query');
    await page.waitForFunction(() => !('isFirstDocument' in window));
    await arrive(page, 'Second');
    expect(page.url()).toBe(`${server.url}/b?utm=1#below`);
    await page.waitForTimeout(300);
    expect(server.seen.filter((request) => request.isNavigation)).toHaveLength(1);
  });

  test('B18: on first load another hash reloads once, and the flag goes', async () => {
    server.files.set(APP, JSON.stringify({ webpackCompilationHash: 'build-two' }));
    const context = await browser.newContext();
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(server.url);
    await expect.poll(() => server.seen.filter((request) => request.isNavigation).length).toBe(2);
    await expect.poll(() => server.count(APP)).toBe(2);
    await page.waitForTimeout(300);
    expect(server.seen.filter((request) => request.isNavigation)).toHaveLength(2);
    expect(await page.evaluate(() => sessionStorage.getItem('articles:reloaded'))).toBeNull();
  });

  test('B18: without sessionStorage never reload', async () => {
    server.files.set(APP, JSON.stringify({ webpackCompilationHash: 'build-two' }));
    const { page } = await open('/', {
      script: () =>
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new Error('off');
          },
        }),
    });
    await page.waitForTimeout(300);
    expect(await isFirstDocument(page)).toBe(true);
  });

  test('B18, B19: a first load without app data leaves the HTML as it is', async () => {
    server.inject(APP, [{ status: 500 }], 'always');
    server.inject(DATA('index'), [{ status: 500 }], 'always');
    const { page, errors } = await open();
    await page.waitForTimeout(200);
    expect(await isFirstDocument(page)).toBe(true);
    expect(await heading(page)).toBe('Home');
    expect(errors).toEqual([]);
  });

  test('B21: the address becomes the page’s own, with query and hash', async () => {
    const { page } = await open('/b/?utm=1#below');
    await expect.poll(() => page.url()).toBe(`${server.url}/b?utm=1#below`);
  });

  test('B21: a place in such a page is left to the browser', async () => {
    const { page } = await open('/b/');
    await expect.poll(() => page.url()).toBe(`${server.url}/b`);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#below' });
      const main = document.querySelector('main');
      main?.setAttribute('data-kept', '');
      main?.append(link);
      link.click();
    });
    await page.waitForFunction(() => document.querySelector(':target') !== null);
    expect(await page.locator('main[data-kept]').count()).toBe(1);
    expect(await page.locator('#route-announcer').textContent()).toBe('');
  });

  test('B21: but not where a page stands in for another', async () => {
    const { page } = await open('/nowhere?x=1');
    await page.waitForTimeout(200);
    expect(page.url()).toBe(`${server.url}/nowhere?x=1`);
    expect(await heading(page)).toBe('Not here');
  });

  test('B1: redirects and index.html lead to the page', async () => {
    server.files.set(
      APP,
      JSON.stringify({ webpackCompilationHash: BUILD_HASH, redirects: { '/lost': '/b' } }),
    );
    const { page } = await open();
    await page.click('#lost');
    await arrive(page, 'Second');
    expect(server.count(DATA('lost'))).toBe(0);
    await page.evaluate(() => document.querySelector('#home')?.setAttribute('href', '/index.html'));
    await page.click('#home');
    await arrive(page, 'Home');
    expect(server.count(DATA('index'))).toBe(1);
  });
});

describe('a bad network', () => {
  test('a portal that answers page data with its own page gets a full load', async () => {
    const { page } = await open();
    server.files.set(DATA('b'), '<!doctype html><title>Log in</title><h1>Log in</h1>');
    await page.click('#b');
    await arrive(page, 'Second');
    expect([page.url(), await isFirstDocument(page)]).toEqual([`${server.url}/b`, false]);
  });

  test('on slow 3G, with every third answer lost, each click brings its page', async () => {
    const { page } = await open();
    const devtools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await devtools.send('Network.emulateNetworkConditions', slow);
    let requests = 0;
    await page.route('**/page-data/**', (route) =>
      ++requests % 3 === 0 ? route.abort('connectionfailed') : route.continue(),
    );
    for (const [link, path, title] of [
      ['#b', '/b', 'Second'],
      ['#c', '/c', 'Third'],
      ['#b', '/b', 'Second'],
      ['#home', '/', 'Home'],
      ['#c', '/c', 'Third'],
    ] as const) {
      await page.click(link);
      await arrive(page, title);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    expect(requests).toBeGreaterThan(2);
  });
});

describe('prefetch', () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, at) => `<li><a href="/p${at}">page ${at}</a></li>`).join('');
  const prefetched = () => server.seen.filter((request) => /page-data\/p\d+\/page-data/.test(request.url));

  function setHome(html: string): void {
    const home = String(pristine.get('/index.html')).replace(/<main.*<\/main>/s, `<main>${html}</main>`);
    server.files.set('/index.html', home);
  }
  async function openWith(html: string, script: () => void): Promise<Opened> {
    setHome(html);
    return open('/', { viewport: { width: 900, height: 900 }, script });
  }
  async function openList(options: Parameters<typeof open>[1] = {}): Promise<Page> {
    setHome(`<h1>List</h1><ul>${links(10)}</ul>`);
    const { page } = await open('/', options);
    return page;
  }

  /** Keeps the pauses between batches. @returns functions that count them and end the last one */
  async function openLong(html: string) {
    const { page } = await openWith(html, () => {
      const pauses: (() => void)[] = [];
      const start = window.setTimeout;
      const hold = (task: () => void, ms?: number) => (ms === 3000 ? pauses.push(task) : start(task, ms));
      Object.assign(window, { pauses, setTimeout: hold });
    });
    const pauses = () => page.evaluate(() => Reflect.get(window, 'pauses').length);
    return { page, pauses, end: () => page.evaluate(() => Reflect.get(window, 'pauses').at(-1)()) };
  }

  test('B25, B27, B28: in batches of four, 3000 ms apart, failures too, past a link that leads nowhere', async () => {
    const { page, pauses, end } = await openLong(
      `<h1>List</h1><p><a href="http://[">no address</a></p><ul>${links(10)}</ul>`,
    );
    const sizes: number[] = [];
    for (let batch = 0; batch < 3; batch++) {
      await expect.poll(pauses).toBe(batch + 1);
      expect(prefetched()).toHaveLength(4 * batch);
      await end();
      await expect.poll(() => prefetched().length).toBe(Math.min(4 * (batch + 1), 10));
      sizes.push(prefetched().length);
    }
    await page.waitForTimeout(100);
    expect(await pauses()).toBe(3);
    expect(sizes).toEqual([4, 8, 10]);
  });

  test('what has left the screen is not loaded', async () => {
    const below = '<p><a href="/p40">40</a> <a href="/p41">41</a></p>';
    const { page, pauses, end } = await openLong(`<ul>${links(10)}</ul>${LINES}${below}`);
    await expect.poll(pauses).toBe(1);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    // The observer has told of both changes when it tells of a link that comes later.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const last = document.querySelector('a[href="/p41"]');
          const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && resolve());
          if (last) observer.observe(last);
        }),
    );
    await end();
    await expect.poll(() => prefetched().length).toBe(2);
    expect(prefetched().map(({ url }) => url)).toEqual([DATA('p40'), DATA('p41')]);
  });

  test('a page asks for 24 others and no more', async () => {
    const { pauses, end } = await openLong(`<p>${links(40).replaceAll('li>', 'span>')}</p>`);
    for (let batch = 1; batch <= 6; batch++) {
      await expect.poll(pauses).toBe(batch);
      await end();
      await expect.poll(() => prefetched().length).toBe(4 * batch);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([await pauses(), prefetched().length]).toEqual([6, 24]);
  });

  test('a pointer that crosses links on its way asks for none of them', async () => {
    const page = await openList();
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('main a, h1'))
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      document.querySelector('h1')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await page.waitForTimeout(300);
    expect(prefetched()).toEqual([]);
  });

  test('B25: a pointer that stays loads, and a link is asked for once', async () => {
    const page = await openList();
    server.files.set(DATA('p3'), String(pristine.get(DATA('c'))));
    await page.hover('a[href="/p3"]');
    await expect.poll(() => prefetched().length).toBe(1);
    await page.hover('h1');
    await page.hover('a[href="/p3"]');
    await page.waitForTimeout(100);
    expect(prefetched().map((request) => request.url)).toEqual([DATA('p3')]);
  });

  test('B25: keyboard focus loads at once', async () => {
    const page = await openList();
    await page.focus('a[href="/p5"]');
    await expect.poll(() => prefetched().map((request) => request.url)).toEqual([DATA('p5')]);
  });

  test.each([
    ['crawlers', { userAgent: 'Mozilla/5.0 (compatible; Examplebot/1.0)' }],
    [
      'data savers',
      { script: () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }) },
    ],
    [
      'slow-2g',
      {
        script: () => Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' } }),
      },
    ],
  ])('B26: %s are spared', async (_, options) => {
    const page = await openList(options);
    await page.hover('a[href="/p3"]');
    await page.waitForTimeout(200);
    expect(prefetched()).toEqual([]);
  });

  test('B26: redirects are skipped', async () => {
    server.files.set(
      APP,
      JSON.stringify({ webpackCompilationHash: BUILD_HASH, redirects: { '/p3': '/p4' } }),
    );
    const page = await openList();
    await page.waitForTimeout(100);
    await page.hover('a[href="/p3"]');
    await page.waitForTimeout(200);
    expect(prefetched()).toEqual([]);
  });
});

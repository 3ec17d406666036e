import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { FORGET_OTHERS, SELF_REMOVING } from '../../src/build/outputs/former-workers.ts';
import { planServiceWorker } from '../../src/build/outputs/plan-service-worker.ts';
import { KILL_SWITCH } from '../../src/build/outputs/precache.ts';
import { launchChromium, started } from '../support/chromium.ts';
import { runArticles } from '../support/cli.ts';
import { startServe } from '../support/serve.ts';
import { makeSite } from '../support/site.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { loadBundle, makeSmallSite } from '../support/small-site.ts';

let browser: Browser;
let server: SiteServer;
let context: BrowserContext;
let folder: string;
let pristine: Map<string, string | Uint8Array>;

/** The worker that the build would write; another text of the offline pages stands for another deploy. */
async function makeWorker(offlineText: string, clientFiles?: string[]): Promise<string> {
  const { entries } = await loadBundle();
  const assets = clientFiles ?? entries.files;
  const offline = ['offline.html', 'ru/offline.html'];
  const output = mkdtempSync(join(folder, 'dist-'));
  for (const path of [...assets, ...offline]) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), offlineText);
  }
  const source = join(folder, 'service-worker.js');
  return planServiceWorker({ source, basePath: '', folder: output, files: [...assets, ...offline] });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'articles-offline-'));
  const worker = (await loadBundle()).files.find(({ path }) => path === 'service-worker.js');
  writeFileSync(join(folder, 'service-worker.js'), worker?.contents ?? '');
  pristine = await makeSmallSite({
    serviceWorker: true,
    groups: [{ label: 'Alpha → One', articles: [{ title: 'Margins of a bookmaker', url: '/b' }] }],
    pages: [
      { path: '/', title: 'Home', html: '<a id="b" href="/b">b</a> <a id="c" href="/c">c</a>' },
      { path: '/b', title: 'Second', html: '<a id="c" href="/c">c</a> <a id="home" href="/">home</a>' },
      { path: '/c', title: 'Third', html: '<a id="b" href="/b">b</a>' },
      // No page leads to it, so that no page asks for it ahead of its reader.
      { path: '/d', title: 'Fourth', html: '' },
      { path: '/404', title: 'Not here', html: '' },
      { path: '/offline', title: 'You are offline', html: '' },
      { path: '/ru', title: 'Главная', html: '', locale: 'ru_RU' },
      { path: '/ru/offline', title: 'Нет сети', html: '', locale: 'ru_RU' },
    ],
  });
  pristine.set('/sw.js', await makeWorker('one'));
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(new Map(pristine))]);
});
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  server.reset();
  server.files.clear();
  for (const [path, file] of pristine) server.files.set(path, file);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  page: Page;
  console: string[];
}

/** Opens a page and waits until the worker has taken over. */
async function install(path: string, url = server.url): Promise<Opened> {
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(url + path);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const worker = registration.active;
    while (worker?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return { page, console: lines };
}

async function open(page: Page, path: string): Promise<string | null> {
  await page.goto(server.url + path);
  return page.locator('h1').textContent();
}

const isKept = (page: Page, path: string) =>
  page.evaluate(async (url) => (await caches.match(url)) !== undefined, path);

test('B31: offline, visited pages and home open, others show the offline page of their edition', async () => {
  const { page, console } = await install('/b');
  expect(console).toContain('Content is now available offline');
  server.down();
  expect(await open(page, '/b?utm=1')).toBe('Second');
  const { entries } = await loadBundle();
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(await page.evaluate((path) => fetch(path).then(({ ok }) => ok), `/${entries.main}`)).toBe(true);
  expect(await open(page, '/')).toBe('Home');
  expect(await open(page, '/d')).toBe('You are offline');
  expect(new URL(page.url()).pathname).toBe('/d');
  expect(await open(page, '/ru/articles/x')).toBe('Нет сети');
  server.up();
  expect(await open(page, '/d')).toBe('Fourth');
});

test('B31: below a base path too, home opens offline by its link and its address', async () => {
  const root = makeSite();
  await runArticles(['build', '--root', root, '--base-path', '/blog']);
  const served = await startServe(root);
  const { page } = await install('/blog', served.url);
  await page.goto(`${served.url}/blog/authors`);
  // The worker keeps a page after it has answered.
  await expect.poll(() => isKept(page, '/blog')).toBe(true);
  await served.stop();
  const home = await page.locator('.brand').getAttribute('href');
  await page.goto(served.url + home);
  await page.locator('h1', { hasText: 'Small Paper' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/blog/');
  await page.goto(`${served.url}/blog/betting`);
  await page.locator('h1', { hasText: 'You are offline' }).waitFor();
});

test('B16, B31: a click to an unvisited page offline shows the offline page, and Back returns', async () => {
  const { page } = await install('/b');
  await page.reload();
  await started(page);
  server.down();
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { id: 'd', href: '/d', textContent: 'd' });
    document.querySelector('main')?.append(link);
  });
  await page.click('#d');
  await page.locator('h1', { hasText: 'You are offline' }).waitFor();
  await page.goBack();
  await page.locator('h1', { hasText: 'Second' }).waitFor();
});

test('B31: page data that was read is there offline', async () => {
  const { page } = await install('/');
  await page.reload();
  await started(page);
  await page.click('#b');
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  await page.goto(`${server.url}/`);
  server.down();
  await page.click('#b');
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/b');
});

test('B31: a page that was reached by a click opens offline by its address too', async () => {
  const { page } = await install('/');
  await page.reload();
  await started(page);
  await page.click('#b');
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  const read = await page.locator('main').innerHTML();
  for (const path of ['/page-data/b/page-data.json', '/page-data/app-data.json'])
    await expect.poll(() => isKept(page, path)).toBe(true);
  server.down();
  await page.reload();
  expect(await page.locator('main').innerHTML()).toBe(read);
  expect(await page.title()).toBe('Second · Small');
  await started(page);
  await page.click('#home');
  await page.locator('h1', { hasText: 'Home' }).waitFor();
});

test('B31: so does one of an edition that was entered by a click', async () => {
  const { page } = await install('/');
  await started(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/ru' });
    document.querySelector('main')?.append(link);
    link.click();
  });
  await page.locator('h1', { hasText: 'Главная' }).waitFor();
  await expect.poll(() => isKept(page, '/page-data/ru/page-data.json')).toBe(true);
  server.down();
  expect(await open(page, '/ru')).toBe('Главная');
  expect(await open(page, '/ru/b')).toBe('Нет сети');
});

test('B20: without a network a chunk that is not there costs nobody the page', async () => {
  const { page } = await install('/');
  await started(page);
  await page.click('#b');
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  const query = await page.locator('[data-island=menu]').getAttribute('data-props');
  await page.evaluate((url) => fetch(url), query ?? '');
  await expect.poll(() => isKept(page, query ?? '')).toBe(true);
  await context.setOffline(true);
  server.down();
  const lost = page.waitForEvent('pageerror');
  await page.hover('.menu-button');
  expect((await lost).message).toMatch(/dynamically imported module/);
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true);
  expect(await page.locator('h1').textContent()).toBe('Second');
});

test('B4, B31: an answer that is not page data leads to the offline page', async () => {
  const { page } = await install('/');
  await page.reload();
  await started(page);
  const kept = ['/page-data/c/page-data.json', '/page-data/app-data.json'];
  server.files.set(kept[0] ?? '', '<!doctype html><h1>Home</h1>');
  await page.evaluate((paths) => Promise.all(paths.map((path) => fetch(path, { cache: 'reload' }))), kept);
  for (const path of kept) await expect.poll(() => isKept(page, path)).toBe(true);
  server.down();
  expect(await open(page, '/c')).toBe('You are offline');
});

test('B31: a new deploy is seen at once, and its predecessor still opens offline with its own assets', async () => {
  const { page } = await install('/b');
  expect(await open(page, '/')).toBe('Home');
  const { entries } = await loadBundle();
  const oldStyles = `/${entries.stylesheet}`;
  const newStyles = '/assets/styles-NEWNEWNE.css';
  server.files.delete(oldStyles);
  server.files.set(newStyles, 'main { color: rgb(1, 2, 3) }');
  server.files.set(
    '/index.html',
    String(pristine.get('/index.html')).replace(oldStyles, newStyles).replace('>Home<', '>New home<'),
  );
  const clientFiles = entries.files.filter((path) => `/${path}` !== oldStyles);
  server.files.set('/sw.js', await makeWorker('two', [...clientFiles, newStyles.slice(1)]));
  expect(await open(page, '/')).toBe('New home');
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('main') ?? document.body).color),
  ).toBe('rgb(1, 2, 3)');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.installing || registration.waiting)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
  server.down();
  expect(await open(page, '/b')).toBe('Second');
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(10);
});

test('B31: a worker of an older release is replaced, and its caches are removed', async () => {
  const { entries } = await loadBundle();
  const oldScript = 'assets/main-OLDOLDOL.js';
  server.files.set(`/${oldScript}`, '"older"');
  server.files.set('/sw.js', await makeWorker('older', [oldScript]));
  const { page } = await install('/b');
  const cacheNames = () => page.evaluate(() => caches.keys());
  const shell = () =>
    page.evaluate(async () =>
      (await (await caches.open('articles::shell')).keys()).map(({ url }) => new URL(url).pathname),
    );
  expect(await shell()).toContain(`/${oldScript}`);
  // One that this release does not use, and one of another site.
  for (const name of ['articles::documents', 'articles:/another:pages'])
    await page.evaluate(async (cache) => (await caches.open(cache)).add('/c'), name);

  server.files.set('/sw.js', await makeWorker('newer'));
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await (await serviceWorker.ready).update();
    await controlled;
  });
  await expect.poll(cacheNames).not.toContain('articles::documents');
  await expect.poll(shell).not.toContain(`/${oldScript}`);
  expect(await shell()).toContain(`/${entries.main}`);
  await expect.poll(shell).toHaveLength(4);
  expect(await cacheNames()).toContain('articles:/another:pages');
  expect(await isKept(page, `/${oldScript}`)).toBe(true);
  server.down();
  expect(await open(page, '/b')).toBe('Second');
  await started(page);
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(await open(page, '/')).toBe('Home');
  expect(await open(page, '/ru/articles/x')).toBe('Нет сети');
});

test('B14, B30: once a new worker is installed the next navigation is a full load', async () => {
  const { page } = await install('/');
  await page.reload();
  await started(page);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  server.files.set('/sw.js', await makeWorker('two'));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const controlled = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
    await registration.update();
    await controlled;
  });
  server.seen.length = 0;
  await page.click('#b');
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(false);
});

test('B14, B30: a worker that the browser found before it was asked to is noted too', async () => {
  const { page } = await install('/');
  await page.addInitScript(() => {
    window.requestIdleCallback = (task) => {
      addEventListener('idle', () => task({ didTimeout: false, timeRemaining: () => 0 }));
      return 0;
    };
  });
  await page.reload();
  await page.waitForFunction(() => window.onpopstate === null);
  server.files.set('/sw.js', await makeWorker('two'));
  await page.evaluate(async () => {
    Object.assign(window, { isFirstDocument: true });
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await (await serviceWorker.ready).update();
    await controlled;
    dispatchEvent(new Event('idle'));
  });
  await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(false);
});

test('B17: another build hash drops the path data that the worker keeps', async () => {
  const { page } = await install('/');
  await page.reload();
  await started(page);
  // Not by the pointer: below it the next page's link would be loaded already.
  await page.evaluate(() => document.querySelector<HTMLElement>('#b')?.click());
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  const read = '/page-data/b/page-data.json';
  await expect.poll(() => isKept(page, read)).toBe(true);
  server.files.set('/c.html', '<!doctype html><h1>Third, newer</h1>');
  server.files.set('/page-data/app-data.json', JSON.stringify({ webpackCompilationHash: 'build-two' }));
  await page.click('#c');
  await page.locator('h1', { hasText: 'Third, newer' }).waitFor();
  await expect.poll(() => isKept(page, read)).toBe(false);
});

test('B18: without a network, a kept page of an older build stays, and so does all that is kept', async () => {
  const { page } = await install('/');
  await page.goto(`${server.url}/b`);
  await started(page);
  // The next deploy. The reader opens another page of it.
  server.files.set('/page-data/app-data.json', JSON.stringify({ webpackCompilationHash: 'build-two' }));
  const newer = String(pristine.get('/c.html')).replace(/data-build="[^"]*"/, 'data-build="build-two"');
  server.files.set('/c.html', newer);
  await page.goto(`${server.url}/c`);
  const kept = () => page.evaluate(async () => (await caches.match('/page-data/app-data.json'))?.text());
  await expect.poll(kept).toContain('build-two');
  server.down();
  await page.goto(`${server.url}/b`);
  await started(page);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  // The main script of an older version asks for this.
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'drop-path-data' }));
  await page.waitForTimeout(500);
  expect(await kept()).toContain('build-two');
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true);
  expect(await page.locator('h1').textContent()).toBe('Second');
});

test('B30: a worker that cannot be installed is reported', async () => {
  const { entries } = await loadBundle();
  server.files.delete(`/${entries.stylesheet}`);
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(server.url);
  await expect.poll(() => lines).toContain('The installing service worker became redundant.');
});

test('B30: a worker that is replaced by the next deploy’s is no error', async () => {
  const { page, console } = await install('/');
  server.files.set('/sw.js', await makeWorker('two'));
  await page.evaluate(async () => {
    const replaced = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve);
    });
    const registration = await navigator.serviceWorker.getRegistration();
    const before = registration?.active;
    const gone = new Promise((resolve) => before?.addEventListener('statechange', resolve));
    await registration?.update();
    await Promise.all([replaced, gone]);
  });
  expect(console.join()).not.toContain('redundant');
});

test('B30: activation is an event, and what is told is told once', async () => {
  await context.addInitScript(() => {
    Object.assign(window, { ready: 0 });
    addEventListener('articles:offline-ready', () =>
      Object.assign(window, { ready: Reflect.get(window, 'ready') + 1 }),
    );
  });
  const { page, console } = await install('/');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'ready'))).toBe(1);
  expect(console.filter((line) => line === 'Content is now available offline')).toHaveLength(1);
});

test('B31: the offline page of every edition is kept from installation on', async () => {
  const { page } = await install('/');
  await page.reload();
  await started(page);
  server.down();
  expect(await open(page, '/ru/articles/x')).toBe('Нет сети');
  server.up();
});

test('B29: without HTTPS, and not on this machine, an error is logged', async () => {
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => message.type() === 'error' && lines.push(message.text()));
  await page.route('http://plain.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = pristine.get(pathname === '/' ? '/index.html' : pathname);
    const contentType = pathname.endsWith('.js')
      ? 'text/javascript'
      : pathname.endsWith('.css')
        ? 'text/css'
        : 'text/html';
    await (body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: Buffer.from(body), contentType }));
  });
  await page.goto('http://plain.example/');
  await expect
    .poll(() => lines)
    .toContain('Service workers can only be used over HTTPS, or on localhost for development');
});

test('B31: the kill switch removes the worker and all that it kept', async () => {
  const { page } = await install('/');
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const addresses = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('workbox-expiration');
          request.onsuccess = () => {
            const { result } = request;
            result.transaction('cache-entries').objectStore('cache-entries').count().onsuccess = (event) => {
              result.close();
              resolve(Reflect.get(event.target ?? {}, 'result'));
            };
          };
        }),
    );
  expect(await open(page, '/b')).toBe('Second');
  await expect.poll(addresses).toBeGreaterThan(0);
  server.files.set('/sw.js', KILL_SWITCH);
  for (const path of ['/index.html', '/b/index.html']) {
    server.files.set(path, String(pristine.get(path)).replace(/ data-worker="[^"]*"/, ''));
  }
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations())[0]?.update());
  await expect.poll(registrations).toBe(0);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  await expect.poll(addresses).toBe(0);
  // A page of an older build asks for the worker again; it is gone with the next visit.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')));
  expect(await open(page, '/')).toBe('Home');
  await expect.poll(registrations).toBe(0);
  server.down();
  await expect(page.goto(server.url)).rejects.toThrow(/ERR_/);
});

test('B31: a connection that hangs shows the kept page within seconds, by its address and by a link', async () => {
  const { page } = await install('/');
  await page.goto(`${server.url}/b`);
  await page.click('#c');
  await page.locator('h1', { hasText: 'Third' }).waitFor();
  await page.goto(`${server.url}/`);
  await started(page);
  const never = new Promise(() => undefined);
  for (const path of ['/b', '/c', '/', '/page-data/c/page-data.json', '/page-data/app-data.json'])
    server.inject(path, [{ until: never }], 'always');
  const begin = Date.now();
  await page.goto(`${server.url}/b`, { waitUntil: 'commit' });
  await page.locator('h1', { hasText: 'Second' }).waitFor();
  // Its page is not kept, but its data is.
  await page.goto(`${server.url}/c`, { waitUntil: 'commit' });
  await page.locator('h1', { hasText: 'Third' }).waitFor();
  // The browser's own limit is minutes.
  expect(Date.now() - begin).toBeLessThan(60_000);
});

test('B31: what the first visit keeps on a hanging connection keeps no reader waiting', async () => {
  const page = await context.newPage();
  // The worker fetches the home page to keep it.
  server.inject('/', [{ until: new Promise(() => undefined) }], 'always');
  await page.goto(`${server.url}/b`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${server.url}/c`);
  await page.locator('h1', { hasText: 'Third' }).waitFor();
  await page.click('#b');
  await page.locator('h1', { hasText: 'Second' }).waitFor();
});

test('a portal that answers for the script of the worker changes nothing', async () => {
  const { page } = await install('/');
  server.files.set('/sw.js', '<!doctype html><title>Log in</title><h1>Log in</h1>');
  await page.reload();
  await started(page);
  await page.evaluate(() =>
    navigator.serviceWorker.ready.then((worker) => worker.update()).catch(() => undefined),
  );
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe(
    'activated',
  );
  server.down();
  expect(await open(page, '/')).toBe('Home');
});

test('B31: search works offline after one visit', async () => {
  const { page } = await install('/');
  const kept = () =>
    page.evaluate(async () => {
      const found = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return found.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await kept()).some((path) => /\/chunk-\w+\.js$/.test(path))).toBe(true);
  await expect.poll(kept).toContain('/search/en/index.json');
  server.down();
  await page.goto(`${server.url}/unread`);
  await page.locator('h1', { hasText: 'You are offline' }).waitFor();
  await page.fill('#site-search', 'margin');
  await page.locator('.search a', { hasText: 'Margins' }).waitFor();
  server.up();
});

/** The worker of an earlier site as Workbox writes it for Create React App, Gatsby, VitePress, VuePress and Hexo: the cache comes first. */
async function makeFormerWorker(takesOver: boolean): Promise<string> {
  const { generateSW }: { generateSW(options: object): Promise<unknown> } = createRequire(import.meta.url)(
    'workbox-build',
  );
  const site = mkdtempSync(join(folder, 'former-'));
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>Old</title><h1>Former site</h1>');
  await generateSW({
    ...{ globDirectory: site, globPatterns: ['*.html'], swDest: join(site, 'worker.js') },
    ...{ navigateFallback: '/index.html', skipWaiting: takesOver, clientsClaim: takesOver },
    ...{ inlineWorkboxRuntime: true, sourcemap: false, mode: 'development' },
  });
  return readFileSync(join(site, 'worker.js'), 'utf8');
}

test.each([
  ['/service-worker.js', false],
  ['/sw.js', true],
])(
  'the worker of a former site at %s is removed with its caches, and readers see the new site (takes over: %s)',
  async (path, takesOver) => {
    server.files.set(path, await makeFormerWorker(takesOver));
    server.files.set(
      '/index.html',
      `<!doctype html><h1>Former site</h1><script>navigator.serviceWorker.register(${JSON.stringify(path)})</script>`,
    );
    const { page } = await install('/');
    expect(await open(page, '/')).toBe('Former site');
    for (const [name, file] of pristine) server.files.set(name, file);
    if (path !== '/sw.js') server.files.set(path, SELF_REMOVING);
    // A formerWorkers that names /sw.js adds this to the worker of the program.
    else server.files.set(path, `${FORGET_OTHERS}${String(pristine.get(path))}`);
    // The kept page comes once more. The browser looks for a newer worker when a navigation has been over for a while.
    const visit = async () => {
      await page.goto(server.url);
      return page.locator('h1').textContent();
    };
    await expect.poll(visit, { interval: 3000 }).toBe('Home');
    const names = () => page.evaluate(() => caches.keys());
    await expect.poll(async () => (await names()).filter((name) => name.startsWith('workbox-'))).toEqual([]);
  },
);

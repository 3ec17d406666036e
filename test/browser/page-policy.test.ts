/** B41: a page has its own security policy, also when it is reached from another page. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, started } from '../support/chromium.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { makeSmallSite } from '../support/small-site.ts';

let browser: Browser;
let server: SiteServer;
/** The host of the videos: another origin. */
let host: SiteServer;

beforeAll(async () => {
  host = await startSiteServer(
    new Map([['/v.html', '<!doctype html><title>v</title><p id="video">film</p>']]),
  );
  const frame = `<iframe title="film" src="${host.url}/v"></iframe>`;
  const video = { html: `${frame} <a id="home" href="/">home</a>`, policy: { 'frame-src': [host.url] } };
  const files = await makeSmallSite({
    pages: [
      {
        path: '/',
        title: 'Home',
        html: `<a id="video" href="/video">video</a> <a id="plain" href="/plain">plain</a> <a id="script" href="/script">s</a>`,
      },
      { path: '/video', title: 'Film', ...video, html: `${video.html} <a id="next" href="/second">next</a>` },
      { path: '/second', title: 'Second film', ...video },
      { path: '/plain', title: 'Plain', html: `${frame} <a id="home" href="/">home</a>` },
      { path: '/script', title: 'Script', html: '<script src="/own.js"></script>' },
      { path: '/404', title: 'Not here', html: '' },
    ],
  });
  files.set('/own.js', "document.querySelector('h1').textContent = 'Script ran'");
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(files)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await host?.close();
});

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(server.url + path);
  await started(page);
  await mark(page);
  return page;
}

const mark = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
  });
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);
const film = (page: Page) => page.frameLocator('iframe').locator('#video');

async function click(page: Page, id: string, title: string): Promise<void> {
  await page.click(`#${id}`);
  await page.locator('h1', { hasText: title }).waitFor();
}

test('a frame that a page allows is shown after navigation, and Back leads out of its policy again', async () => {
  const page = await open('/');
  await click(page, 'video', 'Film');
  await film(page).waitFor();
  expect(await isSameDocument(page)).toBe(false);
  await started(page);
  await mark(page);
  await page.goBack();
  await page.locator('h1', { hasText: 'Home' }).waitFor();
  expect(await isSameDocument(page)).toBe(false);
  await page.close();
});

test('a page does not get what the page before it allows', async () => {
  const page = await open('/video');
  await film(page).waitFor();
  await click(page, 'home', 'Home');
  expect(await isSameDocument(page)).toBe(false);
  await started(page);
  await mark(page);
  const seen = host.seen.length;
  await click(page, 'plain', 'Plain');
  // Both have the policy of most pages.
  expect(await isSameDocument(page)).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(await film(page).count()).toBe(0);
  expect(host.seen.length).toBe(seen);
  await page.close();
});

test('pages with the same policy need no full load', async () => {
  const page = await open('/video');
  await click(page, 'next', 'Second film');
  await film(page).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  await page.close();
});

test('a page whose text has a script is loaded in full, so that it runs', async () => {
  const page = await open('/');
  await click(page, 'script', 'Script ran');
  expect(await isSameDocument(page)).toBe(false);
  await page.close();
});

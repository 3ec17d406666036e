import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { loadBundle } from '../support/small-site.ts';

const HTML = `<!doctype html><html lang="en" data-path="/articles/a"><body><main class="page-article"><article>
<header class="article-head"><h1>Old title</h1><p class="lede">Old lede</p></header></article>
<h1 id="other">Not a title</h1></main><button id="away">away</button><script src="/edit.js"></script></body></html>`;

let browser: Browser;
let page: Page;
let sent: { path: string; field: string; value: string; previous: string }[] = [];
let answer = { status: 200, body: {} };

beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(async () => {
  await page.close();
  sent = [];
  answer = { status: 200, body: {} };
});
afterAll(() => browser?.close());

/** A view of the site's own, without the classes of the built-in one. */
const OWN = `<!doctype html><html lang="en" data-path="/articles/a"><meta name="description" content="Old lede">
<body><main class="page-article"><h1>Old title</h1><p>By Ann</p><p id="lede">Old lede</p></main><script src="/edit.js"></script></body></html>`;

async function open(html = HTML): Promise<void> {
  const edit = (await loadBundle()).files.find(({ path }) => path === 'edit.js');
  page = await browser.newPage();
  await page.route('http://edit.example/**', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      sent.push(request.postDataJSON());
      await route.fulfill({ status: answer.status, json: answer.body });
    } else if (request.url().endsWith('/edit.js'))
      await route.fulfill({ body: Buffer.from(edit?.contents ?? ''), contentType: 'text/javascript' });
    else await route.fulfill({ body: html, contentType: 'text/html' });
  });
  await page.goto('http://edit.example/');
}

const title = () => page.locator('.article-head h1');

test('B35: the caret starts at the end; Enter saves what was typed, trimmed', async () => {
  await open();
  await title().click({ position: { x: 2, y: 10 } });
  await page.keyboard.type(' and new ');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => sent)
    .toEqual([{ path: '/articles/a', field: 'title', value: 'Old title and new', previous: 'Old title' }]);
  expect(await title().textContent()).toBe('Old title and new');
  expect(await title().evaluate((element: HTMLElement) => element.isContentEditable)).toBe(false);
});

test('a view of the site is edited by its heading and the text of its description', async () => {
  await open(OWN);
  await page.locator('#lede').click();
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => sent)
    .toEqual([{ path: '/articles/a', field: 'description', value: 'Old lede!', previous: 'Old lede' }]);
});

test('B35: line breaks are removed on every change', async () => {
  await open();
  await page.locator('.lede').click();
  await page.evaluate(() => document.execCommand('insertText', false, ' one\ntwo\r\nthree'));
  expect(await page.locator('.lede').textContent()).toBe('Old lede onetwothree');
  await page.keyboard.type('!');
  expect(await page.locator('.lede').textContent()).toBe('Old lede onetwothree!');
  expect(sent).toEqual([]);
});

test('B35: leaving saves once, Escape cancels', async () => {
  await open();
  await title().click();
  await page.keyboard.type('x');
  await page.click('#away');
  await expect.poll(() => sent.length).toBe(1);
  await page.locator('.lede').click();
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  await page.click('#away');
  expect(await page.locator('.lede').textContent()).toBe('Old lede');
  expect(sent).toHaveLength(1);
});

test('B35: keys of an input method are its own', async () => {
  await open();
  await title().click();
  await page.keyboard.type('ㅎ');
  await title().evaluate((element) => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }));
  });
  expect(await title().evaluate((element: HTMLElement) => element.isContentEditable)).toBe(true);
  expect(sent).toEqual([]);
});

test('an unchanged or empty text is not sent; a refusal brings the old text back and is shown', async () => {
  await open();
  await title().click();
  await page.keyboard.press('Enter');
  await title().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  expect(await title().textContent()).toBe('Old title');
  expect(sent).toEqual([]);
  answer = { status: 409, body: { message: 'The file has changed.' } };
  const shown = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await title().click();
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  expect(await shown).toBe('The file has changed.');
  await expect.poll(() => title().textContent()).toBe('Old title');
});

test('the fields are reached by key, other headings are not fields', async () => {
  await open();
  await page.click('#other');
  expect(await page.locator('#other').evaluate((element: HTMLElement) => element.isContentEditable)).toBe(
    false,
  );
  await page.evaluate(() => document.body.focus());
  await title().focus();
  await page.keyboard.press('Enter');
  expect(await title().evaluate((element: HTMLElement) => element.isContentEditable)).toBe(true);
});

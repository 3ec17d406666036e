/** The desk and the browser are killed while an editor types: the file has what was typed before, and no mixture of texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { inSource, openArticle, openDesk } from '../support/desk-page.ts';
import { startServer } from '../support/serve.ts';
import { makeSite } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';

const startProgram = (root: string, port: string) => startServer(['desk', '--port', port, '--root', root]);

/** Types numbers at the end of the text, 50 keys a second, which is faster than people do. @returns a function that ends it and says what was typed */
function typeOn(page: Page): () => Promise<string> {
  let isTyping = true;
  const typing = (async () => {
    let typed = '';
    for (let number = 1; isTyping; number++) {
      const word = ` ${number}`;
      await page.keyboard.type(word, { delay: 20 });
      typed += word;
    }
    return typed;
  })();
  return () => {
    isTyping = false;
    return typing;
  };
}

async function openAtEnd(browser: Awaited<ReturnType<typeof launchChromium>>, home: string): Promise<Page> {
  const page = await openDesk(browser, home);
  await openArticle(page, 'The first price');
  await inSource(page);
  await page.keyboard.press('Control+End');
  return page;
}

test('a desk that is killed while somebody types leaves a whole file, and the next one gets the rest', async () => {
  const root = makeSite();
  const read = () => readFileSync(join(root, FILE), 'utf8');
  const before = read();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  // The system gives ports from 32,768 on to others while the program is away.
  const port = String(20_000 + (process.pid % 10_000));
  const { kill, home } = await startProgram(root, port);
  const page = await openAtEnd(browser, home);
  const stop = typeOn(page);
  // Typing goes on: a save waits for no pause.
  await expect.poll(read).toContain(' 20 ');
  kill();
  await page.getByText('Not saved, trying again').waitFor();
  const typed = await stop();
  const kept = read();
  expect(kept.startsWith(before)).toBe(true);
  expect(typed.startsWith(kept.slice(before.length))).toBe(true);
  await startProgram(root, port);
  await expect.poll(read).toBe(before + typed);

  // The steps of before can be undone after both have started again.
  await page.reload();
  await inSource(page);
  const undo = async () => {
    // On a slow machine, each letter is a step of its own. Beyond the first step, the key does nothing.
    for (let step = 0; step < 50; step++) await page.keyboard.press('Control+z');
    return read();
  };
  await expect.poll(undo).toBe(before);
});

test('a browser that is killed while somebody types leaves all that was seen in the file', async () => {
  const root = makeSite();
  const read = () => readFileSync(join(root, FILE), 'utf8');
  const before = read();
  const { home } = await startProgram(root, '0');
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await openAtEnd(browser, home);
  const stop = typeOn(page);
  await expect.poll(read).toContain(' 20 ');
  const session = await browser.newBrowserCDPSession();
  const ended = new Promise((resolve) => browser.once('disconnected', resolve));
  await Promise.allSettled([session.send('Browser.crash'), stop()]);
  await ended;
  const again = await launchChromium();
  onTestFinished(() => again.close());
  const next = await openAtEnd(again, home);
  await next.keyboard.type('.');
  await expect.poll(read).toMatch(/ 20 [\d ]*\.$/);
  expect(read().startsWith(before)).toBe(true);
  const kept = read().slice(before.length).split(' ').slice(1, -1);
  expect(kept).toEqual(kept.map((_, index) => String(index + 1)));
});

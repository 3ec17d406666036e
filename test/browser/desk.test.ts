/** The desk in Chromium: the day of an editor, hostile content, keyboard, and accessibility on a phone. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { startDesk } from '../support/desk.ts';
import { inSource, openArticle, openDesk as openHome } from '../support/desk-page.ts';
import { article, smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';
const BODY = 'One paragraph with words.\n\nAnother paragraph to click on.\n';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let browser: Browser;
let root = '';
let desk: Awaited<ReturnType<typeof startDesk>>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  const target = pathToFileURL(join(root, 'www')).href;
  writeFiles(root, {
    ...smallSite({ deploy: { development: target }, markdown: { rawHtml: true } }),
    [FILE]: article({
      title: 'The first price',
      slug: 'first-price',
      category: 'betting',
      subcategory: 'odds',
      body: BODY,
    }),
  });
  [browser, desk] = await Promise.all([launchChromium(), startDesk(root)]);
  return async () => {
    await Promise.all([browser.close(), desk.close()]);
    rmSync(root, { recursive: true, force: true });
  };
});

const read = (file = FILE) => readFileSync(join(root, file), 'utf8');
const frameText = (page: Page) => page.frameLocator('iframe').locator('main').textContent();

/** Waits until the desk lists a file that a test has written. */
const listed = (file: string) =>
  expect
    .poll(async () => JSON.stringify((await desk.read('articles')).body), { timeout: 20_000 })
    .toContain(file);

const openDesk = (options: Parameters<Browser['newPage']>[0] = {}) => openHome(browser, desk.home, options);

/** Runs a step of publishing by itself. @returns what it printed */
async function runStep(page: Page, step: string, end = 'Done.'): Promise<string> {
  const button = page.getByRole('button', { name: step, exact: true });
  if (!(await button.isVisible())) await page.getByText('More', { exact: true }).click();
  return runTo(page, button, end);
}

/** Presses a button of publishing. @param end what the log says in the end @returns all that it says */
async function runTo(page: Page, button: Locator, end: string): Promise<string> {
  const started = page.waitForResponse('**/api/publish');
  await button.click();
  await started;
  const state = async () => (await desk.read('publishing')).body.run.state;
  await expect.poll(state, { timeout: 150_000 }).not.toBe('running');
  const log = page.getByRole('log');
  await expect.poll(() => log.textContent()).toContain(end);
  return (await log.textContent()) ?? '';
}

test('the day of an editor', async () => {
  const page = await openDesk();
  await openArticle(page, 'The first price');
  const before = read();

  // Write where the page was clicked, and take it back.
  await page
    .frameLocator('iframe')
    .getByText('Another paragraph')
    .click({ position: { x: 3, y: 8 } });
  await inSource(page);
  await page.keyboard.type('Fresh ');
  await expect.poll(() => read()).toBe(before.replace('Another', 'Fresh Another'));
  await expect.poll(() => frameText(page)).toContain('Fresh Another paragraph');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read()).toBe(before);

  // A picture.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer: PNG });
  await page.getByLabel('What does it show').fill('A board of prices');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect.poll(() => read()).toContain('![A board of prices](/images/board.png)');
  expect(existsSync(join(root, 'content/images/board.png'))).toBe(true);

  // A link, and a comment on its words.
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByLabel('Words of its title').fill('second');
  await page.getByRole('button', { name: 'A second look' }).click();
  await expect.poll(() => read()).toContain('[A second look](/articles/second-look)');
  await page.keyboard.press('Shift+Home');
  await page.getByRole('button', { name: 'Comments' }).click();
  await page.getByLabel('Comment on').fill('Is this the right one?');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('Is this the right one?').waitFor();
  const [comment = ''] = readdirSync(join(root, 'comments/en_US/articles/first'));
  const quote = () => JSON.parse(read(`comments/en_US/articles/first/${comment}`)).quote;
  const quoted = quote();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('xyz');
  await expect.poll(quote).toBe(`${quoted[0]}xyz${quoted.slice(1)}`);
  await page.keyboard.press('Control+z');
  await expect.poll(quote).toBe(quoted);

  // A field, and a day in the calendar.
  await page.getByRole('button', { name: 'Fields' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The last price');
  await page.keyboard.press('Enter');
  await expect.poll(() => read()).toContain('title: "The last price"');
  await expect.poll(() => frameText(page)).toContain('The last price');
  await page.getByLabel('reviewBy').fill('2026-12-24');
  await page.getByLabel('series').focus();
  await expect.poll(() => read()).toContain('reviewBy: 2026-12-24');
  // A list has one item a line; a value that no build takes is refused.
  await page.getByLabel('tags').fill('odds\nParis, France');
  await page.getByLabel('series').focus();
  await expect.poll(() => read()).toContain('tags: ["odds", "Paris, France"]');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'title' }).waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue())
    .not.toBe('');
  expect(read()).toContain('title: "The last price"');
  await page.getByRole('button', { name: 'Close the message' }).click();

  // Publish to a folder.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const target = join(root, 'www/articles/first-price.html');
  const yes = { name: /^Yes, publish this to file:/ };
  await runTo(page, page.getByRole('button', { name: 'Publish the site' }), 'Nothing is published yet.');
  expect(existsSync(target)).toBe(false);
  // Another window goes on with the same run.
  const other = await openDesk();
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await runTo(other, other.getByRole('button', yes), 'Published.');
  expect(readFileSync(target, 'utf8')).toContain('The last price');
  await page.getByRole('link', { name: /www/ }).waitFor();
  await runTo(page, page.getByRole('button', { name: 'Publish the site' }), 'Nothing is published yet.');
  await runTo(page, page.getByRole('button', yes), 'Nothing has changed for readers');
});

test('a click on the page goes to its own words, of several equal ones, and the caret shows its block', async () => {
  const file = 'content/en_US/articles/again.md';
  const same = 'The same words stand here.\n\n';
  const body = `${same}| Head |\n| --- |\n| The same words |\n\n:::callout{type="note"}\n${same}:::\n\n${same}${'More words.\n\n'.repeat(80)}${same}`;
  writeFileSync(join(root, file), article({ title: 'Again', slug: 'again', body }));
  await listed(file);
  const page = await openDesk();
  await openArticle(page, 'Again');
  const words = page.frameLocator('iframe').getByText('The same words');
  await expect.poll(() => words.count()).toBe(5);
  for (const [index, mark] of ['A', 'B', 'C', 'D', 'E'].entries()) {
    await words.nth(index).click({ position: { x: 1, y: 8 } });
    await inSource(page);
    await page.keyboard.type(mark);
    await expect
      .poll(() => page.frameLocator('iframe').locator('main').textContent())
      .toContain(`${mark}The same words`);
  }
  expect(
    read(file)
      .match(/[A-E]?The same/g)
      ?.map(([mark]) => mark),
  ).toEqual(['A', 'B', 'C', 'D', 'E']);
  const isShown = (index: number) =>
    words.nth(index).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await page.keyboard.press('Control+Home');
  await expect.poll(() => isShown(0)).toBe(true);
  await page.keyboard.press('Control+End');
  await expect.poll(() => isShown(4)).toBe(true);
  rmSync(join(root, file));
});

test('a translation is begun by hand and written beside its original; one of another program appears', async () => {
  const file = 'content/en_US/articles/beside.md';
  const other = file.replace('en_US', 'ru_RU');
  const body = '## One\n\nFirst.\n\n## Two\n\nSecond.\n';
  writeFileSync(join(root, file), article({ title: 'Beside', slug: 'beside', body }));
  await listed(file);
  const page = await openDesk();
  await openArticle(page, 'Beside');
  await page.getByRole('button', { name: 'Translations' }).click();
  await page.getByRole('button', { name: 'Translate it by hand' }).click();
  const beside = page.getByRole('region', { name: 'Translation: Beside' });
  await beside.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Второй');
  await page.locator('.source .cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Third.');
  await expect.poll(() => read(other)).toMatch(/draft: "?true[\s\S]*\*\*Второй\*\*$/);
  await expect.poll(() => read(file)).toMatch(/Second\.\n+Third\.$/);
  // Each undoes its own.
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toMatch(/Second\.\n+$/);
  expect(read(other)).toContain('**Второй**');
  // A link goes where its key was pressed.
  await beside.locator('.cm-content').focus();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Words of its title').fill('цена');
  await page.getByRole('button', { name: 'Первая цена' }).click();
  await expect.poll(() => read(other)).toContain('[Первая цена]');
  expect(read(file)).not.toContain('Первая цена');
  // Another article takes both away, and the panel follows what files there are.
  rmSync(join(root, other));
  await page.getByRole('alert').filter({ hasText: 'This file is gone' }).waitFor();
  await page.getByRole('button', { name: 'Show the page' }).click();
  await page.getByRole('button', { name: 'Translate it by hand' }).waitFor();
  writeFileSync(join(root, other), read(file));
  await page.getByRole('button', { name: 'Write it beside' }).click();
  await beside.getByText('Second.').waitFor();
  for (const one of [file, other]) rmSync(join(root, one));
});

test('the last click opens its text, once', async () => {
  const page = await openDesk();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/document')) asked.push(request.url());
  });
  // React renders late, as on a busy machine: the address changes before the text is shown.
  await page.evaluate(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 300);
    };
  });
  await openArticle(page, 'A second look');
  await page.getByRole('button', { name: 'Fields' }).click();
  await page.getByRole('region', { name: 'Fields' }).waitFor();
  await expect.poll(() => page.url()).toContain('second.md');
  expect(asked.map((url) => new URL(url).searchParams.get('file'))).toEqual([
    'content/en_US/articles/second.md',
  ]);

  // The first text arrives last.
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/document?file=*first.md*', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Find an article' }).fill('');
  await page
    .locator('.item')
    .getByText(/The \w+ price/)
    .click();
  await page.locator('.item').getByText('Nowhere to go').click();
  const source = page.getByRole('region', { name: 'Nowhere to go', exact: true });
  await source.waitFor();
  const late = page.waitForResponse((response) => response.url().includes('first.md'));
  answer();
  await (await late).finished();
  // What the page does with the answer comes before this.
  await page.getByRole('button', { name: 'Fields' }).click();
  await page.getByRole('region', { name: 'Fields' }).waitFor();
  expect(await source.isVisible()).toBe(true);
});

test('a save whose answer is lost is no change by another program', async () => {
  const file = 'content/en_US/articles/lost.md';
  writeFiles(root, { [file]: article({ title: 'The lost answer', slug: 'lost-answer' }) });
  await listed(file);
  const page = await openDesk();
  await openArticle(page, 'The lost answer');
  await inSource(page);
  const before = read(file);
  await page.keyboard.press('Control+End');
  await page.route(
    '**/api/save',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.keyboard.type('One.');
  await page.getByText('Not saved, trying again').waitFor();
  expect(read(file)).not.toBe(before);
  await page.keyboard.type(' Two.');
  await expect.poll(() => read(file)).toBe(`${before}One. Two.`);
  rmSync(join(root, file));
});

test('a suggestion is accepted or rejected, and stays until the file has its words', async () => {
  const file = 'content/en_US/articles/suggested.md';
  const comments = () => readdirSync(join(root, 'comments/en_US/articles/suggested')).length;
  writeFileSync(join(root, file), article({ title: 'Suggested', slug: 'suggested', body: BODY }));
  await listed(file);
  const page = await openDesk();
  await openArticle(page, 'Suggested');
  await page.getByRole('button', { name: 'Comments' }).click();
  const suggest = async (words: string) => {
    await page.locator('.cm-content').getByText('One paragraph').click();
    await page.keyboard.press('Home');
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Suggest other words' }).click();
    await page.getByLabel('Words in their place').fill(words);
    await page.getByRole('button', { name: 'Suggest', exact: true }).click();
  };
  await suggest('No');
  await page.getByRole('button', { name: 'Reject: No' }).click();
  await expect.poll(comments).toBe(0);
  expect(read(file)).toContain('One paragraph');
  await suggest('Any');
  const accept = page.getByRole('button', { name: 'Accept: Any' });
  await accept.waitFor();
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/save', async (route) => {
    await wait;
    await route.continue();
  });
  await accept.click();
  await page.getByText('Saving…').waitFor();
  expect([comments(), read(file).includes('One paragraph')]).toEqual([1, true]);
  go();
  await expect.poll(comments).toBe(0);
  expect(read(file)).toContain('Any paragraph with words');
  rmSync(join(root, file));
});

test('a day by keyboard alone: find, write, link, comment, go to a finding, undo', async () => {
  const file = 'content/en_US/articles/keys.md';
  const body = 'Read [the first](/odds/second-look) again.\n';
  writeFileSync(join(root, file), article({ title: 'Only keys', slug: 'only-keys', body }));
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  /** Goes on with Tab until the focus is on a button of this name. */
  const tabTo = async (name: string) => {
    for (let step = 0; step < 60 && !(await focused()).startsWith(name); step++) await keys('Tab');
    expect(await focused()).toMatch(new RegExp(`^${name}`));
  };
  await keys('Alt+1');
  await page.keyboard.type('Only keys');
  await keys('ArrowDown', 'Enter');
  await page.locator('.cm-content').waitFor();
  await inSource(page);
  await keys('Control+End');
  await page.keyboard.type('A word more.');
  await expect.poll(() => read(file)).toContain('A word more.');
  await keys('Control+z');
  await expect.poll(() => read(file)).toBe(before);
  await keys('F8', 'ArrowLeft');
  await page.keyboard.type('x');
  await expect.poll(() => read(file)).toContain('Read x[the first]');
  await keys('Control+z');
  await expect.poll(() => read(file)).toBe(before);
  await page.getByRole('button', { name: 'Link', exact: true }).focus();
  await keys('Enter');
  await page.keyboard.type('third');
  await tabTo('Third street');
  await keys('Enter');
  await expect.poll(() => read(file)).toContain('/articles/third-street');
  await keys('Alt+3');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await keys('Tab', 'Alt+2');
  await inSource(page);
  rmSync(join(root, file));
});

test('keys do what they say, and write what they write; dialogs begin in their field', async () => {
  const file = 'content/en_US/articles/pressed.md';
  writeFileSync(join(root, file), article({ title: 'Pressed', slug: 'pressed', body: 'Some words.\n' }));
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  await openArticle(page, 'Pressed');
  await inSource(page);
  const press = (key: string, code: string) =>
    page.evaluate(
      (init) => {
        const event = new KeyboardEvent('keydown', {
          ...init,
          altKey: true,
          bubbles: true,
          cancelable: true,
        });
        document.activeElement?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { key, code },
    );
  // A British, a German, a Spanish and an American Mac write these with Option.
  for (const [key, code] of [
    ['#', 'Digit3'],
    ['“', 'Digit2'],
    ['@', 'Digit2'],
    ['¡', 'Digit1'],
  ] as const)
    expect(await press(key, code), key).toBe(false);
  await inSource(page);
  expect(await press('2', 'Digit2')).toBe(true);
  await page.keyboard.press('F6');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await page.keyboard.press('Alt+2');
  await inSource(page);

  // The caret stands before the first word.
  await page.keyboard.press('Shift+Control+ArrowRight');
  await page.keyboard.press('Control+b');
  await expect.poll(() => read(file)).toBe(before.replace('Some', '**Some**'));
  await page.keyboard.press('Control+i');
  await expect.poll(() => read(file)).toBe(before.replace('Some', '***Some***'));
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+b');
  await expect.poll(() => read(file)).toBe(before);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('second');
  await page.getByRole('button', { name: 'A second look' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file)).toBe(before.replace('Some', '[Some](/articles/second-look)'));
  expect(await page.locator('.cm-content').getAttribute('lang')).toBe('en-US');

  await page.getByRole('button', { name: 'Library' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('picture-words');
  await page.keyboard.press('Escape');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  const pictures = ['left', 'right'].map((name) => ({
    name: `${name}.png`,
    mimeType: 'image/png',
    buffer: PNG,
  }));
  await page.locator('input[type=file]').setInputFiles(pictures);
  const dialog = page.getByRole('dialog', { name: '2 pictures' });
  await dialog.waitFor();
  await page.keyboard.type('On the left');
  const right = dialog.getByRole('group', { name: 'right.png' });
  await right.getByLabel('What does it show').fill('On the right');
  await right.getByLabel('Caption').fill('The "right" one');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => read(file))
    .toContain(
      '\n\n![On the left](/images/left.png)\n\n:::figure{caption="The \\"right\\" one"}\n![On the right](/images/right.png)\n:::\n',
    );
  rmSync(join(root, file));
});

test('fields are folded, marks and tables are written by buttons, and the text is measured', async () => {
  const file = 'content/en_US/articles/marked.md';
  const body = 'One line.\n\nAnother line.\n\n## Below\n\nThe end.\n';
  writeFileSync(join(root, file), article({ title: 'Marked', slug: 'marked', body }));
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  await openArticle(page, 'Marked');
  await inSource(page);
  const source = page.locator('.cm-content');
  expect(await source.textContent()).not.toContain('slug: marked');
  await page.getByText('8 words · 1 min').waitFor();
  // Nothing that is typed changes what is folded.
  for (const key of ['Control+Home', 'Backspace', 'Delete', 'Control+z', 'Control+a', 'x', 'Control+z'])
    await page.keyboard.press(key);
  await expect.poll(() => read(file)).toBe(before);
  await page.getByText('Fields: title').click();
  await expect.poll(() => source.textContent()).toContain('slug: marked');
  await page.getByRole('button', { name: 'Fields', exact: true }).click();
  await page.getByRole('button', { name: 'As text' }).click();
  await expect.poll(() => source.textContent()).not.toContain('slug: marked');

  await source.getByText('One line.').click();
  await page.getByRole('button', { name: 'Quote' }).click();
  await expect.poll(() => read(file)).toBe(before.replace('One line.', '> One line.'));
  await page.getByRole('button', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'Heading' }).click();
  await expect.poll(() => read(file)).toBe(before.replace('One line.', '## One line.'));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Footnote' }).click();
  await page.keyboard.type('A note.');
  await expect
    .poll(() => read(file))
    .toBe(`${before.replace('One line.', 'One line.[^1]').trimEnd()}\n\n[^1]: A note.\n`);
  await source.getByText('Another line.').click();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect
    .poll(() => read(file))
    .toContain('Another line.\n\n| Head | Head |\n| --- | --- |\n|  |  |\n\n## Below');
  const tools = page.getByRole('group', { name: 'Table' });
  await tools.getByRole('button', { name: 'Row below' }).click();
  await page.keyboard.type('12');
  await tools.getByRole('button', { name: 'Right' }).click();
  await tools.getByRole('button', { name: 'Column after' }).click();
  await expect
    .poll(() => read(file))
    .toContain(
      '| Head | Head | Head |\n| ---: | ---- | ---- |\n|      |      |      |\n| 12   |      |      |\n\n## Below',
    );
  await page.getByRole('button', { name: 'Outline' }).click();
  await page.getByRole('region', { name: 'Outline' }).getByRole('button', { name: 'Below' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect.poll(() => read(file)).toContain('## Below!');
  rmSync(join(root, file));
});

test('pasted words keep their form, and one undo brings back the plain ones', async () => {
  const file = 'content/en_US/articles/pasted.md';
  const body = 'Before.\n\n```\ncode\n```\n';
  writeFileSync(join(root, file), article({ title: 'Pasted', slug: 'pasted', body }));
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  await openArticle(page, 'Pasted');
  await inSource(page);
  const paste = (html: string, plain: string) =>
    page.evaluate(
      ({ html, plain, png }) => {
        const data = new DataTransfer();
        data.setData('text/html', html);
        data.setData('text/plain', plain);
        data.items.add(new File([Uint8Array.from(png)], 'image.png', { type: 'image/png' }));
        const event = { clipboardData: data, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', event));
      },
      { html, plain, png: [...PNG] },
    );
  await page.keyboard.press('End');
  await page.keyboard.type(' ');
  // Excel puts a picture beside the cells.
  const cells = '<table><tr><td>Crop</td><td>Kg</td></tr><tr><td>Kale</td><td>12</td></tr></table>';
  await paste(cells, 'Crop\tKg\nKale\t12');
  await expect
    .poll(() => read(file))
    .toContain('Before. \n\n| Crop | Kg  |\n| --- | --- |\n| Kale | 12  |\n');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toContain('Before. Crop\tKg\nKale\t12\n');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(before.replace('Before.', 'Before. '));
  await paste('<p>Some <b>bold</b> <script>alert(1)</script>words.</p>', 'Some bold words.');
  await expect.poll(() => read(file)).toContain('Before. Some **bold** words.\n');
  await page.locator('.cm-content').getByText('code').click();
  await paste('<p>Some <b>bold</b> words.</p>', 'Some bold words.');
  await expect.poll(() => read(file)).toContain('Some bold words.');
  expect(read(file)).toMatch(/```\n.*Some bold words\..*\n```/);
  rmSync(join(root, file));
});

test('a change by another program shows up; an overlap is shown and decided', async () => {
  const page = await openDesk();
  await openArticle(page, 'Nowhere to go');
  const file = 'content/en_US/articles/loose.md';
  writeFileSync(join(root, file), `${read(file)}\nFrom outside.\n`);
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('From outside.');
  // A change of others is a suggestion, which is rejected or kept by itself.
  writeFileSync(join(root, file), read(file).replace('Nowhere to go.', 'Somewhere to go.'));
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Somewhere to go.');
  await page.getByRole('button', { name: 'Show the changes' }).click();
  const chunk = page.locator('.cm-deletedChunk').filter({ hasText: 'Nowhere' });
  await chunk.getByText('Reject').click();
  await expect.poll(() => read(file)).toContain('The text of Nowhere to go.');
  expect(read(file)).toContain('From outside.');
  await page.getByRole('button', { name: 'Keep them all' }).click();
  await page.locator('.cm-content').getByText('From outside.').click();
  await page.keyboard.press('End');
  const interfere = (route: Route) => {
    writeFileSync(join(root, file), read(file).replace('From outside.', 'From elsewhere.'));
    return route.continue();
  };
  await page.route('**/api/save', interfere, { times: 1 });
  await page.keyboard.type(' Mine.');
  await page.getByRole('alertdialog').waitFor();
  expect(read(file)).toContain('From elsewhere.');
  // The text waits until it is decided.
  await openArticle(page, 'A second look');
  const waits = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
  await waits.getByRole('button', { name: 'Nowhere to go' }).click();
  await page.getByLabel('Keep both').check();
  await page.getByRole('button', { name: 'Save this' }).click();
  await expect.poll(() => read(file)).toContain('From elsewhere.');
  await expect.poll(() => read(file)).toContain('From outside. Mine.\n\n');
});

test('seven tabs: each gets the news, and each saves', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const files = Array.from({ length: 7 }, (_, index) => `content/en_US/articles/tab-${index}.md`);
  for (const [index, file] of files.entries())
    writeFileSync(join(root, file), article({ title: `Tab ${index}`, slug: `tab-${index}` }));
  const pages: Page[] = [];
  for (const file of files) {
    const page = await context.newPage();
    pages.push(page);
    await page.goto(`${desk.home}#${encodeURIComponent(file)}`);
    await page.locator('.cm-content').waitFor();
  }
  for (const [index, page] of pages.entries()) {
    const file = files[index] ?? '';
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Typed here.');
    await expect.poll(() => read(file)).toContain('Typed here.');
    writeFileSync(join(root, file), `${read(file)}\nFrom outside.\n`);
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('From outside.');
  }
  // Another tab listens once the one that did is closed.
  await pages[0]?.close();
  const [, file = ''] = files;
  writeFileSync(join(root, file), `${read(file)}\nOnce more.\n`);
  await expect.poll(() => pages[1]?.locator('.cm-content').textContent()).toContain('Once more.');
  for (const one of files) rmSync(join(root, one));
});

test('a request without an answer ends, and a text that waits is named until its file has it', async () => {
  const page = await openDesk();
  await openArticle(page, 'Nowhere to go');
  const file = 'content/en_US/articles/loose.md';
  const before = read(file);
  await page.route('**/api/save', () => {});
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Waits.');
  await page.getByText('Not saved, trying again: the desk does not answer').waitFor();
  await openArticle(page, 'A second look');
  const waits = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
  await waits.getByRole('button', { name: 'Nowhere to go' }).click();
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Waits.');
  await openArticle(page, 'A second look');
  await waits.waitFor();
  expect(read(file)).toBe(before);
  await page.unroute('**/api/save');
  await expect.poll(() => read(file)).toBe(`${before}Waits.`);
  await waits.waitFor({ state: 'detached' });
  writeFileSync(join(root, file), before);
});

test('a file that is renamed is followed; one that is deleted can be written again', async () => {
  const [file, moved, copy] = ['here', 'there', 'copy'].map((name) => `content/en_US/articles/${name}.md`);
  if (!file || !moved || !copy) throw new Error('three names');
  writeFileSync(join(root, file), article({ title: 'Of another name', slug: 'another-name', body: BODY }));
  await listed(file);
  const page = await openDesk();
  await openArticle(page, 'Of another name');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  renameSync(join(root, file), join(root, moved));
  await expect.poll(() => decodeURIComponent(page.url())).toContain(moved);
  await page.keyboard.type('After the move.');
  await expect.poll(() => read(moved)).toContain('After the move.');
  expect(existsSync(join(root, file))).toBe(false);

  const text = read(moved);
  rmSync(join(root, moved));
  const gone = page.getByRole('alert').filter({ hasText: 'This file is gone' });
  await gone.waitFor();
  await page.locator('.cm-content').focus();
  await page.keyboard.type(' And after.');
  await gone.getByRole('button', { name: 'Write it again' }).click();
  await expect.poll(() => existsSync(join(root, moved)) && read(moved)).toBe(`${text} And after.`);
  await gone.waitFor({ state: 'detached' });

  rmSync(join(root, moved));
  await gone.getByLabel('Another file').fill(copy);
  await gone.getByRole('button', { name: 'Save as' }).click();
  await expect.poll(() => existsSync(join(root, copy)) && read(copy)).toBe(`${text} And after.`);
  await page.getByText('Saved', { exact: true }).waitFor();
  rmSync(join(root, copy));
});

test('undo takes back what I wrote and nothing that others did', async () => {
  const file = 'content/en_US/articles/undone.md';
  writeFileSync(
    join(root, file),
    article({ title: 'Undone', slug: 'undone', body: 'One.\n\nTwo.\n\nThree.\n' }),
  );
  await listed(file);
  const page = await openDesk();
  await openArticle(page, 'Undone');
  await inSource(page);
  const before = read(file);
  // The caret of a new text stands before its first words, and nothing is inserted above them.
  await page.keyboard.type('Mine. ');
  await expect.poll(() => read(file)).toBe(before.replace('One.', 'Mine. One.'));
  writeFileSync(join(root, file), read(file).replace('Three.', 'Three, by Bob.'));
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('by Bob');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(before.replace('Three.', 'Three, by Bob.'));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Words of its title').fill('second');
  await page.getByRole('button', { name: 'A second look' }).click();
  await expect.poll(() => read(file)).toContain('\n---\n[A second look](/articles/second-look)One.');
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Directive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'callout' }).click();
  await expect.poll(() => read(file)).toContain(':::callout');
  expect(read(file).indexOf(':::callout')).toBeGreaterThan(read(file).indexOf('\n---\n'));
  rmSync(join(root, file));
});

test('the articles that a search leaves are changed together, after a summary', async () => {
  const page = await openDesk();
  const files = ['one', 'two'].map((name) => `content/en_US/articles/several-${name}.md`);
  for (const file of files) {
    writeFileSync(join(root, file), article({ title: `Several of ${file}`, slug: file.slice(23, -3) }));
    await listed(file);
  }
  const before = files.map((file) => read(file));
  await page.reload();
  await page.getByRole('searchbox', { name: 'Find an article' }).fill('Several of');
  await page.getByText('2 texts').waitFor();
  // By hand with the keyboard, and all at once.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Change 1 chosen' }).waitFor();
  await page.getByRole('button', { name: 'Choose none' }).click();
  await page.getByRole('button', { name: 'Choose all' }).click();
  await page.getByRole('button', { name: 'Change 2 chosen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field', { exact: true }).selectOption('reviewBy');
  await dialog.getByLabel('New value').fill('2027-01-31');
  await dialog.getByText('Sets reviewBy to “2027-01-31” in:').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(2);
  expect(files.map((file) => read(file))).toEqual(before);
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const after = files.map((file) => read(file).replace('reviewBy: 2027-01-31\n', ''));
  expect(after).toEqual(before);
  expect(files.every((file) => read(file).includes('reviewBy: 2027-01-31'))).toBe(true);
  // One press takes it back in all of them.
  const notice = page.getByRole('status').filter({ hasText: '2 articles have changed.' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => files.map((file) => read(file))).toEqual(before);
  await notice.waitFor({ state: 'detached' });
  for (const file of files) rmSync(join(root, file));
});

test('a dead link with a near page is corrected by a button, and undone', async () => {
  const file = 'content/en_US/articles/moved.md';
  const body = 'Read [the first](/odds/second-look) again.\n\n![](/images/none.png)\n';
  writeFileSync(join(root, file), article({ title: 'Moved away', slug: 'moved-away', body }));
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  await openArticle(page, 'Moved away');
  await page.getByRole('button', { name: /^Findings/ }).click();
  await page.getByRole('button', { name: 'Write “/articles/second-look”' }).click();
  await expect.poll(() => read(file)).toBe(before.replace('/odds/second-look', '/articles/second-look'));
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(before);

  // What only `articles check` finds: a picture without a description.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await runStep(page, 'Check', 'It failed.');
  await page.keyboard.press('Escape');
  await page.getByLabel('What the picture shows').fill('A board');
  await page.getByRole('button', { name: 'Describe it' }).click();
  await expect.poll(() => read(file)).toBe(before.replace('![]', '![A board]'));
  rmSync(join(root, file));
});

test('the calendar moves a day by drag, and by the keyboard', async () => {
  const file = 'content/en_US/articles/second.md';
  const page = await openDesk();
  const openCalendar = async () => {
    await page.getByRole('button', { name: 'Calendar' }).click();
    return page.getByRole('dialog');
  };
  await openCalendar();
  const month = (await desk.read('articles')).body.today.slice(0, 7);
  await page.keyboard.press('Escape');
  writeFileSync(join(root, file), read(file).replace('\n---\n', `\nreviewBy: ${month}-10\n---\n`));
  await expect.poll(async () => JSON.stringify((await desk.read('articles')).body)).toContain(`${month}-10`);
  await page.reload();
  await page.locator('.item').first().waitFor();
  const calendar = await openCalendar();
  const entry = calendar.getByRole('button', { name: 'review: A second look' });
  await entry.dragTo(calendar.getByRole('listitem', { name: `${month}-21` }));
  await expect.poll(() => read(file)).toContain(`reviewBy: ${month}-21`);
  const day = calendar.getByRole('listitem', { name: `${month}-21` }).getByLabel('Day to review');
  await day.focus();
  await day.fill(`${month}-22`);
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file)).toContain(`reviewBy: ${month}-22`);
});

test('a text is withdrawn, restored, renamed, duplicated and deleted', async () => {
  const [file, copy] = ['whole', 'whole-2'].map((name) => `content/en_US/articles/${name}.md`);
  if (!file || !copy) throw new Error('two names');
  writeFileSync(join(root, file), article({ title: 'A whole text', slug: 'whole', body: BODY }));
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  await openArticle(page, 'A whole text');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Withdraw…').click();
  await page.getByRole('dialog', { name: 'Publish' }).waitFor();
  await expect.poll(() => read(file)).toContain('draft: true');
  await page.keyboard.press('Escape');
  await button('Publish…').click();
  await page.getByRole('dialog', { name: 'Publish' }).waitFor();
  await expect.poll(() => read(file)).toBe(before);
  await page.keyboard.press('Escape');

  const more = page.getByLabel('More for this text');
  await more.click();
  await button('Rename').click();
  await page.getByLabel('New address').fill('/articles/whole-and-new');
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file), { timeout: 30_000 }).toContain('slug: whole-and-new');
  expect(read(file)).toContain('/articles/whole');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await more.click();
  await button('Duplicate').click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain(copy);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Last words.');
  await more.click();
  await button('Delete').click();
  await button('Delete this text').click();
  await page.getByText('Choose an article in the queue.').waitFor();
  expect(existsSync(join(root, copy))).toBe(false);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('deleted');
  await page.getByRole('button', { name: /^Restore: A whole text/ }).click();
  await page.locator('.cm-content').getByText('Last words.').waitFor();
  expect(read(copy)).toContain('Last words.');
  for (const one of [file, copy]) rmSync(join(root, one));
});

test('the words of a site that are no articles are found, written and shown', async () => {
  const page = await openDesk();
  await openArticle(page, 'terms');
  await inSource(page);
  const file = 'content/en_US/info/terms.md';
  const before = read(file);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('New terms.');
  await expect.poll(() => frameText(page)).toContain('New terms.');
  writeFileSync(join(root, file), before);
  await openArticle(page, 'authors en_US');
  await page.getByRole('region', { name: 'Authors', exact: true }).waitFor();
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Ann Reed writes about odds.');
  expect(await page.getByLabel('More for this text').count()).toBe(0);
});

test('the files of words have a form: a value, a new entry, one less, and undo', async () => {
  const authors = 'content/en_US/authors.json';
  const before = read(authors);
  const page = await openDesk({ bypassCSP: true });
  await openArticle(page, 'authors en_US');
  const form = page.getByRole('region', { name: 'Fields' });
  await form.getByText('Ann Reed', { exact: true }).click();
  const role = form.getByRole('textbox', { name: 'Role' }).first();
  await role.fill('Editor');
  await role.press('Enter');
  await expect.poll(() => JSON.parse(read(authors))[0].role).toBe('Editor');
  // What would be an error is refused, and the form shows what the file has.
  const name = form.getByRole('textbox', { name: 'Name' }).first();
  await name.fill('');
  await name.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'name' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Ann Reed');

  await form.locator('summary').filter({ hasText: /^Add$/ }).click();
  for (const [label, words] of [
    [/^Name$/, 'Cy Ode'],
    [/^Description$/, 'Writes.'],
  ] as const) {
    await form.getByRole('textbox', { name: label }).last().fill(words);
    await form.getByRole('textbox', { name: label }).last().blur();
  }
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => JSON.parse(read(authors)).length).toBe(3);
  expect(await findViolations(page)).toEqual([]);
  await form.locator('summary').filter({ hasText: 'Cy Ode' }).click();
  await form.getByRole('button', { name: 'Remove Cy Ode' }).click();
  await expect.poll(() => JSON.parse(read(authors)).length).toBe(2);
  await page.locator('.cm-content').click();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await expect.poll(() => read(authors)).toBe(before);
});

test('the desk opens with its token alone, and the page in its sandbox has its styles, fonts and pictures', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${desk.url}/__desk`);
  await page.getByRole('heading', { name: 'The desk asks for its token' }).waitFor();
  await page.goto(desk.home);
  await page.locator('.item').first().waitFor();
  expect(page.url()).toBe(`${desk.url}/__desk`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.reload();
  await page.locator('.item').first().waitFor();

  const file = 'content/en_US/articles/styled.md';
  writeFiles(root, { 'content/images/styled.png': PNG });
  const body = 'Words.\n\n![Alt](/images/styled.png)\n';
  writeFileSync(join(root, file), article({ title: 'Styled', slug: 'styled', body }));
  await listed(file);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await openArticle(page, 'Styled');
  const image = page.frameLocator('iframe').locator('main img').first();
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const color = () =>
    page
      .frameLocator('iframe')
      .locator('body')
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  // A new style sheet makes the page load itself again.
  writeFiles(root, { 'theme/style.css': 'body { background: rgb(1, 2, 3) !important }' });
  await expect.poll(color, { timeout: 20_000 }).toBe('rgb(1, 2, 3)');
  expect(await frameText(page)).toContain('Words.');
  expect(refused).toEqual([]);
  rmSync(join(root, 'theme'), { recursive: true });
  rmSync(join(root, file));
});

test('a version is compared, published and rolled back', async () => {
  const page = await openDesk();
  const target = () => readFileSync(join(root, 'www/articles/second-look.html'), 'utf8');
  const file = 'content/en_US/articles/second.md';
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await publish.click();
  for (const step of ['Build', 'Deploy']) await runStep(page, step);
  writeFileSync(join(root, file), `${read(file)}\nA line of the new version.\n`);
  await runStep(page, 'Build');
  expect(await runStep(page, 'Show what readers will see change')).toContain('second-look');
  await runStep(page, 'Deploy');
  expect(target()).toContain('A line of the new version.');
  await runStep(page, 'Roll back to the previous release');
  expect(target()).not.toContain('A line of the new version.');
});

test('the desk says that the schedule does not run, until it is told that somebody knows', async () => {
  const message = '3 changes are overdue by 14 h: the schedule does not run';
  const page = await openDesk();
  await page.route(/\/__desk\/api\/schedule/, (route) =>
    route.fulfill({ json: { alarm: { message, hint: 'look at its last runs' } } }),
  );
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: `${message}. look at its last runs` });
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Close the message' }).click();
  await expect.poll(() => notice.count()).toBe(0);
});

test('an own field of the site is chosen from its values', async () => {
  const schema = join(root, 'content/schema.ts');
  writeFileSync(
    schema,
    "import { z } from 'zod';\nexport const article = z.object({ level: z.enum(['easy', 'hard']).optional() });\n",
  );
  const page = await openDesk();
  await openArticle(page, 'Nowhere to go');
  await page.getByRole('button', { name: 'Fields' }).click();
  const field = page.getByRole('combobox', { name: 'level' });
  await expect.poll(() => page.locator('#field-level-list option').count()).toBe(2);
  await field.fill('hard');
  await page.keyboard.press('Enter');
  await expect.poll(() => read('content/en_US/articles/loose.md')).toMatch(/^level: "?hard"?$/m);
  rmSync(schema);
});

test('content that is hostile neither runs nor reaches the API', async () => {
  const file = 'content/en_US/articles/evil.md';
  const script = `fetch('/__desk/api/command',{method:'POST',headers:{'X-Articles-Desk':'1'},body:'{}'});parent.document.title='taken'`;
  const body = `<script>${script}</script>\n\n<img src="x" onerror="${script}">\n\n<iframe srcdoc="<script>${script}</script>"></iframe>\n\nHarmless words.\n`;
  writeFileSync(join(root, file), article({ title: 'Evil', slug: 'evil', body }));
  await listed(file);
  const page = await openDesk();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await openArticle(page, 'Evil');
  await expect.poll(() => frameText(page)).toContain('Harmless words.');
  const evil = page.frames().find((frame) => frame.url().endsWith('/articles/evil'));
  const reach = (code: string) =>
    evil?.evaluate(code).then(
      () => 'reached',
      () => 'refused',
    );
  expect(await reach("fetch('/__desk/api/articles')")).toBe('refused');
  expect(await reach('parent.document.title')).toBe('refused');
  expect(await reach('localStorage.length')).toBe('refused');
  expect(asked).toEqual([]);
  expect(await page.title()).toBe('Desk');
  rmSync(join(root, file));
});

test('at 400 % zoom, the text has the window and nothing scrolls sideways', async () => {
  const page = await openDesk({ viewport: { width: 320, height: 256 }, bypassCSP: true });
  await openArticle(page, 'A second look');
  await inSource(page);
  const place = () =>
    page.locator('.editor').evaluate((editor) => {
      editor.scrollIntoView({ block: 'end' });
      const { top, bottom } = editor.getBoundingClientRect();
      return {
        shown: Math.min(bottom, innerHeight) - Math.max(top, 0),
        isNarrow: document.documentElement.scrollWidth <= innerWidth,
      };
    });
  await expect.poll(place).toMatchObject({ isNarrow: true, shown: expect.closeTo(0.85 * 256, -1) });
  expect(await findViolations(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)('nothing is inaccessible at 360 px, %s', async (colorScheme) => {
  const page = await openDesk({ viewport: { width: 360, height: 740 }, colorScheme, bypassCSP: true });
  const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await findViolations(page)).toEqual([]);
  await openArticle(page, 'A second look');
  await inSource(page);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('second');
  await page.locator('.cm-searchMatch').first().waitFor();
  expect(await findViolations(page), 'search').toEqual([]);
  await page.keyboard.press('Escape');
  const shown = await page.getByRole('toolbar').getByRole('button').count();
  await page.getByRole('button', { name: 'More tools' }).click();
  expect(await page.getByRole('toolbar').getByRole('button').count()).toBeGreaterThan(1.8 * shown);
  for (const panel of ['Fields', 'Findings', 'Outline', 'Comments', 'Translations', 'Rewrite', 'History']) {
    await page.getByRole('button', { name: panel }).click();
    expect(await findViolations(page), panel).toEqual([]);
    expect(await isNarrow(), panel).toBe(true);
  }
  for (const dialog of ['New', 'Calendar', 'Publish']) {
    await page.getByRole('button', { name: dialog, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findViolations(page), dialog).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

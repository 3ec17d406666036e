/** The desk in Chromium: the day of an editor, hostile content, keyboard, and accessibility on a phone. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import type { startDesk } from '../support/desk.ts';
import {
  BODY,
  FIRST,
  frameText,
  inSource,
  openArticle,
  openDesk as openHome,
  PNG,
  publish,
  startSmallDesk,
  waitUntilListed,
} from '../support/desk-page.ts';
import { article, writeFiles } from '../support/site.ts';

let browser: Browser;
let root = '';
let desk: Awaited<ReturnType<typeof startDesk>>;

beforeAll(async () => {
  const started = await startSmallDesk();
  ({ root, browser, desk } = started);
  return started.close;
});

const read = (file = FIRST) => readFileSync(join(root, file), 'utf8');
const listed = (file: string) => waitUntilListed(desk, file);
const openDesk = (options: Parameters<Browser['newPage']>[0] = {}) => openHome(browser, desk.home, options);

const runTo = (page: Page, button: Locator, end: string) => publish(desk, page, button, end);

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
  // One change, which one undo takes back however slow the machine is.
  await page.keyboard.insertText('Fresh ');
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
  await page.keyboard.insertText('xyz');
  await expect.poll(quote).toBe(`${quoted[0]}xyz${quoted.slice(1)}`);
  await page.keyboard.press('Control+z');
  await expect.poll(quote).toBe(quoted);

  // A field, and a day in the calendar.
  await page.getByRole('button', { name: 'Fields' }).click();
  const form = page.getByRole('region', { name: 'Fields' });
  await form.getByRole('textbox', { name: 'Title' }).fill('The last price');
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
  await form.getByRole('textbox', { name: 'Title' }).fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'title' }).waitFor();
  await expect.poll(() => form.getByRole('textbox', { name: 'Title' }).inputValue()).not.toBe('');
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
  await page.keyboard.insertText('A word more.');
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
  await page.keyboard.insertText('Mine. ');
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
  for (const dialog of ['New', 'Calendar', 'Words', 'Publish']) {
    await page.getByRole('button', { name: dialog, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findViolations(page), dialog).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

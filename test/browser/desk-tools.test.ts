/** The tools of the desk in Chromium: tables, words from elsewhere, tabs, many texts at once, the calendar, forms, versions. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
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
import { article } from '../support/site.ts';

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

/** Runs a step of publishing by itself. @returns what it printed */
async function runStep(page: Page, step: string, end = 'Done.'): Promise<string> {
  const button = page.getByRole('button', { name: step, exact: true });
  if (!(await button.isVisible())) await page.getByText('More', { exact: true }).click();
  return publish(desk, page, button, end);
}

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
  // One change, which one undo takes back however slow the machine is.
  await page.keyboard.insertText('Third.');
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
  // What is typed goes into the first cell.
  await page.keyboard.insertText('Crop');
  const tools = page.getByRole('group', { name: 'Table' });
  await tools.getByRole('button', { name: 'Row below' }).click();
  await page.keyboard.type('12');
  await tools.getByRole('button', { name: 'Right' }).click();
  await tools.getByRole('button', { name: 'Column after' }).click();
  await expect
    .poll(() => read(file))
    .toContain(
      '| Crop | Head | Head |\n| ---: | ---- | ---- |\n| 12   |      |      |\n|      |      |      |\n\n## Below',
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

test('two tabs with two texts of one file: the file gets both, and what both changed is decided', async () => {
  const file = 'content/en_US/articles/twice.md';
  writeFileSync(join(root, file), article({ title: 'Twice', slug: 'twice', body: 'One.\n\nTwo.\n' }));
  await listed(file);
  const before = read(file);
  const pages = await Promise.all([openDesk(), openDesk()]);
  const [first, second] = pages;
  const write = async (page: Page, key: string, words: string) => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press(key);
    await page.keyboard.insertText(words);
  };
  /** Neither knows of the other's words until both may save. */
  const writeApart = async (words: readonly [key: string, words: string][]) => {
    for (const page of pages) await page.route('**/api/save', (route) => route.abort());
    for (const [at, page] of pages.entries()) await write(page, ...(words[at] ?? ['', '']));
    for (const page of pages) await page.getByText('Not saved, trying again').waitFor();
  };
  for (const page of pages) await openArticle(page, 'Twice');
  await writeApart([
    ['Control+Home', 'First: '],
    ['Control+End', 'Last.'],
  ]);
  expect(read(file)).toBe(before);
  for (const page of pages) await page.unroute('**/api/save');
  await expect.poll(() => read(file)).toBe(`${before.replace('One.', 'First: One.')}Last.`);
  for (const page of pages) {
    await expect.poll(() => page.locator('.cm-content').textContent()).toMatch(/First: One\..*Last\./);
    await page.getByText('Saved', { exact: true }).waitFor();
  }

  await writeApart([
    ['Control+Home', 'Mine '],
    ['Control+Home', 'Yours '],
  ]);
  await first.unroute('**/api/save');
  await expect.poll(() => read(file)).toContain('Mine First: One.');
  await second.unroute('**/api/save');
  await second.getByRole('alertdialog').waitFor();
  // The first one goes on, so that the choice is made against an older text.
  await write(first, 'Control+End', ' Still.');
  await expect.poll(() => read(file)).toContain('Still.');
  await second.getByLabel('Keep both').check();
  await second.getByRole('button', { name: 'Save this' }).click();
  const both = before.replace('One.', 'Yours First: One.\n\nMine First: One.');
  await expect.poll(() => read(file)).toBe(`${both}Last. Still.`);
  for (const page of pages)
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Yours First: One.Mine');
  rmSync(join(root, file));
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
  // A refusal stands where it can be read, beside the value that it is about.
  await dialog.getByLabel('New value').fill('next tuesday');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  expect(await dialog.getByRole('alert').textContent()).toContain('"next tuesday" is not a date');
  expect(files.map((file) => read(file))).toEqual(before);
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
  const notice = page.getByRole('status').filter({ hasText: '2 texts have changed.' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => files.map((file) => read(file))).toEqual(before);
  await notice.waitFor({ state: 'detached' });
  for (const file of files) rmSync(join(root, file));
});

test('a word is found in all texts, changed in all of them, and back', async () => {
  const file = 'content/en_US/articles/wordy.md';
  writeFileSync(
    join(root, file),
    article({ title: 'Wordy', slug: 'wordy', body: 'The quokka and `quokka`.\n\nA quokka.\n' }),
  );
  await listed(file);
  const before = read(file);
  const page = await openDesk();
  await openArticle(page, 'Wordy');
  await inSource(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('One quokka more.');
  // The dialog finds what is typed, too.
  await page.getByRole('button', { name: 'Words', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.type('quokka');
  await page.keyboard.press('Enter');
  await dialog.getByText('3 in 1 text.').waitFor();
  await dialog.getByLabel('Words in their place').fill('wombat');
  await dialog.getByRole('button', { name: 'Change 3 places' }).click();
  await dialog.waitFor({ state: 'detached' });
  const typed = `${before}One quokka more.`;
  const after = typed.replaceAll('quokka', 'wombat').replace('`wombat`', '`quokka`');
  await expect.poll(() => read(file)).toBe(after);
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('One wombat more.');
  const notice = page.getByRole('status').filter({ hasText: '1 text has changed.' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read(file)).toBe(typed);
  rmSync(join(root, file));
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

test('what stops the release is one click away, whatever the queue shows', async () => {
  const file = 'content/en_US/articles/stopper.md';
  const page = await openDesk();
  await openArticle(page, 'A second look');
  writeFileSync(join(root, file), article({ title: 'Stopper', slug: 'stopper', date: 'someday' }));
  await page.getByRole('button', { name: '1 text stops the release' }).click();
  await page.locator('.item').getByText(file).click();
  await page.getByText(/stops the release: .*someday/).waitFor();
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
  // The question comes by itself, and each step after this one is its answer.
  await page.getByRole('button', { name: /^Yes, publish this to file:/ }).waitFor();
  await page.keyboard.press('Escape');
  await button('Publish…').click();
  await page.getByRole('dialog', { name: 'Publish' }).waitFor();
  await expect.poll(() => read(file)).toBe(before);
  await page.keyboard.press('Escape');

  const more = page.getByLabel('More for this text');
  await page.getByLabel('Address').fill('/articles/whole-and-new');
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file), { timeout: 30_000 }).toContain('slug: whole-and-new');
  expect(read(file)).toContain('/articles/whole');

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

test('the title, a tag and the address are written where they stand', async () => {
  const file = 'content/en_US/articles/in-place.md';
  writeFileSync(join(root, file), article({ title: 'In its place', slug: 'in-place', body: BODY }));
  await listed(file);
  const before = read(file);
  const page = await openDesk({ bypassCSP: true });
  await openArticle(page, 'In its place');
  const title = page.getByRole('textbox', { name: 'Title' });
  // No key but those of the words; an empty title is not written.
  await title.fill('');
  await title.fill('In another place: here');
  await expect.poll(() => read(file)).toContain('title: "In another place: here"');
  await page.keyboard.press('Enter');
  await inSource(page);
  await expect.poll(() => frameText(page)).toContain('In another place: here');
  await expect.poll(() => page.getByText('Others have changed this text.').count()).toBe(0);
  // The step is one of the editor.
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(file)).toBe(before);
  await expect.poll(() => title.inputValue()).toBe('In its place');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => title.inputValue()).toBe('In another place: here');
  expect(await findViolations(page)).toEqual([]);

  // Tags come one after another, faster than the file is written, and a comma is a letter of one.
  await page.getByLabel('Add a tag').focus();
  for (const tag of ['Paris, France', 'odds', 'odds', 'cups']) {
    await page.keyboard.insertText(tag);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => read(file)).toMatch(/^tags: \["Paris, France", "odds", "cups"\]$/m);
  await page.getByLabel('Remove the tag odds').click();
  await expect.poll(() => read(file)).toMatch(/^tags: \["Paris, France", "cups"\]$/m);

  // The address that the new title makes, and what is refused.
  await page.getByRole('button', { name: 'Use “in-another-place-here”' }).click();
  await expect.poll(() => read(file), { timeout: 30_000 }).toContain('slug: in-another-place-here');
  expect(read(file)).toContain('aliases: [/articles/in-place]');
  const address = page.getByLabel('Address');
  await expect.poll(() => address.inputValue()).toBe('/articles/in-another-place-here');
  await address.fill('/articles/first-price');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'first-price' }).waitFor({ timeout: 30_000 });
  await expect.poll(() => address.inputValue()).toBe('/articles/in-another-place-here');
  rmSync(join(root, file));
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

test('an article is published to the minute, and its zone stays', async () => {
  const file = 'content/en_US/articles/timed.md';
  writeFileSync(join(root, file), article({ title: 'Timed', slug: 'timed', date: '2026-01-10' }));
  await listed(file);
  const page = await openDesk({ timezoneId: 'Asia/Kolkata' });
  await openArticle(page, 'Timed');
  await page.getByRole('button', { name: 'Fields' }).click();
  const day = page.locator('#field-date');
  const time = page.getByLabel('Time of date');
  await time.fill('09:30');
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file)).toContain('\ndate: 2026-01-10T09:30:00+05:30\n');
  writeFileSync(join(root, file), read(file).replace('+05:30', '-03:00'));
  await page.getByText('-03:00').last().waitFor();
  await time.fill('');
  await time.fill('10:45');
  await day.fill('2026-01-12');
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file)).toContain('\ndate: 2026-01-12T10:45:00-03:00\n');
  await time.fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => read(file)).toContain('\ndate: 2026-01-12\n');
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

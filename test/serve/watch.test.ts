/** Tests `serve --watch`: saved pages are shown, errors are explained, and no source file is changed. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stateFile } from '../../src/build/state/build-state.ts';
import type { Status } from '../../src/serve/build-status.ts';
import { launchChromium } from '../support/chromium.ts';
import { runArticles } from '../support/cli.ts';
import { type Served, startServe } from '../support/serve.ts';
import { article, makeFolder, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const FIRST = 'content/en_US/articles/first.md';
const WATCH = ['--watch', '--port', '0'];

// Builds and a browser on a machine that others use too.
vi.setConfig({ testTimeout: 120_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function open(url: string): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  // It ends tests that hang.
  page.setDefaultTimeout(150_000);
  await page.goto(url);
  return page;
}

/** The statuses that the server sends, each once; waits for the one that is looked for. */
async function listen({ url, log }: Served) {
  // On a failure, the output of the server helps more than a time-out.
  const silence = async () => {
    await sleep(60_000, undefined, { ref: false });
    throw new Error(`no event\n${log()}`);
  };
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${url}/__events`, { signal: controller.signal });
  if (!response.body) throw new Error('no events');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const seen: Status[] = [];
  let rest = '';
  const next = async (): Promise<Status> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1];
        rest = rest.slice(end + 2);
        if (!data) continue;
        const status: Status = JSON.parse(data);
        seen.push(status);
        return status;
      }
      const { value, done } = await Promise.race([reader.read(), silence()]);
      if (done) throw new Error(`the events ended\n${log()}`);
      rest += value;
    }
  };
  await next();
  return {
    seen,
    async until(isIt: (status: Status) => boolean): Promise<Status> {
      for (;;) {
        const status = await next();
        if (isIt(status)) return status;
      }
    },
  };
}

const odds = { slug: 'first-price', category: 'betting', subcategory: 'odds' };

it('shows a saved article in the open page, and writes nothing of its own into a file', async () => {
  const root = makeSite();
  const served = await startServe(root, WATCH);
  const page = await open(`${served.url}/articles/first-price`);
  expect(await page.textContent('h1')).toBe('The first price');
  writeFiles(root, { [FIRST]: article({ title: 'Another price', ...odds }) });
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Another price');
  expect(await page.locator('#build-problems').count()).toBe(0);
  // The build of the rest may still be writing.
  expect(await served.stop()).toBe(0);
  for (const [path, bytes] of readTree(join(root, 'dist'))) {
    expect(bytes.includes('__live'), path).toBe(false);
  }
});

it('sees files of layers change, and files that appear and hide them, and layers that come and go', async () => {
  const folder = makeFolder();
  const [root, house] = [join(folder, 'site'), join(folder, 'house')];
  const terms = 'content/en_US/info/terms.md';
  const text = (words: string) => `---\ntitle: Terms\n---\n${words}\n`;
  writeFiles(house, { [terms]: text('Of the house.') });
  writeFiles(root, { ...smallSite({ layers: ['../house'] }), [terms]: null });
  const served = await startServe(root, WATCH);
  const events = await listen(served);
  const expectTerms = async (words: string) => {
    await events.until(({ problems }) => problems.length === 0);
    expect(await (await fetch(`${served.url}/terms`)).text()).toContain(words);
  };
  writeFiles(house, { [terms]: text('Of the house, again.') });
  await expectTerms('Of the house, again.');
  writeFiles(root, { [terms]: text('Of the site.') });
  await expectTerms('Of the site.');
  writeFiles(root, { [terms]: null });
  await expectTerms('Of the house, again.');
  writeFiles(folder, { [`other/${terms}`]: text('Of the other.') });
  writeFiles(root, {
    'site-config.json': String(smallSite({ layers: ['../other', '../house'] })['site-config.json']),
  });
  await expectTerms('Of the other.');
  writeFiles(folder, { [`other/${terms}`]: text('Of the other, again.') });
  await expectTerms('Of the other, again.');
  // The overlay names the real file.
  writeFiles(house, { 'theme/style.css': 'h1 { margin: ' });
  const { problems } = await events.until((status) => status.problems.length > 0);
  expect(problems).toMatchObject([{ file: '../house/theme/style.css', line: 1 }]);
  writeFiles(house, { 'theme/style.css': null });
  await expectTerms('Of the other, again.');
});

it('makes one build of a burst of saves', async () => {
  const root = makeSite();
  const served = await startServe(root, WATCH);
  const events = await listen(served);
  for (let number = 0; number < 30; number++) {
    const title = `Burst ${number}`;
    writeFiles(root, { [`content/en_US/articles/b${number}.md`]: article({ title, slug: `b-${number}` }) });
  }
  await events.until((status) => status.problems.length === 0);
  writeFiles(root, { 'content/en_US/articles/last.md': article({ title: 'Last', slug: 'last' }) });
  await events.until((status) => status.problems.length === 0);
  expect((await fetch(`${served.url}/articles/b-29`)).status).toBe(200);
  // How many files one burst holds depends on the machine; it is never one build for each.
  expect(events.seen.length).toBeLessThan(10);
});

it('does not ask pages to reload for a save that changes nothing', async () => {
  const root = makeSite();
  const served = await startServe(root, WATCH);
  const events = await listen(served);
  const path = join(root, FIRST);
  writeFileSync(path, readFileSync(path));
  const status = await events.until(() => true);
  expect(status.build).toBe(events.seen[0]?.build);
});

it('shows the saved page before the rest of the site is built, and leaves pages alone that have not changed', async () => {
  const root = makeSite();
  const served = await startServe(root, WATCH);
  const events = await listen(served);
  const [first, second] = [
    await open(`${served.url}/articles/first-price`),
    await open(`${served.url}/articles/second-look`),
  ];
  for (const page of [first, second]) await page.evaluate(() => document.body.setAttribute('data-seen', ''));
  const text = readFileSync(join(root, FIRST), 'utf8');
  writeFileSync(join(root, FIRST), `${text}\nA sentence that was not there.\n`);
  const saved = await events.until(() => true);
  const pages = ['/articles/first-price'];
  // Only the text has changed, so its page is the whole build.
  expect(saved).toMatchObject({ problems: [], update: { from: events.seen[0]?.build, pages } });
  expect(await (await fetch(`${served.url}/articles/first-price`)).text()).toContain('was not there');
  await first.getByText('A sentence that was not there.').waitFor();
  expect(await second.locator('body[data-seen]').count()).toBe(1);

  // Other pages show the title too. The saved page comes first, and the build that follows has nothing to add to it.
  writeFileSync(join(root, FIRST), text.replace('The first price', 'Another price'));
  const early = await events.until(() => true);
  expect(early.update).toEqual({ from: saved.build, pages });
  expect(await (await fetch(`${served.url}/articles/first-price`)).text()).toContain('Another price');
  const late = await events.until(() => true);
  expect(late.problems).toEqual([]);
  expect(late.update).not.toMatchObject({ pages: expect.arrayContaining(pages) });

  // Taken back, the page is what it was, and so is the whole output.
  writeFileSync(join(root, FIRST), text);
  await first.getByRole('heading', { name: 'The first price' }).first().waitFor();
  const clean = mkdtempSync(join(tmpdir(), 'articles-test-'));
  onTestFinished(() => rmSync(clean, { recursive: true }));
  expect((await runArticles(['build', '--root', root, '--out', join(clean, 'dist')])).code).toBe(0);
  // The build of the rest follows the page.
  await expect.poll(() => readTree(join(root, 'dist'))).toEqual(readTree(join(clean, 'dist')));
  expect(await served.stop()).toBe(0);
});

it('notices new folders, removed files, data and configuration', async () => {
  const root = makeSite();
  const served = await startServe(root, WATCH);
  const events = await listen(served);
  const save = async (files: Parameters<typeof writeFiles>[1]) => {
    writeFiles(root, files);
    await events.until(() => true);
  };
  const text = async (path: string) => (await fetch(served.url + path)).text();
  await save({ 'content/en_US/articles/a/new/folder/x.md': article({ title: 'Deep', slug: 'deep' }) });
  expect(await text('/articles/deep')).toContain('Deep');
  await save({ 'content/en_US/articles/second.md': null });
  expect((await fetch(`${served.url}/articles/second-look`)).status).toBe(404);
  await save({ 'public/proof.txt': 'proof' });
  expect(await text('/proof.txt')).toBe('proof');
  await save({
    'content/ads.json': JSON.stringify({ sapeNewUrl: '<a href="https://ad.example">An ad</a>' }),
  });
  expect(await text('/authors')).toContain('An ad');
  const site = smallSite({ title: 'Renamed Paper' });
  await save({ 'site-config.json': site['site-config.json'] ?? '' });
  expect(await text('/')).toContain('Renamed Paper');
});

it('leaves a record of its last build when it is stopped', async () => {
  const root = makeSite();
  const served = await startServe(root, WATCH);
  const events = await listen(served);
  writeFiles(root, { [FIRST]: article({ title: 'Another price', ...odds }) });
  // The page, and then the build of the rest.
  await events.until(() => true);
  await events.until(() => true);
  expect(await served.stop()).toBe(0);
  expect(existsSync(stateFile(root, join(root, 'dist')))).toBe(true);
  const built = await runArticles(['build', '--root', root, '--json']);
  expect(JSON.parse(built.stdout)).toMatchObject({ written: 0, deleted: 0 });
});

it('says when it cannot record a build, and goes on', async () => {
  const root = makeSite();
  // Where the record belongs.
  mkdirSync(stateFile(root, join(root, 'dist')), { recursive: true });
  const served = await startServe(root, WATCH);
  const page = await open(`${served.url}/articles/first-price`);
  await expect
    .poll(served.log, { timeout: 60_000 })
    .toContain('warning the build cannot be recorded: EISDIR');
  writeFiles(root, { [FIRST]: article({ title: 'Another price', ...odds }) });
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Another price');
  expect(await served.stop()).toBe(0);
});

describe('an error', () => {
  const broken =
    '---\ntitle: The first price\nslug: first-price\ndate: tomorrow\nauthor: Ann Reed\n---\nText.\n';

  it('is explained over the page with its source, in the terminal too, and disappears when it is fixed', async () => {
    const root = makeSite();
    const served = await startServe(root, WATCH);
    const page = await open(`${served.url}/articles/first-price`);
    writeFiles(root, { [FIRST]: broken });
    const overlay = page.locator('#build-problems');
    await overlay.waitFor();
    const text = await overlay.evaluate((element) => element.shadowRoot?.textContent ?? '');
    expect(text).toContain(`${FIRST}:4:7`);
    expect(text).toContain('"tomorrow" is not a date');
    expect(text).toContain('4 | date: tomorrow');
    expect(text).toContain('5 | author: Ann Reed');
    expect(await overlay.locator('.here').textContent()).toContain('date: tomorrow');
    // The line after the marked one begins below it, not beside it.
    const [marked, next] = await overlay.locator('.here').evaluate((here) => {
      const range = document.createRange();
      if (here.nextSibling) range.selectNodeContents(here.nextSibling);
      return [here.getBoundingClientRect(), range.getBoundingClientRect()];
    });
    expect(next?.top).toBeGreaterThanOrEqual(marked?.bottom ?? Number.NaN);
    expect((next?.top ?? 0) - (marked?.bottom ?? 0)).toBeLessThan(5);
    // The page's own security policy lets the overlay's styles through.
    expect(await overlay.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    expect(served.log()).toContain(`error ${FIRST}:4:7: date: "tomorrow" is not a date`);
    expect(served.log()).toContain('> 4 | date: tomorrow');
    expect(await page.textContent('h1')).toBe('The first price');

    writeFiles(root, { [FIRST]: article({ title: 'The first price', ...odds }) });
    await overlay.waitFor({ state: 'detached' });
  });

  it('that the build only warns of is shown beside the page', async () => {
    const root = makeSite();
    const served = await startServe(root, WATCH);
    const page = await open(`${served.url}/articles/first-price`);
    writeFiles(root, { [FIRST]: article({ title: 'The first price', ...odds, more: 'colour: red' }) });
    const overlay = page.locator('#build-problems[data-mild]');
    await overlay.waitFor();
    const text = await overlay.evaluate((element) => element.shadowRoot?.textContent ?? '');
    expect(text).toContain('colour');
    const covered = await overlay.evaluate((element) => element.getBoundingClientRect().height / innerHeight);
    expect(covered).toBeLessThan(0.5);
    writeFiles(root, { [FIRST]: article({ title: 'The first price', ...odds }) });
    await overlay.waitFor({ state: 'detached' });
  });

  it('of the first build is shown too', async () => {
    const root = makeSite({ ...smallSite(), [FIRST]: broken });
    const served = await startServe(root, WATCH);
    const page = await open(`${served.url}/articles/first-price`);
    await page.locator('#build-problems').waitFor();
    writeFiles(root, { [FIRST]: article({ title: 'The first price', ...odds }) });
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'The first price');
  });

  it('reaches a page that is opened later', async () => {
    const root = makeSite();
    const served = await startServe(root, WATCH);
    const events = await listen(served);
    writeFiles(root, { [FIRST]: broken });
    await events.until(({ problems }) => problems.length > 0);
    const page = await open(`${served.url}/authors`);
    await page.locator('#build-problems').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#build-problems').waitFor({ state: 'detached' });
  });
});

it('shows drafts from a folder of their own, which is never deployed', async () => {
  const root = makeSite({
    ...smallSite(),
    'content/en_US/articles/draft.md': article({ title: 'Not yet', slug: 'not-yet', more: 'draft: true' }),
  });
  const plain = await startServe(root, WATCH);
  expect((await fetch(`${plain.url}/articles/not-yet`)).status).toBe(404);
  const drafts = await startServe(root, [...WATCH, '--drafts']);
  const answer = await fetch(`${drafts.url}/articles/not-yet`);
  expect(answer.status, drafts.log()).toBe(200);
  expect(await answer.text()).toContain('data-draft="Draft"');
  expect([...readTree(join(root, 'dist')).keys()].filter((path) => path.includes('not-yet'))).toEqual([]);
});

/** The desk in Chromium with a model: a section is written again, a stale translation is renewed, a text is approved. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startDesk } from '../support/desk.ts';
import { openArticle, openDesk } from '../support/desk-page.ts';
import { startModelServer } from '../support/model-server.ts';
import { runArticles, runJson } from '../support/program.ts';
import { smallSite, writeFiles } from '../support/site.ts';

let root = '';
let browser: Browser;
let desk: Awaited<ReturnType<typeof startDesk>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
/** The article that the model has written. */
let written = { file: '', title: '' };

/** A reviewer is the person that Git knows. */
const REVIEWER = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ann Reed' };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  const topics = join(root, 'topics.csv');
  writeFiles(root, { ...smallSite(), 'topics.csv': 'topic;category\nHow odds are written;betting\n' });
  model = await startModelServer();
  Object.assign(process.env, { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789' }, REVIEWER);
  const run = await runJson(['generate', '--root', root, '--topics', topics, '--locale', 'en_US']);
  written = run.written[0];
  [browser, desk] = await Promise.all([launchChromium(), startDesk(root)]);
  return async () => {
    for (const name of Object.keys(REVIEWER)) delete process.env[name];
    await Promise.all([browser.close(), desk.close(), model.close()]);
    rmSync(root, { recursive: true, force: true });
  };
});

const MINE = '---\ntitle: Written by hand\nauthor: Ann Reed\ndate: 2026-01-01\ndraft: true\n---\nText.\n';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sectionsOf = (text: string) => text.split(/^(?=## )/m);

test('a section is written again after its price, and the text is approved', async () => {
  const { file, title } = written;
  const before = read(file);
  const page = await openDesk(browser, desk.home);
  await openArticle(page, title);

  // The price comes first; then the section is another one, and the rest is as it was.
  await page.getByRole('button', { name: 'Rewrite' }).click();
  await page.getByLabel('Write section 1 again').fill('Say it in fewer words.');
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.locator('.panel pre').filter({ hasText: '$' }).waitFor();
  expect(read(file)).toBe(before);
  await page.getByRole('button', { name: 'Write it' }).click();
  await expect.poll(() => read(file), { timeout: 60_000 }).not.toBe(before);
  expect(sectionsOf(read(file)).slice(2)).toEqual(sectionsOf(before).slice(2));
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Say it in fewer words.');

  // A finding of the checks is underlined, and overruled with a reason, which is recorded.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('It is 2 + 2 = 5 here.');
  await expect.poll(() => read(file)).toContain('2 + 2 = 5');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('dialog').getByText('blocks').waitFor();
  const approve = page.getByRole('button', { name: 'Approve this text' });
  expect(await approve.isDisabled()).toBe(true);
  await page.getByLabel('Why do the findings that block not matter?').fill('It quotes a mistake.');
  // Nobody approves words that came after the checks.
  writeFileSync(join(root, file), `${read(file).trimEnd()} Nobody has read this.\n`);
  await approve.click();
  await page.getByRole('alert').filter({ hasText: 'read it again' }).waitFor();
  expect(existsSync(join(root, 'content/approvals.jsonl'))).toBe(false);
  await approve.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.cm-lintRange-error').waitFor();
  const [decision = ''] = read('content/approvals.jsonl').split('\n');
  expect(JSON.parse(decision)).toMatchObject({
    file,
    decision: 'approved',
    overruled: [{ code: 'calculation', reason: 'It quotes a mistake.' }],
  });

  // A changed text needs another approval after it was published. What a person writes needs none.
  const review = page.getByRole('button', { name: 'Review', exact: true });
  await page.locator('.state.published', { hasText: 'published' }).first().waitFor();
  await review.waitFor();
  writeFileSync(join(root, 'content/en_US/articles/mine.md'), MINE);
  await page.getByRole('searchbox', { name: 'Find an article' }).fill('by hand');
  await page.getByRole('button', { name: 'Written by hand' }).click();
  await review.waitFor({ state: 'detached' });
});

test('a section whose original has changed is renewed beside it; the others stay', async () => {
  const { file, title } = written;
  const approve = () =>
    runArticles(['review', 'approve', file, '--force', '--reason', 'A test.', '--root', root]);
  await approve();
  await runJson(['generate', '--translate-from', 'en_US', '--locale', 'ru_RU', '--root', root]);
  const target = file.replace('en_US', 'ru_RU');
  const before = sectionsOf(read(target));
  writeFileSync(join(root, file), `${read(file).trimEnd()} A new sentence stands at the end.\n`);
  // Translations follow the text that readers get.
  await approve();
  const page = await openDesk(browser, desk.home);
  await openArticle(page, title);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Translations' }).click();
  await page.getByRole('button', { name: 'Write it beside' }).click();
  const beside = page.getByRole('region', { name: /^Translation: / });
  await beside.getByText('its original has changed').waitFor();
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.locator('.panel pre').filter({ hasText: '$' }).waitFor();
  const asked = model.calls.length;
  await page.getByRole('button', { name: 'Renew this section' }).click();
  await expect.poll(() => sectionsOf(read(target)).at(-1), { timeout: 60_000 }).not.toBe(before.at(-1));
  expect(model.calls.slice(asked).map(({ step }) => step)).toEqual(['translate']);
  expect(sectionsOf(read(target)).slice(1, -1)).toEqual(before.slice(1, -1));
  await beside.getByText('its original has changed').waitFor({ state: 'detached' });
  await expect
    .poll(() => beside.locator('.cm-content[lang="ru-RU"]').textContent())
    .toContain(sectionsOf(read(target)).at(-1)?.trim().slice(-40));
});

test('drafts of topics are written after their price, translated, and both sides take words', async () => {
  const page = await openDesk(browser, desk.home);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Let a model write drafts').click();
  await dialog
    .getByLabel('Topics, one on each line')
    .fill('How a queue is read\nWhy a margin moves, slowly\n');
  const write = dialog.getByRole('button', { name: 'Write a draft of each' });
  expect(await write.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Show the price' }).click();
  await dialog.getByRole('log').filter({ hasText: '$' }).waitFor();
  // Another request has another price.
  await dialog.getByLabel('Category').selectOption('betting/odds');
  expect(await write.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Show the price' }).click();
  await dialog.getByRole('log').filter({ hasText: '$' }).waitFor();
  await write.click();
  const drafts = dialog.getByRole('listitem').getByRole('button');
  await expect.poll(() => drafts.count()).toBe(2);
  const title = (await drafts.first().textContent()) ?? '';
  await drafts.first().click();
  await page.getByRole('region', { name: title, exact: true }).waitFor();
  const file = decodeURIComponent(new URL(page.url()).hash.slice(1));
  expect(read(file)).toMatch(/topic: (?:How a queue is read|Why a margin moves, slowly)/);

  await page.getByRole('button', { name: 'Translations' }).click();
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.locator('.panel pre').filter({ hasText: '$' }).waitFor();
  await page.getByRole('button', { name: 'Translate it with a model' }).click();
  const beside = page.getByRole('region', { name: /^Translation: / }).locator('.cm-content');
  await beside.waitFor();
  for (const source of [beside, page.locator('.source .cm-content')]) {
    await source.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Typed here.');
  }
  for (const one of [file, file.replace('en_US', 'ru_RU')])
    await expect.poll(() => read(one)).toMatch(/ Typed here\.\s*$/);
  await page.getByRole('button', { name: 'Show the page' }).click();
  await page.locator('iframe').waitFor();
});

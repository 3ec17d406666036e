/** The form of the ledger in Chromium: the keyboard fills it, comments stay, and what would be an error is not written. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { startDesk } from '../support/desk.ts';
import { openArticle, openDesk } from '../support/desk-page.ts';
import { leanSite, writeFiles } from '../support/site.ts';

const FILE = 'content/offers.yaml';
const LEDGER = `# Who pays.
advertisers:
  acme: { name: Acme } # since 2026
offers:
  three-books:
    advertiser: acme # the old one
    class: books
    texts: {}
`;

test('the ledger has a form that the keyboard fills, and its comments stay', async () => {
  const root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  writeFiles(root, { ...leanSite(), [FILE]: LEDGER });
  const [browser, desk] = await Promise.all([launchChromium(), startDesk(root)]);
  onTestFinished(async () => {
    await Promise.all([browser.close(), desk.close()]);
    rmSync(root, { recursive: true, force: true });
  });
  const read = () => readFileSync(join(root, FILE), 'utf8');
  const page = await openDesk(browser, desk.home, { bypassCSP: true });
  await openArticle(page, 'offers');
  const form = page.getByRole('region', { name: 'Fields' });
  /** Opens groups of fields. */
  const open = async (...names: string[]) => {
    for (const name of names) {
      const summary = form.locator('summary').filter({ hasText: new RegExp(`^${name}$`), visible: true });
      await summary.first().focus();
      await page.keyboard.press('Enter');
    }
  };
  await open('Offers', 'three-books');
  const advertiser = form.getByRole('textbox', { name: 'Advertiser' }).first();
  await advertiser.fill('nobody');
  await advertiser.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'there is no advertiser "nobody"' }).waitFor();
  expect(read()).toBe(LEDGER);

  await open('Texts', 'Add to texts');
  for (const [label, words] of [
    [/^Key/, 'en_US'],
    [/^Url/, 'https://acme.example/'],
    [/^Text/, 'Three books for two'],
  ] as const) {
    await form.getByRole('textbox', { name: label }).filter({ visible: true }).first().focus();
    await page.keyboard.insertText(words);
    await page.keyboard.press('Tab');
  }
  await form.getByRole('button', { name: 'Add to texts' }).focus();
  await page.keyboard.press('Enter');
  const added = '{ en_US: { url: https://acme.example/, text: Three books for two } }';
  await expect.poll(read).toBe(LEDGER.replace('{}', added));
  await form
    .locator('summary')
    .filter({ hasText: /^en_US$/ })
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
});

/** Sharing texts by the desk in Chromium: what waits is named, the others get it, and what overlaps is decided in one dialog. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { startDesk } from '../support/desk.ts';
import { inSource, openArticle, openDesk } from '../support/desk-page.ts';
import { FOLDER, gitIn, makeClones } from '../support/share-script.ts';

test('a day of two writers: shared, marked in the queue, decided', async () => {
  const { roots } = makeClones(['Ann', 'Bo']);
  const [ann = '', bo = ''] = roots;
  const browser = await launchChromium();
  const desk = await startDesk(ann);
  onTestFinished(async () => {
    await Promise.all([browser.close(), desk.close()]);
  });
  const page = await openDesk(browser, desk.home, { bypassCSP: true });
  const file = `${FOLDER}/t-start-0.md`;
  await openArticle(page, 'On t-start-0');
  await inSource(page);
  await page.keyboard.type('Of Ann ');
  await page.getByRole('searchbox', { name: 'Find an article' }).fill('');
  const row = page.locator('.item').filter({ hasText: 'On t-start-0' });
  await row.getByText('not shared').waitFor();
  await page.getByRole('button', { name: 'Share (1 here)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByText('On t-start-0').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type('Name Ann');
  await dialog.getByRole('button', { name: 'Share' }).click();
  await dialog.getByText('the others have your texts').waitFor();
  expect(gitIn(ann, 'log', '-1', '--format=%an: %s', 'origin/main')).toBe('Ann: Name Ann');
  await page.keyboard.press('Escape');
  await row.getByText('not shared').waitFor({ state: 'detached' });

  // Bo has changed the same place.
  gitIn(bo, 'pull', '-q', 'origin', 'main');
  const change = (root: string, from: string, to: string) =>
    writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(from, to));
  change(bo, 'Of Ann ', 'Of Bo ');
  gitIn(bo, 'commit', '-qam', 'Name Bo');
  gitIn(bo, 'push', '-q', 'origin', 'HEAD:main');
  change(ann, 'Of Ann ', 'Of both ');
  await page.getByRole('button', { name: /^Share \(1 here/ }).click();
  await dialog.getByRole('heading', { name: 'Newer from others' }).waitFor();
  await dialog.getByRole('button', { name: 'Share' }).click();
  await dialog.getByLabel('Keep theirs').check();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save this' }).click();
  await dialog.getByText('the others have your texts').waitFor();
  expect(readFileSync(join(ann, file), 'utf8')).toContain('Of Bo ');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.cm-content').textContent()).toContain('Of Bo ');
  // The words of Bo are there, so he wrote it last.
  await row.getByText('Bo').waitFor();
  await page.getByLabel('Show').selectOption('mine');
  await page.locator('.item').filter({ hasText: 'On t-start-1' }).getByText('Ann').waitFor();
  await row.waitFor({ state: 'detached' });
});

/**
 * Readers of a site that an earlier version published: the same browser, with that version's worker, caches and an open page,
 * meets the pages of this version on the same origin, and those of the older version again after a rollback.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium, started } from '../support/chromium.ts';
import { runArticles } from '../support/program.ts';
import { servePublished, webFolder } from '../support/published-site.ts';
import { makeFolder } from '../support/site.ts';
import { BREAKS } from './breaks.ts';
import { openFixture, VERSIONS } from './fixture-file.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** The worker of the page has taken over, and has no newer one beside it. */
const worked = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    const describe = () =>
      [registration.installing, registration.waiting, registration.active].map((worker) => worker?.state);
    const isBusy = () => describe().join() !== ',,activated';
    for (let waited = 0; isBusy(); waited++) {
      if (waited > 3000) throw new Error(`the worker is not ready: ${describe()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

const SECOND = 'content/en_US/articles/second-text.md';

test.each(VERSIONS)(
  'who read a site of %s gets the new pages, online and offline, and the old ones after a rollback',
  async (version) => {
    const folder = makeFolder();
    openFixture(version, folder);
    const root = join(folder, 'site');
    const www = join(folder, 'www');
    const site = await servePublished(webFolder(www));
    onTestFinished(site.close);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const faults: string[] = [];
    context.on('weberror', (error) => faults.push(String(error.error())));
    let page = await context.newPage();
    const textOf = async () => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    const read = async (path: string) => {
      // In a new tab: a kept page of the older version may load itself once more, at any moment.
      await page.close();
      page = await context.newPage();
      await page.goto(site.url + path);
      await started(page);
    };
    const deploy = async (...args: string[]) => {
      const target = ['--target', pathToFileURL(www).href, '--env', 'production', '--yes'];
      const run = await runArticles(['deploy', ...target, ...args, '--root', root]);
      expect([run.code, run.stderr]).toEqual([0, expect.anything()]);
    };

    await read('/');
    await worked(page);
    for (const path of ['/', '/articles/first', '/articles/second-text']) await read(path);
    expect(await textOf()).toContain('a second thought');
    // A page that stays open through the upgrade.
    const open = await context.newPage();
    await open.goto(`${site.url}/articles/first`);
    await started(open);

    await BREAKS[version]?.cure(root);
    writeFileSync(join(root, SECOND), `${readFileSync(join(root, SECOND), 'utf8')}\nA third thought.\n`);
    expect((await runArticles(['build', '--root', root])).code).toBe(0);
    await deploy();

    await open.locator('main a[href="/articles/second-text"]').first().click();
    // It may have loaded the page before the upgrade.
    await open.locator('h1', { hasText: 'Second Text' }).waitFor();
    await open.reload();
    await open.locator('main', { hasText: 'A third thought.' }).waitFor();
    await open.goBack();
    await open.locator('h1', { hasText: 'First Text' }).waitFor();
    await open.close();
    await read('/articles/second-text');
    expect(await textOf()).toContain('A third thought.');
    await worked(page);
    const built = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
    const main = /assets\/main-\w+\.js/.exec(built('index.html'))?.[0] ?? '';
    await read('/');
    expect(await page.content()).toContain(main);

    site.down();
    for (const path of ['/', '/articles/first', '/articles/second-text']) await read(path);
    expect(await textOf()).toContain('A third thought.');
    expect(await page.locator('main').evaluate((element) => getComputedStyle(element).display)).not.toBe('');
    await page.locator('#site-search').pressSequentially('first');
    await page.locator('#search-results a', { hasText: 'First Text' }).first().waitFor();
    await page.goto(`${site.url}/never-read`);
    await page.locator('h1', { hasText: /offline/i }).waitFor();
    site.up();

    await deploy('--rollback', 'r2');
    await read('/articles/second-text');
    expect(await textOf()).not.toContain('A third thought.');
    await worked(page);
    site.down();
    await read('/articles/second-text');
    expect(await textOf()).toContain('a second thought');
    expect(await textOf()).not.toContain('A third thought.');
    site.up();
    expect(faults).toEqual([]);
  },
  300_000,
);

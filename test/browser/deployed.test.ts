/** From Markdown to a reader's browser, for each target: build, deploy, serve the stored objects by the host's rules. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium, started } from '../support/chromium.ts';
import { startGcsServer } from '../support/gcs-server.ts';
import { runJson } from '../support/program.ts';
import {
  googleBucket,
  type HostRules,
  type PublishedSite,
  s3Website,
  servePublished,
  webFolder,
} from '../support/published-site.ts';
import { startS3Server } from '../support/s3-server.ts';
import { article, makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Host {
  target: string;
  rules: HostRules;
}

const HOSTS: Record<string, () => Promise<Host>> = {
  async 'Google Cloud Storage'() {
    const server = await startGcsServer();
    undo.push(server.stop, () => delete process.env.STORAGE_EMULATOR_HOST);
    process.env.STORAGE_EMULATOR_HOST = server.url;
    return { target: 'gs://paper', rules: googleBucket(server.url, 'paper') };
  },
  async S3() {
    const server = await startS3Server();
    undo.push(server.stop);
    return { target: `s3://paper?endpoint=${server.url}`, rules: s3Website(server.url, 'paper') };
  },
  async 'a folder'() {
    const folder = join(makeFolder(), 'www');
    return { target: pathToFileURL(folder).href, rules: webFolder(folder) };
  },
};

test.each(Object.entries(HOSTS))(
  'readers of %s get navigation, search, 404, offline reading, new versions and rollbacks',
  async (_, startHost) => {
    const { target, rules } = await startHost();
    const root = makeSite(smallSite({ deploy: { project: 'paper' } }));
    const run = (...args: string[]) => runJson([...args, '--root', root]);
    const deploy = (...args: string[]) =>
      run('deploy', '--target', target, '--env', 'production', '--yes', ...args);
    await run('build');
    await deploy('--init');
    const first = await deploy();
    expect(first).toMatchObject({ release: 'r1', deleted: 0 });
    expect(await deploy()).toMatchObject({ release: 'r1', uploaded: 0, unchanged: first.uploaded });

    const site = await servePublished(rules);
    undo.push(site.close);
    const context = await browser.newContext();
    context.setDefaultTimeout(60_000);
    undo.push(() => context.close());
    const page = await context.newPage();
    await checkNavigation(page, site);
    await checkSearch(page);
    await checkNotFound(page, site);
    await checkOffline(page, site);

    writeFiles(root, {
      ...smallSite({ deploy: { project: 'paper' }, title: 'Larger Paper' }),
      'content/en_US/articles/second.md': article({ title: 'A third look', slug: 'second-look' }),
    });
    await run('build');
    expect(await deploy()).toMatchObject({ release: 'r2', deleted: 0 });
    await page.goto(`${site.url}/articles/second-look`);
    expect(await page.locator('h1').textContent()).toBe('A third look');
    await updateWorker(page);
    site.down();
    await page.goto(`${site.url}/never-read`);
    expect(await page.locator('.brand').textContent()).toContain('Larger Paper');
    site.up();

    expect(await deploy('--rollback')).toMatchObject({ release: 'r3' });
    await page.goto(`${site.url}/articles/second-look`);
    expect(await page.locator('h1').textContent()).toBe('A second look');
    expect(await page.locator('.brand').textContent()).toContain('Small Paper');
  },
  300_000,
);

async function checkNavigation(page: Page, { url }: PublishedSite) {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => message.startsWith('Transition was') || failures.push(message));
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${url}/`);
  await started(page);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.locator('main a[href="/articles/first-price"]').first().click();
  await page.locator('h1', { hasText: 'The first price' }).waitFor();
  await page.locator('a[rel=author]').first().click();
  await page.locator('h1', { hasText: 'Ann Reed' }).waitFor();
  await page.locator('.editions a[hreflang=ru]').first().click();
  await page.waitForURL(/\/ru(\/|$)/);
  await page.goBack();
  await page.locator('h1', { hasText: 'Ann Reed' }).waitFor();
  await page.goBack();
  await page.locator('h1', { hasText: 'The first price' }).waitFor();
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true);
  // Addresses that readers share.
  for (const path of ['/betting', '/betting/odds', '/ru', '/authors', '/info/about-us', '/sitemap.xml']) {
    const answer = await page.request.get(url + path);
    expect([path, answer.status()]).toEqual([path, 200]);
  }
  expect(failures).toEqual([]);
  page.removeAllListeners('response');
}

async function checkSearch(page: Page) {
  await page.locator('#site-search').pressSequentially('third');
  const opened = page.waitForEvent('popup');
  await page.locator('#search-results a', { hasText: 'Third street' }).click();
  const result = await opened;
  await result.locator('h1', { hasText: 'Third street' }).waitFor();
  await result.close();
}

async function checkNotFound(page: Page, { url }: PublishedSite) {
  const answer = await page.goto(`${url}/articles/nothing`);
  expect(answer?.status()).toBe(404);
  expect(await page.locator('h1').textContent()).toBe('Page not found');
}

async function checkOffline(page: Page, site: PublishedSite) {
  await page.goto(`${site.url}/articles/second-look`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await page.reload();
  await started(page);
  site.down();
  await page.reload();
  expect(await page.locator('h1').textContent()).toBe('A second look');
  await page.goto(`${site.url}/articles/never-read`);
  await page.locator('h1', { hasText: 'You are offline' }).waitFor();
  site.up();
}

/** As on the next visit: the browser finds another worker, which takes over. */
async function updateWorker(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = registration.active;
    const isReplaced = () => registration.active !== before && registration.active?.state === 'activated';
    await registration.update();
    for (let waited = 0; !isReplaced() && waited < 500; waited++)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

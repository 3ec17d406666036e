/** Tests `npm run dev`: a change of the sources is compiled and shown in the open page, and what fails is explained. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyCheckout } from '../support/checkout.ts';
import { launchChromium } from '../support/chromium.ts';
import { freePort } from '../support/listen.ts';
import { startServe } from '../support/serve.ts';
import { article, makeFolder, smallSite, writeFiles } from '../support/site.ts';

const FIRST = 'content/en_US/articles/first.md';

/** Sources of its own, so that the test changes nobody's. */
function makeCheckout(): { folder: string; root: string } {
  const folder = makeFolder();
  copyCheckout(folder);
  const root = join(folder, 'site');
  writeFiles(root, smallSite({ locales: ['en_US'] }));
  return { folder, root };
}

it('`npm run dev` shows what a change of src/ makes, and reports what does not compile', async () => {
  const { folder, root } = makeCheckout();
  // The page looks for the program at the same port after each change.
  const args = ['--watch', '--port', String(await freePort())];
  const served = await startServe(root, args, () => undefined, join(folder, 'scripts/dev.mjs'));
  onTestFinished(() => served.stop().then(() => undefined));
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // It ends tests that hang; the program is compiled again while a page waits.
  page.setDefaultTimeout(150_000);
  await page.goto(`${served.url}/authors`);

  const styles = join(folder, 'src/templates/styles/base.css');
  const sheet = readFileSync(styles, 'utf8');
  writeFileSync(styles, `${sheet}\nh1 { letter-spacing: 7px; }\n`);
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1');
    return heading && getComputedStyle(heading).letterSpacing === '7px';
  });

  const view = join(folder, 'src/templates/components/author-index.tsx');
  const source = readFileSync(view, 'utf8');
  writeFileSync(view, source.replace('<div className', '<div data-new="yes" className'));
  await page.locator('div[data-new]').waitFor();

  writeFileSync(view, source.replace('<div className', '<div < className'));
  await expect.poll(served.log).toMatch(/src\/templates\/components\/author-index\.tsx:\d+:\d+/);

  // Another save is built by the last program that compiled.
  writeFiles(root, {
    [FIRST]: article({
      title: 'Saved meanwhile',
      slug: 'first-price',
      category: 'betting',
      subcategory: 'odds',
    }),
  });
  const readArticle = async () => (await fetch(`${served.url}/articles/first-price`)).text();
  await expect.poll(readArticle).toContain('Saved meanwhile');
  expect(await page.locator('div[data-new]').count()).toBe(1);

  writeFileSync(
    view,
    source.replace('<div className="people">', '<div className="people">{JSON.parse(\'{\')}'),
  );
  const overlay = page.locator('#build-problems');
  await overlay.waitFor();
  const problem = await overlay.evaluate((element) => element.shadowRoot?.textContent ?? '');
  expect(problem).toMatch(/JSON.*src\/templates\/components\/author-index\.tsx:\d+:\d+/s);

  writeFileSync(view, source);
  await overlay.waitFor({ state: 'detached' });
  writeFileSync(styles, `${sheet}\nh1 { color: red;\n`);
  await expect.poll(served.log).toMatch(/src\/templates\/styles\/base\.css:\d+:\d+: ERROR: Expected "}"/);
  expect(await page.locator('div[data-new]').count()).toBe(0);
  // The program is compiled six times, and it takes the machine as long as it takes.
}, 600_000);

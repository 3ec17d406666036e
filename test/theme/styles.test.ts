/** Tests what a site changes of the look: tokens, styles and the accent colour, as readers get them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { accentContrast, createPalettes, GROUNDS, readableShade } from '../../src/config/accent-palette.ts';
import { contrast, parseColor } from '../../src/foundation/color.ts';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { runArticles } from '../support/program.ts';
import { startServe } from '../support/serve.ts';
import { article, compareTrees, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

vi.setConfig({ testTimeout: 120_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function open(url: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ colorScheme });
  onTestFinished(() => page.close());
  await page.goto(url);
  return page;
}

/** The browser's words for a colour: rgb(…). */
const colorOf = (page: Page, selector: string, property = 'color') =>
  page
    .locator(selector)
    .first()
    .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

const rgb = (color: string) => {
  const { r, g, b } = parseColor(color);
  return `rgb(${r}, ${g}, ${b})`;
};

function stylesOf(root: string): string[] {
  return readdirSync(join(root, 'dist/assets')).filter((name) => name.endsWith('.css'));
}

test('tokens and styles of the site win over the built-in ones, in both looks', async () => {
  const root = makeSite({
    ...smallSite(),
    'theme/tokens.css': ':root { --paper: light-dark(#fffaf0, #1a1400); --measure: 30rem }',
    'theme/style.css': '@import "./parts/head.css"; p { letter-spacing: 1px }',
    'theme/parts/head.css': 'h1 { color: #123456 } .reading { background: url("./mark.svg") }',
    'theme/parts/mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'theme/README.md': 'For people.',
  });
  const result = await buildSite(root);
  expect(result.warnings).toEqual([]);
  const served = await startServe(root);
  const light = await open(`${served.url}/articles/first-price`);
  expect(await colorOf(light, 'html', 'background-color')).toBe(rgb('#fffaf0'));
  expect(await colorOf(light, 'h1')).toBe(rgb('#123456'));
  expect(await colorOf(light, '.prose p', 'letter-spacing')).toBe('1px');
  const picture = /url\("([^"]+)"\)/.exec(await colorOf(light, '.reading', 'background-image'))?.[1] ?? '';
  expect((await fetch(picture)).status).toBe(200);
  const dark = await open(`${served.url}/articles/first-price`, 'dark');
  expect(await colorOf(dark, 'html', 'background-color')).toBe(rgb('#1a1400'));
});

test('the accent colour is the colour of links, and stays readable in the dark', async () => {
  const themeColor = '#7a1f5c';
  const body = 'With [a link](/authors).';
  const first = article({ title: 'The first price', slug: 'first-price', body });
  const root = makeSite({ ...smallSite({ themeColor }), 'content/en_US/articles/first.md': first });
  await buildSite(root);
  const served = await startServe(root);
  const link = '.prose a';
  const light = await open(`${served.url}/articles/first-price`);
  expect(await colorOf(light, link)).toBe(rgb(themeColor));
  const dark = await open(`${served.url}/articles/first-price`, 'dark');
  expect(await colorOf(dark, link)).toBe(rgb(createPalettes(themeColor).dark.accent));
});

test('every accent that is accepted gives readable palettes, and every other gets a shade that is accepted', () => {
  for (let value = 0; value < 0xffffff; value += 0x0b1d37) {
    const color = `#${value.toString(16).padStart(6, '0')}`;
    const shade = accentContrast(color) >= 4.5 ? color : readableShade(color);
    expect(accentContrast(shade), color).toBeGreaterThanOrEqual(4.5);
    const { light, dark } = createPalettes(shade);
    const pairs = [
      [light.accent, light.accentTint],
      [light.accent, light.onAccent],
      [dark.accent, dark.accentTint],
      [dark.accent, dark.onAccent],
      [dark.accent, GROUNDS.dark.paper],
      [dark.accent, GROUNDS.dark.tint],
    ] as const;
    for (const [text, ground] of pairs) {
      expect(
        contrast(parseColor(text), parseColor(ground)),
        `${color} ${text} ${ground}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('the palette is computed for the grounds that the built-in tokens have', () => {
  const tokens = readFileSync('src/templates/styles/tokens.css', 'utf8').replace(/ *\/\*.*?\*\/\n/g, '');
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  expect(light).toContain(`--paper: ${GROUNDS.light.paper};\n  --tint: ${GROUNDS.light.tint};`);
  expect(dark).toContain(`--paper: ${GROUNDS.dark.paper};\n    --tint: ${GROUNDS.dark.tint};`);
  expect(dark).toContain(`--on-accent: ${GROUNDS.dark.onAccent};`);
});

test('an accent that cannot be read is an error with its place and a shade that can', async () => {
  const root = makeSite(smallSite({ themeColor: '#ffdd00' }));
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /site-config\.json:\d+:\d+: themeColor "#ffdd00" has too little contrast with the page for links: 1\.\d/,
  );
  const shade = /darker shade such as "(#\w+)"/.exec(stderr)?.[1] ?? '';
  writeFiles(root, smallSite({ themeColor: shade }));
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
});

test.each([
  ['p { color: red; } }', 'theme/style.css:2:19: Unexpected "}"'],
  ['@import "./missing.css";', 'theme/style.css:2:9: "./missing.css" does not exist'],
  [
    '@import "https://fonts.example/x.css";',
    'theme/style.css:2:9: "https://fonts.example/x.css" is not a file of theme/',
  ],
  [
    'p { background: url(../../secret.png) }',
    'theme/style.css:2:17: "../../secret.png" is outside of theme/',
  ],
])('a wrong style sheet is an error with its place: %s', async (text, expected) => {
  const root = makeSite({ ...smallSite(), 'theme/style.css': `/* é */\n${text}\n` });
  for (const command of ['build', 'check']) {
    const { code, stderr } = await runArticles([command, '--root', root]);
    expect(stderr).toContain(expected);
    expect(code).toBe(1);
  }
});

test('a file that nothing reads is a warning of build and check', async () => {
  const root = makeSite({ ...smallSite(), 'theme/styles.css': 'p {}', 'theme/style.css': 'p { margin: 0 }' });
  for (const command of ['build', 'check']) {
    const { code, stderr } = await runArticles([command, '--root', relative('', root)]);
    expect(stderr).toContain('theme/styles.css: nothing uses this file');
    expect(code).toBe(0);
  }
});

test('a changed theme gives the files of a clean build, and a removed one those of a site without', async () => {
  const root = makeSite();
  await buildSite(root);
  const plain = readTree(join(root, 'dist'));
  writeFiles(root, { 'theme/style.css': 'p { color: red }' });
  await buildSite(root);
  const [before] = stylesOf(root);
  writeFiles(root, { 'theme/style.css': 'p { color: blue }' });
  const changed = await buildSite(root);
  expect(stylesOf(root)).not.toContain(before);
  expect(changed.parsed).toBe(0);
  await expectCleanBuild(root);
  expect((await buildSite(root)).written).toBe(0);
  writeFiles(root, { theme: null });
  await buildSite(root);
  expect(compareTrees(readTree(join(root, 'dist')), plain)).toEqual([]);
});

test('serve --watch shows a saved style sheet without a reload, in a site outside of a checkout', async () => {
  const root = makeSite({ ...smallSite(), 'theme/style.css': 'h1 { color: #112233 }' });
  const served = await startServe(root, ['--watch', '--port', '0']);
  const page = await open(`${served.url}/articles/first-price`);
  // A page that finds another build while it starts is loaded again.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/app-data.json')),
  );
  await page.evaluate(() => document.body.setAttribute('data-seen', ''));
  writeFiles(root, { 'theme/style.css': 'h1 { color: #445566 }' });
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.querySelector('h1') ?? document.body).color === wanted,
    rgb('#445566'),
  );
  expect(await page.locator('body[data-seen]').count()).toBe(1);
  writeFiles(root, { 'theme/style.css': 'h1 { color: #445566 }}' });
  await page.locator('#build-problems').waitFor({ state: 'attached' });
  expect(await page.locator('#build-problems').evaluate((node) => node.shadowRoot?.textContent)).toContain(
    'theme/style.css:1:22',
  );
});

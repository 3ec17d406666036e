/** Each character of each page is drawn by the font that its style asks for. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { GENERATION_LOCALES } from '../../src/locales/generation.ts';
import { TEMPLATES } from '../../src/scaffold/template-names.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { runJson } from '../support/cli.ts';
import { findStrangers } from '../support/glyphs.ts';
import { article, makeFolder, makeSite, readTree, smallSite } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** The scripts of the fonts. Others, and emoji, are the system's. */
const COVERED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}]/u;
const EMOJI = /\p{Emoji_Presentation}|[\u2600-\u27bf\u{1f000}-\u{1faff}]/u;
const OF_SITE = /^(Source Serif|site-)/;

const findWrong = (out: string) =>
  findStrangers(
    browser,
    out,
    (character, asked) => OF_SITE.test(asked) && COVERED.test(character) && !EMOJI.test(character),
  );

test.each(['.', 'examples/crypto', 'examples/docs', 'examples/own', 'examples/journal'])(
  '%s',
  async (root) => {
    const out = mkdtempSync(join(tmpdir(), 'articles-glyphs-'));
    onTestFinished(() => rmSync(out, { recursive: true }));
    await runJson(['build', '--root', root, '--out', out]);
    expect(await findWrong(out)).toEqual([]);
    if (root === '.') await checkWeights(out);
  },
);

test.each(TEMPLATES)('the template %s in all languages of the interface', async (template) => {
  const root = join(makeFolder(), 'site');
  const locales = GENERATION_LOCALES.flatMap((locale) => ['--locale', locale]);
  await runJson(['init', root, '--template', template, '--title', 'A “Site” of İzmir — №1', ...locales]);
  await runJson(['build', '--root', root]);
  expect(await findWrong(join(root, 'dist'))).toEqual([]);
});

/** Bytes of fonts that a page without italics and signs may load. */
const LIMITS = [
  ['/index.html', 31 * 1024],
  ['/tr.html', 36 * 1024],
  ['/ru.html', 48 * 1024],
] as const;

async function checkWeights(out: string): Promise<void> {
  const tree = readTree(out);
  const server = await startSiteServer(new Map([...tree].map(([path, bytes]) => [`/${path}`, bytes])));
  onTestFinished(() => server.close());
  for (const [path, limit] of LIMITS) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    let size = 0;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.woff2')) size += tree.get(pathname.slice(1))?.length ?? 0;
    });
    await page.goto(server.url + path);
    await page.evaluate(() => document.fonts.ready);
    expect(size, path).toBeGreaterThan(0);
    expect(size, path).toBeLessThanOrEqual(limit);
    await context.close();
  }
}

test('fonts of a site have the quotes, dashes, tags, fields and data that its pages show', async () => {
  const FONTS = 'node_modules/@fontsource/source-serif-4/files/source-serif-4';
  const files = smallSite({ typography: true, taxonomies: { islands: {} } });
  for (const weight of ['400-normal', '400-italic', '600-normal', '700-normal'])
    for (const subset of ['latin', 'latin-ext', 'cyrillic'])
      files[`theme/fonts/serif-${subset}-${weight}.woff2`] = readFileSync(
        `${FONTS}-${subset}-${weight}.woff2`,
      );
  files['content/data/ports.csv'] = 'port,depth\nKøbing,−2 ½\n';
  files['content/en_US/articles/glyphs.md'] = article({
    title: 'Don\'t say "never" -- say "later"',
    slug: 'glyphs',
    more: 'tags: [Ærø]\nislands: [Þórshöfn]\nseries: Öland',
    body: '"Don\'t," she said -- "it\'s the \'pilot\'s\'..."\n\n::data{file="ports" caption="Ports"}\n',
  });
  files['content/ru_RU/articles/glyphs.md'] = article({
    title: 'Цена',
    slug: 'glyphs',
    body: '"Цена" --- это "то, что "платят""...\n',
  });
  const root = makeSite(files);
  await buildSite(root);
  expect(await findWrong(join(root, 'dist'))).toEqual([]);
});

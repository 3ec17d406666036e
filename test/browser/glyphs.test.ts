/** Each character of a page is drawn by the font that its style asks for. `glyphs-everywhere.test.ts` asks all sites of the project. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findWrongGlyphs } from '../../packages/look-test/src/glyphs.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { runJson } from '../support/cli.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test('in an example with the built-in fonts', async () => {
  const out = mkdtempSync(join(tmpdir(), 'articles-glyphs-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  await runJson(['build', '--root', 'examples/docs', '--out', out]);
  expect(await findWrongGlyphs(browser, out)).toEqual([]);
});

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
  expect(await findWrongGlyphs(browser, join(root, 'dist'))).toEqual([]);
});

/** Each character of each page of the sample, the examples and the templates is drawn by the font that its style asks for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findWrongGlyphs } from '../../packages/look-test/src/glyphs.ts';
import { GENERATION_LOCALES } from '../../src/locales/generation.ts';
import { INTERFACE_LOCALES } from '../../src/locales/locale-registry.ts';
import { TEMPLATES } from '../../src/scaffold/template-names.ts';
import { launchChromium } from '../support/chromium.ts';
import { runJson } from '../support/cli.ts';
import { makeFolder, readTree, SAMPLES } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test.each(SAMPLES)('%s', async (root) => {
  const out = mkdtempSync(join(tmpdir(), 'articles-glyphs-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  await runJson(['build', '--root', root, '--out', out]);
  expect(await findWrongGlyphs(browser, out)).toEqual([]);
  if (root === '.') await checkWeights(out);
});

/** The languages of the templates; the words of the interface in the others are the same in each template. */
const LOOKS = [
  ...TEMPLATES.map((template) => ({ template, languages: GENERATION_LOCALES, of: 'the templates' })),
  { template: 'blog', languages: INTERFACE_LOCALES, of: 'the interface' },
];

test.each(LOOKS)('the template $template in all languages of $of', async ({ template, languages }) => {
  const root = join(makeFolder(), 'site');
  const locales = languages.flatMap((locale) => ['--locale', locale]);
  await runJson(['init', root, '--template', template, '--title', 'A “Site” of İzmir — №1', ...locales]);
  await runJson(['build', '--root', root]);
  expect(await findWrongGlyphs(browser, join(root, 'dist'))).toEqual([]);
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

/** What the author of a look runs finds planted faults, and nothing on the look of the program. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLookFaults, type LookTest } from '../../packages/look-test/src/look-test.ts';
import { AXE } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { type Files, makeFolder, readTree, writeFiles } from '../support/site.ts';

const QUIET = resolve('packages/look-quiet');

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

async function findFaults(look: string, part: Partial<LookTest> = {}): Promise<string[]> {
  const faults = await findLookFaults({ look, browser, axe: AXE, ...part });
  return faults.map(({ check, page, width, message }) => `${check} ${page} ${width}: ${message}`);
}

const PLANTED: Record<string, { files: Files; kinds: string[]; widths: number[]; found: RegExp[] }> = {
  'a low contrast, in one scheme': {
    files: { 'theme/tokens.css': ':root { --soft: light-dark(#4f5c55, #3a4540) }' },
    kinds: ['tags', 'info', 'article'],
    widths: [360],
    found: [/^axe \/articles\/letter-1\.html 360: color-contrast: .*contrast of \d/],
  },
  'an overflow on a small phone': {
    files: { 'theme/style.css': '.byline-author { min-width: 24rem }' },
    kinds: ['article'],
    widths: [320, 768],
    found: [/^overflow \/articles\/letter-1\.html 320: \d+ px wider than the window: p\.byline-author$/],
  },
  'a heading that skips a level': {
    files: {
      'theme/components/Section.tsx':
        'export default ({ id, title, children }) => <section aria-labelledby={id}><h4 id={id}>{title}</h4>{children}</section>;',
    },
    kinds: ['category'],
    widths: [1280],
    found: [/^headings \/letters\.html null: "[^"]+" is of level 4 after level 2$/],
  },
  'a text larger than the title': {
    files: { 'theme/style.css': '.byline-author { font-size: 5rem }' },
    kinds: ['article'],
    widths: [1280],
    found: [
      /^rank \/articles\/letter-1\.html 1280: "By .*" \(\d+ px\) is larger than the title, "The Slow Post/,
    ],
  },
  'letters that the font of the look lacks': {
    files: { 'theme/tokens.css': ':root { --serif: "site-naskh", serif }' },
    kinds: ['offline'],
    widths: [1280],
    found: [/^glyphs \S+ null: "\S" of the family site-naskh is drawn by /],
  },
};

test.each(Object.entries(PLANTED))('%s is found', async (_name, { files, kinds, widths, found }) => {
  const look = makeFolder();
  writeFiles(look, files);
  if (!('theme/style.css' in files) && JSON.stringify(files).includes('site-naskh'))
    writeFiles(look, {
      'theme/fonts/naskh.woff2': readFileSync(join(QUIET, 'theme/fonts/naskh.woff2')),
    });
  const faults = await findFaults(look, { kinds, widths, languages: ['en'] });
  for (const pattern of found) expect(faults).toContainEqual(expect.stringMatching(pattern));
  expect(readdirSync(look)).toEqual(['theme']);
});

test('the look "quiet" has none on any kind of page, in any language, width and scheme, and under 400 lines', async () => {
  expect(await findFaults(QUIET)).toEqual([]);
  const texts = [...readTree(QUIET)].filter(([path]) => /\.(?:css|tsx)$|site-config\.json$/.test(path));
  expect(
    texts
      .map(([, bytes]) => String(bytes))
      .join('')
      .split('\n').length - 1,
  ).toBeLessThan(400);
  expect(existsSync(join(QUIET, 'theme/fonts/OFL.txt'))).toBe(true);
}, 900_000);

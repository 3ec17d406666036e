/**
 * The entry `articles-press/look-test`: finds what is wrong with a look on every kind of page, in four languages, at five widths,
 * light and dark. docs/layers.md describes it; what stands here keeps its meaning until a major version.
 */
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { build, groupBy, makeFolder, relativePath } from './core.ts';
import { findWrongGlyphs } from './glyphs.ts';
import { findHeadingFaults, findOverflow, findRankFault } from './page-faults.ts';
import { type ChosenPage, choosePages } from './page-kinds.ts';
import { createSampleSite } from './sample-site.ts';
import { serveFolder } from './serve-folder.ts';

export interface LookTest {
  /** Folder of the look. While the test runs, its `node_modules` has the sample site. */
  look: string;
  /** Chromium, as `chromium.launch()` of Playwright starts it. */
  browser: Browser;
  /** `source` of the package axe-core. */
  axe: string;
  /** In CSS pixels. Default: 320, 360, 768, 1280 and 1920. */
  widths?: readonly number[];
  /** Default: light and dark. */
  schemes?: readonly ('light' | 'dark')[];
  /** Default: en, ru, ko and ar. */
  languages?: readonly string[];
  /** Such as "article" and "home". Default: all that a site has. */
  kinds?: readonly string[];
}

export interface LookFault {
  /** What the test looked for. */
  check: 'axe' | 'glyphs' | 'overflow' | 'headings' | 'rank';
  /** Such as "/articles/letter-1.html". */
  page: string;
  /** The narrowest window that has the fault; null for one of all widths. */
  width: number | null;
  /** null for a fault of both. */
  scheme: 'light' | 'dark' | null;
  /** What is wrong, in words. */
  message: string;
}

const WIDTHS = [320, 360, 768, 1280, 1920];
/** The contrast of a page is that of its narrow form and of its wide one. */
const AXE_WIDTHS = [360, 1280];

/**
 * Builds a sample site with the look, and looks at the longest page of each kind and language.
 * @returns each fault once, with the first page, width and scheme that shows it
 * @throws UserError for a look that cannot be built
 */
export async function findLookFaults(test: LookTest): Promise<LookFault[]> {
  const look = resolve(test.look);
  // There the modules of the look find the packages that they import, and no linter or Git finds the site.
  const modules = join(look, 'node_modules');
  makeFolder(modules);
  const root = mkdtempSync(join(modules, '.look-test-'));
  try {
    for (const [path, content] of createSampleSite(relativePath(root, look))) {
      makeFolder(dirname(join(root, path)));
      writeFileSync(join(root, path), content);
    }
    await build(root);
    return await findFaults(test, join(root, 'dist'));
  } finally {
    rmSync(root, { recursive: true, force: true });
    if (readdirSync(modules).length === 0) rmdirSync(modules);
  }
}

async function findFaults(test: LookTest, out: string): Promise<LookFault[]> {
  const { browser, languages, kinds } = test;
  const pages = (await choosePages(out)).filter(
    ({ language, kind }) => languages?.includes(language) !== false && kinds?.includes(kind) !== false,
  );
  const first = languages?.[0] ?? pages.find(({ path }) => path === '/index.html')?.language;
  // Each context has a process of its own.
  const found = await Promise.all([
    ...[...groupBy(pages, ({ language }) => language)].map(([language, chosen]) =>
      examineLanguage(chosen, out, { ...test, isFirst: language === first }),
    ),
    findWrongGlyphs(
      browser,
      out,
      pages.map(({ path }) => path),
    ).then((strangers) =>
      strangers.map(
        ({ character, asked, drawnBy, page }): LookFault => ({
          check: 'glyphs',
          page,
          width: null,
          scheme: null,
          message: `"${character}" of the family ${asked} is drawn by ${drawnBy}`,
        }),
      ),
    ),
  ]);
  const faults = groupBy(found.flat(), ({ check, message }) => `${check} ${message}`);
  return [...faults.values()].flatMap(([fault]) => fault ?? []);
}

interface Examination extends LookTest {
  /** True for a page in the first language, which is looked at in every scheme at every width. */
  isFirst: boolean;
}

async function examineLanguage(
  pages: readonly ChosenPage[],
  out: string,
  examination: Examination,
): Promise<LookFault[]> {
  const faults: LookFault[] = [];
  const context = await examination.browser.newContext({
    bypassCSP: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  try {
    const origin = await serveFolder(context, out);
    const page = await context.newPage();
    for (const chosen of pages) {
      await page.goto(origin + chosen.path);
      await examinePage(page, chosen, examination, (fault) => faults.push(fault));
    }
  } finally {
    await context.close();
  }
  return faults;
}

async function examinePage(
  page: Page,
  { path, kind }: ChosenPage,
  { axe, widths = WIDTHS, schemes = ['light', 'dark'], isFirst }: Examination,
  note: (fault: LookFault) => void,
): Promise<void> {
  const place = { page: path, scheme: null, width: null };
  const [scheme = 'light'] = schemes;
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(() => document.fonts.ready);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await findOverflow(page);
    if (wide !== '') note({ ...place, check: 'overflow', width, message: wide });
    const rank = await findRankFault(page);
    if (rank !== '') note({ ...place, check: 'rank', width, message: rank });
  }
  for (const message of await findHeadingFaults(page)) note({ ...place, check: 'headings', message });
  const [button, panel] = [page.locator('.menu-button'), page.locator('.menu-panel')];
  const chosen = widths.filter((one) => AXE_WIDTHS.includes(one) || widths.length < 3);
  for (const [row, width] of chosen.entries()) {
    await page.setViewportSize({ width, height: 800 });
    for (const [column, scheme] of schemes.entries()) {
      // Other languages have the same layout: they are looked at narrow and light, and wide and dark.
      if (!isFirst && row % schemes.length !== column) continue;
      await page.emulateMedia({ colorScheme: scheme });
      // The menu is a part of every page: looking at it on one is enough.
      if (kind === 'home' && (await button.isVisible()) && !(await panel.isVisible())) await button.click();
      for (const { rule, html, summary } of await findViolations(page, axe))
        note({ ...place, check: 'axe', width, scheme, message: `${rule}: ${html} ${summary}` });
    }
  }
}

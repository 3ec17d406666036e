/** The first hour of a newcomer, from the tarball in an empty folder, in three languages: twelve commands and edits to the first own article. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { installPacked } from '../support/packed.ts';
import { startServe } from '../support/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'articles-first-hour-'));
let binary: string;
let browser: Browser;
beforeAll(async () => {
  binary = join(installPacked(folder), 'bin/articles.js');
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const PEOPLE = [
  {
    locale: 'fr',
    site: 'Carnet de terrain',
    title: 'Ce que porte la rivière',
    text: 'Du sable au printemps, et des feuilles en octobre.',
    words: ['Rechercher', 'Accueil', 'Publié'],
    told: [],
  },
  {
    locale: 'ar',
    site: 'دفتر الحقل',
    title: 'ما يحمله النهر',
    text: 'رمل في الربيع وأوراق في أكتوبر.',
    words: ['بحث', 'الرئيسية'],
    told: ['undrawn-title'],
  },
  {
    locale: 'ja',
    site: '野帳',
    title: '川が運ぶもの',
    text: '春には砂を、十月には葉を運ぶ。',
    words: ['検索', 'ホーム'],
    told: ['undrawn-title'],
  },
];

test.each(PEOPLE)(
  'a site in $locale shows its first article with the picture beside it, after twelve steps without a guess',
  async ({ locale, site, title, text, words, told }) => {
    let steps = 0;
    const root = join(folder, locale);
    const run = (...args: string[]) => {
      steps++;
      return execFileSync(process.execPath, [binary, ...args], {
        cwd: args[0] === 'init' ? folder : root,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    };
    const edit = (path: string, change: (text: string) => string) => {
      steps++;
      writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')));
    };
    run('init', locale, '--locale', locale, '--title', site);
    // npm install, which the folder above has done here.
    steps++;
    edit(`content/${locale}/categories.json`, () => '{ "river": { "title": "…" } }\n'.replace('…', site));
    const author = {
      name: site,
      type: 'organization',
      description: text,
      meta_title: site,
      meta_description: text,
    };
    edit(`content/${locale}/authors.json`, () => JSON.stringify([author]));
    // The template says: delete these three articles.
    steps++;
    rmSync(join(root, `content/${locale}/articles`), { recursive: true });
    const file = run('new', title, '--category', 'river').trim();
    expect(file).toMatch(new RegExp(`^content/${locale}/articles/river/[^/]+\\.md$`));
    steps++;
    const photo = sharp({ create: { width: 800, height: 500, channels: 3, background: '#357' } });
    mkdirSync(dirname(join(root, file)), { recursive: true });
    await photo.jpeg().toFile(join(root, dirname(file), 'photo.jpg'));
    edit(
      file,
      (draft) => `${draft.replace('draft: true\n', 'image: photo.jpg\n')}${text}\n\n![${title}](photo.jpg)\n`,
    );
    // What is left are the three pages of the template, which have placeholders, each with its line, and a script that needs a font for
    // link previews.
    const { errors, warnings } = JSON.parse(run('check', '--json'));
    expect(errors).toEqual([]);
    const codes = warnings.map(({ code }: { code: string }) => code);
    const others = codes.filter((code: string) => code !== 'placeholder');
    expect(others).toEqual(told);
    run('build', '--strict');
    const served = await startServe(root, ['--port', '0'], onTestFinished, binary);
    steps++;
    expect(steps).toBeLessThanOrEqual(12);

    for (const width of [360, 1280]) {
      const context = await browser.newContext({ viewport: { width, height: 800 } });
      const page = await context.newPage();
      const home = await page.goto(served.url);
      expect(home?.status()).toBe(200);
      const html = (await home?.text()) ?? '';
      expect(html).toContain(`<html lang="${locale}"${locale === 'ar' ? ' dir="rtl"' : ''}`);
      await page.getByRole('link', { name: title }).first().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const seen = await page.locator('body').innerText();
      for (const word of [text, ...words]) expect(`${html} ${seen}`).toContain(word);
      // No English word is left; the names of formats are in all languages.
      const latin = seen.replaceAll(/Atom|RSS|JSON Feed|JSON|XML/gi, '').match(/[A-Za-z]{4,}/g) ?? [];
      if (locale !== 'fr') expect(latin).toEqual([]);
      const picture = page.locator('.prose img');
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(100);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await context.close();
    }
    await served.stop();
  },
  180_000,
);

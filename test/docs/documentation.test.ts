/** The documentation: a site that this program builds without a problem, with every page and every definition in it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsPage, writeDocsSite } from '../../scripts/docs.mjs';
import { runArticles, runJson } from '../support/program.ts';

const site = mkdtempSync(join(tmpdir(), 'articles-docs-'));
afterAll(() => rmSync(site, { recursive: true, force: true }));

let pages: DocsPage[];
beforeAll(() => {
  pages = writeDocsSite(site);
});

const read = (path: string) => readFileSync(path, 'utf8');

describe('the documentation', () => {
  test('builds strictly, and the checker finds no dead link and no other problem', async () => {
    expect(await runArticles(['build', '--strict', '--root', site])).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await runArticles(['check', '--root', site]);
    expect(`${stdout}${stderr}`).toContain('no problem in');
    expect(code).toBe(0);
  });

  test('has every page of docs/', () => {
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      // The index of the folder is for readers of the repository: the site has its own home page.
      .filter((file) => file.endsWith('.md') && file !== 'README.md' && !file.startsWith('site/'));
    const listed = pages.map(({ file }) => file);
    expect(files.filter((file) => !listed.includes(file))).toEqual([]);
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
  });

  test('answers twenty questions of new users with the first page that search finds', async () => {
    const questions: { question: string; search: string; page: string }[] = JSON.parse(
      read('docs/questions.json'),
    );
    expect(questions.length).toBeGreaterThanOrEqual(20);
    const found: Record<string, string | undefined> = {};
    for (const { question, search } of questions) {
      const { groups } = await runJson(['search', search, '--root', site]);
      found[question] = groups[0]?.results[0]?.url;
    }
    const slugs = new Map(pages.map(({ file, slug }) => [file, slug]));
    expect(found).toEqual(
      Object.fromEntries(questions.map(({ question, page }) => [question, `/articles/${slugs.get(page)}`])),
    );
  });
});

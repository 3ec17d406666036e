/** The documentation: a site that this program builds without a problem, with every page and every definition in it. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsPage, writeDocsSite } from '../../scripts/docs.mjs';
import { runArticles, runJson } from '../support/cli.ts';

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
      .filter((file) => file.endsWith('.md') && !file.startsWith('site/'));
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

test('the first page of the documentation can be followed as it stands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'articles-start-'));
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  // npm would ask the registry for two packages; what they give is there already (test/package.test.ts packs them).
  symlinkSync(resolve('bin/articles.js'), join(tools, 'articles'));
  writeFileSync(join(tools, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const blocks = [...read('docs/start.md').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  );
  expect(blocks.length).toBeGreaterThan(4);
  const script = blocks
    .join('')
    .replace('npm create articles-press field-notes -- ', 'articles init field-notes ')
    .replace('npm install\n', '')
    .replaceAll('/tmp/', `${folder}/`);
  const output = execFileSync('sh', ['-ec', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${tools}:${process.env.PATH}`, NO_COLOR: '1', npm_config_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(output).toBeDefined();
  expect(readdirSync(join(folder, 'field-notes-preview'))).toContain('index.html');
  expect(read(join(folder, 'field-notes-preview/index.html'))).toContain('noindex');
  rmSync(folder, { recursive: true, force: true });
});

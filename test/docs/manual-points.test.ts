/** The points of docs/examples.md in which a manual of this program is compared with others: each holds for the site that `init --template docs` makes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INTERFACE_LOCALES } from '../../src/locales/locale-registry.ts';
import { runArticles, runJson } from '../support/program.ts';
import { readTree, writeFiles } from '../support/site.ts';

const root = mkdtempSync(join(tmpdir(), 'articles-points-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const text = (fields: string, body: string) => `---\n${fields}\n---\n${body}\n`;
const EVERY = [
  '## One',
  '### Within one',
  '```js title="a.js" {1} showLineNumbers\nlet price = 2;\n```',
  '> [!NOTE]\n> Mind this.',
  '::::tabs\n:::tab{title="A"}\nFirst.\n:::\n:::tab{title="B"}\nSecond.\n:::\n::::',
  '```math\n1/p\n```',
  '## Two',
  '```mermaid\ngraph LR\n```',
].join('\n\n');

let files: Map<string, Buffer>;
let findings: string;
const page = (path: string) => files.get(path)?.toString() ?? '';
const every = () => page('articles/every.html');

beforeAll(async () => {
  const site = ['--template', 'docs', '--locale', 'en_US', '--locale', 'ar'];
  await runArticles(['init', root, '--title', 'The Manual', ...site]);
  await runArticles(['locale', 'en-US-x-v1', '--root', root]);
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  config.locales.push('en_US_x_v1');
  config.navigation.editLink = 'https://git.example/edit/{file}';
  const place = 'category: guides/writing\ndate: 2026-01-02';
  writeFiles(root, {
    'site-config.json': JSON.stringify(config),
    'content/en_US/articles/every.md': text(
      `title: Every\norder: 1\nupdated: 2026-02-03\ntags: [wide]\n${place}`,
      EVERY,
    ),
    'content/en_US/articles/dead.md': text(`title: Dead\norder: 9\ndraft: true\n${place}`, '[x](/nowhere)'),
    'content/en_US/pages/guide/deep/chapter.md': text(
      'title: Chapter\nnavigation: sidebar',
      'Quinces grow here.',
    ),
  });
  findings = (await runArticles(['build', '--root', root])).stderr;
  files = readTree(join(root, 'dist'));
}, 120_000);

const POINTS: Record<string, () => Promise<void> | void> = {
  'start page'() {
    expect(page('index.html')).toMatch(
      /<div class="start"><h1>The Manual<\/h1>.*class="buttons".*class="shelves"/s,
    );
  },
  'tree of pages'() {
    const [tree = ''] = /<nav class="sidebar".*?<\/nav>/s.exec(every()) ?? [];
    expect(tree.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toMatch(
      /Guide Deep Chapter .*Getting Started Write an Article Guides Writing Every Organise Your Site Publishing/,
    );
  },
  order() {
    expect(every().indexOf('>Every</a>')).toBeLessThan(every().indexOf('>Organise Your Site</a>'));
  },
  'badges in the tree'() {
    expect(every()).not.toMatch(/badge/);
  },
  'current page in the tree'() {
    expect(every()).toMatch(/<details open=""><summary>Writing<\/summary>.*aria-current="page">Every<\/a>/s);
  },
  'previous and next'() {
    expect(every()).toMatch(/rel="prev".*Write an Article.*rel="next".*Organise Your Site/s);
    // The demo articles say the same as these links.
    for (const [from, to] of [
      ['write-an-article', 'Every'],
      ['organise-your-site', 'Publish Your Site'],
    ])
      expect(page(`articles/${from}.html`)).toMatch(new RegExp(`rel="next"[^>]*>.*?${to}`, 's'));
  },
  'contents of a page'() {
    expect(every()).toContain('<a href="#one">One</a><ol><li><a href="#within-one">Within one</a></li></ol>');
    expect([...files.keys()].some((path) => /^assets\/text-\w+\.js$/.test(path))).toBe(true);
  },
  'link to the source'() {
    expect(every()).toContain('href="https://git.example/edit/content/en_US/articles/every.md"');
  },
  'day of the last change'() {
    expect(every()).toMatch(/Updated <time dateTime="2026-02-03">/);
  },
  async search() {
    const found = async (words: string) =>
      JSON.stringify(await runJson(['search', words, '--full', '--root', root]));
    expect(await found('quinces')).toContain('/guide/deep/chapter');
    expect(await found('quincse')).toContain('/guide/deep/chapter');
    expect(every()).toContain('aria-keyshortcuts="Control+K"');
    expect(files.has('search.html')).toBe(true);
  },
  versions() {
    expect(page('v1/articles/write-an-article.html')).toMatch(
      /rel="canonical" href="https:\/\/example\.com\/articles\/write-an-article"/,
    );
    expect(page('articles/write-an-article.html')).toContain('href="/v1/articles/write-an-article"');
  },
  'languages of the interface'() {
    expect(INTERFACE_LOCALES).toHaveLength(24);
  },
  'a page that is not translated'() {
    expect(every()).not.toContain('/ar/articles/every');
    expect(files.has('ar/articles/every.html')).toBe(false);
  },
  'right-to-left languages'() {
    expect(page('ar.html')).toContain('<html lang="ar" dir="rtl"');
  },
  'dark look'() {
    expect(every()).toContain('data-theme-switch');
    const styles = [...files].find(([path]) => /^assets\/styles-.*\.css$/.test(path))?.[1].toString();
    expect(styles).toMatch(/prefers-color-scheme: ?dark/);
  },
  code() {
    expect(every()).toContain('a.js');
    expect(every()).toMatch(/data-copy/);
    expect(every()).toMatch(/class="[^"]*(?:line|mark)/);
  },
  'notes and tabs'() {
    expect(every()).toContain('callout-note');
    expect(every()).toMatch(/<details class="tab"/);
  },
  'steps, file tree, icons, banner'() {
    expect(readFileSync('docs/reference/directives.md', 'utf8')).not.toMatch(
      /^## (?:steps|filetree|icon|banner)$/m,
    );
  },
  formulas() {
    expect(every()).toContain('<math');
  },
  'diagrams (Mermaid)'() {
    expect(findings).toMatch(/mermaid|diagram/i);
  },
  async 'links that lead nowhere'() {
    const { stderr } = await runArticles(['build', '--strict', '--drafts', '--root', root]);
    expect(stderr).toMatch(/content\/en_US\/articles\/dead\.md:\d+:\d+: "\/nowhere"/);
  },
  'articles, tags, authors, feeds'() {
    for (const path of ['tags/wide.html', 'authors/editorial-team.html', 'feed.xml', 'rss.xml', 'feed.json'])
      expect(files.has(path), path).toBe(true);
  },
  'offline reading'() {
    expect(files.has('sw.js')).toBe(true);
  },
  'content security policy'() {
    expect(every()).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'self'; /);
  },
  'bytes of a page of text, gzip'() {
    const html = page('articles/write-an-article.html');
    const named = [...files].filter(
      ([path]) =>
        /^assets\/(?:main|text)-\w+\.js$/.test(path) || (path.startsWith('assets/') && html.includes(path)),
    );
    const bytes = named.map(([path, file]) => (path.endsWith('.woff2') ? file : gzipSync(file)).length);
    const scripts = named.filter(([path]) => path.endsWith('.js')).map(([, file]) => gzipSync(file).length);
    const sum = (list: number[]) => list.reduce((all, one) => all + one, gzipSync(html).length);
    expect(sum(bytes)).toBeLessThan(56_000);
    expect(scripts.reduce((all, one) => all + one, 0)).toBeLessThan(9_000);
  },
};

describe('a manual', () => {
  test.each(Object.entries(POINTS))('%s', (_name, holds) => holds());

  test('has these points in docs/examples.md, and no others', () => {
    const [, table = ''] =
      /\n\| \| template `docs`.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(readFileSync('docs/examples.md', 'utf8')) ??
      [];
    const rows = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(POINTS));
    expect(rows).toHaveLength(25);
  });
});

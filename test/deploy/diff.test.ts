/** `deploy --diff` and `--summary` compare a build with a folder and a bucket that hold an earlier build. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { comparePages } from '../../src/deploy/compare/compare-pages.ts';
import { readPageFacts } from '../../src/deploy/compare/page-facts.ts';
import { formatReview } from '../../src/deploy/compare/review-page.ts';
import { formatSummary } from '../../src/deploy/compare/site-diff.ts';
import { diffWords } from '../../src/foundation/text-diff.ts';
import { startGcsServer } from '../support/gcs-server.ts';
import { runArticles, runJson } from '../support/program.ts';
import { article, makeFolder, makeSite, readTree, writeFiles } from '../support/site.ts';

const HOSTILE = '<script>alert(1)</script> "quoted" | [x](javascript:1) @team';
const ADS = (text: string) =>
  JSON.stringify({ sapeNewUrl: '', sapeLinks: { '/articles/second-look': [text] } });

const run = (root: string, ...args: string[]) => runJson([...args, '--root', root]);

/** Changes one title, one text, one paid link; adds, removes and moves an article. */
function edit(root: string) {
  const odds = { category: 'betting', subcategory: 'odds' };
  writeFiles(root, {
    'content/en_US/articles/first.md': article({
      title: HOSTILE,
      slug: 'first-price',
      ...odds,
      body: 'The text of The first price.\n\n## A part of it\n\nMuch more of *that* today.',
    }),
    'content/en_US/articles/fresh.md': article({ title: 'Fresh odds', slug: 'fresh', ...odds }),
    'content/en_US/articles/loose.md': null,
    'content/en_US/articles/poker/third.md': article({
      title: 'Third street',
      slug: 'third-street-now',
      date: '2026-03-01T09:30:00+05:30',
      category: 'poker',
      subcategory: 'hands',
      aliases: ['/articles/old-street', '/articles/third-street'],
    }),
    'content/ads.json': ADS('<a href="https://ads.example/two">Two</a>'),
  });
}

interface Page {
  path: string;
  action: string;
  title: string;
  fields: { field: string; before: string; after: string }[];
  words: { added: number; removed: number };
  paidLinks: { added: string[]; removed: string[] };
}

describe.each(['a folder', 'a bucket'])('against %s', (kind) => {
  test('pages added, removed and changed are named with what changed, and nothing is written', async () => {
    const server = await startGcsServer({ buckets: ['small-paper'] });
    onTestFinished(() => server.stop());
    vi.stubEnv('STORAGE_EMULATOR_HOST', server.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const root = makeSite();
    writeFiles(root, { 'content/ads.json': ADS('<a href="https://ads.example/one">One</a>') });
    const www = join(makeFolder(), 'www');
    const target = kind === 'a folder' ? ['--target', pathToFileURL(www).href] : [];
    const production = [...target, '--env', 'production', '--yes'];
    await run(root, 'build');
    await run(root, 'deploy', ...production);
    const none = await run(root, 'deploy', ...production, '--diff');
    expect(none).toMatchObject({ pages: [], invisible: 0, files: [], dryRun: true });
    edit(root);
    await run(root, 'build');
    server.requests.length = 0;
    const diff = await run(root, 'deploy', ...production, '--diff');
    const pages = new Map<string, Page>(diff.pages.map((page: Page) => [page.path, page]));
    expect(pages.get('/articles/first-price')).toMatchObject({
      action: 'changed',
      title: expect.stringContaining('<script>alert(1)</script>'),
      words: { added: expect.any(Number), removed: expect.any(Number) },
    });
    const first = pages.get('/articles/first-price');
    expect(first?.fields.find(({ field }) => field === 'title')?.before).toContain('The first price');
    expect(pages.get('/articles/second-look')?.paidLinks).toEqual({
      added: ['https://ads.example/two (Two)'],
      removed: ['https://ads.example/one (One)'],
    });
    expect(pages.get('/articles/fresh')?.action).toBe('added');
    expect(pages.get('/articles/nowhere')?.action).toBe('removed');
    expect(pages.get('/articles/third-street-now')?.action).toBe('added');
    // The old address has become a redirect.
    expect(pages.get('/articles/third-street')?.fields).toContainEqual({
      field: 'redirect',
      before: '',
      after: '/articles/third-street-now',
    });
    expect(pages.get('/articles/old-street')?.fields).toContainEqual({
      field: 'redirect',
      before: '/articles/third-street',
      after: '/articles/third-street-now',
    });
    expect(pages.has('/terms')).toBe(false);
    if (kind === 'a folder') return;
    // Only pages that differ are read, and nothing is written.
    expect(new Set(server.requests.map((request) => request.kind))).toEqual(new Set(['list', 'media']));
    const read = server.requests.filter((request) => request.kind === 'media').length;
    expect(read).toBeLessThanOrEqual(diff.pages.length + diff.invisible);
  }, 60_000);
});

test('one HTML file for review shows the changes, escapes the content and loads nothing', async () => {
  const root = makeSite();
  const target = ['--target', pathToFileURL(join(makeFolder(), 'www')).href];
  await run(root, 'build');
  await run(root, 'deploy', ...target);
  edit(root);
  await run(root, 'build');
  const file = join(root, 'review.html');
  const { review } = await run(root, 'deploy', ...target, '--diff', file);
  expect(review).toBe(file);
  const html = readFileSync(file, 'utf8');
  const tags = new Set<string>();
  const loaded: string[] = [];
  const parser = new Parser({
    onopentag(name, { src, href }) {
      tags.add(name);
      for (const address of [src, href]) if (address !== undefined) loaded.push(address);
    },
  });
  parser.end(html);
  expect([tags.has('script'), tags.has('img'), loaded]).toEqual([false, false, []]);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain("default-src 'none'");
  expect(html).toContain('<ins>Much more</ins>');
  const { stderr } = await runArticles(['deploy', '--root', root, ...target, '--diff']);
  expect(stderr).toMatch(/What readers of file:.* will see change: \d+ pages? added, 1 removed, \d+ changed/);
  expect(stderr).toContain('+ /articles/fresh  Fresh odds');
  const refused = await runArticles(['deploy', '--root', root, ...target, '--diff', '--rollback', 'r1']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('leave one of them out')]);
}, 60_000);

test('a preview writes a summary for its pull request, compared with the site', async () => {
  const root = makeSite();
  const www = join(makeFolder(), 'www');
  const target = ['--target', pathToFileURL(www).href];
  const out = ['--out', join(root, 'dist-preview')];
  await run(root, 'build');
  await run(root, 'deploy', ...target);
  edit(root);
  await run(root, 'build', ...out, '--base-path', '/_preview/next');
  const step = join(root, 'step.md');
  writeFileSync(step, 'before\n');
  vi.stubEnv('GITHUB_STEP_SUMMARY', step);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(root, 'summary.md');
  const { url } = await run(root, 'deploy', ...target, ...out, '--preview', 'next', '--summary', file);
  const summary = readFileSync(file, 'utf8');
  expect(readFileSync(step, 'utf8')).toBe(`before\n${summary}\n`);
  expect(summary).toContain(`**<${url}>**`);
  expect(summary).toMatch(/\| added \| \[Fresh odds[^\]]*\]\(.*\/articles\/fresh\) \|/);
  expect(summary).toMatch(/\| removed \| /);
  expect(summary).not.toContain('<script>');
  // Pages that differ only by their address are no change.
  expect(summary).not.toContain('/terms');
  expect(existsSync(join(www, '_preview/next/articles/fresh.html'))).toBe(true);
  expect(readTree(www).has('articles/fresh.html')).toBe(false);
}, 60_000);

describe('the comparison', () => {
  const word = fc.constantFrom('a', 'b', 'c', '<b>', 'дом');
  const text = fc.array(word, { maxLength: 30 });

  test('gives both texts back, and nothing for equal ones', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const segments = diffWords(before, after);
        const without = (kind: string) =>
          segments.filter((segment) => segment.kind !== kind).flatMap(({ words }) => words);
        expect(without('added')).toEqual(before);
        expect(without('removed')).toEqual(after);
        if (before.join() === after.join()) expect(segments.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test('of long texts that share nothing ends soon', () => {
    const long = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`);
    const started = performance.now();
    expect(diffWords(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('is blind to scripts and markup, and counts words once where elements end lines', () => {
    const facts = (main: string) => readPageFacts(`<title>T</title><main>${main}</main>`);
    const before = facts('<p>One <b>tw</b>o</p><p>three</p><script>a()</script>');
    expect(before.words).toEqual(['One', 'two', 'three']);
    expect(comparePages('/a', before, facts('<div>One two</div> three<style>x{}</style>'))).toBeNull();
  });

  test('never becomes markup in review or summary', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', '|', '[', ']', '(', '`', '\n', 'x', '@') }),
        (title) => {
          const change = comparePages('/a', readPageFacts('<title>x</title>'), {
            ...readPageFacts(''),
            title,
          });
          if (!change) return;
          const diff = { url: 'file:///x', pages: [change], invisible: 0, unchanged: 0, files: [] };
          expect(
            formatReview(diff, title).match(
              /<(?!\/?(?:html|head|meta|title|style|body|header|h[1-4]|p|main|article|span|code|table|tr|th|td|del|ins|!doctype))/g,
            ),
          ).toBeNull();
          expect(formatSummary(diff, 'https://example.org/').match(/^\|.*$/gm)).toHaveLength(3);
        },
      ),
    );
  });
});

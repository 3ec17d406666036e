/** Translations: tied by path, parts kept, the original untouched. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeCategories } from '../../src/content/article/category-tree.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { loadOriginal } from '../../src/generate/files/load-original.ts';
import type { ModelServerOptions } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createSite, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const SAMPLE = join(import.meta.dirname, '../../content/en_US/articles/poker-guides/pot-odds-and-equity.md');
const FILE = 'content/en_US/articles/poker-guides/pot-odds-and-equity.md';
async function setUp(options: ModelServerOptions = {}) {
  const root = createSite();
  const server = await serveModel(options);
  mkdirSync(join(root, 'content/en_US/articles/poker-guides'), { recursive: true });
  cpSync(SAMPLE, join(root, FILE));
  return { root, server, url: server.url };
}

const request = {
  topics: null,
  translateFrom: 'en_US' as const,
  locales: ['ru_RU' as const, 'tr_TR' as const],
};

test('each other locale gets its edition at the same path, with the same parts', async () => {
  const { root, url } = await setUp();
  const configFile = join(root, 'site-config.json');
  const config = JSON.parse(readFileSync(configFile, 'utf8'));
  const terms = [{ en_US: 'Equity', tr_TR: 'Hisse' }];
  writeFileSync(configFile, JSON.stringify({ ...config, taxonomies: { tags: { terms } } }));
  const before = readFileSync(join(root, FILE), 'utf8').replace('\n', '\ntags: [Equity, Pot odds]\n');
  writeFileSync(join(root, FILE), before);
  const { result, errors } = await runGenerate(root, url, request);
  expect(errors).toEqual([]);
  expect(result.rejected).toEqual([]);
  const original = loadOriginal(root, 'en_US', FILE);
  for (const locale of ['ru_RU', 'tr_TR'] as const) {
    const file = FILE.replace('en_US', locale);
    const text = readFileSync(join(root, file), 'utf8');
    const translated = loadOriginal(root, locale, file);
    expect(translated.sections).toHaveLength(original.sections.length);
    expect(writeCategories(translated.entities)).toEqual(writeCategories(original.entities));
    expect(text).toContain(`translatedFrom: ${FILE}`);
    expect(translated.fields).toEqual({ tags: [locale === 'tr_TR' ? 'Hisse' : 'Equity', 'Pot odds'] });
    for (const [index, section] of translated.sections.entries()) {
      const source = original.sections[index]?.text ?? '';
      expect(section.text.match(/^\|.*$/gm)).toEqual(source.match(/^\|.*$/gm));
      expect(section.text.match(/^```/gm)?.length).toBe(source.match(/^```/gm)?.length);
    }
    expect(parseArticle({ file, locale, key: 'poker-guides/pot-odds-and-equity' }, text, '').meta?.key).toBe(
      'poker-guides/pot-odds-and-equity',
    );
  }
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(before);
});

test('an existing file is never overwritten, and costs no call', async () => {
  const { root, url, server } = await setUp();
  const file = join(root, FILE.replace('en_US', 'ru_RU'));
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'by hand');
  const { result } = await runGenerate(root, url, { ...request, locales: ['ru_RU'] });
  expect(result).toMatchObject({ written: [], skipped: 1 });
  expect(server.calls).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe('by hand');
});

test('a translation that drops a table row, a section or a link tells its reviewer', async () => {
  const { root, url, server } = await setUp({
    fault: ({ step }) =>
      step === 'translate'
        ? { content: (text) => text.replace(/\\n\|[^|]*two overcards[^\n]*?\|\\n/i, '\\n') }
        : undefined,
  });
  const { result } = await runGenerate(root, url, { ...request, locales: ['tr_TR'] });
  expect(server.calls.filter(({ step }) => step === 'translate')).toHaveLength(1);
  expect(result.written).toHaveLength(1);
  expect(readFileSync(join(root, FILE.replace('en_US', 'tr_TR')), 'utf8')).toMatch(/structure: .*table rows/);
});

test('the original is split at its second-level headings, and headings in code are code', async () => {
  const { root } = await setUp();
  const head = readFileSync(join(root, FILE), 'utf8').split('\n---\n')[0];
  writeFileSync(
    join(root, FILE),
    `${head}\n---\nBefore.\n\n## One ##\nText\n### Deeper\n\n\`\`\`md\n## Not one\n\`\`\`\n\n## Two\n`,
  );
  expect(loadOriginal(root, 'en_US', FILE).sections).toEqual([
    { number: 1, heading: '', text: 'Before.' },
    { number: 2, heading: 'One', text: 'Text\n### Deeper\n\n```md\n## Not one\n```' },
    { number: 3, heading: 'Two', text: '' },
  ]);
});

const LINKED = `---
title: Reading a price board
slug: reading-a-price-board
author: Editorial Team
date: 2026-01-10
category: pokerGuides
---
Read [the end](#the-end-of-it), [the terms](/terms), [pot odds](/articles/pot-odds-and-equity#pot), [home](/),
[one that is not translated](/articles/alone), [the editors](/authors/editorial-team) and [another site](https://example.org/rules).[^1]

## A board in \`code\`

The share is 1,250 of 40,000.[^2] Back to [the start](#a-board-in-code), or to [a part](#a-smaller-part).

\`\`\`md
[the terms](/terms)
\`\`\`

### A smaller part

Two words.

## The end of it

It ends here.

[^1]: A note with [the terms](/terms).
[^2]: Another note.
`;
const LINKED_FILE = 'content/en_US/articles/board.md';

/** A site whose sample article has a Turkish edition, and one more that has none. */
async function setUpLinked(options: ModelServerOptions = {}) {
  const { root, server, url } = await setUp(options);
  const alone =
    '---\ntitle: Alone\nslug: alone\nauthor: Editorial Team\ndate: 2026-01-10\ncategory: pokerGuides\n---\nText.\n';
  writeFileSync(join(root, 'content/en_US/articles/alone.md'), alone);
  writeFileSync(join(root, LINKED_FILE), LINKED);
  const turkish = readFileSync(SAMPLE.replace('en_US', 'tr_TR'), 'utf8');
  mkdirSync(join(root, 'content/tr_TR/articles/poker-guides'), { recursive: true });
  writeFileSync(join(root, FILE.replace('en_US', 'tr_TR')), turkish);
  const slug = /^slug: (.*)$/m.exec(turkish)?.[1];
  return { root, server, url, slug };
}

test('links of a translation lead to its own headings and to the pages of its edition', async () => {
  const { root, url, slug } = await setUpLinked();
  const wanted = { ...request, locales: ['tr_TR' as const] };
  const { result, errors } = await runGenerate(root, url, wanted);
  expect(errors).toEqual([]);
  const file = LINKED_FILE.replace('en_US', 'tr_TR');
  expect(result.written.map((article) => article.file)).toContain(file);
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).not.toMatch(/structure|link:/);
  const targets = Array.from(text.matchAll(/\]\(([^)]*)\)/g), ([, target]) => target);
  expect(targets.filter((target) => !target?.startsWith('#'))).toEqual([
    '/tr/terms',
    `/tr/articles/${slug}`,
    '/tr',
    '/articles/alone',
    '/tr/authors/editorial-team',
    'https://example.org/rules',
    '/terms',
    '/tr/terms',
  ]);
  // The judge is `check`, which reads headings as the page has them.
  const { stdout } = await runArticles(['check', '--drafts', '--json', '--root', root]);
  const { errors: dead } = JSON.parse(stdout);
  expect(dead.filter((problem: { file: string }) => problem.file === file)).toEqual([]);
});

test.each([
  ['a footnote', (text: string) => text.replace('[^2]', ''), /section 2 has 0 marks of footnotes/],
  ['a note', (text: string) => text.replace(/\\n\[\^2\]:[^"\\]*/, ''), /section 3 has 1 footnotes/],
  ['a number', (text: string) => text.replace('1,250', '1,350'), /section 2 lacks 1,250 of the original/],
  [
    'a link within the site',
    (text: string) => text.replace('[the start](#a-board-in-code)', ''),
    /section 2 has 1 links within the site/,
  ],
  [
    'a link to another site',
    (text: string) => text.replace('[another site](https://example.org/rules)', ''),
    /section 1 lost the link to "https:\/\/example.org\/rules"/,
  ],
])('a translation that loses %s says so, with its section', async (_what, change, words) => {
  const { root, url } = await setUpLinked({
    fault: ({ step }) => (step === 'translate' ? { content: change } : undefined),
  });
  await runGenerate(root, url, { ...request, locales: ['tr_TR'] });
  expect(readFileSync(join(root, LINKED_FILE.replace('en_US', 'tr_TR')), 'utf8')).toMatch(words);
});

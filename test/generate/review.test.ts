/** The gate: nothing is built before a person approves it, and approving changes no byte of the text. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { readApprovals } from '../../src/content/article/approvals.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import {
  checkReviewed,
  decide,
  findReviewed,
  loadReviewed,
} from '../../src/generate/review/review-articles.ts';
import type { ModelServerOptions } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

async function setUp(options: ModelServerOptions = {}) {
  const root = createSite({ maxRepairs: 0 });
  const server = await serveModel(options);
  const { result } = await runGenerate(root, server.url, { topics: createTopics(2) });
  const files = [...result.written, ...result.needsReview].map(({ file }) => file ?? '');
  return { root, files };
}

const BY = ['--reviewer', 'Ann Reed'];

const statusOf = (root: string, file: string) =>
  parseArticle({ file, locale: 'en_US', key: 'a/b' }, readFileSync(join(root, file), 'utf8'), '').meta
    ?.status;

test('list, show, approve and reject through the program', async () => {
  const { root, files } = await setUp();
  const [first = '', second = ''] = files;
  expect(statusOf(root, first)).toBe('draft');
  const list = await runArticles(['review', '--root', root, '--json']);
  expect(
    JSON.parse(list.stdout)
      .articles.map(({ file }: { file: string }) => file)
      .sort(),
  ).toEqual([...files].sort());
  const shown = await runArticles(['review', 'show', first, '--root', root]);
  expect(shown.stdout).toContain('origin:');
  const slug = first.split('/').at(-1)?.replace('.md', '') ?? '';
  const before = readFileSync(join(root, first), 'utf8');
  expect(
    (await runArticles(['review', 'approve', slug, '--root', root, '--reviewer', 'Ana "A" Öz'])).code,
  ).toBe(0);
  const after = readFileSync(join(root, first), 'utf8');
  expect(after).toBe(
    before
      .replace('draft: true', 'draft: false')
      .replace('status: draft', 'status: approved')
      .replace('reviewer: null', 'reviewer: Ana "A" Öz'),
  );
  expect(statusOf(root, first)).toBe('published');
  expect((await runArticles(['review', 'reject', second, '--root', root, ...BY])).code).toBe(0);
  expect(statusOf(root, second)).toBe('withheld');
  const built = await runArticles(['build', '--root', root, '--drafts', '--json']);
  expect(JSON.parse(built.stdout).articles).toBe(1);
  const empty = await runArticles(['review', '--root', root]);
  expect(empty.stderr).toContain('no article waits');
  const unknown = await runArticles(['review', 'approve', 'no-such', '--root', root]);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/there is no generated article/)]);
});

test('approves an article that failed its checks only after a correction, or with --force', async () => {
  const { root, files } = await setUp({
    fault: ({ step }) =>
      step === 'sections'
        ? { content: (text) => text.replace(/\.(\\n|")/, '. <script>alert(1)</script>$1') }
        : undefined,
  });
  const [file = '', other = ''] = files;
  expect(statusOf(root, file)).toBe('withheld');
  const refused = await runArticles(['review', 'approve', file, '--root', root, ...BY]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/script: .*\n.*--force/)]);
  expect(statusOf(root, file)).toBe('withheld');
  writeFileSync(
    join(root, file),
    readFileSync(join(root, file), 'utf8').replace(/<script>.*?<\/script>/g, ''),
  );
  expect((await runArticles(['review', 'approve', file, '--root', root, ...BY])).code).toBe(0);
  expect(statusOf(root, file)).toBe('published');
  expect(
    (
      await runArticles([
        'review',
        'approve',
        other,
        '--force',
        '--reason',
        'shows an attack',
        '--root',
        root,
        ...BY,
      ])
    ).code,
  ).toBe(0);
  expect(statusOf(root, other)).toBe('published');
  // A script that a person approves does not run on the page.
  await runArticles(['build', '--root', root]);
  const slug = other.split('/').at(-1)?.replace('.md', '');
  const page = readFileSync(join(root, 'dist/articles', `${slug}.html`), 'utf8');
  expect(page).not.toContain('<script>alert(1)');
});

test('a decision on a file that changed since it was read is not written', async () => {
  const { root, files } = await setUp();
  const config = await loadConfig(root);
  const [article] = findReviewed(
    config,
    loadReviewed(config, () => undefined),
    [files[0] ?? ''],
  );
  if (!article) throw new Error('no article');
  expect([...(await checkReviewed(config, [article])).values()]).toEqual([[]]);
  writeFileSync(join(root, article.file), `${article.content}\nAnother hand.\n`);
  await expect(decide(config, article, 'approved', 'me')).rejects.toThrow(/changed since it was read/);
  expect(readFileSync(join(root, article.file), 'utf8')).toContain('Another hand.');
});

/** Changes the file of an article, then tries to approve it. */
async function approveAfter(root: string, file: string, change: (text: string) => string) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, change(before));
  const { code, stderr } = await runArticles(['review', 'approve', file, '--root', root, ...BY]);
  writeFileSync(path, before);
  return { code, stderr, last: readApprovals(root).decisions.at(-1) };
}

const addParagraph = (paragraph: string) => (text: string) => `${text.trimEnd()}\n\n${paragraph}\n`;

test('approving repeats every exact check of the generation', async () => {
  const { root, files } = await setUp();
  const [first = ''] = files;
  for (const [code, change] of [
    ['calculation', (text: string) => text.replace(/^title: .*$/m, 'title: Why a Ledger Shows 2 + 2 = 5')],
    ['calculation', (text: string) => text.replace(/^(description: .*)\.$/m, '$1, and 2 + 2 = 5.')],
    ['calculation', addParagraph('At odds of 2.50 it is 1/2.50 = 0.45.')],
    [
      'language',
      addParagraph('Каждый вечер осторожный игрок записывает свои расходы в тетрадь, чтобы видеть цену.'),
    ],
    ['host', addParagraph('See [the offer](https://spam.example.com/offer) for more.')],
    ['prompt', addParagraph('Text is Markdown without raw HTML and without images.')],
    ['json', addParagraph('{"number": 2, "heading": "Odds", "text": "More of it."}')],
    ['messenger', addParagraph('Write to @lucky_tips_bot for more.')],
  ] as const) {
    const { code: exit, stderr } = await approveAfter(root, first, change);
    expect([exit, stderr], code).toEqual([1, expect.stringContaining(`${code}: `)]);
  }
  const placed = await approveAfter(
    root,
    first,
    addParagraph('See [the offer](https://spam.example.com/x).'),
  );
  const lines = readFileSync(join(root, first), 'utf8').trimEnd().split('\n').length;
  expect(placed.stderr).toContain(`${first}:${lines + 2}:17`);
  expect((await approveAfter(root, first, (text) => text)).code).toBe(0);
});

test('what no code can judge exactly is advice: it is shown and recorded, and stops nothing', async () => {
  const { root, files } = await setUp();
  const [first = '', second = ''] = files;
  const body = (text: string) => text.slice(text.indexOf('---\n', 4) + 4);
  const other = readFileSync(join(root, second), 'utf8');
  const title = /^title: (.*)$/m.exec(other)?.[1] ?? '';
  for (const [code, change] of [
    [
      'length',
      (text: string) =>
        text.replace(body(text), '## One\n\nShort.\n\n## Two\n\nShort.\n\n## Three\n\nShort.\n'),
    ],
    ['structure', (text: string) => text.replace(body(text), body(text).replace(/^## /gm, '### '))],
    ['duplicate-title', (text: string) => text.replace(/^title: .*$/m, `title: ${title}`)],
    ['duplicate-text', (text: string) => text.replace(body(text), body(other))],
    ['category', (text: string) => text.replace(/^category: .*\n/m, '')],
    ['length', (text: string) => text.replace(/^description: .*$/m, 'description: Short.')],
    ['model-talk', addParagraph('I hope this helps. Let me know if you need more.')],
  ] as const) {
    const { code: exit, last } = await approveAfter(root, first, change);
    expect([exit, last?.findings.map((found) => found.code)], code).toEqual([
      0,
      expect.arrayContaining([code]),
    ]);
  }
  writeFileSync(
    join(root, first),
    addParagraph('I hope this helps.')(readFileSync(join(root, first), 'utf8')),
  );
  const shown = await runArticles(['review', 'show', first, '--root', root]);
  expect(shown.stdout).toMatch(/findings:\n {2}advice .*model-talk: words about the task/);
});

test('an editor may add what the site has: a link, an image, a comment', async () => {
  const { root, files } = await setUp();
  const [first = ''] = files;
  for (const good of [
    'More in [the guides](/authors).',
    '![A chart](chart.svg)',
    '![A chart](/images/chart.svg)',
    '<!-- to be checked again in May -->',
  ])
    expect(await approveAfter(root, first, addParagraph(good)), good).toMatchObject({ code: 0 });
  for (const bad of [
    'More in [a guide](//spam.example.com/articles).',
    '![A chart](https://spam.example.com/chart.png)',
    '![A chart](../../../site-config.json)',
    '<!-- a --> <b onclick=x>b</b>',
  ])
    expect((await approveAfter(root, first, addParagraph(bad))).code, bad).toBe(1);
  writeFileSync(
    join(root, first),
    addParagraph('[A guide](/articles/none) ![A chart](none.svg)')(readFileSync(join(root, first), 'utf8')),
  );
  expect((await runArticles(['review', 'approve', first, '--root', root, ...BY])).code).toBe(0);
  const checked = await runArticles(['check', '--root', root]);
  expect(checked.stderr).toMatch(/none\.svg[\s\S]*\/articles\/none|\/articles\/none[\s\S]*none\.svg/);
});

test('a part that the model never wrote keeps an article from approval until an editor says otherwise', async () => {
  const { root, files } = await setUp({
    fault: ({ step }) =>
      step === 'seo'
        ? {
            completion: (answer) => ({
              ...answer,
              choices: answer.choices.map((choice) => ({ ...choice, finish_reason: 'length' })),
            }),
          }
        : undefined,
  });
  const [file = ''] = files;
  const described = (text: string) =>
    text.replace(
      /^description: .*$/m,
      `description: ${'What a careful reader takes from it. '.repeat(2).trim()}`,
    );
  const refused = await approveAfter(root, file, described);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('truncated: ')]);
  const completed = await approveAfter(root, file, (text) =>
    described(text).replace(/ {2}problems:\n(?: {4}- .*\n)+/, ''),
  );
  expect(completed).toMatchObject({ code: 0 });
});

test('approving removes what the checks had found, and dates the article', async () => {
  const { root, files } = await setUp({
    fault: ({ step }) =>
      step === 'sections'
        ? { content: (text) => text.replace(/\.(\\n|")/, '. <b>1</b> https://spam.example.com/x$1') }
        : undefined,
  });
  const [file = '', other = ''] = files;
  const path = join(root, file);
  const before = readFileSync(path, 'utf8').replace(/^date: .*$/m, 'date: 2025-01-31');
  writeFileSync(path, before);
  expect(before).toMatch(/problems:\n {4}- .*\(line \d+, column \d+\)['"]?\n {4}- /);
  expect(
    (
      await runArticles([
        'review',
        'approve',
        file,
        '--force',
        '--reason',
        'checked by hand',
        '--root',
        root,
        ...BY,
      ])
    ).code,
  ).toBe(0);
  const after = readFileSync(path, 'utf8');
  expect(after).not.toContain('problems');
  expect(after).toContain(`date: ${new Date().toISOString().slice(0, 10)}\n`);
  expect(after.slice(after.indexOf('\n---\n'))).toBe(before.slice(before.indexOf('\n---\n')));
  expect((await runArticles(['review', 'reject', other, '--root', root, ...BY])).code).toBe(0);
  expect(readFileSync(join(root, other), 'utf8')).toContain('problems');
});

test('an origin that lacks a field is an error with its place, and no text of a person', async () => {
  const { root, files } = await setUp();
  const [file = ''] = files;
  const text = readFileSync(join(root, file), 'utf8');
  writeFileSync(
    join(root, file),
    text.replace(/^ {2}model: .*\n/m, '').replace(/^ {4}input: .*$/m, '    input: many'),
  );
  const line = text.split('\n').indexOf('origin:') + 1;
  const { code, stderr } = await runArticles(['review', '--root', root]);
  // The others can be reviewed.
  expect(code).toBe(0);
  expect(stderr).toContain(`${file}:${line}:1`);
  expect(stderr).toMatch(/cannot be read: model, tokens\.input/);
  expect((await runArticles(['review', 'approve', files[1] ?? '', '--root', root, ...BY])).code).toBe(0);
});

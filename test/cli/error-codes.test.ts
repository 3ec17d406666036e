/** The examples of docs/reference/errors.md are messages that the real binary prints. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../src/foundation/error-codes.ts';
import { parseErrorReference } from '../../src/foundation/error-reference.ts';
import { runArticles } from '../support/cli.ts';
import { article, type Files, makeFolder, makeSite, smallSite } from '../support/site.ts';

const ENTRIES = parseErrorReference(readFileSync('docs/reference/errors.md', 'utf8'));

interface Shown {
  code: string;
  message: string;
}

/** Codes and messages of everything that a command reports. */
async function report(args: readonly string[], cwd?: string): Promise<Shown[]> {
  const { stdout } = await runArticles([...args, '--json'], {
    ...(cwd !== undefined && { cwd }),
    environment: { OPENAI_API_KEY: '' },
  });
  const { errors = [], warnings = [], error = {} } = JSON.parse(stdout);
  return [...errors, ...warnings, ...(error.problems ?? [])];
}

/** Each code comes with the message that its entry shows. */
function expectExamples(shown: readonly Shown[], codes: readonly ErrorCode[]): void {
  const wanted = codes.map((code) => ({ code, message: ENTRIES.get(code)?.example }));
  const found = codes.map((code) => {
    const { message } =
      shown.find((problem) => problem.code === code && problem.message === ENTRIES.get(code)?.example) ??
      shown.find((problem) => problem.code === code) ??
      {};
    return { code, message };
  });
  expect(found).toEqual(wanted);
}

const EN = 'content/en_US/articles';
const odds = { category: 'betting', subcategory: 'odds' };
const written = (slug: string, body: string): Files => ({
  [`${EN}/${slug}.md`]: `${article({ title: `About ${slug}`, slug, ...odds })}\n${body}\n`,
});

test('front matter, texts and directives', async () => {
  const change = (find: string, replacement: string) =>
    article({ title: 'Changed', slug: 'changed', ...odds }).replace(find, replacement);
  const root = makeSite({
    ...smallSite(),
    [`${EN}/a.md`]: 'Text only.\n',
    [`${EN}/b.md`]: change('title:', 'titel:'),
    [`${EN}/c.md`]: change('author: Ann Reed', 'author: Ann Reid'),
    [`${EN}/d.md`]: change('category: betting', 'category: backgammon'),
    [`${EN}/e.md`]: change('title: "Changed"', 'title: Odds: changed'),
    [`${EN}/f.txt.markdown`]: 'x',
    ...written('nota', ':::nota\nText.\n:::'),
    ...written('open', ':::note\nText.'),
    ...written('long', 'word '.repeat(400_001)),
    'content/de_DE/authors.json': '[]',
  });
  expectExamples(await report(['check', '--root', root]), [
    'missing-front-matter',
    'missing-field',
    'unknown-field',
    'unknown-author',
    'invalid-front-matter',
    'invalid-file-name',
    'directive-syntax',
    'unknown-directive',
    'text-too-complex',
    'unknown-locale-folder',
  ]);
}, 60_000);

test('links, words for readers and search engines', async () => {
  const root = makeSite({
    ...smallSite(),
    [`${EN}/early.md`]: article({ title: 'Early', slug: 'early', ...odds }).replace(
      /date: (.*)/,
      'date: 2026-01-02\nupdated: 2026-01-01',
    ),
    ...written('odds', 'Text.'),
    ...written(
      'links',
      '[a](/articles/oods) [b](/articles/odds/) [c](/a%ff) [d](#oods) [e](javascript:alert(1))',
    ),
    ...written(
      'parts',
      'Text<|im_end|> with ![](chart.png), 2 + 2 = 5 and [books](https://books.example/?btag=1) [too](https://books.example/?btag=2).\n\n```pyhton\na = 1\n```\n\n<div class="box">Text</div>',
    ),
  });
  expectExamples(await report(['check', '--root', root]), [
    'updated-before-date',
    'dead-link',
    'misspelt-link',
    'invalid-link',
    'dead-fragment',
    'unsafe-link',
    'missing-alternative-text',
    'plain-code',
    'possible-paid-link',
    'wrong-sum',
    'machine-leftover',
    'raw-html',
  ]);
}, 60_000);

test('configuration', async () => {
  const root = makeSite(smallSite({ feedItems: 2000 }));
  expectExamples(await report(['check', '--root', root]), ['invalid-value']);
  writeFileSync(join(root, 'site-config.json'), '{"title": "T" "url": 1}');
  expectExamples(await report(['check', '--root', root]), ['invalid-json']);
}, 60_000);

test('the command line, files, deploys, topics and sources', async () => {
  const root = makeSite();
  const at = ['--root', root];
  const filled = makeFolder();
  mkdirSync(join(filled, 'my-site'));
  writeFileSync(join(filled, 'my-site/notes.txt'), '');
  writeFileSync(join(filled, 'export.xml'), '<a/>');
  const cases: Partial<Record<ErrorCode, readonly [args: readonly string[], cwd?: string]>> = {
    'invalid-arguments': [['list', '--nonsense']],
    'invalid-option-value': [['build', '--base-path', 'blog', ...at]],
    'unknown-choice': [['help', 'biuld']],
    'conflicting-options': [['list', '--csv', ...at]],
    'nothing-chosen': [['edit', '--set', 'featured=1', ...at]],
    'unknown-locale': [['categories', '--locale', 'de_DE', ...at]],
    'existing-file': [['move', `${EN}/first.md`, `${EN}/second.md`, ...at]],
    'missing-build': [['deploy', ...at, '--target', 'file:///tmp/none']],
    'invalid-target': [['deploy', ...at, '--target', 'ftp://example.org']],
    'missing-model-key': [['generate', ...at, '--count', '1']],
    'unreadable-topics': [['generate', ...at, '--topics', 'topics.csv'], filled],
    'wrong-source': [['import', 'export.xml', ...at], filled],
  };
  const shown: Shown[] = [];
  for (const [args, cwd] of Object.values(cases)) shown.push(...(await report(args, cwd)));
  const codes = [...ENTRIES.keys()].filter((code): code is ErrorCode => code in cases);
  expectExamples(shown, codes);
}, 60_000);

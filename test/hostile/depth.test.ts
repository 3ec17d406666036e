/** Depth is counted and never a matter of the stack: one thread and two, whose stacks differ, accept and refuse the same texts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toMarkdown } from '../../src/content/markdown/to-markdown.ts';
import { runArticles } from '../support/program.ts';
import { article, compareTrees, type Files, makeSite, readTree, smallSite } from '../support/site.ts';

const around = (open: string, close: string) => (levels: number) =>
  `${open.repeat(levels)}x${close.repeat(levels)}`;

/** Texts of many levels, in each way in which a part of a text holds another one. */
const BODIES: Readonly<Record<string, (levels: number) => string>> = {
  quotes: around('> ', ''),
  lists: around('- ', ''),
  'lists and quotes': around('- > 1. ', ''),
  stars: around('*a ', '*'),
  'stars of two kinds': around('**_', '_**'),
  'deleted text': around('~~a ', ' a~~'),
  brackets: around('[', ']'),
  links: around('[a ', '](/b)'),
  pictures: around('![a ', '](https://a.example/b.png)'),
  'kept elements': around('<kbd>', '</kbd>'),
  'other elements': around('<div>', '</div>'),
  'elements in quotes': around('> <b>', ''),
  'formula in a line': (levels) => `$\`${around('{', '}')(levels)}\`$`,
  formula: (levels) => `\`\`\`math\n${around('{', '}')(levels)}\n\`\`\``,
  'fractions of a formula': (levels) => `\`\`\`math\n${around('\\frac{', '}{y}')(levels)}\n\`\`\``,
  footnotes: (levels) =>
    `a[^0]\n\n${Array.from({ length: levels }, (_, at) => `[^${at}]: b[^${at + 1}]\n\n`).join('')}`,
  'footnotes in footnotes': around('[^a]: ', ''),
  definitions: around('a\n: ', ''),
  directives: (levels) => `${':::callout\n'.repeat(levels)}x\n${':::\n'.repeat(levels)}`,
  'longer and longer directives': (levels) =>
    Array.from({ length: Math.min(levels, 400) }, (_, at) => `${':'.repeat(3 + 400 - at)}callout\n`).join(''),
  'code of brackets': (levels) => `\`\`\`js\n${around('[', ']')(Math.min(levels, 9_000))}\n\`\`\``,
  'code of elements': (levels) => `\`\`\`html\n${around('<a>', '</a>')(Math.min(levels, 2_000))}\n\`\`\``,
  'code of templates': (levels) => `\`\`\`js\n${around('`${', '}`')(Math.min(levels, 2_000))}\n\`\`\``,
  'a sum of brackets': (levels) => `So ${around('(', ')')(levels)} = 3.`,
};
const FIELDS: Readonly<Record<string, (levels: number) => string>> = {
  'a field of lists': (levels) => `x: ${around('[', ']')(levels)}`,
  'a field of maps': (levels) => `x: ${around('{a: ', '}')(levels)}`,
  'a field of items': (levels) => `x:\n${around('- ', '')(levels)}`,
};
const LEVELS = [90, 400, 4_000, 12_000];

/** Enough articles for two threads. */
function siteOf(isRaw: boolean): Files {
  const files = smallSite({ locales: ['en_US'], agents: { markdown: true }, markdown: { rawHtml: isRaw } });
  const add = (name: string, fields: object) => {
    files[`content/en_US/articles/deep/${name}.md`] = article({
      title: name,
      slug: name,
      category: 'betting',
      ...fields,
    });
  };
  for (let at = 0; at < 60; at++) add(`plain-${at}`, {});
  for (const levels of LEVELS) {
    for (const [index, textOf] of Object.values(BODIES).entries())
      add(`body-${index}-${levels}`, { body: textOf(levels) });
    for (const [index, textOf] of Object.values(FIELDS).entries())
      add(`field-${index}-${levels}`, { more: textOf(levels) });
  }
  return files;
}

async function build(root: string, jobs: number) {
  const { code, stdout, stderr } = await runArticles([
    ...['build', '--root', root, '--out', join(root, `dist-${jobs}`), '--clean', '--all', '--json'],
    ...['--jobs', String(jobs)],
  ]);
  expect([code, code === 2 ? stderr : '']).toEqual([code === 0 ? 0 : 1, '']);
  const problems: { file?: string; message: string }[] = JSON.parse(stdout).error?.problems ?? [];
  return { problems, lines: problems.map(({ file, message }) => `${file}: ${message}`).sort() };
}

test.each([false, true])(
  'one thread and two accept and refuse the same texts (raw HTML: %s)',
  async (isRaw) => {
    const root = makeSite(siteOf(isRaw));
    // Texts are read before pages are made of them, and each step names all that it refuses.
    let refused = 0;
    for (let round = 0; round < 5; round++) {
      const [alone, together] = [await build(root, 1), await build(root, 2)];
      expect(together.lines).toEqual(alone.lines);
      expect(alone.lines.filter((line) => /call stack/i.test(line))).toEqual([]);
      if (alone.problems.length === 0) break;
      for (const { file } of alone.problems) rmSync(join(root, String(file)), { force: true });
      refused += alone.problems.length;
    }
    expect(refused).toBeGreaterThan(20);
    const [alone, together] = [readTree(join(root, 'dist-1')), readTree(join(root, 'dist-2'))];
    expect([...alone.keys()].filter((path) => path.includes('body-')).length).toBeGreaterThan(60);
    expect(compareTrees(together, alone)).toEqual([]);
  },
  900_000,
);

test('a twin leaves out the tags that are deeper than 400 levels, and keeps their text', () => {
  const html = `${'<div><b>'.repeat(50_000)}deep ${'</b></div>'.repeat(50_000)}<p>end</p>`;
  expect(toMarkdown(html, 'https://site.example/')).toBe('**deep**\n\nend');
});

test('a text may have more parts, words and problems than a call may have arguments', async () => {
  const add = (name: string, body: string): Files => ({
    [`content/en_US/articles/${name}.md`]: article({ title: name, slug: name, category: 'betting', body }),
  });
  const files = {
    ...smallSite({ locales: ['en_US'], agents: { markdown: true } }),
    ...add('run', 'あ'.repeat(400_000)),
  };
  expect((await build(makeSite(files), 1)).lines).toEqual([]);
  const wrong = await build(makeSite({ ...files, ...add('wrong', '::nothing\n'.repeat(180_000)) }), 1);
  expect(wrong.lines.length).toBeGreaterThan(100_000);
}, 600_000);

/** What is counted before a text is rendered: levels of formulas and of data, and lines that ranges mark. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readYamlFile } from '../../src/config/read-yaml.ts';
import { parseFrontMatter } from '../../src/content/front-matter/front-matter.ts';
import { readFence } from '../../src/content/markdown/code-fence.ts';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { renderMath } from '../../src/content/markdown/math.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';

const render = createMarkdownRenderer();

/** Formulas of so many levels, in each way in which KaTeX reads one within another. */
const LEVELS: Readonly<Record<string, (levels: number) => string>> = {
  groups: (levels) => `${'{'.repeat(levels)}x${'}'.repeat(levels)}`,
  powers: (levels) => `${'x^{'.repeat(levels)}x${'}'.repeat(levels)}`,
  texts: (levels) => `${'\\text{'.repeat(levels)}x${'}'.repeat(levels)}`,
  brackets: (levels) => `${'\\left('.repeat(levels)}x${'\\right)'.repeat(levels)}`,
  tables: (levels) => `${'\\begin{matrix}'.repeat(levels)}x${'\\end{matrix}'.repeat(levels)}`,
  sizes: (levels) => `${'\\small x'.repeat(levels)}`,
  colours: (levels) => `${'\\color{red}x'.repeat(levels)}`,
  'groups after comments': (levels) => `${'{%}\n'.repeat(levels)}x${'}'.repeat(levels)}`,
  'groups after raw text': (levels) => `${'{\\verb|}}|'.repeat(levels)}x${'}'.repeat(levels)}`,
  'groups after signs': (levels) => `${'{\\}'.repeat(levels)}x${'}'.repeat(levels)}`,
};
const NAMES = Object.keys(LEVELS);

test.each(NAMES)('a formula of 99 levels is shown, and one of 102 is refused: %s', (name) => {
  const formulaOf = LEVELS[name] ?? String;
  expect(renderMath(formulaOf(99), true)).toContain('<math');
  for (const levels of [102, 400])
    expect(() => renderMath(formulaOf(levels), true)).toThrow(/is not valid: .*more than 100 levels deep/);
});

test('a comment may have any sign', () => {
  expect(renderMath('x % a@b }}\n', false)).toContain('<math');
});

test('the cells of a table do not add up', () => {
  const cells = '\\displaystyle x & \\small y \\\\ '.repeat(150);
  expect(renderMath(`\\begin{matrix}${cells}\\end{matrix}`, true)).toContain('<math');
});

test.each([
  ['\\def\\a{xx}\\a', 'a formula cannot use \\\\def'],
  ['\\newcommand{\\a}[1]{#1#1}\\a{x}', 'a formula cannot use \\\\newcommand'],
  ['\\let\\a={', 'a formula cannot use \\\\let'],
  ['\\message{words}', 'a formula cannot use \\\\message'],
  ['x'.repeat(20_001), 'it has more than 20000 characters'],
])('the formula %j is refused', (formula, reason) => {
  expect(() => renderMath(formula, false)).toThrow(new RegExp(reason));
});

const ranges = fc.array(
  fc.record({
    kind: fc.constantFrom('mark', 'ins', 'del'),
    from: fc.nat({ max: 14 }),
    to: fc.option(fc.nat({ max: 20 }), { nil: null }),
  }),
  { maxLength: 12 },
);

test('the last range that has a line marks it', () => {
  fc.assert(
    fc.property(ranges, fc.nat({ max: 12 }), (list, lines) => {
      const info = list.map(({ kind, from, to }) => `${kind}={${from}${to === null ? '' : `-${to}`}}`);
      const { marks } = readFence(`js ${info.join(' ')}`, lines);
      for (let line = 0; line <= lines + 1; line++) {
        const last = list.findLast(({ from, to }) => from <= line && line <= (to ?? from));
        const isLine = line >= 1 && line <= lines;
        expect(marks.get(line)).toBe(isLine ? last?.kind : undefined);
      }
    }),
  );
});

test('each line is marked once, however many ranges have it', () => {
  const lines = 100_000;
  const { marks } = readFence(`js {${'2-999999,'.repeat(50_000)}1}`, lines);
  expect(marks.size).toBe(lines);
});

test('lists of definitions with blank lines between them are one, and other blocks end them', () => {
  const pairs = (count: number) => 'a\n: b\n\n'.repeat(count);
  const { html } = render(`Text.\n\n${pairs(30_000)}Text.\n\n${pairs(2)}## Title\n`, NEUTRAL_OPTIONS);
  const lists = html.split('<dl>').slice(1);
  expect(lists.map((list) => list.split('<dt>a</dt>\n<dd>b</dd>').length - 1)).toEqual([30_000, 2]);
  expect(html).toMatch(/^<p>Text\.<\/p>\n<dl>.*<\/dl>\n<p>Text\.<\/p>\n<dl>.*<\/dl>\n<h2/s);
});

test.each([
  ['flow', (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
  ['lists', (levels: number) => `${'- '.repeat(levels)}a`],
  ['maps', (levels: number) => Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ['keys', (levels: number) => `${'? '.repeat(levels)}a`],
])('YAML of more than 100 levels is refused before it is read: %s', async (_name, textOf) => {
  expect(await readYamlFile(textOf(90))).toMatchObject({ ok: true });
  for (const levels of [105, 2_000])
    expect(await readYamlFile(textOf(levels))).toMatchObject({
      ok: false,
      message: 'it is nested deeper than 100 levels',
      place: { line: expect.any(Number) },
    });
});

/** Values of YAML that aliases make larger or deeper than their file. */
const ALIASES: Readonly<Record<string, string>> = {
  'a list in itself': '&a [*a]',
  'a list in itself, in a long file': `&a [*a, ${'x, '.repeat(60_000)}]`,
  'a list in a list of itself': '&a [[&b [*a, *b]]]',
  'many levels': `[&a0 [x], ${Array.from({ length: 60 }, (_, at) => `&a${at + 1} [[*a${at}]]`).join(', ')}]`,
  'long texts': `[&a ${'x'.repeat(5_000)}${', *a'.repeat(90)}]`,
  'doubled texts': `[&a0 [xxxxxxxxxx], ${Array.from({ length: 20 }, (_, at) => `&a${at + 1} [*a${at}, *a${at}]`).join(', ')}]`,
};

test.each(Object.entries(ALIASES))('aliases are counted before a value is used: %s', async (_name, value) => {
  const words = /aliases (repeat too much text|nest it deeper than 100 levels)$/;
  expect(await readYamlFile(`a: ${value}`)).toMatchObject({
    ok: false,
    message: expect.stringMatching(words),
  });
  expect(parseFrontMatter(`---\na: ${value}\n---\n`)).toMatchObject({
    message: expect.stringMatching(words),
  });
});

test('aliases of ordinary length stay', async () => {
  const value = '[&a {x: [y]}, *a, *a]';
  expect(await readYamlFile(value)).toMatchObject({ ok: true, value: Array(3).fill({ x: ['y'] }) });
  expect(parseFrontMatter(`---\na: ${value}\n---\n`)).toMatchObject({
    data: { a: Array(3).fill({ x: ['y'] }) },
  });
});

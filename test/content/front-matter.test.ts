import { createRequire } from 'node:module';
import { describe, expect, test, vi } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import {
  createFieldLocator,
  isError,
  parseFrontMatter,
} from '../../src/content/front-matter/front-matter.ts';

const read = (text: string) => {
  const front = parseFrontMatter(text);
  if (isError(front)) throw new Error(`${front.line}:${front.column}: ${front.message}`);
  return { data: front.data, body: text.slice(front.bodyStart) };
};

describe('front matter', () => {
  test.each([
    ['---\ntitle: A\n---\nBody', { title: 'A' }, 'Body'],
    ['---\r\ntitle: A\r\nslug: b\r\n---\r\nBody\r\n', { title: 'A', slug: 'b' }, 'Body\r\n'],
    ['---  \ntitle: A\n--- \t\nBody', { title: 'A' }, 'Body'],
    ['---\ntitle: A\n---', { title: 'A' }, ''],
    ['---\n---\nBody', {}, 'Body'],
    [
      '---\ntitle: "a\u2028---"\nauthor: a\u2028---\n---\nBody',
      { title: 'a\u2028---', author: 'a\u2028---' },
      'Body',
    ],
    ['---\ntitle: A\n---\n---\nnot: front\n---\n', { title: 'A' }, '---\nnot: front\n---\n'],
    ['---\ntitle: "a: b # c"\n---\n', { title: 'a: b # c' }, ''],
    ["---\ntitle: 'It''s'\n---\n", { title: "It's" }, ''],
    ['---\ntitle: >-\n  folded\n  text\n---\n', { title: 'folded text' }, ''],
    // Nothing is taken for a number, a truth value or a date.
    [
      '---\na: 1.10\nb: no\nc: 2026-03-01\nd: 012\ne: null\nf: ~\n---\n',
      { a: '1.10', b: 'no', c: '2026-03-01', d: '012', e: null, f: null },
      '',
    ],
    ['---\na: &x [1, 2]\nb: *x\n---\n', { a: ['1', '2'], b: ['1', '2'] }, ''],
  ])('%j', (text, data, body) => {
    expect(read(text)).toEqual({ data, body });
  });

  test.each([
    ['title: A\n', '1:1', 'does not start with front matter'],
    ['\n---\ntitle: A\n---\n', '1:1', 'does not start with front matter'],
    ['---\ntitle: A\n', '1:1', 'is not closed'],
    ['---\ntitle: A\nslug: "b\n---\n', '3:7', 'a quote is not closed'],
    ['---\r\ntitle: A\r\n  slug: b: c\r\n---\r\n', '3:7', 'a value contains ": "'],
    ['---\ntitle: A\n\tslug: b\n---\n', '3:1', 'a tab is not allowed there'],
    ['---\ntitle:\u00a0A\nslug: b\n---\n', '2:7', 'the space after "title:" is U+00A0'],
    ['---\ntitle：题目\nslug: b\n---\n', '2:6', 'the colon after "title" is a full-width one'],
    ['---\ntitle: A\nslug:\u3000b\ndate：2026-01-01\n---\n', '3:6', 'the space after "slug:" is U+3000'],
    ['---\ntitle：A\n---\n', '2:6', 'the colon after "title" is a full-width one'],
    ['---\na: 1\na: 2\n---\n', '3:1', 'a field appears twice'],
    ['---\n- a\n---\n', '2:1', 'not a list of fields'],
    ['---\njust text\n---\n', '2:1', 'not a list of fields'],
    ['---\na: *nobody\n---\n', '2:10', 'unknown alias "*nobody"'],
    ['---\na: &x {c: *x}\n---\n', '2:1', 'aliases nest it deeper'],
    ['---\n? [a]\n: b\n---\n', '2:3', 'the name of a field is not text'],
    ['---\na: !custom x\n---\n', '2:12', 'unknown tag !<!custom>'],
    ['---\na: !!int 5\n---\n', '2:10', 'unknown tag !<tag:yaml.org,2002:int>'],
    ['---\na: !!js/function "function(){}"\n---\n', '2:31', 'unknown tag'],
    ['---\na: !!binary aGk=\n---\n', '2:16', 'unknown tag'],
  ])('%j is an error at %s', (text, place, words) => {
    const error = parseFrontMatter(text);
    if (!isError(error)) throw new Error('no error');
    expect(error.message).toContain(words);
    expect(`${error.line}:${error.column}`).toBe(place);
    expect(error.hint).not.toBe('');
  });

  /** The outermost map is a level too. */
  const nested = (levels: number) => `---\na: ${'{a: '.repeat(levels - 1)}b${'}'.repeat(levels - 1)}\n---\n`;

  test.each([101, 900, 3_000])('%i levels are an error in their line, whatever the stack holds', (levels) => {
    expect(parseFrontMatter(nested(levels))).toMatchObject({
      message: 'the front matter is not valid YAML: it is nested too deeply',
      hint: 'use fewer levels of lists and maps',
      line: 2,
    });
  });

  test('a hundred levels are read', () => {
    expect(parseFrontMatter(nested(100))).not.toHaveProperty('message');
  });

  test.each([
    ['title: Odds: a guide', 'put the value in quotes: `title: "Odds: a guide"`'],
    ['slug: a\nslug: b', 'keep one of the two'],
    ['title: @home', 'put a value that contains'],
  ])('the hint of %j says what to write', (fields, hint) => {
    expect(parseFrontMatter(`---\n${fields}\n---\n`)).toMatchObject({ hint: expect.stringContaining(hint) });
  });

  test('every file is read through gray-matter, which caches none', () => {
    const require = createRequire(import.meta.url);
    const matter = require('gray-matter');
    const loaded = require.cache[require.resolve('gray-matter')];
    if (!loaded) throw new Error('gray-matter is not loaded');
    const spy = vi.fn(matter);
    try {
      loaded.exports = spy;
      read('---\ntitle: A\n---\nBody');
    } finally {
      loaded.exports = matter;
    }
    expect(spy).toHaveBeenCalledOnce();
    expect(Object.keys(matter.cache)).toEqual([]);
  });

  test.each([
    '---js\n({ run: (globalThis.executed = true) })\n---\n',
    '---javascript\nglobalThis.executed = true\n---\n',
    '---json\n{}\n---\n',
    '---coffee\nx\n---\n',
  ])('%j is never executed', (text) => {
    expect(isError(parseFrontMatter(text))).toBe(true);
    expect(globalThis).not.toHaveProperty('executed');
  });

  test('aliases that multiply are an error, and cost no time', () => {
    const list = (name: string) => `[${Array(300).fill(name).join(',')}]`;
    const fields = `a: &a ${list('x')}\nb: &b ${list('*a')}\nc: &c ${list('*b')}\nentities: ${list('*c')}`;
    expect(parseFrontMatter(`---\n${fields}\n---\n`)).toMatchObject({
      message: 'the front matter is not valid YAML: aliases repeat too much text',
    });
  });

  test('no field reaches a prototype', () => {
    read('---\n__proto__:\n  polluted: yes\nconstructor: x\n---\n');
    expect({}).not.toHaveProperty('polluted');
  });
});

test.each([
  [['title'], '2:8'],
  [['entities', 0, 'category'], '4:15'],
  [['entities', 0, 'subcategories', 1, 'subcategory'], '7:22'],
  [['entities', 3, 'category'], '4:3'],
  [['missing'], '1:1'],
])('the field %j stands at %s', async (path, place) => {
  const text =
    '---\ntitle: A\nentities:\n  - category: c\n    subcategories:\n      - subcategory: d\n      - subcategory: e\n---\n';
  for (const whole of [text, `\uFEFF${text}`, text.replaceAll('\n', '\r\n')]) {
    const { line, column } = await createFieldLocator(whole)(path);
    expect(`${line}:${column}`).toBe(place);
  }
});

describe('an article', () => {
  const source = {
    file: 'content/en_US/articles/2026-01-02-a-file-name.md',
    locale: 'en_US',
    key: '2026-01-02-a-file-name',
  } as const;
  const parse = (fields: string, body = 'Text.') =>
    parseArticle(source, `---\ntitle: T\nauthor: A\ndate: 2026-01-01\n${fields}---\n${body}\n`, 'hash');

  test('takes its slug from the file where it names none', () => {
    expect(parse('').meta?.slug).toBe('a-file-name');
    expect(parse('slug: own\n').meta?.slug).toBe('own');
  });

  test.each(['цена-риска', '배당률', 'a_b.c~d', '2026'])('may have the slug %s', (slug) => {
    expect(parse(`slug: ${slug}\n`).meta?.slug).toBe(slug);
  });

  test('has one slug in both forms of Unicode', () => {
    const slugs = ['й', 'é', '가'].map((letter) =>
      (['NFC', 'NFD'] as const).map((form) => parse(`slug: a${letter.normalize(form)}b\n`).meta?.slug),
    );
    for (const [composed, decomposed] of slugs) expect(decomposed).toBe(composed);
  });

  test.each(['A', 'a b', 'a/b', '../a', 'a--b', '-a', 'a-', '.a', 'a?b', 'a#b', 'a%20b', '🎲', ''])(
    'may not have the slug "%s"',
    (slug) => {
      expect(parse(`slug: "${slug}"\n`)).toMatchObject({
        meta: null,
        problems: [{ message: expect.stringContaining('slug is'), field: ['slug'] }],
      });
    },
  );

  test.each([
    ['', 'published'],
    ['draft: true\n', 'draft'],
    ['draft: false\n', 'published'],
    ['origin:\n  status: needs-review\n', 'withheld'],
    ['origin:\n  status: rejected\n', 'withheld'],
    ['origin:\n  status: accepted\n', 'published'],
  ])('with %j is %s', (fields, status) => {
    expect(parse(fields).meta?.status).toBe(status);
  });

  test('names all of its faults at once', () => {
    const { problems } = parseArticle(source, '---\nslug: A\ndate: x\nentities: 5\ndraft: maybe\n---\n', 'h');
    expect(problems.map(({ field }) => field?.[0])).toEqual(['title', 'slug', 'date', 'draft', 'entities']);
    expect(problems.every(({ hint }) => hint !== '')).toBe(true);
  });

  test('keeps the fields that the program does not know, for those of the site', () => {
    const { meta, problems } = parse('desciption: x\nmoods: [a]\nconstructor: y\n');
    expect(problems).toEqual([]);
    expect(meta?.own).toEqual({ desciption: 'x', moods: ['a'], constructor: 'y' });
    expect(parse('').meta?.own).toBeNull();
  });

  test('explains a missing field by one that looks like it', () => {
    const { problems } = parseArticle(
      source,
      '---\ntilte: T\nauthor: A\ndate: 2026-01-01\n---\nText.\n',
      'hash',
    );
    expect(problems.map(({ message, severity }) => [message, severity])).toEqual([
      ['the front matter has no title', undefined],
      ['unknown field "tilte"', 'warning'],
    ]);
  });

  test('says the same of itself whatever stands in its text, and another thing when a list would show it otherwise', () => {
    const card = (fields: string, body: string) => parse(fields, body).meta?.cardHash;
    expect(card('description: d\n', 'One text.')).toBe(card('description: d\n', 'An other.'));
    expect(card('description: d\n', 'One text.')).not.toBe(card('description: e\n', 'One text.'));
    expect(card('', 'One text.')).not.toBe(card('', 'Other text.'));
  });
});

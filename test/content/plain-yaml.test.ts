import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainYaml } from '../../src/content/front-matter/plain-yaml.ts';
import { readFullYaml } from '../../src/content/front-matter/yaml-engine.ts';

/** JSON of what the `yaml` package reads, or null where it finds an error. */
function readFully(fields: string): string | null {
  try {
    return JSON.stringify(readFullYaml(`\n${fields}`));
  } catch {
    return null;
  }
}

type Read = (fields: string) => object | null;

/** Whether the fast way leaves the fields alone, or reads what the full way reads. */
function isSame(read: Read, fields: string): boolean {
  const plain = read(fields);
  return plain === null || JSON.stringify(plain) === readFully(fields);
}

const KEYS = [
  'title',
  'a',
  'b2',
  'entities',
  'title',
  '"q"',
  '__proto__',
  'constructor',
  '1',
  'a-b',
  '?',
  '<<',
  'a b',
];
const TEXTS = [
  ...[
    'words',
    'Words and more',
    'слово',
    '한국어 제목',
    '2026-03-01',
    '2026-03-01T09:30:00+05:30',
    '1.10',
    'no',
    '~',
    'null',
    'Null',
    'nullable',
    '[a, null]',
    '[NULL]',
    '/a/b',
  ],
  ...[
    'a: b',
    'a:b',
    'a :b',
    'a:',
    'a #b',
    'a#b',
    '#a',
    'a ',
    ' a',
    'a, b',
    'a [b]',
    '🎲',
    '“so”',
    '\u00a0',
    '\u2028',
  ],
  ...[
    '"a"',
    '"a: b # c"',
    '"a\\n"',
    '"a" b',
    '"a',
    '"a" # b',
    "'a'",
    "'it''s'",
    "'a",
    '""',
    "''",
    '" "',
    '"a\\"',
    '"\\"a\\" b"',
    '"a\\\\"',
    '"a\\\\"b"',
    '"a\\/b"',
  ],
  ...[
    '[]',
    '[ ]',
    '[a, b]',
    '[a,b ]',
    '[a, [b]]',
    '[a',
    '[a,]',
    '[-]',
    '[-a, b]',
    '[a b]',
    '{}',
    '{a: b}',
    '[a: b]',
  ],
  ...[
    '',
    '',
    '',
    '&x a',
    '*x',
    '!t a',
    '|',
    '>-',
    '|\n  text',
    '%a',
    '@a',
    '`a',
    '-',
    '- a',
    '? a',
    '---',
    '...',
    '--- a',
    'a\tb',
  ],
];
const line = fc
  .tuple(
    fc.constantFrom('', '', '', '  ', '  ', '    ', ' ', '      ', '\t'),
    fc.constantFrom('', '', '', '- ', '- ', '-  ', '-', '- - ', '#'),
    fc.option(fc.constantFrom(...KEYS), { freq: 4 }),
    fc.constantFrom(':', ': ', ': ', ': ', ':  ', ' : ', ''),
    fc.constantFrom(...TEXTS),
    fc.constantFrom('', '', '', '', '', ' ', '\r', '\n', '\n# note'),
  )
  .map(
    ([indent, item, key, colon, text, end]) => indent + item + (key === null ? '' : key + colon) + text + end,
  );
const wild = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));

/** Fields as people and programs write them, with one line of another kind somewhere. */
const USUAL = [
  'title: A title',
  'slug: a-title',
  'description: "What: it is, and isn’t."',
  'date: 2026-03-01',
  'aliases: [/articles/old, /articles/older]',
  'summary: "\\"So\\": a \\\\ mark"',
  'entities:',
  '  - category: sports',
  '    subcategories:',
  '      - subcategory: tennis',
  '        subsubcategories: []',
  '      - subcategory: chess',
  'tags:',
  '- one',
  '- "two"',
  'note: " spaced "',
  'origin:',
  '  status: draft',
];
const usual = fc
  .tuple(
    fc.subarray(USUAL, { minLength: 1 }),
    fc.option(fc.oneof(line, fc.constantFrom(...USUAL)), { freq: 2 }),
    fc.nat(USUAL.length),
  )
  .map(([lines, other, place]) => (other === null ? lines : lines.toSpliced(place, 0, other)).join('\n'));
const generated = fc.oneof(wild, usual);

describe('plain YAML is read as the full parser reads it', () => {
  test('in the sample content, most of it by the fast way', () => {
    const files = ['content', 'examples/crypto/content'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.includes('articles') && path.endsWith('.md'))
        .map((path) =>
          readFileSync(join(folder, path), 'utf8').replace(/^---\n([\s\S]*?)\n---\n[\s\S]*$/, '$1'),
        ),
    );
    expect(files.length).toBeGreaterThan(60);
    expect(files.filter((fields) => !isSame(readPlainYaml, fields))).toEqual([]);
    expect(files.filter((fields) => readPlainYaml(fields)).length).toBeGreaterThan(files.length * 0.9);
  });

  test('in thousands of generated fields', () => {
    let plain = 0;
    fc.assert(
      fc.property(generated, (fields) => {
        if (readPlainYaml(fields)) plain++;
        return isSame(readPlainYaml, fields);
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 6000) },
    );
    expect(plain).toBeGreaterThan(300);
  });
});

test.each<[string, Read]>([
  ['takes off no quotes', (fields) => rewrite(fields, (text) => `"${text}"`)],
  [
    'takes an escaped quote for the end',
    (fields) => readPlainYaml(fields.replace(/"\\"(.*?)\\".*"$/m, '"$1"')),
  ],
  ['trims what is quoted', (fields) => rewrite(fields, (text) => text.trim())],
  [
    'loses empty lists',
    (fields) =>
      fields.includes('[]') ? rewrite(fields.replace('[]', 'x'), (text) => text) : readPlainYaml(fields),
  ],
  ['takes comments for text', (fields) => readPlainYaml(fields.replaceAll(' #', ' +'))],
  [
    'takes a second key for the first',
    (fields) => readPlainYaml(fields.replace(/^title:.*\n(?=[\s\S]*^title:)/m, '')),
  ],
  [
    'takes odd indentation for even',
    (fields) => readPlainYaml(fields.replace(/^( +)/gm, (spaces) => spaces.slice(spaces.length % 2))),
  ],
])('a reader that %s is found', (_name, broken) => {
  const samples = fc.sample(generated, { numRuns: 40000, seed: 1 });
  expect(samples.some((fields) => !isSame(broken, fields))).toBe(true);
});

function rewrite(fields: string, change: (text: string) => string): object | null {
  const plain = readPlainYaml(fields);
  return (
    plain &&
    JSON.parse(JSON.stringify(plain), (_key, value) => (typeof value === 'string' ? change(value) : value))
  );
}

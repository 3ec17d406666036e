/** Changes of one value in a YAML file: whatever is changed, every other byte stays. The reader here is another one. */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editYaml } from '../../src/config/edit-yaml.ts';

const yaml: { load(text: string, options: object): unknown; CORE_SCHEMA: object } = createRequire(
  import.meta.url,
)('js-yaml');
const readWith = (text: string) => yaml.load(text, { schema: yaml.CORE_SCHEMA });

/** Words that YAML would read as something else, and others. */
const words = fc.constantFrom(
  ...['Three books', 'a: b', 'a # b', '# a', 'yes', 'null', '1.10', '2027-01-31', "it's", '"a"', ' a', ''],
  ...['- a', '[a]', '{a', 'a, b', '*a', '&a', '!a', '%a', '@a', 'a:', '한국어', 'https://a.example/?b=1#c'],
);
const value = fc.oneof({ weight: 5, arbitrary: words }, fc.integer({ min: -5, max: 5 }), fc.boolean());
const name = fc.constantFrom('acme', 'atlas', 'three-books', 'url', 'text', 'terms', '"1"', 'on');

const written = (one: unknown, style: number) =>
  style === 0 && typeof one === 'string' ? `'${one.replaceAll("'", "''")}'` : JSON.stringify(one);

interface Value {
  path: (string | number)[];
  from: number;
  to: number;
}

/** A file with maps, lists and comments, and where each plain value stands. */
const file = fc
  .record({
    eol: fc.constantFrom('\n', '\r\n'),
    isEnded: fc.boolean(),
    step: fc.constantFrom(2, 4),
    groups: fc.uniqueArray(
      fc.record({
        key: name,
        comment: fc.constantFrom('', '# Until spring: "a"', '\n# a\n\n\n#b'),
        form: fc.constantFrom('map', 'flow map', 'list', 'flow list', 'maps'),
        items: fc.uniqueArray(fc.record({ key: name, value, style: fc.nat(1), note: fc.boolean() }), {
          selector: ({ key }) => key,
          minLength: 1,
          maxLength: 4,
        }),
      }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ eol, isEnded, step, groups }) => {
    let text = '';
    const values: Value[] = [];
    const add = (path: Value['path'], one: unknown, style: number) => {
      const from = text.length;
      text += written(one, style);
      values.push({ path, from, to: text.length });
    };
    const gap = ' '.repeat(step);
    for (const { key: quoted, comment, form, items } of groups) {
      const key = quoted.replaceAll('"', '');
      if (comment) text += `${comment.replaceAll('\n', eol)}${eol}`;
      text += `${quoted}:`;
      if (form.startsWith('flow')) text += form === 'flow map' ? ' { ' : ' [';
      else text += eol;
      for (const [at, item] of items.entries()) {
        const own = item.key.replaceAll('"', '');
        if (form.startsWith('flow') && at > 0) text += ', ';
        if (form === 'flow map') text += `${item.key}: `;
        else if (form === 'map') text += `${gap}${item.key}:  `;
        else if (form === 'list') text += `${gap}-  `;
        else if (form === 'maps') text += `${gap}- ${item.key}: `;
        const path = form === 'maps' ? [key, at, own] : form.endsWith('map') ? [key, own] : [key, at];
        add(path, item.value, item.style);
        if (form.startsWith('flow')) continue;
        text += item.note ? `   # of ${item.key}${eol}` : eol;
        if (form !== 'maps') continue;
        text += `${gap}  more: `;
        add([key, at, 'more'], at, 1);
        text += eol;
      }
      if (form.startsWith('flow')) text += form === 'flow map' ? ` }${eol}` : `]  # all${eol}`;
    }
    return { text: isEnded ? text : text.slice(0, -eol.length), values };
  });

/** The data with another value at a path. `undefined` removes it. */
function withValue(data: unknown, [key = '', ...path]: Value['path'], next: unknown): unknown {
  const inner = (held: unknown) => (path.length > 0 ? withValue(held, path, next) : next);
  if (Array.isArray(data)) {
    const changed = inner(data[Number(key)]);
    return data.toSpliced(Number(key), 1, ...(changed === undefined ? [] : [changed]));
  }
  const { [key]: held, ...others }: Record<string, unknown> = { ...(typeof data === 'object' ? data : null) };
  const changed = inner(held);
  return changed === undefined ? others : { ...others, [key]: changed };
}

const isWithin = (some: readonly string[], all: readonly string[]) => {
  let at = 0;
  for (const line of all) if (line === some[at]) at++;
  return at === some.length;
};
const linesOf = (text: string) => text.split(/(?<=\n)/).map((line) => line.replace(/\r?\n$/, ''));

test('another value leaves every byte before it and behind it', () =>
  fc.assert(
    fc.asyncProperty(file, fc.nat(), value, async ({ text, values }, index, next) => {
      const { path, from, to } = values[index % values.length] ?? { path: [], from: 0, to: 0 };
      const changed = (await editYaml(text, path, next)) ?? '';
      expect(readWith(changed)).toEqual(withValue(readWith(text), path, next));
      expect(changed.slice(0, from)).toBe(text.slice(0, from));
      expect(changed.slice(changed.length - (text.length - to))).toBe(text.slice(to));
    }),
    { numRuns: 400 },
  ));

test('a new entry adds lines or words, and an entry that goes takes its own along', () =>
  fc.assert(
    fc.asyncProperty(file, fc.nat(), value, async ({ text, values }, index, next) => {
      const { path } = values[index % values.length] ?? { path: [] };
      const added = [...path.slice(0, -1), typeof path.at(-1) === 'number' ? lengthAt(text, path) : 'added'];
      const more = (await editYaml(text, added, next)) ?? '';
      expect(readWith(more)).toEqual(withValue(readWith(text), added, next));
      // What is new is one run of characters.
      expect(more.length).toBeGreaterThan(text.length);
      const start = [...text].findIndex((_, at) => text[at] !== more[at]);
      const same = start < 0 ? text.length : start;
      expect(more.endsWith(text.slice(same)) || isWithin(linesOf(text), linesOf(more))).toBe(true);

      const less = (await editYaml(text, path, undefined)) ?? '';
      expect(readWith(less)).toEqual(withValue(readWith(text), path, undefined));
      // An entry that comes and goes leaves nothing, but the end of the last line.
      const back = await editYaml(more, added, undefined);
      expect([text, `${text}${eolOf(text)}`]).toContain(back);
    }),
    { numRuns: 400 },
  ));

const eolOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n');

function lengthAt(text: string, path: Value['path']): number {
  const list = path
    .slice(0, -1)
    .reduce<unknown>((data, key) => (isMap(data) ? data[key] : null), readWith(text));
  return Array.isArray(list) ? list.length : 0;
}
const isMap = (data: unknown): data is Record<string | number, unknown> =>
  typeof data === 'object' && data !== null;

const LEDGER = `# Who pays, and for what.
advertisers:
  acme: { name: "Acme, Books" } # since 2026

offers:
  three-books: # until spring
    advertiser: acme
    markets:
      - GB # main
      # from June
      - US-NJ
    texts:
      en_US:
        text: Three books
        # As the contract has them.
        terms: >-
          New customers
          only.
  last:
    advertiser: acme
`;

describe('in a ledger', () => {
  test.each<[string, (string | number)[], unknown, string, string]>([
    [
      'a list keeps the lines of what stays',
      ['offers', 'three-books', 'markets'],
      ['US-NJ', 'TR'],
      `
      - GB # main
      # from June
      - US-NJ
`,
      `
      # from June
      - US-NJ
      - TR
`,
    ],
    [
      'a text of several lines becomes one',
      ['offers', 'three-books', 'texts', 'en_US', 'terms'],
      'All.',
      `>-
          New customers
          only.
`,
      `All.
`,
    ],
    [
      'a text in another language stands behind the first',
      ['offers', 'three-books', 'texts', 'ru_RU'],
      { url: 'https://a.example/', text: 'Книги' },
      `
          only.
`,
      `
          only.
      ru_RU:
        url: https://a.example/
        text: Книги
`,
    ],
    [
      'a field of a map on one line',
      ['advertisers', 'acme', 'legal'],
      'Acme: Ltd',
      `Books" }`,
      `Books", legal: "Acme: Ltd" }`,
    ],
    [
      'an offer goes with its lines',
      ['offers', 'last'],
      undefined,
      `  last:
    advertiser: acme
`,
      '',
    ],
    [
      'a new group',
      ['more'],
      { a: [] },
      `  last:
    advertiser: acme
`,
      `  last:
    advertiser: acme
more:
  a: []
`,
    ],
  ])('%s', async (_name, path, next, old, now) => {
    expect(await editYaml(LEDGER, path, next)).toBe(LEDGER.replace(old, now));
  });

  test.each<[string, string, (string | number)[], unknown]>([
    ['what an alias repeats', 'a: &a { b: 1 }\nc: *a\n', ['a', 'b'], 2],
    ['a name that an alias has', 'a: &a { b: 1 }\nc: *a\n', ['a'], undefined],
    ['a text that is no YAML', 'a: [\n', ['a'], 1],
    ['two documents', 'a: 1\n---\nb: 2\n', ['a'], 3],
    ['a place that is none', 'a: 1\n', ['a', 'b', 'c'], 3],
    ['a place behind the end', 'a: [1]\n', ['a', 3], 3],
    ['a number where a name stands', 'a: 1\n', [0], 3],
  ])('refuses %s', async (_name, text, path, next) => {
    expect(await editYaml(text, path, next)).toBeNull();
  });

  test.each<[string, (string | number)[], unknown, string]>([
    ['', ['offers', 'a', 'class'], 'books', 'offers:\n  a:\n    class: books\n'],
    ['# Offers\n', ['offers', 'a'], {}, '# Offers\noffers:\n  a: {}\n'],
    ['offers:\n', ['offers', 'a', 'class'], 'books', 'offers:\n  a:\n    class: books\n'],
    ['offers: {}\n', ['offers', 'a', 'class'], 'books', 'offers: { a: { class: books } }\n'],
    ['offers:\n  a: { class: books }\n', ['offers', 'a'], undefined, 'offers:\n  {}\n'],
  ])('an empty part of %j gets its first entry, and loses its last', async (text, path, next, expected) => {
    expect(await editYaml(text, path, next)).toBe(expected);
  });
});

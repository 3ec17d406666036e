import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPartsRenderer } from '../../src/build/render/render-parts.ts';
import { type Body, type Page, SHAPE_FIELDS } from '../../src/site/page.ts';
import { compileView } from '../../src/templates/compile-view.ts';
import { extractStrings, inflate } from '../../src/templates/shape.ts';
import { builtInStrings } from '../support/strings.ts';
import { EDITIONS, PLAIN } from '../templates/fixtures.ts';

const renderParts = createPartsRenderer(builtInStrings);

interface Input {
  page: Page;
  body: Body | null;
}

/** Texts that look like markup, like a replacement pattern or like a placeholder. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '&',
    '<b>&amp;</b>',
    '"quoted" \'twice\'',
    '$&$1$$',
    '\\',
    '{{0}}',
    '%EE%80%80',
    ' x ',
    '\n',
    'Ёлка',
    'İ',
    '0',
  ),
);

/** The same shape with other strings. `lengths` cuts or repeats the lists. */
function vary(input: Input, texts: readonly string[], lengths: readonly number[]): Input {
  let text = 0;
  let list = 0;
  const visit = (node: unknown, key: string): unknown => {
    if (typeof node === 'string') {
      return node === '' || SHAPE_FIELDS.has(key) ? node : (texts[text++ % texts.length] ?? node);
    }
    if (Array.isArray(node)) {
      const length = lengths[list++ % lengths.length] ?? node.length;
      const items = node.length === 0 ? [] : Array.from({ length }, (_, index) => node[index % node.length]);
      return items.map((item) => visit(item, ''));
    }
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, visit(child, name)]));
  };
  return visit(input, '') as Input;
}

const NOTHING = extractStrings(null);

const inputs: Input[] = [...EDITIONS, ...PLAIN].flatMap(({ fixtures }) => fixtures);

describe('the compiled view of a page equals the plain one', () => {
  test('for pages of every kind, with any strings and lists of any length', () => {
    const compiled = compileView(renderParts);
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...inputs),
        fc.array(fc.array(anyText, { minLength: 1, maxLength: 12 }), { minLength: 4, maxLength: 4 }),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
        (input, variants, lengths) => {
          kinds.add(input.page.kind);
          // A shape is compiled the second time that it is seen, and filled from the third on.
          for (const texts of variants) {
            const value = vary(input, texts, lengths);
            const plain = renderParts(value.page, value.body);
            expect(compiled.render(extractStrings(value.page), extractStrings(value.body))).toEqual(plain);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(compiled.misused).toBe(0);
    expect(kinds.size).toBe(new Set(inputs.map(({ page }) => page.kind)).size);
  });
});

test.each<[string, (value: { title: string; list: string[] }) => string]>([
  ['changes the case', ({ title }) => `<p>${title.toLowerCase()}</p>`],
  ['cuts', ({ title }) => `<p>${title.slice(0, 3)}</p>`],
  ['looks at the length', ({ title }) => `<p>${title.length < 4 ? 'short' : title}</p>`],
  ['compares', ({ title, list }) => `<p>${list.includes(title) ? 'in it' : 'not in it'}</p>`],
  ['looks for a letter', ({ title }) => `<p>${title.includes('a') ? 'has an a' : title}</p>`],
  ['encodes', ({ title }) => `<a href="/${encodeURIComponent(title)}">x</a>`],
  ['sorts', ({ list }) => [...list].sort().join(' ')],
])('a view that %s is found, and rendered plainly', (_name, view) => {
  const compiled = compileView((value: { title: string; list: string[] }) => [view(value)]);
  for (const title of ['A title that has an A and is long', 'B', 'aaa', 'Cat', 'A title that has an A']) {
    const value = { title, list: ['b', title] };
    expect(compiled.render(extractStrings(value), NOTHING)).toEqual([view(value)]);
  }
  expect(compiled.misused).toBe(1);
});

test('a view that treats strings as opaque is filled, not rendered again', () => {
  let calls = 0;
  const compiled = compileView(({ title }: { title: string }) => {
    calls++;
    return [`<p>${title}</p>`];
  });
  for (let index = 0; index < 10; index++)
    expect(compiled.render(extractStrings({ title: `t${index}` }), NOTHING)).toEqual([`<p>t${index}</p>`]);
  // Seen, compiled with its plain rendering beside it, and then no more.
  expect(calls).toBe(3);
});

test('a value taken apart and put together is the same value', () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '\uE000', '"'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const value = fc.record({
    title: leaf,
    kind: fc.constantFrom('home', 'article'),
    list: fc.array(fc.oneof(leaf, fc.record({ a: leaf, b: fc.array(leaf) }))),
  });
  fc.assert(fc.property(value, (any) => void expect(inflate(extractStrings(any))).toEqual(any)));
  for (const input of inputs) expect(inflate(extractStrings(input))).toEqual(input);
});

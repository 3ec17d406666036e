import { transform } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerLightDark } from '../../src/theme/light-dark.ts';

test('each value is there for light and for dark, and the functions in it stay', () => {
  const css = lowerLightDark(
    ':root{--paper:light-dark(rgb(1, 2, 3),var(--x, #000))}a{color:light-dark(red,light-dark(blue,tan))}',
  );
  expect(css).not.toContain('light-dark(');
  expect(css).toContain('--paper:var(--articles-light,rgb(1, 2, 3)) var(--articles-dark,var(--x, #000))');
  expect(css).toContain(':root[data-theme=dark]{');
});

test('texts, other functions and style sheets without it stay as they are', () => {
  for (const css of ['a{content:"light-dark(a,b)"}', 'a{color:light-dark(red)}', 'a{color:rgb(1,2,3)}', ''])
    expect(lowerLightDark(css)).toBe(css);
});

test('the result of any valid values is a valid style sheet', async () => {
  const value: fc.Memo<string> = fc.memo((depth) =>
    depth <= 1
      ? fc.constantFrom('red', '#fff', '"a,(b"', 'var(--a, (1))')
      : fc.oneof(
          value(depth - 1),
          fc.tuple(value(depth - 1), value(depth - 1)).map(([a, b]) => `light-dark(${a},${b})`),
          value(depth - 1).map((inner) => `f(${inner},1)`),
        ),
  );
  await fc.assert(
    fc.asyncProperty(value(4), async (text) => {
      const css = lowerLightDark(`a{--b:${text}}`);
      expect(css.replaceAll('"a,(b"', '')).not.toContain('light-dark(');
      const { warnings } = await transform(css, { loader: 'css' });
      expect(warnings).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

/** What a drawing may cost: elements within each other are counted, and each of them may name its own namespaces. */
import { expect, test } from 'vitest';
import { cleanSvg } from '../../src/pictures/clean-svg.ts';

test('a drawing has at most 200 levels, however long it is', () => {
  const drawing = (levels: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg">${Array.from({ length: levels }, (_, level) => `<g xmlns:a${level}="b">`).join('')}${'</g>'.repeat(levels)}</svg>`;
  expect(cleanSvg(drawing(199))).toMatchObject({ svg: expect.stringContaining('<g><g>') });
  for (const levels of [200, 100_000])
    expect(cleanSvg(drawing(levels))).toEqual({ active: 'more than 200 levels of elements' });
});

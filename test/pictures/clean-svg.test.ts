/** What a drawing may cost, and what drawing programs write that no picture shows. */
import { expect, test } from 'vitest';
import { cleanSvg } from '../../src/pictures/clean-svg.ts';

test('a drawing has at most 200 levels, however long it is', () => {
  const drawing = (levels: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg">${Array.from({ length: levels }, (_, level) => `<g xmlns:a${level}="b">`).join('')}${'</g>'.repeat(levels)}</svg>`;
  expect(cleanSvg(drawing(199))).toMatchObject({ svg: expect.stringContaining('<g><g>') });
  for (const levels of [200, 100_000])
    expect(cleanSvg(drawing(levels))).toEqual({ active: 'more than 200 levels of elements' });
});

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

test('fonts of other places, which no browser loads for a picture, are left out of a drawing', () => {
  const own = '@font-face{font-family:b;src:url(data:font/woff2;base64,AA==)}';
  const foreign = '@font-face { font-family: "Virgil"; src: url("https://draw.example/Virgil.woff2"); }';
  expect(cleanSvg(svg(`<style>${foreign} ${own} text{fill:red}</style><text>a</text>`))).toEqual({
    svg: svg(`<style> ${own} text{fill:red}</style><text>a</text>`),
  });
  expect(cleanSvg(svg(`<style>${foreign} text{fill:url(https://draw.example/x)}</style>`))).toEqual({
    active: 'url(https://draw.example/x)',
  });
});

test('a drawing shows the part that its program wrote in the place of a document', () => {
  const html = `<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml" onclick="x()">a<svg/></div></foreignObject>`;
  expect(cleanSvg(svg(`<switch>${html} <text y="9">a</text></switch>`))).toEqual({
    svg: svg('<switch> <text y="9">a</text></switch>'),
  });
  const alone = [
    html,
    `<switch>${html}</switch>`,
    `<switch>${html}\n<desc/>x${html}</switch>`,
    `<g>${html}<text/></g>`,
  ];
  for (const drawing of [...alone, `<switch><text/>${html}</switch>`])
    expect(cleanSvg(svg(drawing))).toEqual({ active: expect.stringMatching(/^<foreignObject>$/) });
});

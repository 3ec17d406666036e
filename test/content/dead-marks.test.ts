/** Marks that lead nowhere are found where readers see them, and in no text that another reader of Markdown takes for sound. */
import { describe, expect, test } from 'vitest';
import { findCutValues } from '../../src/content/front-matter/cut-values.ts';
import { findBody, isError, parseFrontMatter } from '../../src/content/front-matter/front-matter.ts';
import { findDeadMarks } from '../../src/content/markdown/dead-marks.ts';

const HEAD = '---\ntitle: T\n---\n';
const show = (body: string) => {
  const file = HEAD + body;
  return findDeadMarks(file, file.slice(findBody(file)), false).map(
    ({ code, line, column }) => `${code} ${line}:${column}`,
  );
};

test.each([
  ['A[^typo] note.\n\n[^tyop]: The note.', ['dead-reference 4:2', 'unused-footnote 6:1']],
  ['**[link][nowhere]**', ['dead-reference 4:3']],
  ['[**link**][nowhere]', ['dead-reference 4:10']],
  ['> one\n> two [a][b]\n> three [^c]', ['dead-reference 5:7', 'dead-reference 6:9']],
  ['- one\n  - two {% x %}\n    three {% y %}', ['template-code 5:9', 'template-code 6:11']],
  [':::note\n[a][b]\n:::', ['dead-reference 5:1']],
  ['A[^1].\n\n[^1]: See [a][b] and [^2].', ['dead-reference 6:11', 'dead-reference 6:22']],
  ['## Head {#own}\n\nHead {: .own }\n----', ['template-code 4:9', 'template-code 6:6']],
  ['<div>{{< a >}}</div>', ['raw-html 4:1', 'template-code 4:6']],
  ['A `<T>` of\nList<String> and <T>.', ['raw-html 5:5']],
  ['<!-- <a> -->\n<br>\n\n> <div>\n> </div>', ['raw-html 7:3']],
  ['`{{< a >}}` {{< a >}}', ['template-code 4:13']],
  ['[a]: /b\r\n\r\nText\r\n{% c %}', ['unused-definition 4:1', 'template-code 7:1']],
])('in %j', (body, expected) => {
  expect(show(body)).toEqual(expected);
});

test.each([
  'A[^1] and [^two].\n\n[^1]: One.\n[^two]: Two.',
  'A[^1].\n\n[^1]:\n    A note with a block.\n\n    And [^2].\n\n[^2]: Two.',
  '[a][B] and ![c][b] and [b][] and [B] and [**b**][b]\n\n[b]: /x "title"',
  '[a\\]b]\n\n[a\\]b]: /x',
  'matrix[i][j], f(x)[0][1], [1][2], [ ], [x], - [ ] task, array[[1]][2]',
  '`[a][b]` ``{{< x >}}`` `[^c]`\n\n```\n{% x %} [a][b]\n```\n\n    [a][b] {% x %}',
  '\\[a][b] \\[^c] \\{% x %} \\{{< x >}} {\\{ x }}',
  '<!-- {{< a >}} [a][b] -->\n\n[//]: # (a comment)\n[comment]: <> (another)',
  '<https://a.example> <a@b.example> <br> H<sub>2</sub>O <!DOCTYPE html> <?php ?> <!-- <a> --> 1 <2 `<a>` \\<a> &lt;a>\n\n    <a>',
  'A price of {5} and {x}, {{}} and 100 %}',
  '$`\\frac{{a}}{{b}}`$ and [x](y "{% z %}")',
])('says nothing of %j', (body) => {
  expect(show(body)).toEqual([]);
});

describe('values that YAML cuts', () => {
  const cut = (fields: string) =>
    findCutValues(`---\n${fields}\n---\nText #1.\n`).map(
      ({ line, column, fix }) => `${line}:${column} ${fix?.new}`,
    );

  test.each([
    ['title: We are #1 in C#', ['2:8 "We are #1 in C#"']],
    ["title: T\ndescription: It's #12 explained", ['3:14 "It\'s #12 explained"']],
    ['tags:\n  - C #1\n  - D', ['3:5 "C #1"']],
    ['origin:\n  note: a #b', ['3:9 "a #b"']],
  ])('in %j', (fields, expected) => {
    expect(cut(fields)).toEqual(expected);
    // What the finding offers is the whole value.
    const [{ fix } = {}] = findCutValues(`---\n${fields}\n---\n`);
    const front = parseFrontMatter(`---\n${fields.replace(fix?.old ?? '', fix?.new ?? '')}\n---\n`);
    expect(isError(front) || JSON.stringify(front.data)).toContain(
      JSON.stringify(JSON.parse(fix?.new ?? '')),
    );
  });

  test.each([
    'title: "We are #1"',
    "title: 'We are #1'",
    'title: C# and F#1',
    'title: T # a comment',
    'title: T #',
    '# title: We are #1',
    'title: |\n  We are #1',
    'title: >-\n  a: b #1',
    'date: 2026-01-01  ## a comment',
  ])('says nothing of %j', (fields) => {
    expect(cut(fields)).toEqual([]);
  });
});

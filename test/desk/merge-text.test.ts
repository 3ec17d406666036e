/** Two edits of one text are merged by paragraph, or shown beside each other. */
import { describe, expect, test } from 'vitest';
import { moveFindings } from '../../packages/desk/src/findings.ts';
import { lettersOf, locate } from '../../packages/desk/src/locate.ts';
import { applySplices, mergeTexts } from '../../packages/desk/src/server/merge-text.ts';
import { createDraw } from '../support/random.ts';

test('splices that overlap or lie outside of the text are refused', () => {
  expect(applySplices('abc', [{ from: 1, to: 2, insert: 'X' }])).toBe('aXc');
  expect(applySplices('abc', [{ from: 2, to: 4, insert: '' }])).toBeNull();
  expect(applySplices('abc', [{ from: 2, to: 1, insert: '' }])).toBeNull();
  const two = [
    { from: 1, to: 2, insert: '' },
    { from: 0, to: 1, insert: '' },
  ];
  expect(applySplices('abc', two)).toBeNull();
});

describe('two edits of one text', () => {
  const head = '---\ntitle: T\ndate: 2026-01-01\n---\n';
  const base = `${head}One.\n\nTwo.\n\nThree.\n`;
  const cases: [string, mine: string, theirs: string, merged: string][] = [
    [
      'other paragraphs',
      base.replace('One', 'ONE'),
      base.replace('Three', '3'),
      `${head}ONE.\n\nTwo.\n\n3.\n`,
    ],
    ['neighbours', base.replace('One', 'ONE'), base.replace('Two', '2'), `${head}ONE.\n\n2.\n\nThree.\n`],
    ['the same edit', base.replace('One', 'ONE'), base.replace('One', 'ONE'), base.replace('One', 'ONE')],
    [
      'fields and text',
      base.replace('title: T', 'title: U'),
      base.replace('Two', '2'),
      base.replace('title: T', 'title: U').replace('Two', '2'),
    ],
    [
      'two fields',
      base.replace('title: T', 'title: U'),
      base.replace('01-01', '02-02'),
      base.replace('title: T', 'title: U').replace('01-01', '02-02'),
    ],
    [
      'a new paragraph and an edit',
      base.replace('Two.', 'New.\n\nTwo.'),
      base.replace('One', 'ONE'),
      `${head}ONE.\n\nNew.\n\nTwo.\n\nThree.\n`,
    ],
    [
      'a removal and an edit',
      base.replace('Two.\n\n', ''),
      base.replace('Three', '3'),
      `${head}One.\n\n3.\n`,
    ],
    ['nothing', base, base.replace('One', 'ONE'), base.replace('One', 'ONE')],
  ];
  test.each(cases)('are merged: %s', (_name, mine, theirs, merged) => {
    expect(mergeTexts(base, mine, theirs)).toEqual([merged]);
    expect(mergeTexts(base, theirs, mine)).toEqual([merged]);
  });

  test('that change one paragraph are shown beside each other', () => {
    const merge = mergeTexts(base, base.replace('Two.', 'Two, mine.'), base.replace('Two.', 'Two, theirs.'));
    expect(merge).toEqual([
      `${head}One.\n\n`,
      { base: 'Two.\n\n', mine: 'Two, mine.\n\n', theirs: 'Two, theirs.\n\n', isHead: false },
      'Three.\n',
    ]);
  });

  test('that add different paragraphs at one place are shown', () => {
    const merge = mergeTexts(base, base.replace('Two.', 'A.\n\nTwo.'), base.replace('Two.', 'B.\n\nTwo.'));
    expect(merge).toEqual([
      `${head}One.\n\n`,
      { base: '', mine: 'A.\n\n', theirs: 'B.\n\n', isHead: false },
      'Two.\n\nThree.\n',
    ]);
  });

  test('never become a front matter that no build reads', () => {
    const [mine, theirs] = [
      base.replace('date:', 'author: Ann Reed\ndate:'),
      base.replace('title:', 'author: Bo Lind\ntitle:').replace('Two', '2'),
    ];
    const heads = [mine, theirs].map((text) => text.slice(0, text.indexOf('One.')));
    expect(mergeTexts(base, mine, theirs)).toEqual([
      { base: head, mine: heads[0], theirs: heads[1], isHead: true },
      'One.\n\n2.\n\nThree.\n',
    ]);
  });

  test('lose no word of either side, whatever they are', () => {
    const random = createDraw(7);
    for (let round = 0; round < 2000; round++) {
      const paragraphs = Array.from({ length: 1 + random(6) }, (_, index) => `p${index}.`);
      const edit = (side: string) =>
        paragraphs.flatMap((text, index) => {
          const kind = random(5);
          return kind === 0 ? [`${side}${index}.`] : kind === 1 ? [text, `${side}new${index}.`] : [text];
        });
      const [mine, theirs] = [edit('m'), edit('t')];
      const merge = mergeTexts(
        ...([paragraphs, mine, theirs].map((parts) => parts.join('\n\n')) as [string, string, string]),
      );
      const all = JSON.stringify(merge);
      for (const text of [...mine, ...theirs]) if (/^[mt]/.test(text)) expect(all).toContain(text);
    }
  });
});

test('a click on a page finds its words in the source, between links and after repeated words', () => {
  const source = lettersOf(
    '---\ntitle: Odds\n---\nThe price is [fair](/articles/fair-price) here. The price is low.',
  );
  const at = (before: string, after: string) => locate(source, { before, after });
  expect(at('Thepriceis', 'fairhereThepriceislow')).toBe('---\ntitle: Odds\n---\nThe price is ['.length);
  expect(at('hereThepriceis', 'low')).toBe(
    '---\ntitle: Odds\n---\nThe price is [fair](/articles/fair-price) here. The price is '.length,
  );
  expect(at('', 'Wordsthatarenotthere')).toBeNull();
});

test('a finding about an earlier version stays at its words, and goes with them', () => {
  const finding = { code: 'leftover', message: 'm', hint: 'h', column: 4 };
  const before = ['---', 'draft: true', '---', 'Same.', 'It is 2 + 2 = 5.', 'Same.', ''].join('\n');
  const linesOf = (now: string) =>
    moveFindings(
      [2, 4, 5, 6, undefined].map((line) => ({ ...finding, ...(line && { line }) })),
      before,
      now,
    ).map(({ line }) => line);
  expect(linesOf(before)).toEqual([2, 4, 5, 6, undefined]);
  expect(linesOf(before.replace('draft: true', 'draft: false\r\norigin: x'))).toEqual([5, 6, 7, undefined]);
  expect(linesOf(before.replace('5.', '4.'))).toEqual([2, 4, 6, undefined]);
  expect(linesOf('')).toEqual([undefined]);
});

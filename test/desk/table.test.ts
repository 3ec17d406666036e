/** Steps on a table of the source, as another reader of Markdown sees them: a cell moves and none is lost. */
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { stepOf, TABLE_STEPS, type TableStep } from '../../packages/desk/src/table.ts';

const reader = markdownIt();

/** The cells of each row, and the alignment of each column. */
function readTable(text: string) {
  const rows: string[][] = [];
  const aligns: string[] = [];
  let isCell = false;
  for (const token of reader.parse(text, {})) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open')
      aligns.push(/(left|center|right)/.exec(String(token.attrGet('style')))?.[1] ?? '');
    if (/^t[hd]_open$/.test(token.type)) isCell = true;
    else if (isCell && token.type === 'inline') rows.at(-1)?.push(token.content);
    else isCell = false;
  }
  return { rows, aligns };
}

const cell = fc.constantFrom('', 'a', 'Été', 'x \\| y', '**b**', '字字', 'a long cell');
const mark = fc.constantFrom('---', ':--', '--:', ':-:', '-');
const table = fc.integer({ min: 1, max: 4 }).chain((width) => {
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc.record({
    width: fc.constant(width),
    head: fc.array(fc.constantFrom('A', 'Bé', '字'), { minLength: width, maxLength: width }),
    marks: fc.array(mark, { minLength: width, maxLength: width }),
    rows: fc.array(row, { minLength: 1, maxLength: 4 }),
    at: fc.record({ row: fc.nat(), column: fc.nat() }),
    step: fc.constantFrom(
      ...Object.keys(TABLE_STEPS).filter((name): name is TableStep => name in TABLE_STEPS),
    ),
  });
});

test('a step changes one row, one column or one alignment, and no other cell', () => {
  fc.assert(
    fc.property(table, ({ width, head, marks, rows, at, step }) => {
      const row = at.row % (rows.length + 1);
      const column = at.column % width;
      const lines = [head, marks, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
      const line = row === 0 ? 0 : row + 1;
      const before = lines.slice(0, line).join('\n').length + Math.min(line, 1);
      const inLine = ([head, ...rows][row] ?? []).slice(0, column).join(' | ').length + (column > 0 ? 5 : 2);
      const doc = `Before.\n\n${lines.join('\n')}\n\nAfter.\n`;
      const anchor = 'Before.\n\n'.length + before + inLine;
      const state = EditorState.create({
        doc,
        selection: { anchor },
        extensions: markdown({ base: markdownLanguage }),
      });
      ensureSyntaxTree(state, doc.length, 5000);
      const change = stepOf(state, step);
      if (!change) throw new Error('the caret is in a table');
      const after = state.update(change).state.doc.toString();
      expect(after.startsWith('Before.\n\n|') && after.endsWith('|\n\nAfter.\n')).toBe(true);
      const [old, now] = [readTable(doc), readTable(after)];
      const expected = structuredClone(old);
      if (step === 'Row below') expected.rows.splice(row + 1, 0, Array<string>(width).fill(''));
      else if (step === 'Remove row') expected.rows.splice(row, row === 0 ? 0 : 1);
      else if (step === 'Column after') {
        expected.aligns.splice(column + 1, 0, '');
        for (const [index, cells] of expected.rows.entries())
          cells.splice(column + 1, 0, index === 0 ? 'Head' : '');
      } else if (step === 'Remove column') {
        const count = width === 1 ? 0 : 1;
        expected.aligns.splice(column, count);
        for (const cells of expected.rows) cells.splice(column, count);
      } else {
        const wanted = step.toLowerCase();
        expected.aligns[column] = old.aligns[column] === wanted ? '' : wanted;
      }
      expect(now).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

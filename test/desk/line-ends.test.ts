/** Line ends of a file in the editor's state: whatever is typed, undo brings back the same bytes, and redo what was typed. */
import { history, redo, undo } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import { expect, test } from 'vitest';
import { readText, spliceBetween, textOf, toDocument, toFile } from '../../packages/desk/src/line-ends.ts';
import { applySplices } from '../../packages/desk/src/server/merge-text.ts';
import { createDraw } from '../support/random.ts';

const ENDS = ['\n', '\r\n', '\r'];
const INSERTS = ['x', '\n', 'a\nb', '', '\n\n', 'é', '글'];

/** @param kinds of line ends, of which each line has one at random */
function makeText(draw: (below: number) => number, kinds: number): string {
  const lines = Array.from({ length: draw(12) }, () => ['', 'a', 'two words', ' '][draw(4)] ?? '');
  return lines.map((line) => line + (ENDS[draw(kinds)] ?? '\n')).join('') + (draw(2) === 0 ? 'end' : '');
}

test('undo brings back every byte, and redo what was typed', () => {
  const draw = createDraw('line ends');
  for (let round = 0; round < 1000; round++) {
    const text = makeText(draw, 1 + (round % 3));
    const { doc, extension } = readText(text);
    // Each step is one to undo.
    let state = EditorState.create({ doc, extensions: [extension, history({ newGroupDelay: -1 })] });
    const dispatch = (transaction: Transaction) => {
      state = transaction.state;
    };
    const name = JSON.stringify(text);
    expect(textOf(state), name).toBe(text);
    const at = draw(state.doc.length + 1);
    expect(toDocument(state, toFile(state, at)), name).toBe(at);
    const seen: string[] = [];
    for (let step = 0; step < 4; step++) {
      const from = draw(state.doc.length + 1);
      const to = Math.min(state.doc.length, from + draw(4));
      seen.push(textOf(state));
      dispatch(state.update({ changes: { from, to, insert: INSERTS[draw(INSERTS.length)] ?? '' } }));
      // The file gets what the editor shows.
      const splice = spliceBetween(seen.at(-1) ?? '', textOf(state));
      const file = applySplices(seen.at(-1) ?? '', splice ? [splice] : []);
      expect(file, name).toBe(textOf(state));
      expect(file?.split(/\r\n?|\n/), name).toEqual(state.doc.toJSON());
    }
    const typed = textOf(state);
    while (undo({ state, dispatch }));
    expect(textOf(state), name).toBe(text);
    while (redo({ state, dispatch }));
    expect(textOf(state), name).toBe(typed);
  }
});

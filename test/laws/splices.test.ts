/** The desk changes the characters of an edit and no others, and undo brings back the bytes, in every document of this repository and in odd ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { history, redo, undo } from '@codemirror/commands';
import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import {
  endsOf,
  readText,
  spliceBetween,
  textOf,
  toDocument,
  toFile,
} from '../../packages/desk/src/line-ends.ts';
import { applySplices } from '../../packages/desk/src/server/merge-text.ts';
import { createDraw } from '../support/random.ts';

const listTexts = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'));

/** Gives each third line another end than the others. */
const mix = (text: string, end: string) => {
  let count = 0;
  return text.replace(/\n/g, () => (count++ % 3 === 1 ? end : '\n'));
};

const ODD = [
  '',
  '\n',
  "---\r\n# kept\r\ntitle:   'Odd'   # too\r\ncustom: [ 1,2 ]\r\n---\r\nText.  \r\n\r\n\ttab\r\n",
  '---\ntitle: "a: b"\nlist:\n    - x\n    -   y\n---\nmixed\r\nbreaks\nand\rold\r\r\n',
  'one\r\ntwo\r\nthree\nfour',
  'a\rb\nsecond line here\nthird line here',
  'only\rold\rbreaks\r',
  'no front matter \u{1f600}\u{1f1f9}\u{1f1f7} \u0000',
];
const own = [...listTexts('content'), ...listTexts('examples'), ...listTexts('docs')];
const TEXTS = [
  ...own,
  ...own.slice(0, 60).flatMap((text) => [mix(text, '\r\n'), mix(text, '\r'), text.replaceAll('\n', '\r\n')]),
  ...ODD,
];
const INSERTS = ['', 'a', '\n', 'é\n\n', '\u{1f600}', '\t- x', 'one\r\ntwo\rthree'];

const open = (text: string) => {
  const { doc, extension } = readText(text);
  return EditorState.create({ doc, extensions: [extension, history()] });
};
/** What an editor reads that knows all three line breaks. */
const linesOf = (text: string) => text.split(/\r\n|\r|\n/);
const isLikeFile = (state: EditorState) => {
  const lines = linesOf(textOf(state));
  return (
    lines.length === state.doc.lines && lines.every((line, index) => line === state.doc.line(index + 1).text)
  );
};

/** Edits at random. @returns the states after each edit */
function editOften(start: EditorState, random: (below: number) => number, rounds: number): EditorState[] {
  const states = [start];
  for (let round = 0; round < rounds; round++) {
    const state = states.at(-1) ?? start;
    const from = random(state.doc.length + 1);
    const to = Math.min(state.doc.length, from + random(3) * random(40));
    const insert = state.toText(INSERTS[random(INSERTS.length)] ?? '');
    states.push(state.update({ changes: { from, to, insert }, userEvent: 'input.type' }).state);
  }
  return states;
}

const repeat = (state: EditorState, command: typeof undo): EditorState => {
  let now = state;
  const dispatch = (transaction: Transaction) => {
    now = transaction.state;
  };
  while (command({ state: now, dispatch }));
  return now;
};

test('an edit in the editor changes the characters of its range and no others', () => {
  expect(TEXTS.length).toBeGreaterThan(370);
  const random = createDraw(35);
  for (const text of TEXTS) {
    const before = open(text);
    expect(textOf(before) === text).toBe(true);
    // A CR that comes to stand before a LF would be a part of it, and becomes one.
    const hasOldBreaks = /\r(?!\n)/.test(text);
    for (let round = 0; round < 25; round++) {
      const [, after = before] = editOften(before, random, 1);
      const edited = textOf(after);
      const splice = spliceBetween(text, edited);
      const at = random(before.doc.length + 1);
      // Plain comparisons: an assertion for each edit would take a minute.
      const isRight =
        isLikeFile(after) &&
        (splice ? applySplices(text, [splice]) : text) === edited &&
        toDocument(before, toFile(before, at)) === at &&
        linesOf(text.slice(0, toFile(before, at))).join('\n') === before.sliceDoc(0, at);
      if (!isRight)
        expect.fail(`${JSON.stringify(edited.slice(0, 300))} of ${JSON.stringify(text.slice(0, 200))}`);
      if (hasOldBreaks || !splice) continue;
      const touched = before.sliceDoc(0, toDocument(before, splice.from));
      expect(after.sliceDoc(0, touched.length) === touched).toBe(true);
    }
  }
});

test('undo brings back the bytes of the file, and redo those of the edits', () => {
  const random = createDraw(57);
  for (const text of TEXTS) {
    const states = editOften(open(text), random, 12);
    const last = states.at(-1) ?? open(text);
    const undone = repeat(last, undo);
    if (textOf(undone) !== text)
      expect.fail(`${JSON.stringify(text.slice(0, 200))} is ${JSON.stringify(textOf(undone).slice(0, 200))}`);
    expect(textOf(repeat(undone, redo)) === textOf(last)).toBe(true);
  }
});

test('undo takes back the steps of the editor and none of others', () => {
  const text = 'One.\n\nTwo.\r\n\r\nThree.\n';
  const others = (spec: TransactionSpec): TransactionSpec => ({
    ...spec,
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  });
  const typed = open(text).update({ changes: { from: 0, insert: 'Mine. ' } }).state;
  const theirs = textOf(typed).replace('Three.', 'Three, by Bob.');
  const at = typed.doc.toString().indexOf('Three.');
  const merged = typed.update(
    others({
      changes: { from: at, to: at + 6, insert: typed.toText('Three, by Bob.') },
      effects: endsOf(theirs),
    }),
  ).state;
  expect(textOf(merged)).toBe(theirs);
  expect(textOf(repeat(merged, undo))).toBe(theirs.replace('Mine. ', ''));
});

/**
 * The line ends of a file as a part of the editor's state, whose document knows one kind of them. A change keeps those of the
 * lines that it does not touch, and undo brings back the same bytes.
 */
import { invertedEffects } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  Text,
  type Transaction,
} from '@codemirror/state';
import type { Splice } from './server/merge-text.ts';

/** Of each line but the last: `\n`, `\r\n` or `\r`. */
type Ends = readonly string[];

const BREAK = /\r\n?|\n/g;

/** Gives the lines of the new document their ends; without effect where it has another number of lines. */
const setEnds = StateEffect.define<Ends>();

const lineEnds = StateField.define<{ ends: Ends; usual: string }>({
  create: () => ({ ends: [], usual: '\n' }),
  update({ ends, usual }, transaction) {
    let next = transaction.docChanged ? follow(ends, usual, transaction) : ends;
    for (const effect of transaction.effects)
      if (effect.is(setEnds) && effect.value.length === transaction.newDoc.lines - 1) next = effect.value;
    return { ends: transaction.docChanged ? separate(next, transaction.newDoc) : next, usual };
  },
});

function follow(ends: Ends, usual: string, { startState: { doc }, changes }: Transaction): Ends {
  let next: string[] = [];
  let at = 0;
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const first = doc.lineAt(from).number - 1;
    const last = doc.lineAt(to).number - 1;
    const added = inserted.lines - 1;
    if (added === last - first) return;
    next = next.concat(ends.slice(at, first), Array<string>(added).fill(usual));
    at = last;
  });
  return at === 0 && next.length === 0 ? ends : next.concat(ends.slice(at));
}

/** A CR and the LF after an empty line would be one break in the file. From the last line on: an LF that is made here may follow a CR too. */
function separate(ends: Ends, doc: Text): Ends {
  if (!ends.includes('\r')) return ends;
  const next = [...ends];
  for (let at = next.length - 2; at >= 0; at--)
    if (next[at] === '\r' && next[at + 1] === '\n' && doc.line(at + 2).length === 0) next[at] = '\n';
  return next;
}

/** The document of a file's text, and the extension that keeps its line ends. */
export function readText(text: string): { doc: Text; extension: Extension } {
  const ends = text.match(BREAK) ?? [];
  const windows = ends.filter((end) => end === '\r\n').length;
  const usual = windows * 2 > ends.length ? '\r\n' : '\n';
  return {
    doc: Text.of(text.split(/\r\n?|\n/)),
    extension: [
      lineEnds.init(() => ({ ends, usual })),
      invertedEffects.of(({ startState, docChanged }) =>
        docChanged && isMixed(startState) ? [setEnds.of(startState.field(lineEnds).ends)] : [],
      ),
    ],
  };
}

/** The effect that gives the document of `text` its line ends. */
export const endsOf = (text: string) => setEnds.of(text.match(BREAK) ?? []);

/** True if a line does not end as a new one would: only the history in memory knows how. */
export function isMixed(state: EditorState): boolean {
  const { ends, usual } = state.field(lineEnds);
  return ends.some((end) => end !== usual);
}

/** The text of the file. */
export function textOf(state: EditorState): string {
  const { ends, usual } = state.field(lineEnds);
  if (!isMixed(state)) return state.doc.sliceString(0, state.doc.length, usual);
  return state.doc
    .toJSON()
    .map((line, index) => line + (ends[index] ?? ''))
    .join('');
}

/** The offset in the file of an offset in the editor. */
export function toFile(state: EditorState, offset: number): number {
  const { ends } = state.field(lineEnds);
  const line = state.doc.lineAt(offset).number - 1;
  return ends.slice(0, line).reduce((sum, end) => sum + end.length - 1, offset);
}

/** The offset in the editor of an offset in the file. */
export function toDocument(state: EditorState, offset: number): number {
  let [at, start] = [0, 0];
  for (const end of state.field(lineEnds).ends) {
    const next = start + state.doc.lineAt(at).length + end.length;
    if (next > offset) break;
    at += state.doc.lineAt(at).length + 1;
    start = next;
  }
  return Math.min(at + Math.max(0, offset - start), state.doc.lineAt(at).to);
}

/** The one splice that makes `after` of `before`; null where they are equal. */
export function spliceBetween(before: string, after: string): Splice | null {
  if (before === after) return null;
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from++;
  let end = 0;
  while (end < shortest - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Folds the front matter, which the form of the fields shows. Keys that write text leave a folded one as it is. */
import { codeFolding, foldEffect, foldedRanges, unfoldEffect } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  type Extension,
  type StateEffect,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Characters of a text up to the first one after the front matter. */
export const headLength = (text: string): number =>
  /^---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;

/** The offset of the first character after the front matter. */
export const bodyStart = (doc: Text): number => headLength(doc.toString());

/** The front matter without its last line break; null without one, and where no line follows it. */
function headOf(doc: Text): { from: number; to: number } | null {
  const start = bodyStart(doc);
  return start > 0 && doc.sliceString(start - 1, start) === '\n' ? { from: 0, to: start - 1 } : null;
}

function isFolded(state: EditorState): boolean {
  let found = false;
  foldedRanges(state).between(0, 0, (from) => {
    found ||= from === 0;
  });
  return found;
}

/** The effect that folds the front matter, or shows it again; null where there is nothing to do. */
function setFolded(state: EditorState, folds: boolean): StateEffect<unknown> | null {
  const head = headOf(state.doc);
  if (!head || isFolded(state) === folds) return null;
  return (folds ? foldEffect : unfoldEffect).of(head);
}

export function foldAtStart(state: EditorState): EditorState {
  const effect = setFolded(state, true);
  if (!effect) return state;
  const start = bodyStart(state.doc);
  const selection = state.selection.main.from < start ? { anchor: start } : state.selection;
  return state.update({ effects: effect, selection }).state;
}

/** Shows the front matter as text, or folds it. @param folds undefined for the other of both */
export function toggleFields(view: EditorView, folds = !isFolded(view.state)): void {
  const effect = setFolded(view.state, folds);
  if (effect) view.dispatch({ effects: effect });
}

/** What somebody does to the text that is in view. Searching and undoing reach all of it. */
const BY_HAND = ['input.type', 'input.paste', 'input.drop', 'delete', 'move'];

function guard(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { startState, selection, docChanged, changes } = transaction;
  if (!docChanged && !selection) return transaction;
  if (!isFolded(startState)) return transaction;
  const start = bodyStart(startState.doc);
  if (docChanged) {
    const isByHand = BY_HAND.some((event) => transaction.isUserEvent(event));
    return isByHand && changes.touchesRange(0, start - 1) ? [] : transaction;
  }
  const isWalk = transaction.isUserEvent('select') && !transaction.isUserEvent('select.search');
  if (!selection || !isWalk || selection.ranges.every(({ from }) => from >= start)) return transaction;
  const ranges = selection.ranges.map(({ anchor, head }) =>
    EditorSelection.range(Math.max(anchor, start), Math.max(head, start)),
  );
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex) }];
}

export const fieldsFold: Extension = [
  codeFolding({
    preparePlaceholder: (state, { from, to }) =>
      Array.from(state.sliceDoc(from, to).matchAll(/^([A-Za-z][\w-]*):/gm), ([, name]) => name).join(', '),
    placeholderDOM(_view, onClick, names: string) {
      const fold = document.createElement('span');
      fold.className = 'fields-fold';
      fold.textContent = `Fields: ${names}`;
      fold.title = 'Show the fields as text';
      fold.onclick = onClick;
      return fold;
    },
  }),
  EditorState.transactionFilter.of(guard),
];

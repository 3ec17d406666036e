/** Writes marks of Markdown into the source: bold, links, headings, lists, quotes, footnotes and blocks. Each is one step to undo. */
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { bodyStart } from './fields-fold.ts';

interface Range {
  from: number;
  to: number;
}

/** Replaces the selection, and puts the caret behind it. Nothing is inserted into the front matter. */
export function insert(view: EditorView, text: string, at: Range = view.state.selection.main): void {
  const start = bodyStart(view.state.doc);
  const from = Math.max(at.from, start);
  // A text may end with its front matter.
  const lead = from === start && start > 0 && view.state.sliceDoc(start - 1, start) !== '\n' ? '\n' : '';
  const written = lead + text;
  view.dispatch({
    changes: { from, to: Math.max(at.to, from), insert: written },
    selection: { anchor: from + written.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

/** Puts stars around the selection, or takes them away. */
export function surround(view: EditorView, mark: '*' | '**'): boolean {
  const { from, to } = view.state.selection.main;
  const { doc } = view.state;
  const size = mark.length;
  const left = /\**$/.exec(doc.sliceString(Math.max(0, from - 3), from))?.[0].length ?? 0;
  const right = /^\**/.exec(doc.sliceString(to, to + 3))?.[0].length ?? 0;
  const stars = Math.min(left, right);
  // Three stars are one and two.
  const isMarked = size === 2 ? stars >= 2 : stars % 2 === 1;
  if (isMarked)
    view.dispatch({
      changes: [
        { from: from - size, to: from },
        { from: to, to: to + size },
      ],
      userEvent: 'input',
    });
  else if (from >= bodyStart(doc))
    view.dispatch({
      changes: [
        { from, insert: mark },
        { from: to, insert: mark },
      ],
      selection: { anchor: from + size, head: to + size },
      userEvent: 'input',
    });
  view.focus();
  return true;
}

const LINE_MARK = /^(?:#{1,6} |> |[-*+] (?:\[[ x]\] )?|\d{1,9}[.)] )?/;

/** Gives the selected lines a mark, or takes it from them where all have it. */
export function markLines(view: EditorView, mark: '## ' | '- ' | '> '): void {
  const { doc, selection } = view.state;
  const first = doc.lineAt(Math.max(selection.main.from, bodyStart(doc)));
  const last = doc.lineAt(Math.max(selection.main.to, first.from));
  const lines = Array.from({ length: last.number - first.number + 1 }, (_, at) =>
    doc.line(first.number + at),
  );
  const marked = lines.filter(({ text }, at) => text.trim() !== '' || (at === 0 && lines.length === 1));
  const isMarked = marked.every(({ text }) => text.startsWith(mark));
  view.dispatch({
    changes: marked.map(({ from, text }) => {
      const before = mark === '> ' && !isMarked ? 0 : (LINE_MARK.exec(text)?.[0].length ?? 0);
      return { from, to: from + before, insert: isMarked ? '' : mark };
    }),
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

/** Inserts a mark of a footnote behind the selection, and puts the caret into its text at the end. */
export function insertFootnote(view: EditorView): void {
  const { doc, selection } = view.state;
  const text = doc.toString();
  const used = new Set(Array.from(text.matchAll(/\[\^(\d{1,9})\]/g), ([, number]) => Number(number)));
  let number = 1;
  while (used.has(number)) number++;
  const at = Math.max(selection.main.to, bodyStart(doc));
  const isAfterNote = /^\[\^[^\]]+\]:/m.test(text.slice(text.trimEnd().lastIndexOf('\n') + 1));
  const lead = text.trimEnd() === '' ? '' : isAfterNote ? '\n' : '\n\n';
  const end = doc.length - (text.length - text.trimEnd().length);
  const note = `${lead}[^${number}]: `;
  const mark = `[^${number}]`;
  const from = Math.min(at, end);
  view.dispatch({
    changes: [
      { from, insert: mark },
      { from: end, to: doc.length, insert: `${note}\n` },
    ],
    selection: { anchor: end + mark.length + note.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

/** A block with the blank lines that it needs in place of a range. */
export function asBlock(doc: Text, { from, to }: Range, block: string): string {
  const first = doc.lineAt(from);
  const last = doc.lineAt(to);
  const before = first.number > 1 ? doc.line(first.number - 1).text : '';
  const isAfterText = doc.sliceString(first.from, from).trim() !== '';
  // The line of the closing `---` needs no distance.
  const needsGap = before.trim() !== '' && first.from > bodyStart(doc);
  const lead = isAfterText ? '\n\n' : needsGap ? '\n' : '';
  const rest = doc.sliceString(to, last.to).trim() !== '';
  const isFollowed = last.number === doc.lines || doc.line(last.number + 1).text.trim() !== '';
  return lead + block.trim() + (rest ? '\n\n' : isFollowed ? '\n' : '');
}

/** Inserts a block below the line of a place, with blank lines around it. */
export function insertBlock(view: EditorView, block: string, at = view.state.selection.main.head): void {
  const { doc } = view.state;
  const line = doc.lineAt(Math.max(at, bodyStart(doc)));
  const place = { from: line.to, to: line.to };
  insert(view, asBlock(doc, place, block), place);
}

const EMPTY_TABLE = '| Head | Head |\n| --- | --- |\n|  |  |';

/** Inserts a table, and selects the word of its first cell. */
export function insertTable(view: EditorView): void {
  insertBlock(view, EMPTY_TABLE);
  const { state } = view;
  const from = state.sliceDoc(0, state.selection.main.head).lastIndexOf(EMPTY_TABLE) + '| '.length;
  view.dispatch({ selection: { anchor: from, head: from + 'Head'.length }, userEvent: 'select' });
}

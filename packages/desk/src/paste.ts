/** Pastes words with their form: first as plain words, then as the Markdown of the server. One undo brings back the plain ones. */
import { isolateHistory } from '@codemirror/commands';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { convertClipping } from './api.ts';
import { bodyStart } from './fields-fold.ts';
import { asBlock } from './marks.ts';
import { treeOf } from './measure.ts';

interface Pasted {
  id: number;
  from: number;
  to: number;
}

const addPasted = StateEffect.define<Pasted>();

/** The places of pasted words that wait for their Markdown. */
export const pastedWords = StateField.define<readonly Pasted[]>({
  create: () => [],
  update(pasted, { changes, effects }) {
    const moved = pasted.map(({ id, from, to }) => ({
      id,
      from: changes.mapPos(from, 1),
      to: changes.mapPos(to, -1),
    }));
    return [...moved, ...effects.flatMap((effect) => (effect.is(addPasted) ? effect.value : []))];
  },
});

/** What may have a form. The server decides. */
const FORM =
  /<(?:h[1-6]|[bius]|strong|em|del|strike|a|li|table|blockquote|pre|code|su[bp])[\s>]|font-weight|font-style|mso-list/i;
const LITERAL = /Code|Comment|FrontMatter|HTML|URL/;

let count = 0;

/** @returns false for words without a form, and at a place that shows marks as they are */
export function pasteForm(
  view: EditorView,
  data: DataTransfer,
  onPictures: (count: number) => void,
  onError: (error: unknown) => void,
): boolean {
  const html = data.getData('text/html');
  const words = data.getData('text/plain').replace(/\r\n?/g, '\n');
  const { from, to } = view.state.selection.main;
  if (words === '' || !FORM.test(html) || from < bodyStart(view.state.doc) || isLiteral(view.state, from))
    return false;
  const id = ++count;
  const end = from + words.length;
  view.dispatch({
    changes: { from, to, insert: words },
    selection: { anchor: end },
    effects: addPasted.of({ id, from, to: end }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  convertClipping(html).then(({ markdown, pictures }) => {
    if (markdown !== '') replace(view, id, words, markdown);
    if (pictures > 0) onPictures(pictures);
  }, onError);
  return true;
}

/** Words that have changed since stay as they are. */
function replace(view: EditorView, id: number, words: string, markdown: string): void {
  const { state } = view;
  const place = state.field(pastedWords).find((pasted) => pasted.id === id);
  if (!place || !view.dom.isConnected || state.sliceDoc(place.from, place.to) !== words) return;
  const insert = /\n|^(?:#|[-+>|]|\d+\.) ?/.test(markdown) ? asBlock(state.doc, place, markdown) : markdown;
  view.dispatch({
    changes: { from: place.from, to: place.to, insert },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

function isLiteral(state: EditorState, at: number): boolean {
  let node = treeOf(state).resolveInner(at, -1);
  while (!LITERAL.test(node.name) && node.parent) node = node.parent;
  return LITERAL.test(node.name);
}

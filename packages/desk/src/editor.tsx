/** The source of a text: a view of its state, with findings as underlines and comments as marks. */
import { setDiagnostics } from '@codemirror/lint';
import { acceptChunk, goToNextChunk, rejectChunk, unifiedMergeView } from '@codemirror/merge';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Comment, Finding } from './api.ts';
import { bodyStart, comparison, keepHistory, setComments, surroundings } from './editor-state.ts';
import { underline } from './findings.ts';
import { toDocument } from './line-ends.ts';
import type { OpenText } from './open-text.ts';

const DECISIONS: readonly KeyBinding[] = [
  { key: 'F7', run: goToNextChunk },
  { key: 'Alt-Enter', run: (view) => acceptChunk(view) },
  { key: 'Alt-Backspace', run: (view) => rejectChunk(view) },
];

interface EditorProps {
  text: OpenText;
  title: string;
  /** Such as `en_US`: its language checks the spelling, and its direction is that of the lines. */
  locale: string;
  findings: readonly Finding[];
  /** null while their places are those of another version. */
  comments: readonly Comment[] | null;
  /** The text whose differences are shown, to be accepted or rejected one by one; null for none. */
  original: string | null;
  onView(view: EditorView | null): void;
  onCaret(view: EditorView): void;
  /** The key for a link was pressed. */
  onLink(): void;
  onPictures(pictures: readonly File[], at: number): void;
}

const picturesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** A new text needs a new editor: give it a key. */
export function Editor({ text, findings, comments, original, ...props }: EditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  // The editor is created once; its handlers are those of the last rendering.
  const handlers = useRef(props);
  handlers.current = props;

  useEffect(() => {
    if (!parent.current) return;
    const created = createView(parent.current, text, handlers);
    view.current = created;
    handlers.current.onView(created);
    return () => {
      handlers.current.onView(null);
      text.attach(null);
      created.destroy();
    };
  }, [text]);

  useEffect(() => {
    const current = view.current;
    if (!current) return;
    current.dispatch(
      setDiagnostics(
        current.state,
        findings.map((finding) => underline(current.state, finding)),
      ),
    );
  }, [findings]);

  useEffect(() => {
    const placed = comments?.flatMap(({ id, place }) => {
      if (!place) return [];
      const [from, to] = [toDocument(text.editor, place.from), toDocument(text.editor, place.to)];
      return to > from ? [{ id, from, to }] : [];
    });
    if (placed) view.current?.dispatch({ effects: setComments.of(placed) });
  }, [text, comments]);

  useEffect(() => {
    const suggestions = original === null ? [] : [unifiedMergeView({ original }), keymap.of(DECISIONS)];
    view.current?.dispatch({ effects: comparison.reconfigure(suggestions) });
  }, [original]);

  return <div className="editor" ref={parent} />;
}

type Handlers = { readonly current: Omit<EditorProps, 'text' | 'findings' | 'comments' | 'original'> };

function createView(parent: HTMLElement, text: OpenText, handlers: Handlers): EditorView {
  const takePictures = (event: Event, data: DataTransfer | null, at: number) => {
    const pictures = picturesIn(data);
    if (pictures.length === 0) return false;
    event.preventDefault();
    handlers.current.onPictures(pictures, at);
    return true;
  };
  const placeAt = (view: EditorView, { clientX: x, clientY: y }: DragEvent) =>
    view.posAtCoords({ x, y }, false);
  const language = handlers.current.locale.replace('_', '-');
  const view = new EditorView({ parent, state: text.editor });
  view.dispatch({
    effects: surroundings.reconfigure([
      EditorView.contentAttributes.of({
        'aria-label': `Source of ${handlers.current.title}`,
        spellcheck: 'true',
        tabindex: '0',
        lang: language,
        dir: isRightToLeft(language) ? 'rtl' : 'ltr',
      }),
      keymap.of([
        { key: 'Mod-b', run: (target) => surround(target, '**') },
        { key: 'Mod-i', run: (target) => surround(target, '*') },
        {
          key: 'Mod-k',
          run: () => {
            handlers.current.onLink();
            return true;
          },
        },
      ]),
      EditorView.domEventHandlers({
        // Programs of tables give cells as a text, and as a picture beside it.
        paste: (event, { state }) =>
          !event.clipboardData?.getData('text/plain') &&
          takePictures(event, event.clipboardData, state.selection.main.head),
        drop: (event, target) => takePictures(event, event.dataTransfer, placeAt(target, event)),
      }),
      EditorView.updateListener.of((update) => {
        text.update(update.state, update.transactions);
        if (update.docChanged) keepHistory(text.file, update.state);
        const isTyped = update.transactions.some(
          (one) => one.isUserEvent('select') || one.isUserEvent('input'),
        );
        if (isTyped) handlers.current.onCaret(update.view);
      }),
    ]),
  });
  text.attach(view);
  return view;
}

/** Replaces the selection, and puts the caret behind it. Nothing is inserted into the front matter. */
export function insert(
  view: EditorView,
  text: string,
  at: { from: number; to: number } = view.state.selection.main,
): void {
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

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);
const isRightToLeft = (language: string) => RIGHT_TO_LEFT.has(language.split('-')[0] ?? '');

/** Puts stars around the selection, or takes them away. */
function surround(view: EditorView, mark: '*' | '**'): boolean {
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
  return true;
}

/** Inserts a block below the line of the caret, with blank lines around it. */
export function insertBlock(view: EditorView, block: string): void {
  const { doc, selection } = view.state;
  const { to } = doc.lineAt(Math.max(selection.main.head, bodyStart(doc)));
  insert(view, `\n\n${block.trim()}\n`, { from: to, to });
}

export function moveCaret(view: EditorView, offset: number): void {
  view.dispatch({
    selection: { anchor: offset },
    effects: EditorView.scrollIntoView(offset, { y: 'center' }),
  });
  view.focus();
}

/** The source of a text: a view of its state, with findings as underlines and comments as marks. */
import { setDiagnostics } from '@codemirror/lint';
import { acceptChunk, goToNextChunk, rejectChunk, unifiedMergeView } from '@codemirror/merge';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { directionOf } from '../../../src/locales/codes.ts';
import type { Comment, Finding } from './api.ts';
import { comparison, keepHistory, setComments, surroundings } from './editor-state.ts';
import { toggleFields } from './fields-fold.ts';
import { underline } from './findings.ts';
import { toDocument } from './line-ends.ts';
import { surround } from './marks.ts';
import type { OpenText } from './open-text.ts';
import { pasteForm } from './paste.ts';

const DECISIONS: readonly KeyBinding[] = [
  { key: 'F7', run: goToNextChunk },
  { key: 'Alt-Enter', run: (view) => acceptChunk(view) },
  { key: 'Alt-Backspace', run: (view) => rejectChunk(view) },
];

export interface EditorProps {
  text: OpenText;
  title: string;
  /** Such as `en_US`. It decides spelling check and direction of the lines. */
  locale: string;
  findings: readonly Finding[];
  /** null while their places belong to another version. */
  comments: readonly Comment[] | null;
  /** The text whose differences are shown, to be accepted or rejected one by one; null for none. */
  original: string | null;
  onView(view: EditorView | null): void;
  onCaret(view: EditorView): void;
  /** The key for a link was pressed. */
  onLink(view: EditorView): void;
  onPictures(pictures: readonly File[], view: EditorView, at: number): void;
  /** Pasted words had pictures, which are left out. */
  onLost(pictures: number): void;
  onError(error: unknown): void;
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
    // A change may be one of a field.
    if (original !== null && view.current) toggleFields(view.current, false);
  }, [original]);

  return <div className="editor" ref={parent} />;
}

type Handlers = { readonly current: Omit<EditorProps, 'text' | 'findings' | 'comments' | 'original'> };

function createView(parent: HTMLElement, text: OpenText, handlers: Handlers): EditorView {
  const takePictures = (event: Event, data: DataTransfer | null, target: EditorView, at: number) => {
    const pictures = picturesIn(data);
    if (pictures.length === 0) return false;
    event.preventDefault();
    handlers.current.onPictures(pictures, target, at);
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
        dir: directionOf(language),
      }),
      keymap.of([
        { key: 'Mod-b', run: (target) => surround(target, '**') },
        { key: 'Mod-i', run: (target) => surround(target, '*') },
        {
          key: 'Mod-k',
          run: (target) => {
            handlers.current.onLink(target);
            return true;
          },
        },
      ]),
      EditorView.domEventHandlers({
        // Programs of tables give cells as a text, and as a picture beside it.
        paste: (event, target) => {
          const data = event.clipboardData;
          if (!data?.getData('text/plain'))
            return takePictures(event, data, target, target.state.selection.main.head);
          const { onLost, onError } = handlers.current;
          const isTaken = pasteForm(target, data, onLost, onError);
          if (isTaken) event.preventDefault();
          return isTaken;
        },
        drop: (event, target) => takePictures(event, event.dataTransfer, target, placeAt(target, event)),
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

export function moveCaret(view: EditorView, offset: number): void {
  view.dispatch({
    selection: { anchor: offset },
    effects: EditorView.scrollIntoView(offset, { y: 'center' }),
  });
  view.focus();
}

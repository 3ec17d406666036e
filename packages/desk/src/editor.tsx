/** The source of a text: CodeMirror with Markdown, findings as underlines, comments as marks. */
import { defaultKeymap, history, historyField, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { acceptChunk, goToNextChunk, rejectChunk, unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  type KeyBinding,
  keymap,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';
import { useEffect, useRef } from 'react';
import type { Comment, Finding } from './api.ts';
import { underline } from './findings.ts';
import type { OpenText } from './open-text.ts';

const style = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.monospace, tags.meta, tags.comment, tags.processingInstruction], color: 'var(--quiet)' },
]);

/** The lines between two `---` at the start are no headings. */
const frontMatter: MarkdownConfig = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        if (context.lineStart !== 0 || !/^---\s*$/.test(line.text)) return false;
        while (context.nextLine() && !/^---\s*$/.test(line.text));
        context.nextLine();
        context.addElement(context.elt('FrontMatter', 0, context.prevLineEnd()));
        return true;
      },
    },
  ],
};

/** The ranges of comments, which follow their words through edits. */
const setComments = StateEffect.define<readonly { id: string; from: number; to: number }[]>();
export const commentRanges = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(ranges, { changes, effects }) {
    let next = ranges.map(changes);
    for (const effect of effects)
      if (effect.is(setComments))
        next = Decoration.set(
          effect.value.map(({ id, from, to }) =>
            Decoration.mark({ class: 'commented', id, inclusive: false }).range(from, to),
          ),
          true,
        );
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows the differences to another text. */
const comparison = new Compartment();
const DECISIONS: readonly KeyBinding[] = [
  { key: 'F7', run: goToNextChunk },
  { key: 'Alt-Enter', run: (view) => acceptChunk(view) },
  { key: 'Alt-Backspace', run: (view) => rejectChunk(view) },
];

interface EditorProps {
  text: OpenText;
  title: string;
  findings: readonly Finding[];
  /** null while their places are those of another version. */
  comments: readonly Comment[] | null;
  /** The text whose differences are shown, to be accepted or rejected one by one; null for none. */
  original: string | null;
  onView(view: EditorView | null): void;
  onCaret(view: EditorView): void;
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
      const [from, to] = [text.source.toDocument(place.from), text.source.toDocument(place.to)];
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
    view.posAtCoords({ x, y }) ?? 0;
  const view = new EditorView({
    parent,
    state: restoreState(text, [
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      markdown({ base: markdownLanguage, extensions: frontMatter }),
      syntaxHighlighting(style),
      highlightSelectionMatches(),
      commentRanges,
      comparison.of([]),
      keymap.of([...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({
        'aria-label': `Source of ${handlers.current.title}`,
        spellcheck: 'true',
        tabindex: '0',
      }),
      EditorView.domEventHandlers({
        paste: (event, { state }) => takePictures(event, event.clipboardData, state.selection.main.head),
        drop: (event, target) => takePictures(event, event.dataTransfer, placeAt(target, event)),
      }),
      EditorView.updateListener.of((update) => {
        text.update(update);
        if (update.docChanged) keepHistory(text, update.state);
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

const historyKey = (file: string) => `desk:${file}`;
const HISTORY = { history: historyField };

/** Keeps the steps that can be undone, so that a restart does not lose them. */
function keepHistory({ file }: OpenText, state: EditorState): void {
  try {
    sessionStorage.setItem(historyKey(file), JSON.stringify(state.toJSON(HISTORY)));
  } catch {
    // The storage is full or switched off: undo ends with the page then.
  }
}

function restoreState(text: OpenText, extensions: Extension[]): EditorState {
  const doc = text.source.document;
  const config = { extensions };
  try {
    const kept = JSON.parse(sessionStorage.getItem(historyKey(text.file)) ?? 'null');
    if (kept?.doc === doc) return EditorState.fromJSON(kept, config, HISTORY);
  } catch {
    // A kept state of another version.
  }
  return EditorState.create({ doc, ...config });
}

/** Replaces the selection, and puts the caret behind it. */
export function insert(
  view: EditorView,
  text: string,
  at: { from: number; to: number } = view.state.selection.main,
): void {
  view.dispatch({
    changes: { from: at.from, to: at.to, insert: text },
    selection: { anchor: at.from + text.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

/** Inserts a block below the line of the caret, with blank lines around it. */
export function insertBlock(view: EditorView, block: string): void {
  const { to } = view.state.doc.lineAt(view.state.selection.main.head);
  insert(view, `\n\n${block.trim()}\n`, { from: to, to });
}

export function moveCaret(view: EditorView, offset: number): void {
  view.dispatch({
    selection: { anchor: offset },
    effects: EditorView.scrollIntoView(offset, { y: 'center' }),
  });
  view.focus();
}

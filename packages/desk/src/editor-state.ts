/** The state of an open text in CodeMirror: Markdown, its history, comments as marks, and what a view of it adds. */
import { defaultKeymap, history, historyField, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap } from '@codemirror/view';
import { styleTags, Tag, tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';
import { bodyStart, fieldsFold, foldAtStart } from './fields-fold.ts';
import { isMixed, readText } from './line-ends.ts';
import { pastedWords } from './paste.ts';

/** Its columns stand below each other. */
const table = Tag.define();
const mono = { fontFamily: 'ui-monospace, monospace', fontSize: '0.85em' };

const style = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: [tags.heading1, tags.heading2], fontSize: '1.25em' },
  { tag: table, ...mono },
  { tag: [tags.monospace, tags.meta], ...mono },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.monospace, tags.meta, tags.comment, tags.processingInstruction], color: 'var(--quiet)' },
]);

/** The lines between two `---` at the start are no headings. */
const frontMatter: MarkdownConfig = {
  props: [styleTags({ 'Table/...': table })],
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
export const setComments = StateEffect.define<readonly { id: string; from: number; to: number }[]>();
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
export const comparison = new Compartment();
/** What belongs to the view of a text, which ends when another text is shown. */
export const surroundings = new Compartment();

const historyKey = (file: string) => `desk:${file}`;
const HISTORY = { history: historyField };

/** Keeps the steps that can be undone, so that a restart does not lose them. */
export function keepHistory(file: string, state: EditorState): void {
  try {
    // The kept form has no line ends.
    if (isMixed(state)) sessionStorage.removeItem(historyKey(file));
    else sessionStorage.setItem(historyKey(file), JSON.stringify(state.toJSON(HISTORY)));
  } catch {
    // The storage is full or switched off: undo ends with the page then.
  }
}

/** The state of a text that is opened, with the steps of before. The caret stands at the first words of the body. */
export function createState(file: string, text: string): EditorState {
  const { doc, extension } = readText(text);
  const extensions = [
    extension,
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    markdown({ base: markdownLanguage, extensions: frontMatter }),
    syntaxHighlighting(style),
    highlightSelectionMatches(),
    commentRanges,
    pastedWords,
    fieldsFold,
    comparison.of([]),
    surroundings.of([]),
    keymap.of([...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
  const kept = readKept(file);
  if (kept?.doc === doc.toString()) {
    try {
      return foldAtStart(EditorState.fromJSON(kept, { extensions }, HISTORY));
    } catch {
      // A kept state of another version.
    }
  }
  const start = bodyStart(doc);
  const blank = /^\n*/.exec(doc.sliceString(start))?.[0].length ?? 0;
  return foldAtStart(EditorState.create({ doc, extensions, selection: { anchor: start + blank } }));
}

function readKept(file: string) {
  try {
    return JSON.parse(sessionStorage.getItem(historyKey(file)) ?? 'null');
  } catch {
    return null;
  }
}

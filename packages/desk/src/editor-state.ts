/** The state of an open text in CodeMirror: Markdown, its history, comments as marks, and what a view of it adds. */
import { defaultKeymap, history, historyField, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';
import { isMixed, readText } from './line-ends.ts';

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
    comparison.of([]),
    surroundings.of([]),
    keymap.of([...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
  try {
    const kept = JSON.parse(sessionStorage.getItem(historyKey(file)) ?? 'null');
    if (kept?.doc === doc.toString()) return EditorState.fromJSON(kept, { extensions }, HISTORY);
  } catch {
    // A kept state of another version.
  }
  const start = bodyStart(doc);
  const blank = /^\n*/.exec(doc.sliceString(start))?.[0].length ?? 0;
  return EditorState.create({ doc, extensions, selection: { anchor: start + blank } });
}

/** The offset of the first character after the front matter. */
export function bodyStart(doc: Text): number {
  return /^---[ \t]*\n(?:.*\n)*?---[ \t]*(?:\n|$)/.exec(doc.toString())?.[0].length ?? 0;
}

/** Adds comments and suggestions to the open text, removes and accepts them. The server keeps them at their words. */
import type { EditorView } from '@codemirror/view';
import type { RefObject } from 'react';
import { type Comment, changeComment } from './api.ts';
import { commentRanges } from './editor-state.ts';
import { applyChange } from './findings.ts';
import { toFile } from './line-ends.ts';
import type { OpenText } from './open-text.ts';

interface CommentParts {
  text: OpenText;
  view: RefObject<EditorView | null>;
  onError(error: unknown): void;
}

export function commentActions({ text, view, onError }: CommentParts) {
  /** @returns false where it failed */
  const change = async (body: object): Promise<boolean> => {
    try {
      text.describe(await changeComment({ file: text.file, ...body }));
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  };
  const remove = (id: string) => change({ action: 'remove', id });
  return {
    remove,
    /**
     * Comments on the selected words.
     * @param replacement other words for them; null for a mere comment
     * @returns false where the comment was not added
     */
    async add(words: string, replacement: string | null): Promise<boolean> {
      await text.flush();
      const range = view.current?.state.selection.main;
      // A place is one of the file.
      if (!range || range.empty || !text.isSaved) return false;
      const place = { from: toFile(text.editor, range.from), to: toFile(text.editor, range.to) };
      const suggested = replacement === null ? {} : { replacement };
      return change({ action: 'add', hash: text.hash, place, text: words, ...suggested });
    },
    /** Puts the suggested words into the text. The suggestion stays until the file has them. */
    async accept({ id, replacement }: Comment): Promise<void> {
      const range = view.current && rangeOf(view.current, id);
      if (!view.current || !range || replacement === undefined) return;
      applyChange(view.current, { ...range, insert: replacement });
      await text.flush();
      if (text.isSaved) await remove(id);
    },
  };
}

function rangeOf({ state }: EditorView, id: string): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  state.field(commentRanges).between(0, state.doc.length, (from, to, { spec }) => {
    if (spec.id === id && to > from) found = { from, to };
  });
  return found;
}

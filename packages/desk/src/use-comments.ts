/** Comments and suggestions of the open text: adding, removing, accepting, and keeping them at their words. */
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { type Comment, changeComment, type OpenDocument } from './api.ts';
import { commentRanges } from './editor.tsx';
import { applyChange } from './findings.ts';
import type { OpenText, SaveState } from './open-text.ts';

interface CommentParts {
  text: OpenText;
  document: OpenDocument;
  view: RefObject<EditorView | null>;
  saving: SaveState;
  onDocument(document: OpenDocument): void;
  onError(error: unknown): void;
}

export function useComments({ text, document, view, saving, onDocument, onError }: CommentParts) {
  /**
   * @param describe is called once everything is saved, so that its places are those of the file
   * @returns false where nothing was changed
   */
  const change = async (describe: () => object | null): Promise<boolean> => {
    try {
      await text.flush();
      const body = text.isSaved ? describe() : null;
      if (!body) return false;
      const { comments } = await changeComment({ file: document.file, hash: text.hash, ...body });
      onDocument({ ...document, comments });
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  };
  // A comment whose words were edited keeps its place: the file of the comment gets the new words.
  const move = useRef(() => {});
  move.current = () => {
    const moved = () => (view.current ? movedComments(view.current, text, document.comments) : []);
    for (const { id } of moved())
      void change(() => {
        const place = moved().find((one) => one.id === id)?.place;
        return place ? { action: 'move', id, place } : null;
      });
  };
  useEffect(() => {
    if (saving.type === 'saved') move.current();
  }, [saving]);
  const remove = async (id: string) => {
    try {
      const { comments } = await changeComment({ action: 'remove', file: document.file, id });
      onDocument({ ...document, comments });
    } catch (error) {
      onError(error);
    }
  };
  return {
    /** Comments on the selected words. @param replacement other words for them; null for a mere comment */
    add: (words: string, replacement: string | null) =>
      change(() => {
        const range = view.current?.state.selection.main;
        if (!range || range.empty) return null;
        const suggested = replacement === null ? {} : { replacement };
        return { action: 'add', place: placeOf(text, range), text: words, ...suggested };
      }),
    remove,
    /** Puts the suggested words into the text. The suggestion stays until the file has them. */
    async accept({ id, replacement }: Comment) {
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

const placeOf = ({ source }: OpenText, { from, to }: { from: number; to: number }) => ({
  from: source.toFile(from),
  to: source.toFile(to),
});

/** Comments whose words have changed in the editor, with the place of their words now. */
function movedComments(view: EditorView, text: OpenText, comments: readonly Comment[]) {
  return comments.flatMap(({ id, quote }) => {
    const range = rangeOf(view, id);
    const place = range && placeOf(text, range);
    return place && text.source.text.slice(place.from, place.to) !== quote ? [{ id, place }] : [];
  });
}

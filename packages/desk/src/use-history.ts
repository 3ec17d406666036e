/** Asks git for the commits of the paragraph at the caret. */
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { type Revision, readHistory } from './api.ts';
import type { OpenText } from './open-text.ts';

/** Milliseconds that the caret rests before git is asked. */
const REST = 300;

/** The commits of the paragraph at the caret; null until they are read. @param view null while nobody looks */
export function useHistory(
  view: EditorView | null,
  text: OpenText,
  line: number,
  onError: (error: unknown) => void,
) {
  const [revisions, setRevisions] = useState<readonly Revision[] | null>(null);
  const fail = useRef(onError);
  fail.current = onError;
  const [first, last] = view ? paragraphAt(view.state.doc.toString().split('\n'), line) : [0, 0];
  useEffect(() => {
    if (first === 0) return;
    let isCurrent = true;
    setRevisions(null);
    const timer = setTimeout(async () => {
      try {
        // Lines are those of the file.
        await text.flush();
        const { revisions: found } = await readHistory(text.file, first, last);
        if (isCurrent) setRevisions(found);
      } catch (error) {
        if (isCurrent) fail.current(error);
      }
    }, REST);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, first, last]);
  return revisions;
}

/** First and last line of the paragraph around a line, from 1. */
function paragraphAt(lines: readonly string[], line: number): [number, number] {
  let [first, last] = [line - 1, line - 1];
  while (first > 0 && lines[first - 1]?.trim()) first--;
  while (last < lines.length - 1 && lines[last + 1]?.trim()) last++;
  return [first + 1, last + 1];
}

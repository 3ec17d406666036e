/** Findings as underlines of the editor, and their fixes as changes of its text. */
import type { Action, Diagnostic } from '@codemirror/lint';
import { diff } from '@codemirror/merge';
import type { EditorState, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Finding } from './api.ts';
import type { Splice } from './server/merge-text.ts';

/** The offset of a finding. */
export function placeOf(doc: Text, { line = 1, column = 1 }: Finding): number {
  const { from, to } = doc.line(Math.min(line, doc.lines));
  return Math.min(from + column - 1, to);
}

/** Moves findings about an earlier version of a text to the lines that have the same words now. Findings about changed lines are dropped. */
export function moveFindings(findings: readonly Finding[], before: string, now: string): readonly Finding[] {
  const [old, next] = [before, now].map((text) => text.replace(/\r\n?/g, '\n').split('\n'));
  if (!old || !next || before === now) return findings;
  const changes = diff(old.join('\n'), next.join('\n'));
  return findings.flatMap((finding) => {
    const { line } = finding;
    if (line === undefined) return finding;
    const start = old.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const grown = changes.reduce(
      (sum, { fromA, toA, fromB, toB }) => (toA <= start ? sum + toB - fromB - (toA - fromA) : sum),
      start,
    );
    const moved = next.join('\n').slice(0, grown).split('\n').length;
    return next[moved - 1] === old[line - 1] ? { ...finding, line: moved } : [];
  });
}

/** @returns null where the finding has no fix, or its line has changed since */
export function fixOf(doc: Text, finding: Finding): Splice | null {
  const { old = '', new: insert = '' } = finding.fix ?? {};
  const from = placeOf(doc, finding);
  const at = old === '' ? -1 : doc.sliceString(from, doc.lineAt(from).to).indexOf(old);
  return at < 0 ? null : { from: from + at, to: from + at + old.length, insert };
}

export const needsDescription = ({ code }: Finding): boolean => code === 'missing-alternative-text';

/** Describes the picture of a finding about a missing description. */
export function describePicture(doc: Text, finding: Finding, words: string): Splice | null {
  const from = placeOf(doc, finding);
  const found = /!\[\s*\]/.exec(doc.sliceString(from, doc.lineAt(from).to));
  if (!found) return null;
  const start = from + found.index;
  return { from: start, to: start + found[0].length, insert: `![${words.replace(/[[\]\\]/g, '\\$&')}]` };
}

export function applyChange(view: EditorView, changes: Splice | null): void {
  if (changes) view.dispatch({ changes, userEvent: 'input', scrollIntoView: true });
}

/** Underlines the quote of a finding, or the word at its place, or its line. */
export function underline({ doc }: EditorState, finding: Finding): Diagnostic {
  const { quote = '', fix, message, hint, severity = 'error' } = finding;
  const start = placeOf(doc, finding);
  const { from, text, to: end } = doc.lineAt(start);
  const quoted = quote === '' ? -1 : doc.toString().indexOf(quote, from);
  const word = /^[\p{L}\p{M}\p{N}_-]+/u.exec(text.slice(start - from))?.[0].length ?? 0;
  const range =
    quoted < 0
      ? { from: start, to: word > 0 ? start + word : end }
      : { from: quoted, to: quoted + quote.length };
  const actions: Action[] = fix
    ? [{ name: nameFix(finding), apply: (view) => applyChange(view, fixOf(view.state.doc, finding)) }]
    : [];
  return { ...range, severity, message: `${message}; ${hint}`, actions };
}

export const nameFix = ({ fix }: Finding): string =>
  fix?.new === '' ? 'Remove the character' : `Write “${fix?.new}”`;

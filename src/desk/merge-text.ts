/** Applies splices to a text, and merges two edits of one text by paragraph. */
import { findBody } from '../content/front-matter/front-matter.ts';
import { diffWords } from '../foundation/text-diff.ts';

/** Replaces the characters from `from` to `to`, which are UTF-16 offsets in the text before all splices. */
export interface Splice {
  from: number;
  to: number;
  insert: string;
}

/** @returns null where splices overlap, are out of order or lie outside of the text */
export function applySplices(text: string, splices: readonly Splice[]): string | null {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of splices) {
    if (from < at || to < from || to > text.length) return null;
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** Paragraphs that both sides changed in different ways. */
export interface Overlap {
  base: string;
  mine: string;
  theirs: string;
}

/** The parts of a merge in their order. A merge without overlaps is one text. */
export type Merge = (string | Overlap)[];

/** A run of paragraphs of the base, and what one side has in their place. */
interface Change {
  start: number;
  end: number;
  now: string[];
}

/** Merges by line in the front matter and by paragraph below it. */
export function mergeTexts(base: string, mine: string, theirs: string): Merge {
  const paragraphs = splitParagraphs(base);
  const [left, right] = [mine, theirs].map((text) => listChanges(paragraphs, splitParagraphs(text)));
  const merge: Merge = [];
  const push = (text: string) => {
    if (typeof merge.at(-1) === 'string') merge.push(String(merge.pop()) + text);
    else merge.push(text);
  };
  let at = 0;
  for (const { start, end, sides } of groupChanges(left ?? [], right ?? [])) {
    push(paragraphs.slice(at, start).join(''));
    const [one, other] = sides.map((changes) => replaceIn(paragraphs, { start, end }, changes));
    const before = paragraphs.slice(start, end).join('');
    if (one === other || other === before) push(one ?? '');
    else if (one === before) push(other ?? '');
    else merge.push({ base: before, mine: one ?? '', theirs: other ?? '' });
    at = end;
  }
  push(paragraphs.slice(at).join(''));
  return merge;
}

/** Lines of the front matter, and paragraphs with the blank lines after them. Together they are the text. */
function splitParagraphs(text: string): string[] {
  const start = findBody(text);
  const parts = [
    ...text.slice(0, start).split(/(?<=\n)/),
    ...text.slice(start).split(/(?<=\n[ \t]*\r?\n)(?![ \t]*\r?\n)/),
  ];
  return parts.filter((part) => part !== '');
}

function listChanges(base: readonly string[], changed: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let isOpen = false;
  for (const { kind, words } of diffWords(base, changed)) {
    if (kind === 'same') {
      at += words.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ start: at, end: at, now: [] });
    isOpen = true;
    const last = changes.at(-1);
    if (!last) continue;
    if (kind === 'added') last.now.push(...words);
    else {
      at += words.length;
      last.end = at;
    }
  }
  return changes;
}

/** The ranges of the base that one side changed, or both: ranges that share a paragraph or insert at one place are one. */
function groupChanges(left: readonly Change[], right: readonly Change[]) {
  const groups: { start: number; end: number; sides: [Change[], Change[]] }[] = [];
  const all = [
    ...left.map((change) => ({ change, side: 0 as const })),
    ...right.map((change) => ({ change, side: 1 as const })),
  ].sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  for (const { change, side } of all) {
    const last = groups.at(-1);
    const isSamePlace =
      last && change.start === last.start && (change.end === change.start || last.end === last.start);
    if (last && (change.start < last.end || isSamePlace)) {
      last.end = Math.max(last.end, change.end);
      last.sides[side].push(change);
    } else {
      const sides: [Change[], Change[]] = [[], []];
      sides[side].push(change);
      groups.push({ start: change.start, end: change.end, sides });
    }
  }
  return groups;
}

function replaceIn(
  base: readonly string[],
  { start, end }: { start: number; end: number },
  changes: readonly Change[],
): string {
  let at = start;
  let text = '';
  for (const change of changes) {
    text += base.slice(at, change.start).join('') + change.now.join('');
    at = change.end;
  }
  return text + base.slice(at, end).join('');
}

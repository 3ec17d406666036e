/** Applies splices to a text, and merges two edits of one text by paragraph. */
import { diffWords, findBody, isError, parseFrontMatter } from './core.ts';

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
  /** True if it is a part of the front matter, which can only have one of both. */
  isHead: boolean;
}

/** The parts of a merge in their order. A merge without overlaps is one text. */
export type Merge = (string | Overlap)[];

/** A run of paragraphs of the base, and what one side has in their place. */
interface Change {
  start: number;
  end: number;
  now: string[];
}

/** Merges by line in the front matter and by paragraph below it. The front matter of two articles becomes that of one. */
export function mergeTexts(base: string, mine: string, theirs: string): Merge {
  const starts = [base, mine, theirs].map(findBody);
  // A front matter that is not closed is a part of the text.
  const [before, left, right] = starts.includes(0) ? [0, 0, 0] : starts;
  const heads = [base.slice(0, before), mine.slice(0, left), theirs.slice(0, right)] as const;
  const bodies = [base.slice(before), mine.slice(left), theirs.slice(right)] as const;
  const head = mergeParts(heads.map(splitLines), true);
  const joined = head.every((part) => typeof part === 'string') ? head.join('') : null;
  const [, ownHead, otherHead] = heads;
  const isWrong = joined !== null && !isReadable(joined) && isReadable(ownHead) && isReadable(otherHead);
  const whole: Merge = [{ base: heads[0], mine: ownHead, theirs: otherHead, isHead: true }];
  const merge: Merge = [];
  for (const part of [...(isWrong ? whole : head), ...mergeParts(bodies.map(splitParagraphs), false)]) {
    const last = merge.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merge[merge.length - 1] = last + part;
    else if (part !== '') merge.push(part);
  }
  return merge.length > 0 ? merge : [''];
}

/** False for a front matter that no build reads. */
export const isReadable = (head: string) => !isError(parseFrontMatter(head));

const filled = (part: string) => part !== '';
const splitLines = (text: string) => text.split(/(?<=\n)/).filter(filled);
/** Paragraphs with the blank lines after them. */
const splitParagraphs = (text: string) => text.split(/(?<=\n[ \t]*\r?\n)(?![ \t]*\r?\n)/).filter(filled);

/** @param sides base, mine and theirs as parts, which are the text when they are joined */
function mergeParts([base = [], mine = [], theirs = []]: readonly string[][], isHead: boolean): Merge {
  const merge: Merge = [];
  let at = 0;
  for (const { start, end, sides } of groupChanges(listChanges(base, mine), listChanges(base, theirs))) {
    merge.push(base.slice(at, start).join(''));
    const [one = '', other = ''] = sides.map((changes) => replaceIn(base, { start, end }, changes));
    const before = base.slice(start, end).join('');
    if (one === other || other === before) merge.push(one);
    else if (one === before) merge.push(other);
    else merge.push({ base: before, mine: one, theirs: other, isHead });
    at = end;
  }
  merge.push(base.slice(at).join(''));
  return merge;
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

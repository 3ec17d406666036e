/** Finds the words or lines that were added and removed between two texts. */

export interface Segment {
  kind: 'same' | 'added' | 'removed';
  words: string[];
}

/** Limit of the table for the middle part, in cells. A larger part counts as replaced as a whole. */
const MAX_CELLS = 4_000_000;

/** The shortest change, except where the texts are long and differ in most places. */
export function diffWords(before: readonly string[], after: readonly string[]): Segment[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const middle =
    removed.length * added.length > MAX_CELLS
      ? [segment('removed', removed), segment('added', added)]
      : diffMiddle(removed, added);
  const all = [
    segment('same', before.slice(0, start)),
    ...middle,
    segment('same', before.slice(before.length - end)),
  ];
  return all.filter(({ words }) => words.length > 0);
}

/** Returns the changed lines with `-` or `+`, without context. */
export function diffLines(before: string, after: string): string[] {
  const lines = (text: string) => text.split(/\r?\n/);
  return diffWords(lines(before), lines(after)).flatMap(({ kind, words }) =>
    kind === 'same' ? [] : words.map((line) => `${kind === 'added' ? '+' : '-'} ${line}`),
  );
}

const segment = (kind: Segment['kind'], words: string[]): Segment => ({ kind, words });

/** Compares by the longest common subsequence. */
function diffMiddle(before: readonly string[], after: readonly string[]): Segment[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const segments: Segment[] = [];
  const push = (kind: Segment['kind'], word = '') => {
    const last = segments.at(-1);
    if (last?.kind === kind) last.words.push(word);
    else segments.push(segment(kind, [word]));
  };
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      push('same', before[i++]);
      j++;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      push('removed', before[i++]);
    } else push('added', after[j++]);
  }
  return segments;
}

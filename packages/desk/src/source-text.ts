/**
 * A file's text beside the document of the editor, which knows line breaks of one character only. Offsets are translated, so
 * that an edit changes the bytes of its own range and no others.
 */

import type { Splice } from '../../../src/desk/merge-text.ts';

export class SourceText {
  /** Offsets of the line breaks of two characters. */
  readonly #breaks: number[] = [];

  constructor(readonly text: string) {
    for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) this.#breaks.push(at);
  }

  /** The text as the editor has it. */
  get document(): string {
    return this.text.replace(/\r\n?/g, '\n');
  }

  /** The line break that most lines have. */
  get lineBreak(): string {
    const all = this.text.split('\n').length - 1;
    return this.#breaks.length * 2 > all ? '\r\n' : '\n';
  }

  /** The offset in the file of an offset in the editor. */
  toFile(offset: number): number {
    return offset + this.#count((at, index) => at - index < offset);
  }

  /** The offset in the editor of an offset in the file. */
  toDocument(offset: number): number {
    return offset - this.#count((at) => at < offset);
  }

  /** The text after edits in the editor, in the order of their offsets. */
  edit(splices: readonly Splice[]): SourceText {
    let result = '';
    let at = 0;
    for (const { from, to, insert } of splices) {
      result += this.text.slice(at, this.toFile(from)) + insert.replaceAll('\n', this.lineBreak);
      at = this.toFile(to);
    }
    return new SourceText(result + this.text.slice(at));
  }

  /** Number of breaks before the first one for which `isBefore` is false. */
  #count(isBefore: (at: number, index: number) => boolean): number {
    let low = 0;
    let high = this.#breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#breaks[middle] ?? 0, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The one splice that makes `after` of `before`; null where they are equal. */
export function spliceBetween(before: string, after: string): Splice | null {
  if (before === after) return null;
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from++;
  let end = 0;
  while (end < shortest - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

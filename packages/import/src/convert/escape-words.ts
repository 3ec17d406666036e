/** Writes plain words as Markdown, so that no mark in them means anything. */

const MARKS = /[\\`*[\]]|~~|_(?![\p{L}\p{N}])|(?<![\p{L}\p{M}\p{N}])_|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)/gu;
/** Marks that mean something at the start of a line only. */
const LINE_MARKS =
  /^( ?)(?:([-+>]|#{1,6}|=+|~{3,}|:{2,})(?=\s|$|[^\s\p{L}\p{N}]|(?<=[>:~])\S)|(\d{1,9})([.)])(?=\s|$))/u;

export function escapeWords(words: string): string {
  return words
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(MARKS, '\\$&')
    .replace(LINE_MARKS, (_all, space: string, mark: string | undefined, number: string, end: string) =>
      mark === undefined ? `${space}${number}\\${end}` : `${space}\\${mark}`,
    );
}

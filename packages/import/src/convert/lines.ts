/** Removes line breaks and blank lines, in time in proportion to the text: a pattern such as `\\s+$` takes the square of a run of spaces. */

/** Joins the lines of a text, without the space around their breaks. */
export const joinLines = (text: string, between = ' ') =>
  text.replace(/\s+/g, (space) => (space.includes('\n') ? between : space));

/** Without the blank lines before a text, and the space after it. */
export const trimBlock = (text: string) => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();

/** A text, and the space before and after it. */
export function splitSpace(whole: string) {
  const text = whole.trim();
  const start = text === '' ? whole.length : whole.length - whole.trimStart().length;
  return { before: whole.slice(0, start), text, after: whole.slice(start + text.length) };
}

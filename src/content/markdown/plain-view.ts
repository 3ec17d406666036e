/** Shows Markdown as its readers see it, with every character at its place. */

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/**
 * Code blocks, targets of links and marks become spaces; a form feed ends a paragraph, an item or a cell.
 * @param code `kept` leaves the text of code blocks, which readers see as well
 */
export function toPlainView(markdown: string, code: 'blank' | 'kept' = 'blank'): string {
  return (
    code === 'kept'
      ? markdown.replace(/^ {0,3}(?:```|~~~)[^\n]*$/gm, blank)
      : markdown.replace(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1[^\n]*$/gm, blank)
  )
    .replace(/(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)/g, blank)
    .replace(/^\s{0,3}\[[^\]\n]+\]:[^\n]*$/gm, blank)
    .replace(/https?:\/\/[^\s<>)\]]+/gi, blank)
    .replace(/<!--|-->/g, blank)
    .replace(/[*_~`]/g, ' ')
    .replace(/\n(?=[ \t]*(?:\n|[-+>#]|\d{1,3}[.)]\s|\|))/g, '\f')
    .replace(/\|/g, '\f');
}

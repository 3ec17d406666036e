/** Finds diagrams that the program does not draw: Mermaid needs a browser. */
import { type Finding, finding } from '../../foundation/errors.ts';

/** One warning for the first block of Mermaid in a text. It is shown as code. */
export function findDiagram(markdown: string): Finding | null {
  if (!markdown.includes('mermaid')) return null;
  let fence: string | null = null;
  for (const [index, line] of markdown.split(/\r\n?|\n/).entries()) {
    const [, indent = '', marks, info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (marks === undefined) continue;
    if (fence !== null) {
      if (marks.startsWith(fence) && info.trim() === '') fence = null;
      continue;
    }
    fence = marks;
    if (!/^\s*mermaid\b/.test(info)) continue;
    const hint =
      'draw it once, with `npx -p @mermaid-js/mermaid-cli mmdc -i a.mmd -o content/images/a.svg`, and write ![What it shows](a.svg); or name the language `text` to show the code';
    const message = 'this Mermaid diagram is shown as code: it can only be drawn in a browser';
    const place = { line: index + 1, column: indent.length + 1 };
    return finding('undrawn-diagram', message, hint, place, 'warning');
  }
  return null;
}

/** Finds diagrams that the program does not draw: Mermaid needs a browser. */
import { type Finding, finding } from '../../foundation/errors.ts';
import { findLanguage } from './blank-code.ts';

/** One warning for the first block of Mermaid in a text. It is shown as code. */
export function findDiagram(markdown: string): Finding | null {
  const place = markdown.includes('mermaid') ? findLanguage(markdown, 'mermaid') : null;
  const hint =
    'draw it once, with `npx -p @mermaid-js/mermaid-cli mmdc -i a.mmd -o content/images/a.svg`, and write ![What it shows](a.svg); or name the language `text` to show the code';
  const message = 'this Mermaid diagram is shown as code: it can only be drawn in a browser';
  return place && finding('undrawn-diagram', message, hint, place, 'warning');
}

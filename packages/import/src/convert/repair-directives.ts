/** Turns directives and alerts that the site would refuse into plain text, so that an imported article always builds. */
import { DIRECTIVES, summarizeBody } from '../core.ts';
import { replaceOutsideCode } from '../read/code-ranges.ts';
import { calloutType } from './directive-text.ts';

/** Escaping an opening line can make its closing line invalid, which the next round escapes. */
const MAX_ROUNDS = 6;

/** Matches alerts of other programs: `> [!info] Title`, `> [!faq]-`. */
const ALERT = /^([ \t]*(?:>[ \t]*)+)\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)$/gm;

/** @param note called for each line that became text; lines count from 0 */
export function repairDirectives(markdown: string, note: (line: number, message: string) => void): string {
  let text = replaceOutsideCode(markdown, ALERT, writeAlert);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { problems } = summarizeBody(text, '', DIRECTIVES).directives;
    if (problems.length === 0) return text;
    const lines = text.split('\n');
    for (const { line, message } of problems) {
      const index = line - 1;
      lines[index] = (lines[index] ?? '')
        .replace(/^([ \t>]*)(?=::)/, '$1\\')
        .replace(/\[!(?=[A-Za-z])/, '\\[!');
      note(index, `directive that the site would refuse (${message}): kept as text`);
    }
    text = lines.join('\n');
  }
  return replaceOutsideCode(text, /^([ \t>]*)(?=::)/gm, (marks) => `${marks}\\`);
}

function writeAlert(_all: string, marks = '', name = '', title = ''): string {
  const alert = `${marks}[!${calloutType(name).toUpperCase()}]`;
  return title.trim() === '' ? alert : `${alert}\n${marks}**${title.trim()}**\n${marks.trimEnd()}`;
}

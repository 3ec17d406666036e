/** Makes text of the directives and alerts that the site would refuse, so that an imported article always builds. */
import { summarizeBody } from '../../content/article/body-summary.ts';
import { DIRECTIVES } from '../../directives/directive-registry.ts';
import { calloutType } from './directive-text.ts';

/** A line that becomes text may leave the line that closes it. */
const MAX_ROUNDS = 6;

/** Alerts of other programs: `> [!info] Title`, `> [!faq]-`. */
const ALERT = /^([ \t]*(?:>[ \t]*)+)\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)$/gm;

/** @param note called with a line, from 0, that became text */
export function repairDirectives(markdown: string, note: (line: number, message: string) => void): string {
  let text = markdown.includes('[!') ? markdown.replace(ALERT, writeAlert) : markdown;
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
  return text.replace(/^([ \t>]*)(?=::)/gm, '$1\\');
}

function writeAlert(_all: string, marks: string, name: string, title: string): string {
  const alert = `${marks}[!${calloutType(name).toUpperCase()}]`;
  return title.trim() === '' ? alert : `${alert}\n${marks}**${title.trim()}**\n${marks.trimEnd()}`;
}

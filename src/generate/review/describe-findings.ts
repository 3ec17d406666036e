/** Describes the findings of a text, for programs and for people. */
import { stripInvisible } from '../checks/check-markdown.ts';
import { type AnswerFinding, isBlocking } from '../checks/finding.ts';

export function describeFinding(finding: AnswerFinding) {
  const { code, message, hint, line, column, fix, quote } = finding;
  const place = line === undefined ? {} : { line, column: column ?? 1 };
  const help = { ...(fix && { fix }), ...(quote !== undefined && { quote }) };
  return { code, message, hint, ...place, ...help, blocks: isBlocking(finding) };
}

export function renderFindings(findings: readonly ReturnType<typeof describeFinding>[]): string {
  if (findings.length === 0) return '\nno findings';
  const lines = findings.map(({ code, message, blocks, ...place }) => {
    const at = 'line' in place ? `${place.line}:${place.column}  ` : '';
    return `  ${blocks ? 'blocks' : 'advice'}  ${at}${code}: ${printable(message)}`;
  });
  return `\nfindings:\n${lines.join('\n')}`;
}

/** Text from a model may contain control sequences, which a terminal must not obey. */
export function printable(text: string): string {
  return stripInvisible(text.replace(/\r/g, ''));
}

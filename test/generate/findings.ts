/** Shows findings as a person reads them. */
import { expect } from 'vitest';
import type { AnswerFinding } from '../../src/generate/checks/finding.ts';

/** Code and message in one line, with the section where there is one. Every finding must say what to do. */
export function show(findings: readonly AnswerFinding[]): string[] {
  return findings.map(({ section, code, message, hint }) => {
    expect(hint).toMatch(/^\p{Ll}/u);
    return `${section ? `${section} ` : ''}${code}: ${message}`;
  });
}

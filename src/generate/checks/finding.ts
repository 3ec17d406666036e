/** Defines a finding: a code for programs, a message for people, a hint for the model that repairs. */

import type { FindingCode } from './finding-codes.ts';

export type { FindingCode };

/** What a sentence is refused for. */
export const REFUSAL_CODES = [
  'promise',
  'urgency',
  'bonus',
  'messenger',
  'study',
  'leak',
  'self',
  'advice',
] as const satisfies readonly FindingCode[];
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Finding {
  code: FindingCode;
  message: string;
  /** What to do, in the imperative: sent to the model and shown to people. */
  hint: string;
  /** Number of the section that fails, from 1; absent where the whole answer fails. */
  section?: number;
  /** Where it is in the checked text. */
  span?: Span;
}

/** A part of a text, as offsets. */
export interface Span {
  start: number;
  end: number;
}

/** Codes of findings about an answer as it arrived: no later check of the text can show them. */
export const ANSWER_CODES: ReadonlySet<FindingCode> = new Set([
  'schema',
  'truncated',
  'refused',
  'filtered',
  'incomplete',
]);

/** The first occurrence of a part. */
export function spanOf(text: string, part: string): { span?: Span } {
  const start = part === '' ? -1 : text.indexOf(part);
  return start < 0 ? {} : { span: { start, end: start + part.length } };
}

/** A short quotation for messages: one line, visible characters only. */
export function quote(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

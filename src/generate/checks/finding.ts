/** Defines a finding: a code for programs, a message for people, a hint for the model that repairs. */

import type { FindingCode } from '../../foundation/error-codes.ts';
import type { Finding as TextFinding } from '../../foundation/errors.ts';

export type { FindingCode };

/** A finding about an answer of the model. Its hint is sent to the model and shown to people. */
export interface AnswerFinding extends TextFinding<FindingCode> {
  /** Number of the section, from 1; absent if the finding is about the whole answer. */
  section?: number;
  /** The place in the checked text. */
  span?: Span;
  /** The words of the text that a judge objects to. */
  quote?: string;
}

/** Offsets of a part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** Codes of findings about the answer itself. A later check of the text cannot find them again. */
export const ANSWER_CODES: ReadonlySet<FindingCode> = new Set([
  'schema',
  'truncated',
  'refused',
  'filtered',
  'incomplete',
]);

/**
 * Codes of exact checks: code can tell that the text is wrong. They ask for a repair and keep an article from being
 * published. Every other finding is advice for a reviewer.
 */
const BLOCKING: ReadonlySet<string> = new Set([
  ...ANSWER_CODES,
  'calculation',
  'empty',
  'fence',
  'host',
  'invisible',
  'json',
  'language',
  'leftover',
  'link',
  'messenger',
  'note',
  'objection',
  'prompt',
  'script',
  'source',
  'url',
]);

export function isBlocking({ code }: { code: string }): boolean {
  return BLOCKING.has(code);
}

/** The span of the first occurrence of a part. */
export function spanOf(text: string, part: string): { span?: Span } {
  const start = part === '' ? -1 : text.indexOf(part);
  return start < 0 ? {} : { span: { start, end: start + part.length } };
}

/** Quotes a text in a message: at most 60 visible characters in one line. */
export function quote(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

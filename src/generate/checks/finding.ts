/** Owns what a validator says: a code for programs, a message for people, a hint for the model that repairs. */
import * as z from 'zod';

export type FindingCode =
  | 'schema'
  | 'truncated'
  | 'refused'
  | 'filtered'
  | 'language'
  | 'suffix'
  | 'structure'
  | 'length'
  | 'empty'
  | 'repeated'
  | 'fence'
  | 'model-talk'
  | 'html'
  | 'link'
  | 'host'
  | 'invisible'
  | 'duplicate-title'
  | 'duplicate-text'
  | 'category';

export interface Finding {
  code: FindingCode;
  message: string;
  /** What to do, in the imperative: sent back to the model and shown to people. */
  hint: string;
  /** The section that fails, from 1; none where it is the answer as a whole. */
  section?: number;
}

/** A short quotation for messages: one line, visible characters only. */
export function quote(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

/** What is kept of a finding in journals and results. */
export const findingSummary = z.object({ code: z.string(), message: z.string() });
export type FindingSummary = z.output<typeof findingSummary>;

/** Defines a finding: a code for programs, a message for people, a hint for the model that repairs. */

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
  /** What to do, in the imperative: sent to the model and shown to people. */
  hint: string;
  /** Number of the section that fails, from 1; absent where the whole answer fails. */
  section?: number;
}

/** A short quotation for messages: one line, visible characters only. */
export function quote(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

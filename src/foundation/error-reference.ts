/** Reads docs/reference/errors.md, which explains every code. */

/** The explanation of one code. */
export interface ErrorEntry {
  /** Names the problem, in a sentence. */
  means: string;
  /** The usual cause. */
  cause: string;
  /** Says how to correct it. */
  cure: string;
  /** A message with this code. */
  example: string;
}

const ENTRY = /^### (\S+)\s+^(.+)\s+^- Cause: (.+)\s+^- Cure: (.+)\s+^- Example: (?:`` (.+) ``|`(.+)`)\s*$/gm;

/** @returns the entries by code */
export function parseErrorReference(page: string): Map<string, ErrorEntry> {
  return new Map(
    [...page.matchAll(ENTRY)].map(([, code = '', means = '', cause = '', cure = '', ticks, plain]) => [
      code,
      { means, cause, cure, example: ticks ?? plain ?? '' },
    ]),
  );
}

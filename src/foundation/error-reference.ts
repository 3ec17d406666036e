/** Reads docs/reference/errors.md, which explains every code. */
import type { ErrorEntry } from '../results/tool-results.ts';

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

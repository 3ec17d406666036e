/**
 * Says why a stored file cannot be read: a newer version of this program wrote it, or it is damaged. What an older version
 * wrote is always read. A format has a number, `version`, which changes only when older programs cannot read what is new.
 */
import type { Place, Problem } from './errors.ts';

/** Thrown where a newer version of this program wrote what is read. */
export class NewerFormatError extends Error {
  constructor() {
    super('a newer version of articles wrote this');
    this.name = 'NewerFormatError';
  }
}

/** @param known the newest format that this program reads */
export function isNewer(value: unknown, known: number): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'number' &&
    value.version > known
  );
}

/** @param what a phrase such as "the plan of the run" @param cure what helps if it is damaged */
export function createUnreadable(newer: boolean, what: string, cure: string, place: Place = {}): Problem {
  if (!newer) return { ...place, code: 'damaged-record', message: `${what} is damaged`, hint: cure };
  return {
    ...place,
    code: 'newer-version',
    message: `a newer version of articles wrote ${what}, and this one cannot read it`,
    hint: 'install that version (`npm update articles`), then run the same command again',
  };
}

/** Parses and hashes JSON values. */
import { createHash } from 'node:crypto';
import { attempt } from './attempt.ts';

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  return attempt(() => JSON.parse(text));
}

/** The first 16 hexadecimal characters of the SHA-256 of a value's JSON. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

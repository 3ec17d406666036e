/** Owns names made of content: short, stable SHA-256. */
import { createHash } from 'node:crypto';

/** 16 hexadecimal characters of the SHA-256 of a value's JSON. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/** Owns the temporary files of a folder that is a target, beside its state so that they are put in place by a rename. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { STATE_PREFIX } from '../../plan/deploy-plan.ts';

const TEMPORARY = '.new-';

/** Milliseconds. Other deploys may be writing theirs: parts are put aside, and the lock is asked for, without the lock. */
const ABANDONED_AFTER = 3_600_000;

export function temporaryPath(root: string): string {
  return join(root, STATE_PREFIX, `${TEMPORARY}${process.pid}-${crypto.randomUUID()}`);
}

/** @returns the path of a finished temporary file and its SHA-256 in base64url */
export async function receive(
  root: string,
  source: Readable,
): Promise<{ temporary: string; digest: string }> {
  const temporary = temporaryPath(root);
  const hash = createHash('sha256');
  try {
    const counted = source.on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(counted, createWriteStream(temporary, { flush: true }));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { temporary, digest: hash.digest('base64url') };
}

/** Removes what deploys that were killed have left. */
export async function removeAbandoned(root: string): Promise<void> {
  const folder = join(root, STATE_PREFIX);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const path = join(folder, name);
    // One that is gone has been put in its place.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(path, { force: true });
  }
}

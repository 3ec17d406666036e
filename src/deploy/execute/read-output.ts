/** Owns reading an output for upload: its bytes are what the build has written, or nothing is sent. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { hasCode, UserError } from '../../foundation/errors.ts';
import { addNoindex } from '../plan/object-headers.ts';
import type { Body } from '../targets/target.ts';

/** Larger ones are streamed, in a session that can go on after a fault. */
const LARGEST_BUFFER = 8 * 1024 * 1024;

/** Bytes. */
const SMALL = 64 * 1024;

export interface Source {
  /** Path relative to the output folder. */
  path: string;
  /** SHA-256 that the manifest gives, base64url. */
  digest: string;
  /** Bytes, as the manifest says. */
  size: number;
  encoding: '' | 'gzip';
  noindex: boolean;
  /** Called between the chunks of a stream; throws to stop. */
  check?: () => void;
}

/** @throws UserError when the file is not what the manifest says */
export async function loadBody(folder: string, source: Source): Promise<Body> {
  const path = join(folder, source.path);
  try {
    if (source.size > LARGEST_BUFFER && source.encoding === '' && !source.noindex) {
      return await createStreamBody(path, source);
    }
    // Handing a small file to the thread pool, in five steps, costs more than reading it.
    const isSmall = source.size < SMALL;
    const bytes = isSmall ? readFileSync(path) : await readFile(path);
    if (createHash('sha256').update(bytes).digest('base64url') !== source.digest) throw changedError(source);
    const content = source.noindex ? Buffer.from(addNoindex(bytes.toString())) : bytes;
    const stored =
      source.encoding === '' ? content : isSmall ? compressSmall(content) : await promisify(gzip)(content);
    return { kind: 'bytes', bytes: stored, md5: createHash('md5').update(stored).digest('base64') };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) throw changedError(source);
    throw error;
  }
}

/** A window no larger than the content gives the same compression; setting up the full one takes most of the time. */
function compressSmall(content: Buffer): Buffer {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(content.length + 1))));
  return gzipSync(content, { windowBits, chunkSize: Math.max(1024, content.length) });
}

/** Reads the file once for its checksum; every attempt reads it again and ends in an error if it has changed. */
async function createStreamBody(path: string, source: Source): Promise<Body> {
  const sha = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    sha.update(chunk);
    md5.update(chunk);
    size += chunk.length;
  }
  if (sha.digest('base64url') !== source.digest) throw changedError(source);
  return {
    kind: 'stream',
    size,
    md5: md5.digest('base64'),
    open() {
      const again = createHash('sha256');
      const checked = new Transform({
        transform(chunk, _, done) {
          try {
            source.check?.();
            again.update(chunk);
            done(null, chunk);
          } catch (error) {
            done(error instanceof Error ? error : new Error(String(error)));
          }
        },
        flush(done) {
          done(again.digest('base64url') === source.digest ? null : changedError(source));
        },
      });
      const file = createReadStream(path);
      file.once('error', (error) => checked.destroy(error));
      checked.once('close', () => file.destroy());
      return file.pipe(checked);
    },
  };
}

function changedError({ path }: Source): UserError {
  return new UserError({
    message: `"${path}" has changed since the build`,
    hint: 'build again, and let nothing write to the output folder while it is deployed',
  });
}

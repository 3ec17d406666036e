/** Reads an output for upload, and checks that the file has not changed since the build. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { hasCode, UserError } from '../../foundation/errors.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import type { OutputSource } from '../plan/desired-objects.ts';
import { hideFromCrawlers } from '../plan/hidden-site.ts';
import { createObjectBody, type ObjectBody, type RemainingLease } from '../targets/target.ts';

/** Larger files are streamed, in a session that can continue after an error. */
const MAX_BUFFERED = 8 * 1024 * 1024;
/** Smaller files are read synchronously, because the thread pool costs more than the work. */
const MIN_ASYNC = 64 * 1024;

/** @throws UserError when the file differs from the manifest */
export async function loadBody(
  folder: string,
  source: OutputSource,
  remainingLease?: RemainingLease,
): Promise<ObjectBody> {
  const path = join(folder, source.path);
  try {
    if (source.size > MAX_BUFFERED && source.encoding === '' && !source.noindex) {
      return await createStreamBody(path, source, remainingLease);
    }
    const isSmall = source.size < MIN_ASYNC;
    const bytes = isSmall ? readRegularFile(path) : await readFile(path);
    if (createHash('sha256').update(bytes).digest('base64url') !== source.digest) throw changedError(source);
    const edit = source.noindex ? hideFromCrawlers(source.path) : null;
    const content = edit ? Buffer.from(edit(bytes.toString())) : bytes;
    if (source.encoding === '') return createObjectBody(content);
    return createObjectBody(isSmall ? gzipSmall(content) : await promisify(gzip)(content));
  } catch (error) {
    if (hasCode(error, 'EISDIR')) throw changedError(source);
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new UserError({
      code: 'changed-build',
      message: `"${source.path}" of the build is missing from ${folder}`,
      hint: 'build again, and change nothing in the output folder during the deploy',
    });
  }
}

/** A window of the size of the content compresses equally well. Setting up the full window takes most of the time. */
function gzipSmall(content: Buffer): Buffer {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(content.length + 1))));
  return gzipSync(content, { windowBits, chunkSize: Math.max(1024, content.length) });
}

/** Reads the file once for its checksum. Each attempt reads it again and fails if it has changed. */
async function createStreamBody(
  path: string,
  source: OutputSource,
  remainingLease?: RemainingLease,
): Promise<ObjectBody> {
  async function* read() {
    const hash = createHash('sha256');
    // The last part waits for the checksum, so that a server never has the whole of a changed file.
    let last: Buffer | null = null;
    for await (const chunk of createReadStream(path)) {
      remainingLease?.();
      hash.update(chunk);
      if (last) yield last;
      last = chunk;
    }
    if (hash.digest('base64url') !== source.digest) throw changedError(source);
    if (last) yield last;
  }
  const md5 = createHash('md5');
  let size = 0;
  for await (const chunk of read()) {
    md5.update(chunk);
    size += chunk.length;
  }
  const open = () => Readable.from(read(), { objectMode: false });
  return { kind: 'stream', size, md5: md5.digest('base64'), sha256: source.digest, open };
}

function changedError({ path }: OutputSource): UserError {
  return new UserError({
    code: 'changed-build',
    message: `"${path}" has changed since the build`,
    hint: 'build again, and change nothing in the output folder during the deploy',
  });
}

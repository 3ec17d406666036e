/**
 * Packs of files: `[[hash, bytes], …]` as a line of JSON, then the bytes of the files, compressed with gzip. The name of a pack is
 * the SHA-256 of its compressed bytes, so a damaged one is found.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import * as z from 'zod';

/** A file by its hash. */
export interface Blob {
  hash: string;
  bytes: Buffer;
}

const Head = z.array(z.tuple([z.string(), z.int().min(0)]));

/** Bytes of the files of one pack, as long as it has more than one. */
const PACK_SIZE = 32 << 20;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function createPack(blobs: readonly Blob[]): Promise<Buffer> {
  const head = JSON.stringify(blobs.map(({ hash, bytes }) => [hash, bytes.length]));
  const parts = [Buffer.from(`${head}\n`), ...blobs.map(({ bytes }) => bytes)];
  // Higher levels take several times as long, and save a tenth of the bytes of pages.
  return compress(Buffer.concat(parts), { level: constants.Z_BEST_SPEED });
}

/** @returns the files of a pack; null where its bytes are not those of its name */
export async function openPack(name: string, packed: Buffer): Promise<Blob[] | null> {
  if (nameOf(packed) !== name) return null;
  const bytes = await decompress(packed);
  let start = bytes.indexOf('\n') + 1;
  return Head.parse(JSON.parse(bytes.toString('utf8', 0, start))).map(([hash, size]) => {
    const blob = { hash, bytes: bytes.subarray(start, start + size) };
    start += size;
    return blob;
  });
}

/** Divides files into the packs that hold them. The files are read while they are packed. */
export function* divide(blobs: Iterable<Blob>): Iterable<Blob[]> {
  let pack: Blob[] = [];
  let size = 0;
  for (const blob of blobs) {
    pack.push(blob);
    size += blob.bytes.length;
    if (size < PACK_SIZE) continue;
    yield pack;
    pack = [];
    size = 0;
  }
  if (pack.length > 0) yield pack;
}

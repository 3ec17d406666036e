/**
 * Packs: a line of JSON and bytes, compressed with Brotli. The name of a pack is the SHA-256 of its compressed bytes, so a damaged one
 * is found.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import * as z from 'zod';

/** Bytes of the files of one pack, as long as it has more than one. */
export const PACK_SIZE = 16 << 20;

/** Holds a pack in one piece: joining thousands of small pieces takes as long as the decompression. */
const CHUNK_SIZE = PACK_SIZE + (1 << 20);

/** Bytes of an unpacked pack. Some kilobytes could fill the memory of the machine; a larger file is made again. */
const MAX_UNPACKED = 256 << 20;

export const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function pack(head: unknown, parts: readonly Buffer[]): Promise<Buffer> {
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]);
  // Pages have most of their bytes in common. The window of Brotli holds a hundred pages, that of gzip one.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return promisify(brotliCompress)(bytes, { chunkSize: 1 << 20, params });
}

/** @returns null if the hash of the bytes is not the name, or the bytes are not a pack with this head */
export async function unpack<Head>(
  name: string,
  packed: Buffer,
  schema: z.ZodType<Head>,
): Promise<{ head: Head; bytes: Buffer } | null> {
  if (nameOf(packed) !== name) return null;
  try {
    const all = await promisify(brotliDecompress)(packed, {
      chunkSize: CHUNK_SIZE,
      maxOutputLength: MAX_UNPACKED,
    });
    const start = all.indexOf('\n') + 1;
    return { head: schema.parse(JSON.parse(all.toString('utf8', 0, start))), bytes: all.subarray(start) };
  } catch {
    return null;
  }
}

/** A file by its hash. */
export interface Blob {
  hash: string;
  bytes: Buffer;
}

const Files = z.array(z.tuple([z.string(), z.int().min(0)]));

export function packFiles(blobs: readonly Blob[]): Promise<Buffer> {
  const head: z.input<typeof Files> = blobs.map(({ hash, bytes }) => [hash, bytes.length]);
  return pack(
    head,
    blobs.map(({ bytes }) => bytes),
  );
}

/** @returns null as `unpack` does */
export async function unpackFiles(name: string, packed: Buffer): Promise<Blob[] | null> {
  const unpacked = await unpack(name, packed, Files);
  if (!unpacked) return null;
  let start = 0;
  return unpacked.head.map(([hash, size]) => {
    const blob = { hash, bytes: unpacked.bytes.subarray(start, start + size) };
    start += size;
    return blob;
  });
}

/** Divides files into the packs that hold them. The files are read while they are packed. */
export function* divide(blobs: Iterable<Blob>): Iterable<Blob[]> {
  let group: Blob[] = [];
  let size = 0;
  for (const blob of blobs) {
    group.push(blob);
    size += blob.bytes.length;
    if (size < PACK_SIZE) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

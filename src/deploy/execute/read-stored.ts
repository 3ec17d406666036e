/** Reads an object of a target as it was before a deploy compressed it. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ObjectSpec } from '../targets/target.ts';
import type { TargetClient } from '../targets/target-client.ts';

/** Bytes of one page or file of a site. */
const MAX_UNPACKED = 256 << 20;

export async function readStored(
  target: TargetClient,
  { name, contentEncoding }: Pick<ObjectSpec, 'name'> & { contentEncoding: string },
): Promise<Buffer> {
  const bytes = await target.read(name);
  // Some servers unpack gzip themselves.
  const isPacked = contentEncoding === 'gzip' && bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked ? promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED }) : bytes;
}

/**
 * Writes and reads lists of objects as compressed JSON, an object a line, so that neither side holds the whole text: a
 * list of a million objects is longer than the longest string.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { NewerFormatError } from '../../foundation/stored-version.ts';
import { createObjectBody, type ObjectBody } from './target.ts';

const VERSION = 1;
const START = `{"version":${VERSION},"objects":[`;
const END = ']}';
/** Characters that are compressed together. */
const BATCH = 65_536;

export async function packObjects(objects: Iterable<object>): Promise<ObjectBody> {
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(batches(objects)), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk);
  });
  return createObjectBody(Buffer.concat(chunks));
}

function* batches(objects: Iterable<object>): Iterable<string> {
  let batch = START;
  let separator = '\n';
  for (const object of objects) {
    batch += separator + JSON.stringify(object);
    separator = ',\n';
    if (batch.length < BATCH) continue;
    yield batch;
    batch = '';
  }
  yield `${batch}\n${END}`;
}

/**
 * Yields the objects of one chunk of text together: one promise for each object would keep the garbage of its chunk alive.
 * @throws NewerFormatError, or another error where the bytes are not such a list, or an object does not match the schema
 */
export async function* unpackObjects<T>(bytes: Buffer, schema: z.ZodType<T>): AsyncIterable<T[]> {
  let isComplete = false;
  for await (const lines of linesOf(bytes)) {
    yield lines.flatMap((line) => {
      if (line === START) return [];
      const isWhole = line.startsWith('{"version":');
      isComplete ||= isWhole || line === END;
      if (isWhole) return readWhole(line, schema);
      return line === END ? [] : [schema.parse(JSON.parse(line.replace(/,$/, '')))];
    });
  }
  if (!isComplete) throw new Error('the list of objects ends early');
}

/** Older versions wrote the whole list as one line. */
function readWhole<T>(line: string, schema: z.ZodType<T>): T[] {
  if (Number(/^\{"version":(\d+)/.exec(line)?.[1]) > VERSION) throw new NewerFormatError();
  return z.object({ objects: z.array(schema) }).parse(JSON.parse(line)).objects;
}

/** Characters of one line, which may be a whole list: without a limit some kilobytes could fill the memory. */
const MAX_LINE = 256 << 20;

async function* linesOf(bytes: Buffer): AsyncIterable<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const gunzip = createGunzip();
  gunzip.end(bytes);
  for await (const chunk of gunzip) {
    const lines = decoder.write(chunk).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new Error('a line of the list of objects does not end');
    yield lines;
  }
  if (rest !== '') yield [rest];
}

const known = new Map<string, string>();

/** The one copy of a text that many objects share, such as a content type. */
export function shareText(text: string): string {
  const shared = known.get(text);
  if (shared === undefined) known.set(text, text);
  return shared ?? text;
}

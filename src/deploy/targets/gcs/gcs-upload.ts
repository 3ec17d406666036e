/** Owns sending bytes to Google Cloud Storage: small ones in one request, large ones in a session of chunks. */
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { File } from '@google-cloud/storage';
import type { Body, ObjectSpec, OpenOptions, Precondition } from '../target.ts';
import { toMetadata } from './gcs-wire.ts';

type BytesBody = Extract<Body, { kind: 'bytes' }>;
type StreamBody = Extract<Body, { kind: 'stream' }>;

/** @param timeout milliseconds that each request about this file may take; the client has one for all of them only */
export function limitTime(file: File, timeout: number): File {
  file.interceptors.push({
    request: (options) => ({ ...options, uri: 'uri' in options ? options.uri : options.url, timeout }),
  });
  return file;
}

/**
 * One request with the body in one piece. The client's own `save` runs every file through four streams, which costs
 * more than the upload itself when files are small.
 * @returns the object's resource
 */
export function sendBytes(
  file: File,
  spec: ObjectSpec,
  body: BytesBody,
  { generation, metageneration }: Precondition,
): Promise<unknown> {
  const boundary = randomUUID();
  // The server compares md5Hash, and keeps the old object when it differs.
  const resource = JSON.stringify({ ...toMetadata(spec), md5Hash: body.md5 });
  const part = `--${boundary}\r\nContent-Type:`;
  const head = `${part} application/json; charset=utf-8\r\n\r\n${resource}\r\n${part} ${spec.contentType}\r\n\r\n`;
  const request = {
    method: 'POST',
    uri: `${file.storage.apiEndpoint}/upload/storage/v1/b/${file.bucket.name}/o`,
    qs: {
      uploadType: 'multipart',
      name: file.name,
      ifGenerationMatch: generation,
      ...(metageneration === undefined ? {} : { ifMetagenerationMatch: metageneration }),
    },
    headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), body.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
  return new Promise((resolve, reject) => {
    file.request(request, (error, answer) => {
      if (error) reject(error);
      else resolve(answer);
    });
  });
}

/**
 * The client gives its large uploads no time limit; here one fails without progress for `timeout` milliseconds, or for
 * those that `check` gives.
 * @returns the object's resource
 */
export async function sendStream(
  file: File,
  spec: ObjectSpec,
  body: StreamBody,
  { generation, metageneration, check }: Precondition,
  { timeout, chunkBytes }: Pick<OpenOptions, 'timeout' | 'chunkBytes'>,
): Promise<unknown> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    try {
      const time = Math.min(timeout, check?.() ?? timeout);
      timer = setTimeout(() => controller.abort(new Error(`upload of "${file.name}" timed out`)), time);
    } catch (error) {
      controller.abort(error);
    }
  };
  const writable = file.createWriteStream({
    metadata: { ...toMetadata(spec), md5Hash: body.md5 },
    preconditionOpts: {
      ifGenerationMatch: generation,
      ...(metageneration === undefined ? {} : { ifMetagenerationMatch: metageneration }),
    },
    // The client's own validation deletes the live object when a checksum differs.
    validation: false,
    chunkSize: chunkBytes,
  });
  writable.on('progress', wait);
  try {
    wait();
    await pipeline(body.open(), writable, { signal: controller.signal });
    return file.metadata;
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : toError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The client ends its upload stream with the `error` member of an answer, which is no Error. */
function toError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const message = 'message' in error ? String(error.message) : 'Upload failed';
  return Object.assign(new Error(message), error, { name: 'Upload failed' });
}

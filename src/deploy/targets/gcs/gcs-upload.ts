/** Uploads objects to Google Cloud Storage: small ones in one request, large ones in a session of chunks. */
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { File } from '@google-cloud/storage';
import type { Body, ObjectSpec, RequestLimits } from '../target.ts';
import { formatResource } from './gcs-resource.ts';

/** The server compares md5Hash with the bytes, and keeps the old object when they differ. */
function formatUpload(spec: ObjectSpec, { md5 }: Body) {
  return { ...formatResource(spec), md5Hash: md5 };
}

/**
 * Sends one request with the whole body. The client's own `save` uses four streams for each file, which costs more than
 * the upload itself when files are small.
 * @returns the object's resource
 */
export function sendBytes(
  file: File,
  spec: ObjectSpec,
  body: Extract<Body, { kind: 'bytes' }>,
  ifGenerationMatch: string,
): Promise<unknown> {
  const boundary = randomUUID();
  const part = `--${boundary}\r\nContent-Type:`;
  const resource = JSON.stringify(formatUpload(spec, body));
  const head = `${part} application/json; charset=utf-8\r\n\r\n${resource}\r\n${part} ${spec.contentType}\r\n\r\n`;
  const request = {
    method: 'POST',
    uri: `${file.storage.apiEndpoint}/upload/storage/v1/b/${file.bucket.name}/o`,
    qs: { uploadType: 'multipart', name: file.name, ifGenerationMatch },
    headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), body.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
  return new Promise((resolve, reject) => {
    file.request(request, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/**
 * The client sets no time limit for large uploads. This one fails without progress for `timeout` milliseconds, or when
 * the lease ends.
 * @returns the object's resource
 */
export async function sendStream(
  file: File,
  spec: ObjectSpec,
  body: Extract<Body, { kind: 'stream' }>,
  ifGenerationMatch: string,
  { timeout, assertLease, chunkBytes }: RequestLimits & { chunkBytes: number },
): Promise<unknown> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    try {
      const time = Math.min(timeout, assertLease?.() ?? timeout);
      timer = setTimeout(() => controller.abort(new Error(`upload of "${file.name}" timed out`)), time);
    } catch (error) {
      controller.abort(error);
    }
  };
  const writable = file.createWriteStream({
    metadata: formatUpload(spec, body),
    preconditionOpts: { ifGenerationMatch },
    // The client's own validation deletes the live object when a checksum differs.
    validation: false,
    chunkSize: chunkBytes,
  });
  writable.on('progress', restartTimer);
  try {
    restartTimer();
    await pipeline(body.open(), writable, { signal: controller.signal });
    return file.metadata;
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : toError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The client ends its upload stream with the `error` member of an answer, which is not an Error. */
function toError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const message = 'message' in error ? String(error.message) : 'Upload failed';
  return Object.assign(new Error(message), error, { name: 'Upload failed' });
}

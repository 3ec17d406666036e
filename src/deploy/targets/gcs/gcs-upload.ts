/** Uploads objects to Google Cloud Storage: small ones in one request, large ones in a session of chunks. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { InvalidAnswerError, retry, statusOf } from '../request-errors.ts';
import { createObjectBody, type ObjectBody, type ObjectSpec, type RequestLimits } from '../target.ts';
import { type GcsClient, GcsError, parseJsonAnswer } from './gcs-client.ts';
import { formatResource } from './gcs-resource.ts';

interface Upload {
  /** `/upload/storage/v1/b/{bucket}/o` */
  path: string;
  /** With the prefix of the target. */
  name: string;
  spec: ObjectSpec;
  ifGenerationMatch: string;
}

const CHUNK_ATTEMPTS = 3;

/** The server compares md5Hash with the bytes, and keeps the old object when they differ. */
function formatUpload(spec: ObjectSpec, { md5 }: ObjectBody) {
  return { ...formatResource(spec), md5Hash: md5 };
}

/** Sends one request with the whole body. @returns the object's resource */
export function sendBytes(
  client: GcsClient,
  { path, name, spec, ifGenerationMatch }: Upload,
  body: Extract<ObjectBody, { kind: 'bytes' }>,
  limits: RequestLimits,
): Promise<unknown> {
  const boundary = randomUUID();
  const part = `--${boundary}\r\nContent-Type:`;
  const resource = JSON.stringify(formatUpload(spec, body));
  const head = `${part} application/json; charset=utf-8\r\n\r\n${resource}\r\n${part} ${spec.contentType}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), body.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return client.json(
    {
      method: 'POST',
      path,
      query: { uploadType: 'multipart', name, ifGenerationMatch },
      headers: { 'content-type': `multipart/related; boundary=${boundary}` },
      body: { kind: 'bytes', bytes, size: bytes.length, md5: '' },
    },
    limits,
  );
}

/** Sends chunks. One that does not arrive whole is sent again from where the server is. @returns the object's resource */
export async function sendStream(
  client: GcsClient,
  { path, name, spec, ifGenerationMatch }: Upload,
  body: Extract<ObjectBody, { kind: 'stream' }>,
  { chunkBytes, retryDelay, ...limits }: RequestLimits & { chunkBytes: number; retryDelay: number },
): Promise<unknown> {
  const { headers } = await client.send(
    {
      method: 'POST',
      path,
      query: { uploadType: 'resumable', name, ifGenerationMatch },
      headers: { 'x-upload-content-type': spec.contentType },
      body: formatUpload(spec, body),
    },
    limits,
  );
  if (headers.location === undefined)
    throw new InvalidAnswerError('the answer had no address for the upload');
  const session = new URL(headers.location);
  let start = 0;
  for await (const chunk of chunksOf(body.open(), chunkBytes)) {
    const end = start + chunk.length;
    for (let sent = 0; sent < chunk.length; ) {
      const rest = chunk.subarray(sent);
      const range = `bytes ${start + sent}-${end - 1}/${body.size}`;
      limits.addCalls?.(1);
      const put = () =>
        client.send(
          { method: 'PUT', path: session, headers: { 'content-range': range }, body: createObjectBody(rest) },
          limits,
        );
      const answer = await retry(put, retryDelay, () => false, CHUNK_ATTEMPTS).catch(asLostSession);
      if (answer.status !== 308) return parseJsonAnswer(answer.body);
      const received = Number(/^bytes=0-(\d+)$/.exec(answer.headers.range ?? '')?.[1] ?? -1) + 1;
      if (received <= start + sent) throw new InvalidAnswerError('the server took no byte of the upload');
      sent = received - start;
    }
    start = end;
  }
  throw new InvalidAnswerError('the server waits for more than the whole file');
}

/** A session that is gone is begun again. @throws the error, or one that passes */
function asLostSession(error: unknown): never {
  const status = statusOf(error);
  const isLost = error instanceof GcsError && (status === 404 || status === 410);
  throw isLost ? new InvalidAnswerError('the server has lost the upload') : error;
}

async function* chunksOf(source: Readable, size: number): AsyncIterable<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    while (length >= size) {
      const all = Buffer.concat(parts);
      yield all.subarray(0, size);
      parts = [all.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) yield Buffer.concat(parts);
}

/**
 * A storage server: the JSON API of Google Cloud Storage over real HTTP on loopback, in both URL forms
 * (`/storage/v1/b/…` and, for STORAGE_EMULATOR_HOST, `/b/…`), with faults on order.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import {
  checkPreconditions,
  createBucket,
  createGenerations,
  type GcsBucket,
  GcsError,
  listObjects,
  patchObject,
  putObject,
  type Resource,
  removeObject,
  toResource,
} from './gcs-store.ts';

export interface GcsRequest {
  method: string;
  /** After `/storage/v1` or `/upload/storage/v1`. */
  path: string;
  query: URLSearchParams;
  /** Object that it is about, '' for none. */
  name: string;
  kind: 'list' | 'get' | 'media' | 'upload' | 'chunk' | 'patch' | 'delete' | 'copy' | 'bucket';
}

export interface Fault {
  /** Which requests; all by default. */
  match?: (request: GcsRequest) => boolean;
  /** How many matching requests to let pass first. */
  skip?: number;
  /** How many to spoil; 1 by default. */
  times?: number;
  act:
    | { kind: 'status'; status: number; headers?: Record<string, string>; html?: boolean }
    /** The connection breaks before the work, or after it. */
    | { kind: 'reset'; after?: boolean }
    | { kind: 'hang' }
    /** One byte of the upload is changed on its way. */
    | { kind: 'corrupt' }
    /** Only half of a chunk of a large upload arrives. */
    | { kind: 'rewind' }
    /** The server forgets the session of a large upload. */
    | { kind: 'lose-session' };
}

export interface GcsServer {
  port: number;
  /** http://127.0.0.1:PORT */
  url: string;
  buckets: Map<string, GcsBucket>;
  requests: GcsRequest[];
  faults: Fault[];
  /** Called when a request is complete in the store and before it is answered. */
  observe: (request: GcsRequest) => void | Promise<void>;
  /** Milliseconds that every answer waits. */
  latency: number;
  stop(): Promise<void>;
}

interface Session {
  bucket: GcsBucket;
  name: string;
  resource: Resource;
  query: URLSearchParams;
  bytes: Buffer;
}

interface Answer {
  status: number;
  body: Resource | Buffer | string | null;
  headers?: Record<string, string>;
}

export async function startGcsServer(
  options: { buckets?: string[]; port?: number } = {},
): Promise<GcsServer> {
  const nextGeneration = createGenerations();
  const sessions = new Map<string, Session>();
  const versioned = { versioning: { enabled: true } };
  const names = options.buckets ?? [];

  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api: GcsServer = {
    port,
    url: `http://127.0.0.1:${port}`,
    buckets: new Map(names.map((name) => [name, createBucket(name, { ...versioned })])),
    requests: [],
    faults: [],
    observe: () => undefined,
    latency: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function handle(message: IncomingMessage, response: ServerResponse) {
    try {
      const request = parseRequest(message);
      api.requests.push(request);
      const act = takeFault(api.faults, request)?.act;
      if (act?.kind === 'hang') return;
      if (act?.kind === 'reset' && !act.after) return void message.socket.destroy();
      const body = await buffer(message);
      if (act?.kind === 'status') {
        const { status, html, headers } = act;
        const page = '<!DOCTYPE html><html><title>Error</title></html>';
        return send(response, {
          status,
          body: html ? page : errorBody(status, 'backendError', 'fault'),
          ...(headers && { headers }),
        });
      }
      if (act?.kind === 'corrupt') corrupt(body);
      if (act?.kind === 'lose-session') sessions.clear();
      const answer = answerTo(request, message, act?.kind === 'rewind' ? halve(body) : body);
      await api.observe(request);
      if (api.latency > 0) await new Promise((resolve) => setTimeout(resolve, api.latency));
      if (act?.kind === 'reset') return void message.socket.destroy();
      send(response, answer);
    } catch (error) {
      if (message.destroyed && !message.complete) return;
      const known = error instanceof GcsError ? error : new GcsError(500, 'internal', String(error));
      send(response, { status: known.status, body: errorBody(known.status, known.reason, known.message) });
    }
  }

  function answerTo(request: GcsRequest, message: IncomingMessage, body: Buffer): Answer {
    const { method, path, query, name, kind } = request;
    const [, , bucketName = '', section = ''] = path.split('/').map(decodeURIComponent);
    if (path === '/b' && method === 'POST') return makeBucket(body);
    if (kind === 'chunk') return continueUpload(query.get('upload_id') ?? '', message, body);
    const bucket = api.buckets.get(bucketName);
    if (!bucket) throw new GcsError(404, 'notFound', 'The specified bucket does not exist.');
    if (kind === 'bucket') return answerBucket(bucket, method, section, body);
    if (kind === 'list') return json(listObjects(bucket, query));
    if (kind === 'upload') return beginUpload(bucket, query, message, body);
    if (kind === 'copy') return copyObject(bucket, request, body);
    if (kind === 'patch') return json(toResource(bucket, patchObject(bucket, name, parseJson(body), query)));
    if (kind === 'delete') {
      removeObject(bucket, name, query);
      return { status: 204, body: null };
    }
    const generation = query.get('generation');
    const object =
      generation === null
        ? bucket.live.get(name)
        : [...bucket.live.values(), ...bucket.noncurrent].find(
            (version) => version.name === name && String(version.generation) === generation,
          );
    if (!object) throw new GcsError(404, 'notFound', `No such object: ${bucketName}/${name}`);
    checkPreconditions(object, query);
    if (kind === 'get') return json(toResource(bucket, object));
    const isEncoded =
      object.contentEncoding === 'gzip' && !/gzip/.test(String(message.headers['accept-encoding']));
    const bytes = isEncoded ? gunzipSync(object.bytes) : object.bytes;
    const headers = {
      'content-type': object.contentType,
      'x-goog-hash': `md5=${object.md5}`,
      ...(object.contentEncoding && !isEncoded ? { 'content-encoding': object.contentEncoding } : {}),
    };
    return { status: 200, body: bytes, headers };
  }

  function makeBucket(body: Buffer): Answer {
    const { name, ...settings } = parseJson(body);
    if (typeof name !== 'string') throw new GcsError(400, 'required', 'Required');
    if (api.buckets.has(name)) throw new GcsError(409, 'conflict', 'You already own this bucket.');
    api.buckets.set(name, createBucket(name, settings));
    return json({ name, ...settings });
  }

  function beginUpload(
    bucket: GcsBucket,
    query: URLSearchParams,
    message: IncomingMessage,
    body: Buffer,
  ): Answer {
    if (query.get('uploadType') === 'multipart') {
      const { resource, bytes } = parseMultipart(String(message.headers['content-type']), body);
      const name = query.get('name') ?? String(resource.name ?? '');
      return json(toResource(bucket, putObject(bucket, name, bytes, resource, query, nextGeneration())));
    }
    const id = crypto.randomUUID();
    const resource = parseJson(body);
    const contentType = message.headers['x-upload-content-type'];
    const name = query.get('name') ?? String(resource.name ?? '');
    checkPreconditions(bucket.live.get(name), query);
    const all = { ...(contentType === undefined ? {} : { contentType }), ...resource };
    sessions.set(id, { bucket, name, resource: all, query, bytes: Buffer.alloc(0) });
    const location = `${api.url}/upload/storage/v1/b/${bucket.name}/o?uploadType=resumable&upload_id=${id}`;
    return { status: 200, body: '', headers: { location } };
  }

  function continueUpload(id: string, message: IncomingMessage, body: Buffer): Answer {
    const session = sessions.get(id);
    if (!session) throw new GcsError(404, 'notFound', 'The upload session is gone.');
    const range = String(message.headers['content-range'] ?? 'bytes 0-*/*');
    const [, from, to, total] = /^bytes (?:(\d+)-(\d+|\*)|\*)\/(\d+|\*)$/.exec(range) ?? [];
    if (from !== undefined && Number(from) <= session.bytes.length) {
      session.bytes = Buffer.concat([session.bytes.subarray(0, Number(from)), body]);
    }
    const isOpenEnded = to === '*' || (to === undefined && total === '*' && from === undefined);
    const isComplete = total !== '*' ? session.bytes.length === Number(total) : to === '*';
    if (!isComplete || (isOpenEnded && from === undefined)) {
      const size = session.bytes.length;
      return { status: 308, body: '', headers: size > 0 ? { range: `bytes=0-${size - 1}` } : {} };
    }
    const { bucket, name, resource, query } = session;
    const object = putObject(bucket, name, session.bytes, resource, query, nextGeneration());
    sessions.delete(id);
    return json(toResource(bucket, object));
  }

  function copyObject(bucket: GcsBucket, { path, query, name }: GcsRequest, body: Buffer): Answer {
    const parts = path.split('/').map(decodeURIComponent);
    const target = api.buckets.get(parts[7] ?? '');
    const generation = query.get('sourceGeneration');
    const source =
      generation === null
        ? bucket.live.get(name)
        : [...bucket.live.values(), ...bucket.noncurrent].find(
            (version) => version.name === name && String(version.generation) === generation,
          );
    if (!source || !target) throw new GcsError(404, 'notFound', `No such object: ${bucket.name}/${name}`);
    const given = parseJson(body);
    const { contentType, cacheControl, contentEncoding, metadata } = source;
    const resource =
      Object.keys(given).length > 0 ? given : { contentType, cacheControl, contentEncoding, metadata };
    const object = putObject(target, parts[9] ?? '', source.bytes, resource, query, nextGeneration());
    const size = String(object.bytes.length);
    return json({
      done: true,
      totalBytesRewritten: size,
      objectSize: size,
      resource: toResource(target, object),
    });
  }

  return api;
}

function answerBucket(bucket: GcsBucket, method: string, section: string, body: Buffer): Answer {
  if (section === 'iam') {
    if (method === 'PUT') {
      const policy = parseJson(body);
      if (policy.etag !== bucket.policy.etag) throw new GcsError(412, 'conditionNotMet', 'etag differs');
      const etag = String(Number(bucket.policy.etag) + 1);
      bucket.policy = { etag, bindings: policy.bindings as GcsBucket['policy']['bindings'] };
    }
    return json({ ...bucket.policy });
  }
  if (method === 'PATCH') Object.assign(bucket.settings, parseJson(body));
  return json({ name: bucket.name, metageneration: '1', ...bucket.settings });
}

function parseRequest(message: IncomingMessage): GcsRequest {
  const url = new URL(message.url ?? '/', 'http://localhost');
  const method = message.method ?? 'GET';
  const isUpload = url.pathname.startsWith('/upload/');
  const path = url.pathname.replace(/^\/(upload|download)(?=\/)/, '').replace(/^\/storage\/v1/, '');
  const parts = path.split('/').map(decodeURIComponent);
  const query = url.searchParams;
  const name = isUpload ? (query.get('name') ?? '') : (parts[4] ?? '');
  const kind = ((): GcsRequest['kind'] => {
    if (isUpload) return method === 'PUT' ? 'chunk' : 'upload';
    if (parts[3] !== 'o') return 'bucket';
    if (parts[5] === 'rewriteTo') return 'copy';
    if (method === 'PATCH') return 'patch';
    if (method === 'DELETE') return 'delete';
    if (name === '') return 'list';
    return query.get('alt') === 'media' ? 'media' : 'get';
  })();
  return { method, path, query, name, kind };
}

function takeFault(faults: Fault[], request: GcsRequest): Fault | undefined {
  for (const [index, fault] of faults.entries()) {
    if (fault.match && !fault.match(request)) continue;
    if ((fault.skip ?? 0) > 0) {
      fault.skip = (fault.skip ?? 0) - 1;
      continue;
    }
    fault.times = (fault.times ?? 1) - 1;
    if (fault.times <= 0) faults.splice(index, 1);
    return fault;
  }
  return undefined;
}

/** `multipart/related` of a JSON part and a part of bytes; boundaries may be quoted, parts may lack headers. */
function parseMultipart(contentType: string, body: Buffer): { resource: Resource; bytes: Buffer } {
  const boundary = /boundary=(?:'([^']+)'|"([^"]+)"|([^;]+))/.exec(contentType)?.slice(1).find(Boolean) ?? '';
  const mark = Buffer.from(`--${boundary}`);
  const parts: { type: string; bytes: Buffer }[] = [];
  for (let at = body.indexOf(mark); at >= 0 && parts.length < 2; ) {
    const end = body.indexOf(mark, at + mark.length);
    if (end < 0) break;
    // The part before a boundary ends with the line break that belongs to the boundary.
    const part = body.subarray(at + mark.length + 2, end - 2);
    const head = part.subarray(0, 2).toString() === '\r\n' ? -2 : part.indexOf('\r\n\r\n');
    const type = /content-type: *([^\r\n]+)/i.exec(part.subarray(0, Math.max(head, 0)).toString())?.[1] ?? '';
    parts.push({ type, bytes: part.subarray(head + 4) });
    at = end;
  }
  const [first, second] = parts;
  if (!first || !second) throw new GcsError(400, 'badContent', 'Multipart body is not complete.');
  return { resource: { contentType: second.type, ...parseJson(first.bytes) }, bytes: second.bytes };
}

function parseJson(bytes: Buffer): Resource {
  return bytes.length === 0 ? {} : JSON.parse(bytes.toString());
}

function corrupt(body: Buffer): void {
  // A byte of the content, which ends before the closing boundary.
  const at = Math.max(body.lastIndexOf('\r\n--') - 1, 0);
  body[at] = (body[at] ?? 0) ^ 1;
}

function halve(body: Buffer): Buffer {
  const quarter = 256 * 1024;
  return body.subarray(0, Math.floor(body.length / 2 / quarter) * quarter);
}

function errorBody(code: number, reason: string, message: string): Resource {
  return { error: { code, message, errors: [{ domain: 'global', reason, message }] } };
}

function json(body: Resource): Answer {
  return { status: 200, body };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const isJson = body !== null && typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? Buffer.from(JSON.stringify(body)) : Buffer.from(body ?? '');
  const type = isJson ? 'application/json; charset=UTF-8' : 'text/html; charset=UTF-8';
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

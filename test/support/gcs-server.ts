/**
 * A storage server: the JSON API of Google Cloud Storage over real HTTP on loopback, in both URL forms
 * (`/storage/v1/b/…` and, for STORAGE_EMULATOR_HOST, `/b/…`), with faults on order.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
import { type Answer, type StoreRequest, type StoreServer, startStoreServer } from './store-server.ts';

export type GcsServer = StoreServer<GcsBucket>;

interface Session {
  bucket: GcsBucket;
  name: string;
  resource: Resource;
  query: URLSearchParams;
  bytes: Buffer;
}

export async function startGcsServer(
  options: { buckets?: string[]; port?: number; generation?: number } = {},
): Promise<GcsServer> {
  const nextGeneration = createGenerations(options.generation);
  const sessions = new Map<string, Session>();
  const versioned = { versioning: { enabled: true } };
  const buckets = new Map(
    (options.buckets ?? []).map((name) => [name, createBucket(name, { ...versioned })]),
  );
  return startStoreServer(buckets, options.port ?? 0, (api) => ({
    parse: parseRequest,
    corrupt,
    fail: ({ status }) => json(errorBody(status, 'backendError', 'fault'), status),
    refuse(error) {
      const known = error instanceof GcsError ? error : new GcsError(500, 'internal', String(error));
      return json(errorBody(known.status, known.reason, known.message), known.status);
    },
    answer(request, body, act) {
      if (act?.kind === 'lose-session') sessions.clear();
      return createAnswers(
        api,
        sessions,
        nextGeneration,
      )(request, act?.kind === 'rewind' ? halve(body) : body);
    },
  }));
}

function createAnswers(api: GcsServer, sessions: Map<string, Session>, nextGeneration: () => number) {
  function answerTo(request: StoreRequest, body: Buffer): Answer {
    const { method, path, query, headers: asked, name, kind } = request;
    const [, , bucketName = '', section = ''] = path.split('/').map(decodeURIComponent);
    if (path === '/b' && method === 'POST') return makeBucket(body);
    if (kind === 'chunk') return continueUpload(query.get('upload_id') ?? '', asked, body);
    const bucket = api.buckets.get(bucketName);
    if (!bucket) throw new GcsError(404, 'notFound', 'The specified bucket does not exist.');
    if (kind === 'bucket') return answerBucket(bucket, method, section, body);
    if (kind === 'list') return json(listObjects(bucket, query));
    if (kind === 'upload') return beginUpload(bucket, query, asked, body);
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
    const isEncoded = object.contentEncoding === 'gzip' && !/gzip/.test(String(asked['accept-encoding']));
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
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Answer {
    if (query.get('uploadType') === 'multipart') {
      const { resource, bytes } = parseMultipart(String(headers['content-type']), body);
      const name = query.get('name') ?? String(resource.name ?? '');
      return json(toResource(bucket, putObject(bucket, name, bytes, resource, query, nextGeneration())));
    }
    const id = crypto.randomUUID();
    const resource = parseJson(body);
    const contentType = headers['x-upload-content-type'];
    const name = query.get('name') ?? String(resource.name ?? '');
    checkPreconditions(bucket.live.get(name), query);
    const all = { ...(contentType === undefined ? {} : { contentType }), ...resource };
    sessions.set(id, { bucket, name, resource: all, query, bytes: Buffer.alloc(0) });
    const location = `${api.url}/upload/storage/v1/b/${bucket.name}/o?uploadType=resumable&upload_id=${id}`;
    return { status: 200, body: '', headers: { location } };
  }

  function continueUpload(id: string, headers: IncomingHttpHeaders, body: Buffer): Answer {
    const session = sessions.get(id);
    if (!session) throw new GcsError(404, 'notFound', 'The upload session is gone.');
    const range = String(headers['content-range'] ?? 'bytes 0-*/*');
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

  function copyObject(bucket: GcsBucket, { path, query, name }: StoreRequest, body: Buffer): Answer {
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

  return answerTo;
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

function parseRequest(message: IncomingMessage): StoreRequest {
  const url = new URL(message.url ?? '/', 'http://localhost');
  const method = message.method ?? 'GET';
  const isUpload = url.pathname.startsWith('/upload/');
  const path = url.pathname.replace(/^\/(upload|download)(?=\/)/, '').replace(/^\/storage\/v1/, '');
  const parts = path.split('/').map(decodeURIComponent);
  const query = url.searchParams;
  const name = isUpload ? (query.get('name') ?? '') : (parts[4] ?? '');
  const kind = ((): StoreRequest['kind'] => {
    if (isUpload) return method === 'PUT' ? 'chunk' : 'upload';
    if (parts[3] !== 'o') return 'bucket';
    if (parts[5] === 'rewriteTo') return 'copy';
    if (method === 'PATCH') return 'patch';
    if (method === 'DELETE') return 'delete';
    if (name === '') return 'list';
    return query.get('alt') === 'media' ? 'media' : 'get';
  })();
  return { method, target: message.url ?? '/', path, query, headers: message.headers, name, kind };
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

function json(body: Resource, status = 200): Answer {
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  return { status, body: JSON.stringify(body), headers };
}

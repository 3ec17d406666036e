/** A storage server: the S3 protocol over real HTTP on loopback. It verifies every signature, and has faults on order. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readClaim, signatureOf } from './s3-signature.ts';
import {
  checkCondition,
  createS3Bucket,
  deleteObject,
  escapeText,
  findVersion,
  isVersioned,
  listNames,
  listVersions,
  type S3Bucket,
  type S3Features,
  type S3Object,
  S3StoreError,
  storeObject,
} from './s3-store.ts';
import { type Answer, type StoreRequest, type StoreServer, startStoreServer } from './store-server.ts';

export interface S3Server extends StoreServer<S3Bucket> {
  features: S3Features;
  /** Access key → secret key; others are refused. */
  keys: Map<string, string>;
  /** The region of all buckets. */
  region: string;
  /** The server's clock in milliseconds. */
  now: () => number;
}

/** Keys of tests; they open nothing. */
export const S3_KEYS = { id: 'AKIATESTKEYOFTHESUITE', secret: 'secret/of+the/suite' };

/** Sets the keys in the environment, as its user would. */
export async function startS3Server(
  options: { buckets?: string[]; port?: number; features?: Partial<S3Features> } = {},
): Promise<S3Server> {
  const buckets = new Map((options.buckets ?? []).map((name) => [name, createS3Bucket(name, true)]));
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: S3_KEYS.id, AWS_SECRET_ACCESS_KEY: S3_KEYS.secret });
  const settings = {
    features: {
      conditionalWrites: true,
      conditionalCopies: true,
      conditionalDeletes: true,
      settings: true,
      ...options.features,
    },
    keys: new Map([[S3_KEYS.id, S3_KEYS.secret]]),
    region: 'us-east-1',
    now: () => Date.now(),
  };
  const server: S3Server = Object.assign(
    await startStoreServer(buckets, options.port ?? 0, () => ({
      parse: parseRequest,
      corrupt(body) {
        const at = body.length - 1;
        if (at >= 0) body[at] = (body[at] ?? 0) ^ 1;
      },
      fail({ status, reason = 'SlowDown', echo }, { headers }) {
        const message = echo ? JSON.stringify(headers) : 'Please reduce your request rate.';
        return formatError(new S3StoreError(status, reason, message));
      },
      refuse: (error) =>
        formatError(
          error instanceof S3StoreError ? error : new S3StoreError(500, 'InternalError', String(error)),
        ),
      answer(request, body) {
        const answer = createAnswer(server, request, body);
        const date = new Date(server.now()).toUTCString();
        return { ...answer, headers: { date, ...answer.headers } };
      },
    })),
    settings,
  );
  return server;
}

function createAnswer(server: S3Server, request: StoreRequest, body: Buffer): Answer {
  const { method, kind, name, path, query, headers } = request;
  const bucketName = decodeURIComponent(path.split('/')[1] ?? '');
  const bucket = server.buckets.get(bucketName);
  const isPublic = /"Allow".*s3:GetObject/.test(bucket?.settings.get('policy') ?? '');
  const isAnonymous = headers.authorization === undefined && (kind === 'media' || kind === 'get');
  if (!(isPublic && isAnonymous)) authenticate(server, request, body);
  if (kind === 'bucket' && method === 'PUT' && query.size === 0) {
    if (bucket) throw new S3StoreError(409, 'BucketAlreadyOwnedByYou');
    const [, named = 'us-east-1'] = /<LocationConstraint>(.*?)</.exec(body.toString()) ?? [];
    if (named !== server.region) throw new S3StoreError(400, 'IllegalLocationConstraintException');
    server.buckets.set(bucketName, createS3Bucket(bucketName, false));
    return { status: 200, body: null };
  }
  if (!bucket) throw new S3StoreError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (kind === 'list') {
    if (query.has('versions') && !server.features.settings) throw new S3StoreError(501, 'NotImplemented');
    return xml(query.has('versions') ? listVersions(bucket, query) : listNames(bucket, query));
  }
  if (kind === 'bucket') return answerBucket(server, bucket, request, body);
  if (kind === 'get' || kind === 'media') {
    const object = findVersion(bucket, name, query.get('versionId'));
    checkCondition(object, headers);
    return { status: 200, body: object.bytes, headers: formatObject(object) };
  }
  const { conditionalWrites, conditionalCopies, conditionalDeletes } = server.features;
  const isConditional = headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
  if (kind === 'upload' && isConditional && conditionalWrites === 'refused')
    throw new S3StoreError(501, 'NotImplemented', 'A header implies functionality that is not implemented');
  const isChecked = {
    upload: conditionalWrites === true,
    copy: conditionalCopies,
    delete: conditionalDeletes,
  };
  if (kind === 'upload' || kind === 'copy' || kind === 'delete') {
    if (isChecked[kind]) checkCondition(bucket.live.get(name), headers);
  }
  if (kind === 'delete') {
    deleteObject(bucket, name);
    return { status: 204, body: null };
  }
  if (kind === 'copy') return copyObject(server, bucket, request);
  const object = storeObject(bucket, name, body, readHeaders(headers), server.now());
  return { status: 200, body: null, headers: { etag: `"${object.etag}"`, ...formatVersion(bucket, object) } };
}

function copyObject(server: S3Server, bucket: S3Bucket, { name, headers }: StoreRequest): Answer {
  const [path = '', version = null] = String(headers['x-amz-copy-source']).split('?versionId=');
  // Clients send it with or without a slash at the start.
  const [sourceBucket = '', ...parts] = path.replace(/^\//, '').split('/').map(decodeURIComponent);
  const from = server.buckets.get(sourceBucket);
  if (!from) throw new S3StoreError(404, 'NoSuchBucket');
  const source = findVersion(from, parts.join('/'), version);
  const wanted = headers['x-amz-copy-source-if-match'];
  if (wanted !== undefined && wanted !== `"${source.etag}"`)
    throw new S3StoreError(412, 'PreconditionFailed');
  const isReplaced = headers['x-amz-metadata-directive'] === 'REPLACE';
  const object = storeObject(
    bucket,
    name,
    source.bytes,
    isReplaced ? readHeaders(headers) : source,
    server.now(),
  );
  return xml(
    `<CopyObjectResult><LastModified>${new Date(object.updated).toISOString()}</LastModified><ETag>&quot;${object.etag}&quot;</ETag></CopyObjectResult>`,
  );
}

function answerBucket(
  server: S3Server,
  bucket: S3Bucket,
  { method, query }: StoreRequest,
  body: Buffer,
): Answer {
  const [setting] = query.keys();
  if (setting === undefined) return { status: 200, body: null };
  if (!server.features.settings) throw new S3StoreError(501, 'NotImplemented', 'It is not implemented.');
  if (method === 'PUT') {
    bucket.settings.set(setting, body.toString());
    return { status: 200, body: null };
  }
  const current = bucket.settings.get(setting);
  if (current === undefined && setting !== 'versioning') throw new S3StoreError(404, 'NoSuchConfiguration');
  return { status: 200, body: current ?? '<VersioningConfiguration/>' };
}

/** Checks signature, clock, region and the checksums of the body. */
function authenticate(server: S3Server, request: StoreRequest, body: Buffer): void {
  const { headers, method } = request;
  const claim = readClaim(headers.authorization);
  if (!claim) throw new S3StoreError(403, 'AccessDenied', 'Access Denied');
  const secret = server.keys.get(claim.accessKeyId);
  if (secret === undefined) {
    const extra = `<AWSAccessKeyId>${claim.accessKeyId}</AWSAccessKeyId>`;
    throw new S3StoreError(403, 'InvalidAccessKeyId', `The key ${claim.accessKeyId} does not exist`, extra);
  }
  if (claim.region !== server.region) {
    const message = `The authorization header is malformed; the region '${claim.region}' is wrong; expecting '${server.region}'`;
    throw new S3StoreError(400, 'AuthorizationHeaderMalformed', message, `<Region>${server.region}</Region>`);
  }
  const [path = '', query = ''] = request.target.split('?');
  const signature = signatureOf({ method, path, query, headers }, claim, secret);
  if (signature !== claim.signature || !claim.signedHeaders.includes('host')) {
    throw new S3StoreError(403, 'SignatureDoesNotMatch', `${headers.authorization} is not ${signature}`);
  }
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name),
  );
  if (unsigned.length > 0) throw new S3StoreError(403, 'AccessDenied', `unsigned: ${unsigned.join()}`);
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const sent = Date.parse(
    `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
  );
  if (!(Math.abs(sent - server.now()) < 900_000)) throw new S3StoreError(403, 'RequestTimeTooSkewed');
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash && headers['x-amz-content-sha256'] !== 'UNSIGNED-PAYLOAD')
    throw new S3StoreError(400, 'XAmzContentSHA256Mismatch');
  const md5 = createHash('md5').update(body).digest('base64');
  if (headers['content-md5'] !== undefined && headers['content-md5'] !== md5)
    throw new S3StoreError(400, 'BadDigest');
}

function parseRequest(message: IncomingMessage): StoreRequest {
  const target = message.url ?? '/';
  const [path = '', search = ''] = target.split('?');
  const query = new URLSearchParams(search);
  const method = message.method ?? 'GET';
  const name = path.split('/').slice(2).map(decodeURIComponent).join('/');
  const kind = ((): StoreRequest['kind'] => {
    if (name === '') return query.has('list-type') || query.has('versions') ? 'list' : 'bucket';
    if (method === 'PUT') return message.headers['x-amz-copy-source'] === undefined ? 'upload' : 'copy';
    if (method === 'DELETE') return 'delete';
    return method === 'HEAD' ? 'get' : 'media';
  })();
  return { method, target, path, query, headers: message.headers, name, kind };
}

function readHeaders(
  headers: IncomingHttpHeaders,
): Omit<S3Object, 'name' | 'bytes' | 'etag' | 'versionId' | 'updated'> {
  const prefix = 'x-amz-meta-';
  const metadata = Object.entries(headers)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]): [string, string] => [key.slice(prefix.length), String(value)]);
  return {
    contentType: headers['content-type'] ?? 'binary/octet-stream',
    cacheControl: headers['cache-control'],
    contentEncoding: headers['content-encoding'],
    metadata: Object.fromEntries(metadata),
  };
}

function formatObject(object: S3Object): Record<string, string> {
  const { contentType, cacheControl, contentEncoding, metadata, etag, updated } = object;
  return {
    'content-type': contentType,
    ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
    ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
    ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`x-amz-meta-${key}`, value])),
    etag: `"${etag}"`,
    'last-modified': new Date(updated).toUTCString(),
  };
}

function formatVersion(bucket: S3Bucket, { versionId }: S3Object): Record<string, string> {
  return isVersioned(bucket) ? { 'x-amz-version-id': versionId } : {};
}

function xml(body: string): Answer {
  return {
    status: 200,
    body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
    headers: { 'content-type': 'application/xml' },
  };
}

function formatError({ status, code, message, extra }: S3StoreError): Answer {
  return {
    ...xml(`<Error><Code>${code}</Code><Message>${escapeText(message)}</Message>${extra}</Error>`),
    status,
  };
}

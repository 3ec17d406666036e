/**
 * Opens a bucket of Amazon S3, or of a server that speaks its protocol, as a deploy target.
 *
 * The generation of an object is its ETag. A listing has neither headers nor metadata; object-index.ts completes it.
 */
import {
  ConflictError,
  childText,
  createObjectBody,
  createStored,
  encodeKey,
  formatCondition,
  InvalidAnswerError,
  type ListedObject,
  type ListPage,
  type ObjectBody,
  type ObjectSpec,
  type OpenOptions,
  orNull,
  parseHead,
  parseXml,
  type RequestLimits,
  readServerTime,
  requireEtag,
  type StoredObject,
  splitGeneration,
  statusOf,
  type Target,
  UserError,
  withPrecondition,
} from '../core.ts';
import { createS3Client, type S3Client, type S3Request } from './s3-client.ts';
import { readS3Settings } from './s3-credentials.ts';
import { explainS3Error, isTransientS3Error, LOGIN } from './s3-errors.ts';
import { formatHeaders, METADATA_PREFIX, parseNames, parseVersions } from './s3-object.ts';
import { probeServer, type S3Features } from './s3-probe.ts';
import { setUpS3Bucket } from './s3-setup.ts';
import { parseS3Url } from './s3-url.ts';

const PAGE_SIZE = '1000';
/** Connections beside the uploads, so that the lock is renewed in time. */
const SPARE_CONNECTIONS = 8;
const NO_KEYS = { accessKeyId: 'none', secretAccessKey: 'none' };

interface S3Bucket {
  client: S3Client;
  /** Prefix of all names. */
  prefix: string;
  /** The features of the server. It is probed before the first write, so that reading writes nothing. */
  features(limits: RequestLimits): Promise<S3Features>;
}

/** Opens `s3://bucket/prefix?endpoint=https://HOST&region=REGION`. */
export async function openS3(url: URL, options: OpenOptions): Promise<Target> {
  const settings = readS3Settings(process.env);
  const endpoint = options.apiEndpoint ?? settings.endpoint;
  const location = parseS3Url(url, { endpoint, region: settings.region });
  const { prefix } = location;
  const connections = options.concurrency + SPARE_CONNECTIONS;
  const client = createS3Client(location, settings.credentials ?? NO_KEYS, connections);
  const bucket: S3Bucket = { client, prefix, features: createProbe(client) };
  return {
    url: location.url,
    publicUrl: `${location.endpoint}/${location.bucket}/${encodeKey(prefix)}index.html`,
    prefix,
    naming: 'extensionless',
    // A bucket cannot unpack gzip for clients that do not accept it. The CDN in front compresses.
    encodes: false,
    listsDetails: false,
    isTransient: isTransientS3Error,
    explainError: (error) => explainS3Error(error, location),
    async connect() {
      if (settings.credentials) return;
      throw new UserError({
        code: 'missing-credentials',
        message: `there are no credentials for ${location.url}`,
        hint: LOGIN,
      });
    },
    listPage: (below, { versions, pageToken }, limits) =>
      versions
        ? listVersions(bucket, below, pageToken, limits)
        : listObjects(bucket, below, pageToken, limits),
    stat: (name, limits, generation) => statObject(bucket, name, limits, generation),
    async read(name, limits) {
      const { headers, body } = await send(bucket, name, { method: 'GET' }, limits);
      requireEtag(headers);
      return body;
    },
    async write(spec, body, generation, limits) {
      await bucket.features(limits);
      return putObject(bucket, spec, body, generation, limits);
    },
    patch: (spec, stored, limits) => copyObject(bucket, stored, spec, stored.generation, limits),
    copy: (from, to, generation, limits) => copyObject(bucket, from, to, generation, limits),
    remove: (stored, limits) => removeObject(bucket, stored, limits),
    setUp: (set, done) => setUpS3Bucket(client, set, done, options.timeout),
  };
}

/** Probes the server once; again after a failure. */
function createProbe(client: S3Client): S3Bucket['features'] {
  let probe: Promise<S3Features> | null = null;
  return async (limits) => {
    probe ??= probeServer(client, limits);
    try {
      return await probe;
    } catch (error) {
      probe = null;
      throw error;
    }
  };
}

function send(
  { client, prefix }: S3Bucket,
  name: string,
  request: Omit<S3Request, 'key'>,
  limits: RequestLimits,
) {
  return client.send({ ...request, key: prefix + name }, limits);
}

async function putObject(
  bucket: S3Bucket,
  spec: ObjectSpec,
  body: ObjectBody,
  generation: string,
  limits: RequestLimits,
): Promise<StoredObject> {
  const headers = { ...formatHeaders(spec), ...formatCondition(generation) };
  const work = send(bucket, spec.name, { method: 'PUT', headers, body }, limits);
  // With If-Match, a server answers 404 where the object is gone.
  const response = await withPrecondition(spec.name, work).catch((error: unknown) => {
    throw generation !== '0' && statusOf(error) === 404 ? new ConflictError(spec.name) : error;
  });
  return createStored(spec, body.size, response);
}

async function statObject(bucket: S3Bucket, name: string, limits: RequestLimits, generation?: string) {
  const { versionId } = splitGeneration(generation ?? '');
  const query = versionId === undefined ? {} : { versionId };
  const answer = await send(bucket, name, { method: 'HEAD', query }, limits).catch(orNull);
  if (!answer) return null;
  const object = parseHead(
    name,
    answer.headers,
    METADATA_PREFIX,
    versionId === undefined ? undefined : generation,
  );
  return { object, now: readServerTime(answer.headers) };
}

async function copyObject(
  bucket: S3Bucket,
  from: StoredObject,
  to: ObjectSpec,
  generation: string,
  limits: RequestLimits,
): Promise<StoredObject> {
  const { client, prefix } = bucket;
  const { etag, versionId } = splitGeneration(from.generation);
  if (!(await bucket.features(limits)).copy) {
    const query = versionId === undefined ? {} : { versionId };
    const source: Omit<S3Request, 'key'> = { method: 'GET', query, headers: { 'if-match': `"${etag}"` } };
    const { body } = await withPrecondition(from.name, send(bucket, from.name, source, limits));
    limits.addCalls?.(1);
    return putObject(bucket, to, createObjectBody(body), generation, limits);
  }
  const version = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
  const headers = {
    ...formatHeaders(to),
    ...formatCondition(generation),
    'x-amz-copy-source': `/${client.location.bucket}/${encodeKey(prefix + from.name)}${version}`,
    'x-amz-copy-source-if-match': `"${etag}"`,
    'x-amz-metadata-directive': 'REPLACE',
  };
  const answer = await withPrecondition(to.name, send(bucket, to.name, { method: 'PUT', headers }, limits));
  client.refuseError(answer);
  const copied = childText(parseXml(answer.body.toString()), 'ETag');
  if (copied === '') throw new InvalidAnswerError('the answer to a copy had no ETag');
  return createStored(to, from.size, answer, copied);
}

async function listObjects(
  { client, prefix }: S3Bucket,
  below: string,
  pageToken: string | undefined,
  limits: RequestLimits,
): Promise<ListPage> {
  const token = pageToken === undefined ? {} : { 'continuation-token': pageToken };
  const query = { 'list-type': '2', 'max-keys': PAGE_SIZE, prefix: prefix + below, ...token };
  const { body } = await client.send({ method: 'GET', query }, limits);
  return parseNames(body, prefix);
}

async function listVersions(
  { client, prefix }: S3Bucket,
  below: string,
  pageToken: string | undefined,
  limits: RequestLimits,
): Promise<ListPage> {
  const [keyMarker, versionMarker]: string[] = pageToken === undefined ? [] : JSON.parse(pageToken);
  const query = {
    versions: '',
    'max-keys': PAGE_SIZE,
    prefix: prefix + below,
    ...(keyMarker ? { 'key-marker': keyMarker } : {}),
    ...(versionMarker ? { 'version-id-marker': versionMarker } : {}),
  };
  try {
    const { body } = await client.send({ method: 'GET', query }, limits);
    return parseVersions(body, prefix);
  } catch (error) {
    // The server does not support versions, so there are no earlier ones.
    if (statusOf(error) === 501) return { objects: [], nextPageToken: undefined };
    throw error;
  }
}

async function removeObject(bucket: S3Bucket, { name, generation }: ListedObject, limits: RequestLimits) {
  const { delete: isConditional } = await bucket.features(limits);
  if (!isConditional) {
    const live = await statObject(bucket, name, limits);
    limits.addCalls?.(1);
    if (!live) return;
    if (live.object.generation !== generation) throw new ConflictError(name);
  }
  const headers = isConditional ? formatCondition(generation) : {};
  const work = send(bucket, name, { method: 'DELETE', headers }, limits);
  await withPrecondition(name, work).catch(orNull);
}

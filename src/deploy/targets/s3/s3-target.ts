/**
 * Opens a bucket of Amazon S3, or of a server that speaks its protocol, as a deploy target.
 *
 * The generation of an object is its ETag. A listing has neither headers nor metadata; object-index.ts completes it.
 */
import { UserError } from '../../../foundation/errors.ts';
import { orNull, withPrecondition } from '../bucket-requests.ts';
import { statusOf } from '../request-errors.ts';
import {
  type Body,
  ConflictError,
  createBody,
  type ObjectSpec,
  type OpenOptions,
  type RequestLimits,
  type StoredObject,
  type Target,
} from '../target.ts';
import { createS3Client, encodeKey, type S3Request } from './s3-client.ts';
import { readS3Settings } from './s3-credentials.ts';
import { explainS3Error, isTransientS3Error, LOGIN } from './s3-errors.ts';
import {
  createStored,
  formatCondition,
  formatHeaders,
  parseHead,
  parseNames,
  parseVersions,
  readServerTime,
  splitGeneration,
} from './s3-object.ts';
import { probeServer, type S3Features } from './s3-probe.ts';
import { setUpS3Bucket } from './s3-setup.ts';
import { parseS3Url } from './s3-url.ts';
import { parseXml, textOf } from './s3-xml.ts';

const PAGE_SIZE = '1000';
/** Connections beside the uploads, for the lock. */
const SPARE_CONNECTIONS = 8;
const NO_KEYS = { accessKeyId: 'none', secretAccessKey: 'none' };

/** Opens `s3://bucket/prefix?endpoint=https://HOST&region=REGION`. */
export async function openS3(url: URL, options: OpenOptions): Promise<Target> {
  const settings = readS3Settings(process.env);
  const endpoint = options.apiEndpoint ?? settings.endpoint;
  const location = parseS3Url(url, { endpoint, region: settings.region });
  const { bucket, prefix } = location;
  const client = createS3Client(
    location,
    settings.credentials ?? NO_KEYS,
    options.concurrency + SPARE_CONNECTIONS,
  );

  /** Asked before the first write, so that reading writes nothing. */
  let probe: Promise<S3Features> | null = null;
  const features = async (limits: RequestLimits): Promise<S3Features> => {
    probe ??= probeServer(client, limits);
    try {
      return await probe;
    } catch (error) {
      probe = null;
      throw error;
    }
  };

  const sendFor = (name: string, request: Omit<S3Request, 'key'>, limits: RequestLimits) =>
    client.send({ ...request, key: prefix + name }, limits);
  const put = async (spec: ObjectSpec, body: Body, generation: string, limits: RequestLimits) => {
    const headers = { ...formatHeaders(spec), ...formatCondition(generation) };
    const work = sendFor(spec.name, { method: 'PUT', headers, body }, limits);
    // A server looks for the object that If-Match names.
    const response = await withPrecondition(spec.name, work).catch((error: unknown) => {
      throw generation !== '0' && statusOf(error) === 404 ? new ConflictError(spec.name) : error;
    });
    return createStored(spec, body.size, response);
  };
  const get = (name: string, generation: string, limits: RequestLimits) => {
    const { etag, versionId } = splitGeneration(generation);
    const query = versionId === undefined ? {} : { versionId };
    const headers = { 'if-match': `"${etag}"` };
    return withPrecondition(name, sendFor(name, { method: 'GET', query, headers }, limits));
  };
  const stat = async (name: string, limits: RequestLimits, generation?: string) => {
    const { versionId } = splitGeneration(generation ?? '');
    const query = versionId === undefined ? {} : { versionId };
    const answer = await sendFor(name, { method: 'HEAD', query }, limits).catch(orNull);
    if (!answer) return null;
    const object = parseHead(name, answer, versionId === undefined ? undefined : generation);
    return { object, now: readServerTime(answer.headers) };
  };
  const copy = async (from: StoredObject, to: ObjectSpec, generation: string, limits: RequestLimits) => {
    if (!(await features(limits)).copy) {
      const { body } = await get(from.name, from.generation, limits);
      limits.addCalls?.(1);
      return put(to, createBody(body), generation, limits);
    }
    const { etag, versionId } = splitGeneration(from.generation);
    const version = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
    const headers = {
      ...formatHeaders(to),
      ...formatCondition(generation),
      'x-amz-copy-source': `/${bucket}/${encodeKey(prefix + from.name)}${version}`,
      'x-amz-copy-source-if-match': `"${etag}"`,
      'x-amz-metadata-directive': 'REPLACE',
    };
    const answer = await withPrecondition(to.name, sendFor(to.name, { method: 'PUT', headers }, limits));
    client.refuseError(answer);
    return createStored(to, from.size, answer, textOf(parseXml(answer.body.toString()), 'ETag'));
  };

  return {
    url: location.url,
    publicUrl: `${location.endpoint}/${bucket}/${encodeKey(prefix)}index.html`,
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
    async listPage(below, { versions, pageToken }, limits) {
      if (!versions) {
        const token = pageToken === undefined ? {} : { 'continuation-token': pageToken };
        const query = { 'list-type': '2', 'max-keys': PAGE_SIZE, prefix: prefix + below, ...token };
        const { body } = await client.send({ method: 'GET', query }, limits);
        return parseNames(body, prefix);
      }
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
        // A server without versions has no earlier ones.
        if (statusOf(error) === 501) return { objects: [] };
        throw error;
      }
    },
    stat,
    async read(name, limits) {
      return (await sendFor(name, { method: 'GET' }, limits)).body;
    },
    async write(spec, body, generation, limits) {
      await features(limits);
      return put(spec, body, generation, limits);
    },
    patch: (spec, stored, limits) => copy(stored, spec, stored.generation, limits),
    copy,
    async remove({ name, generation }, limits) {
      const { delete: isConditional } = await features(limits);
      if (!isConditional) {
        const live = await stat(name, limits);
        limits.addCalls?.(1);
        if (!live) return;
        if (live.object.generation !== generation) throw new ConflictError(name);
      }
      const headers = isConditional ? formatCondition(generation) : {};
      const work = sendFor(name, { method: 'DELETE', headers }, limits);
      await withPrecondition(name, work).catch(orNull);
    },
    setUp: (set, done) => setUpS3Bucket(client, set, done, options.timeout),
  };
}

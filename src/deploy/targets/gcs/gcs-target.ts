/** Opens a bucket of Google Cloud Storage as a deploy target. */
import type { File } from '@google-cloud/storage';
import { orNull, withPrecondition } from '../bucket-requests.ts';
import type { OpenOptions, RequestLimits, Target } from '../target.ts';
import { explainGcsError, explainLogin, isTransientGcsError } from './gcs-errors.ts';
import {
  formatMetadata,
  formatPreconditions,
  formatResource,
  LIST_FIELDS,
  parseObject,
  readPageToken,
  readResource,
  readServerTime,
} from './gcs-resource.ts';
import { setUpBucket } from './gcs-setup.ts';
import { sendBytes, sendStream } from './gcs-upload.ts';
import { parseBucketUrl } from './gcs-url.ts';

const PAGE_SIZE = 1000;

/** Opens `gs://bucket/prefix`. Servers of STORAGE_EMULATOR_HOST and `apiEndpoint` need no credentials. */
export async function openGcs(url: URL, options: OpenOptions): Promise<Target> {
  const { bucket: bucketName, prefix } = parseBucketUrl(url);
  const project = options.project ?? process.env.GOOGLE_CLOUD_PROJECT ?? process.env.GCLOUD_PROJECT;
  const storage = await createStorage(project, options);
  const anonymous = options.apiEndpoint !== undefined || process.env.STORAGE_EMULATOR_HOST !== undefined;
  const bucket = storage.bucket(bucketName);

  const file = (name: string, { timeout }: RequestLimits, generation?: string): File => {
    const object = bucket.file(prefix + name, generation === undefined ? {} : { generation });
    // The client has one time limit for all requests.
    object.interceptors.push({
      request: (request) => ({ ...request, uri: 'uri' in request ? request.uri : request.url, timeout }),
    });
    return object;
  };
  const parse = (resource: unknown) => parseObject(resource, prefix);

  return {
    url: `gs://${bucketName}/${prefix}`.replace(/\/$/, ''),
    publicUrl: `https://storage.googleapis.com/${bucketName}/${encodeURI(prefix)}index.html`,
    prefix,
    naming: 'extensionless',
    encodes: true,
    listsDetails: true,
    isTransient: isTransientGcsError,
    explainError: (error) => explainGcsError(error, bucketName),
    async connect() {
      if (anonymous) return;
      try {
        // The client would send an anonymous request first and report missing credentials late.
        await (await storage.authClient.getClient()).getAccessToken();
      } catch (error) {
        throw await explainLogin(error);
      }
    },
    async listPage(below, { versions, pageToken }) {
      const [resources, next] = await bucket.getFiles({
        prefix: prefix + below,
        maxResults: PAGE_SIZE,
        autoPaginate: false,
        fields: `items(${LIST_FIELDS}),nextPageToken`,
        ...(versions ? { versions } : {}),
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      return { objects: resources.map(parse), nextPageToken: readPageToken(next) };
    },
    async stat(name, limits) {
      const answer = await file(name, limits).getMetadata().catch(orNull);
      return answer && { object: parse(answer[0]), now: readServerTime(answer[1]) };
    },
    async read(name, limits) {
      const [bytes] = await file(name, limits).download({ validation: false });
      return bytes;
    },
    async write(spec, body, generation, limits) {
      const object = file(spec.name, limits);
      const { ifGenerationMatch } = formatPreconditions(generation);
      const { chunkBytes } = options;
      const work =
        body.kind === 'bytes'
          ? sendBytes(object, spec, body, ifGenerationMatch)
          : sendStream(object, spec, body, ifGenerationMatch, { ...limits, chunkBytes });
      const stored = parse(await withPrecondition(spec.name, work));
      // The session was the first call.
      if (body.kind === 'stream') limits.addCalls?.(Math.ceil(body.size / chunkBytes));
      return stored;
    },
    async patch(spec, { generation, metadata }, limits) {
      const changes = { ...formatResource(spec), metadata: formatMetadata(spec.metadata, metadata) };
      const work = file(spec.name, limits).setMetadata(changes, formatPreconditions(generation));
      return parse((await withPrecondition(spec.name, work))[0]);
    },
    async copy(from, to, generation, limits) {
      const source = file(from.name, limits, formatPreconditions(from.generation).ifGenerationMatch);
      const { ifGenerationMatch } = formatPreconditions(generation);
      const work = source.copy(file(to.name, limits), {
        ...formatResource(to),
        preconditionOpts: { ifGenerationMatch },
      });
      return parse(readResource((await withPrecondition(to.name, work))[1]));
    },
    async remove({ name, generation }, limits) {
      // The generation is only a precondition: a request for this generation would delete its version for good.
      const { ifGenerationMatch } = formatPreconditions(generation);
      const work = file(name, limits).delete({ ifGenerationMatch });
      await withPrecondition(name, work).catch(orNull);
    },
    async setUp(set, done) {
      const known = project ?? (anonymous ? undefined : await findProject());
      if (known !== undefined) storage.projectId = known;
      await setUpBucket({ storage, bucket, project: known, prefix }, set, done);
    },
  };

  /** The project of the credentials, if they have one. */
  function findProject(): Promise<string | undefined> {
    return storage.authClient.getProjectId().catch(() => undefined);
  }
}

async function createStorage(project: string | undefined, { timeout, apiEndpoint }: OpenOptions) {
  const { IdempotencyStrategy, Storage } = await import('@google-cloud/storage');
  return new Storage({
    // Requests for objects do not need a project, but without one the client searches for it, which takes long.
    projectId: project ?? 'unknown',
    timeout,
    // A write without preconditions turns the client's own retries off for good (nodejs-storage 7).
    retryOptions: { autoRetry: false, idempotencyStrategy: IdempotencyStrategy.RetryAlways },
    ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
  });
}

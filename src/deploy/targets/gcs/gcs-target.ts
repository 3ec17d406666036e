/** Opens a bucket of Google Cloud Storage as a deploy target. */
import { orNull, withPrecondition } from '../bucket-requests.ts';
import { readServerTime } from '../etag-objects.ts';
import { InvalidAnswerError } from '../request-errors.ts';
import type { OpenOptions, RequestLimits, Target } from '../target.ts';
import { createGcsClient, type GcsClient, parseJsonAnswer } from './gcs-client.ts';
import { explainGcsError, explainLogin, isTransientGcsError } from './gcs-errors.ts';
import {
  formatCustomMetadata,
  formatPreconditions,
  formatResource,
  LIST_FIELDS,
  parseObject,
  parsePage,
  parseRewrite,
} from './gcs-resource.ts';
import { setUpBucket } from './gcs-setup.ts';
import { sendBytes, sendStream } from './gcs-upload.ts';
import { parseBucketUrl } from './gcs-url.ts';

const PAGE_SIZE = '1000';
/** Connections beside the uploads, so that the lock is renewed in time. */
const SPARE_CONNECTIONS = 8;

/** Headers of which each object has at least one. */
const OF_OBJECT = new Set(['x-goog-generation', 'x-goog-hash']);

/** Opens `gs://bucket/prefix`. Servers of STORAGE_EMULATOR_HOST and `apiEndpoint` need no credentials. */
export async function openGcs(url: URL, options: OpenOptions): Promise<Target> {
  const { bucket, prefix } = parseBucketUrl(url);
  const project = options.project ?? process.env.GOOGLE_CLOUD_PROJECT ?? process.env.GCLOUD_PROJECT;
  const ownServer = options.apiEndpoint ?? readEmulator(process.env.STORAGE_EMULATOR_HOST);
  const base = ownServer ?? 'https://storage.googleapis.com';
  const storage = await createStorage(project, base, options);
  const auth = ownServer === null ? storage.authClient : null;
  const client = createGcsClient(base, auth, options.concurrency + SPARE_CONNECTIONS);
  const bucketPath = `/storage/v1/b/${bucket}`;
  const pathOf = (name: string) => `${bucketPath}/o/${encodeURIComponent(prefix + name)}`;
  const parse = (resource: unknown) => parseObject(resource, prefix);
  return {
    url: `gs://${bucket}/${prefix}`.replace(/\/$/, ''),
    publicUrl: `https://storage.googleapis.com/${bucket}/${encodeURI(prefix)}index.html`,
    prefix,
    naming: 'extensionless',
    encodes: true,
    listsDetails: true,
    isTransient: isTransientGcsError,
    explainError: (error) => explainGcsError(error, bucket, new URL(base).host),
    async connect() {
      try {
        await (await auth?.getClient())?.getAccessToken();
      } catch (error) {
        throw await explainLogin(error);
      }
    },
    async listPage(below, { versions, pageToken }, limits) {
      const query = formatListing(prefix + below, versions, pageToken);
      const page = parsePage(await client.json({ method: 'GET', path: `${bucketPath}/o`, query }, limits));
      return { objects: page.items.map(parse), nextPageToken: page.nextPageToken };
    },
    async stat(name, limits) {
      const answer = await client.send({ method: 'GET', path: pathOf(name) }, limits).catch(orNull);
      return answer && { object: parse(parseJsonAnswer(answer.body)), now: readServerTime(answer.headers) };
    },
    async read(name, limits) {
      const query = { alt: 'media' };
      const headers = { 'accept-encoding': 'gzip' };
      const answer = await client.send({ method: 'GET', path: pathOf(name), query, headers }, limits);
      if (Object.keys(answer.headers).some((header) => OF_OBJECT.has(header))) return answer.body;
      throw new InvalidAnswerError(`the answer was not the object "${name}"`);
    },
    async write(spec, body, generation, limits) {
      const { ifGenerationMatch } = formatPreconditions(generation);
      const upload = { path: `/upload${bucketPath}/o`, name: prefix + spec.name, spec, ifGenerationMatch };
      const work =
        body.kind === 'bytes'
          ? sendBytes(client, upload, body, limits)
          : sendStream(client, upload, body, { ...limits, ...options });
      return parse(await withPrecondition(spec.name, work));
    },
    async patch(spec, { name, generation, metadata }, limits) {
      const body = { ...formatResource(spec), metadata: formatCustomMetadata(spec.metadata, metadata) };
      const query = formatPreconditions(generation);
      const work = client.json({ method: 'PATCH', path: pathOf(name), query, body }, limits);
      return parse(await withPrecondition(spec.name, work));
    },
    async copy(from, to, generation, limits) {
      const path = `${pathOf(from.name)}/rewriteTo/b/${bucket}/o/${encodeURIComponent(prefix + to.name)}`;
      const { ifGenerationMatch: sourceGeneration } = formatPreconditions(from.generation);
      const { ifGenerationMatch } = formatPreconditions(generation);
      const query = { sourceGeneration, ifGenerationMatch };
      const request = { method: 'POST', path, query, body: formatResource(to) } as const;
      return parse(await withPrecondition(to.name, rewrite(client, request, limits)));
    },
    async remove({ name, generation }, limits) {
      // The generation is only a precondition: a request for this generation would delete its version for good.
      const { ifGenerationMatch } = formatPreconditions(generation);
      const query = { ifGenerationMatch };
      const work = client.send({ method: 'DELETE', path: pathOf(name), query }, limits);
      await withPrecondition(name, work).catch(orNull);
    },
    async setUp(set, done) {
      const known = project ?? (await auth?.getProjectId().catch(() => undefined));
      if (known !== undefined) storage.projectId = known;
      await setUpBucket({ storage, bucket: storage.bucket(bucket), project: known, prefix }, set, done);
    },
  };
}

function formatListing(prefix: string, versions: boolean, pageToken: string | undefined) {
  return {
    prefix,
    maxResults: PAGE_SIZE,
    fields: `items(${LIST_FIELDS}),nextPageToken`,
    ...(versions ? { versions: 'true' } : {}),
    ...(pageToken === undefined ? {} : { pageToken }),
  };
}

/** A large object takes several requests. @returns the resource of the copy */
async function rewrite(
  client: GcsClient,
  { query = {}, ...request }: Parameters<GcsClient['json']>[0],
  limits: RequestLimits,
): Promise<unknown> {
  let token = {};
  for (;;) {
    const { done, rewriteToken, resource } = parseRewrite(
      await client.json({ ...request, query: { ...query, ...token } }, limits),
    );
    if (done) return resource;
    token = { rewriteToken };
    limits.addCalls?.(1);
  }
}

/**
 * Google's client finds credentials and changes the settings of buckets. Objects have requests of our own, because the
 * client stalls on an answer that is cut, and throws on one that is not JSON.
 */
async function createStorage(project: string | undefined, base: string, { timeout }: OpenOptions) {
  const { IdempotencyStrategy, Storage } = await import('@google-cloud/storage');
  const storage = new Storage({
    // Requests for objects do not need a project, but without one the client searches for it, which takes long.
    projectId: project ?? 'unknown',
    timeout,
    retryOptions: { autoRetry: false, idempotencyStrategy: IdempotencyStrategy.RetryAlways },
    apiEndpoint: base,
  });
  // With STORAGE_EMULATOR_HOST, the client leaves out the path of the API.
  storage.baseUrl = `${base}/storage/v1`;
  return storage;
}

/** Google's tools take a bare host too. */
function readEmulator(host: string | undefined): string | null {
  if (!host) return null;
  return (/^https?:\/\//.test(host) ? host : `http://${host}`).replace(/\/+$/, '');
}

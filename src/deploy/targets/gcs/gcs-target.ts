/** Owns Google Cloud Storage as a target. */
import type { File, Storage } from '@google-cloud/storage';
import { openUplink, type Uplink } from '../../execute/adaptive-concurrency.ts';
import { retry, statusOf } from '../../execute/retry.ts';
import {
  ConflictError,
  carries,
  type ObjectSpec,
  type OpenOptions,
  type Permit,
  type StoredObject,
  type Target,
} from '../target.ts';
import { parseBucketUrl } from '../target-url.ts';
import { createCredentialsError, explainGcsError } from './gcs-errors.ts';
import { setUpBucket } from './gcs-setup.ts';
import { limitTime, sendBytes, sendStream } from './gcs-upload.ts';
import {
  formatMarks,
  LIST_FIELDS,
  parseObject,
  readPageToken,
  readResource,
  readServerTime,
  toMetadata,
} from './gcs-wire.ts';

const PAGE = 1000;

/** Requests without a body, such as the lock's renewals, do not wait for uploads. */
const pass: Uplink = (work) => work();

/** Opens `gs://bucket/prefix`. STORAGE_EMULATOR_HOST and `apiEndpoint` stand for servers that ask for no credentials. */
export async function openGcs(url: URL, options: OpenOptions): Promise<Target> {
  const { bucket: bucketName, prefix } = parseBucketUrl(url);
  const { IdempotencyStrategy, Storage: Client } = await import('@google-cloud/storage');
  const project = options.project ?? process.env.GOOGLE_CLOUD_PROJECT ?? process.env.GCLOUD_PROJECT;
  const storage = new Client({
    // Requests about objects do not depend on the project, but without one the client searches for it at length.
    projectId: project ?? 'unknown',
    timeout: options.timeout,
    // The client's retries switch themselves off for good (nodejs-storage 7: a write without preconditions turns
    // autoRetry off on the shared object) and know nothing of the lease, so retry.ts does it.
    retryOptions: { autoRetry: false, idempotencyStrategy: IdempotencyStrategy.RetryAlways },
    ...(options.apiEndpoint === undefined ? {} : { apiEndpoint: options.apiEndpoint }),
  });
  const anonymous = options.apiEndpoint !== undefined || process.env.STORAGE_EMULATOR_HOST !== undefined;
  const bucket = storage.bucket(bucketName);
  let calls = 0;

  const uplink = openUplink(options.concurrency);
  const request = <T>(work: (timeout: number) => Promise<T>, check?: Permit, share = pass): Promise<T> =>
    retry(
      () =>
        share(async () => {
          const left = check?.() ?? Number.POSITIVE_INFINITY;
          calls++;
          return work(Math.min(options.timeout, left));
        }),
      options.retryDelay,
    );
  const attempt = async <T>(
    work: (timeout: number) => Promise<T>,
    check?: Permit,
    share?: Uplink,
  ): Promise<T> => {
    try {
      return await request(work, check, share);
    } catch (error) {
      if (statusOf(error) === 412) throw error;
      throw explainGcsError(error, bucketName);
    }
  };
  const file = (name: string, { timeout = options.timeout, generation = '' } = {}): File =>
    limitTime(bucket.file(prefix + name, generation === '' ? {} : { generation }), timeout);
  const parse = (metadata: unknown): StoredObject => parseObject(metadata, prefix);

  const stat: Target['stat'] = async (name) => {
    try {
      const [metadata, response] = await request(() => file(name).getMetadata());
      return { object: parse(metadata), now: readServerTime(response) };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw explainGcsError(error, bucketName);
    }
  };

  /** A failed precondition may be the echo of an attempt of ours whose answer was lost. */
  const settle = async (error: unknown, spec: ObjectSpec, isDone: (now: StoredObject) => boolean) => {
    if (statusOf(error) !== 412) throw error;
    const now = await stat(spec.name);
    if (now && carries(now.object, spec) && isDone(now.object)) return now.object;
    throw new ConflictError(spec.name);
  };

  return {
    url: `gs://${bucketName}/${prefix}`.replace(/\/$/, ''),
    publicUrl: `https://storage.googleapis.com/${bucketName}/${encodeURI(prefix)}index.html`,
    prefix,
    naming: 'extensionless',
    encodes: true,
    calls: () => calls,
    async connect() {
      if (anonymous) return;
      try {
        // Asked at once: the client would send an anonymous request first and complain late.
        await (await storage.authClient.getClient()).getAccessToken();
      } catch (error) {
        throw createCredentialsError(error);
      }
    },
    async list(below, { versions = false } = {}) {
      const objects: StoredObject[] = [];
      let pageToken: string | undefined;
      do {
        const query = {
          prefix: prefix + below,
          maxResults: PAGE,
          autoPaginate: false,
          fields: `items(${LIST_FIELDS}),nextPageToken`,
          ...(versions ? { versions } : {}),
          ...(pageToken === undefined ? {} : { pageToken }),
        };
        const [files, next] = await attempt(() => bucket.getFiles(query));
        for (const metadata of files) objects.push(parse(metadata));
        pageToken = readPageToken(next);
      } while (pageToken !== undefined);
      return objects;
    },
    stat,
    async read(name) {
      const [bytes] = await attempt(() => file(name).download({ validation: false }));
      return bytes;
    },
    async write(spec, body, when) {
      try {
        return await attempt(
          async (timeout) => {
            const object = file(spec.name, { timeout });
            if (body.kind === 'bytes') return parse(await sendBytes(object, spec, body, when));
            const metadata = await sendStream(object, spec, body, when, options);
            calls += Math.ceil(body.size / options.chunkBytes);
            return parse(metadata);
          },
          when.check,
          uplink,
        );
      } catch (error) {
        // Marks hold the hash of the source, or what is unique to a lock or a release.
        return settle(error, spec, () => true);
      }
    },
    async patch(spec, stored, check) {
      const changes = { ...toMetadata(spec), metadata: formatMarks(spec.marks, stored.marks) };
      try {
        const [metadata] = await attempt(
          (timeout) =>
            file(spec.name, { timeout }).setMetadata(changes, {
              ifGenerationMatch: stored.generation,
              ifMetagenerationMatch: stored.metageneration,
            }),
          check,
        );
        return parse(metadata);
      } catch (error) {
        return settle(error, spec, (now) => now.generation === stored.generation);
      }
    },
    async copy(from, to, { generation, check }) {
      try {
        const [, response] = await attempt(
          (timeout) =>
            file(from.name, { timeout, generation: from.generation }).copy(file(to.name), {
              ...toMetadata(to),
              preconditionOpts: { ifGenerationMatch: generation },
            }),
          check,
        );
        return parse(readResource(response));
      } catch (error) {
        return settle(error, to, (now) => now.generation !== generation);
      }
    },
    async remove(stored, check) {
      try {
        await attempt(async (timeout) => {
          try {
            await file(stored.name, { timeout }).delete({ ifGenerationMatch: stored.generation });
          } catch (error) {
            if (statusOf(error) !== 404) throw error;
          }
        }, check);
      } catch (error) {
        if (statusOf(error) !== 412) throw error;
        throw new ConflictError(stored.name);
      }
    },
    async setUp(set) {
      const known = project ?? (anonymous ? undefined : await findProject(storage));
      if (known !== undefined) storage.projectId = known;
      return setUpBucket({ storage, bucket, project: known, attempt, prefix }, set);
    },
  };
}

/** The project of the credentials, where they name one. */
async function findProject(storage: Storage): Promise<string | undefined> {
  try {
    return await storage.authClient.getProjectId();
  } catch {
    return undefined;
  }
}

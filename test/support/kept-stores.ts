/**
 * Keeps what a storage server holds in a folder, and starts a server that holds it again: a bucket as an earlier version of
 * the program left it (test/versions).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { attempt } from '../../src/foundation/attempt.ts';
import { ACCOUNT, AZURE_KEYS, accountSas, startAzurite } from './azurite.ts';
import { startGcsServer } from './gcs-server.ts';
import type { GcsBucket } from './gcs-store.ts';
import { googleBucket, type HostRules, s3Website } from './published-site.ts';
import { S3_KEYS, startS3Server } from './s3-server.ts';
import type { S3Bucket } from './s3-store.ts';

export interface KeptStore {
  /** For `--target`. */
  url: string;
  /** What the environment of a person has. */
  env: Record<string, string>;
  /** How a host reads it. */
  rules: HostRules;
  keep(folder: string): Promise<void>;
  stop(): Promise<void> | void;
}

/** @param folder that `keep` has filled; null for an empty bucket */
export type StartStore = (folder: string | null) => Promise<KeptStore>;

/** By scheme. The last one runs where Azurite is. */
export const KEPT_STORES: Record<string, StartStore> = {
  async gs(folder) {
    const kept = folder === null ? null : readKept<GcsBucket>(folder, 'gs');
    const server = await startGcsServer({
      buckets: ['site'],
      // A generation is never given twice.
      ...(kept && { generation: Math.max(...[...kept.live.values(), ...kept.noncurrent].map(generationOf)) }),
    });
    const bucket = server.buckets.get('site');
    if (!bucket) throw new Error('no bucket');
    Object.assign(bucket, kept);
    // Another version of Node may pack a page to other bytes.
    for (const object of [...bucket.live.values(), ...bucket.noncurrent])
      object.md5 = createHash('md5').update(object.bytes).digest('base64');
    return {
      url: 'gs://site',
      env: { STORAGE_EMULATOR_HOST: server.url },
      rules: googleBucket(server.url, 'site'),
      keep: async (to) => writeKept(to, 'gs', { ...bucket, ordered: null }),
      stop: () => server.stop(),
    };
  },
  async s3(folder) {
    const server = await startS3Server({ buckets: ['site'] });
    const bucket = server.buckets.get('site');
    if (!bucket) throw new Error('no bucket');
    if (folder !== null) Object.assign(bucket, readKept<S3Bucket>(folder, 's3'));
    for (const object of [...bucket.live.values(), ...bucket.earlier])
      object.etag = createHash('md5').update(object.bytes).digest('hex');
    return {
      url: `s3://site?endpoint=${encodeURIComponent(server.url)}`,
      env: { AWS_ACCESS_KEY_ID: S3_KEYS.id, AWS_SECRET_ACCESS_KEY: S3_KEYS.secret },
      rules: s3Website(server.url, 'site'),
      keep: async (to) => writeKept(to, 's3', bucket),
      stop: () => server.stop(),
    };
  },
  ...(process.env.AZURITE && { azblob: startAzure }),
};

const generationOf = ({ generation }: { generation: number }) => generation;

/** A blob with its headers: those of HTTP, and `x-ms-meta-` ones. */
interface Blob {
  name: string;
  headers: Record<string, string>;
  bytes: Buffer;
}

async function startAzure(folder: string | null): Promise<KeptStore> {
  const azurite = await startAzurite(process.env.AZURITE ?? '');
  const ask = (
    method: string,
    path: string,
    query = '',
    headers: Record<string, string> = {},
    body?: Buffer,
  ) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const url = `${azurite.url}/${ACCOUNT}/site${path}?${accountSas()}${query}`;
      request(
        url,
        { method, headers: { 'content-length': body?.length ?? 0, ...headers } },
        async (answer) => {
          const bytes = await buffer(answer);
          if ((answer.statusCode ?? 500) < 300) resolve({ headers: answer.headers, bytes });
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${bytes}`));
        },
      )
        .on('error', reject)
        .end(body);
    });
  await ask('PUT', '', '&restype=container');
  if (folder !== null) {
    const { blobs } = readKept<{ blobs: Blob[] }>(folder, 'azblob');
    for (const { name, headers, bytes } of blobs)
      await ask('PUT', `/${encodeURI(name)}`, '', { ...headers, 'x-ms-blob-type': 'BlockBlob' }, bytes);
  }
  return {
    url: `azblob://site/blog?endpoint=${encodeURIComponent(`${azurite.url}/${ACCOUNT}`)}`,
    env: AZURE_KEYS,
    rules: {
      candidates: (name) => [name, `${name}.html`],
      redirects: false,
      notFound: '404.html',
      async read(name) {
        const blob = await ask('GET', `/blog/${encodeURI(name)}`).catch(() => null);
        if (!blob) return null;
        const kept = ['content-type', 'content-encoding', 'cache-control'].flatMap((header) => {
          const value = blob.headers[header];
          return value === undefined ? [] : [[header, String(value)]];
        });
        return { bytes: blob.bytes, headers: Object.fromEntries(kept) };
      },
    },
    stop: () => azurite.stop(),
    async keep(to) {
      const listing = (await ask('GET', '', '&restype=container&comp=list')).bytes.toString();
      const blobs: Blob[] = [];
      for (const [, name = ''] of listing.matchAll(/<Name>(.*?)<\/Name>/g)) {
        const { headers, bytes } = await ask('GET', `/${encodeURI(name)}`);
        const told = Object.entries(headers).flatMap(([key, value]): [string, string][] => {
          if (key.startsWith('x-ms-meta-')) return [[key, String(value)]];
          return /^(?:content-type|content-encoding|cache-control)$/.test(key)
            ? [[`x-ms-blob-${key}`, String(value)]]
            : [];
        });
        blobs.push({ name, headers: Object.fromEntries(told), bytes });
      }
      writeKept(to, 'azblob', { blobs });
    },
  };
}

/** Packed pages would fill a fixture: they are kept as they are before they are packed. */
function writeKept(folder: string, name: string, store: object): void {
  mkdirSync(join(folder, 'bodies'), { recursive: true });
  const text = JSON.stringify(
    store,
    (_key, value: unknown) => {
      if (value instanceof Map) return { map: [...value] };
      const bytes = bytesOf(value);
      if (bytes === null) return value;
      const plain = unpacked(bytes);
      const file = createHash('sha256')
        .update(plain ?? bytes)
        .digest('base64url');
      writeFileSync(join(folder, 'bodies', file), plain ?? bytes);
      return plain ? { packed: file } : { body: file };
    },
    1,
  );
  writeFileSync(join(folder, `${name}.json`), text);
}

const asJson = z.object({ type: z.literal('Buffer'), data: z.array(z.number()) });

/** JSON.stringify turns a buffer into an object before it asks. */
function bytesOf(value: unknown): Buffer | null {
  const { data } = asJson.safeParse(value);
  return data ? Buffer.from(data.data) : null;
}

/** null where gzip would not give the same bytes again */
function unpacked(bytes: Buffer): Buffer | null {
  const plain = attempt(() => gunzipSync(bytes));
  return plain && gzipSync(plain).equals(bytes) ? plain : null;
}

function readKept<T>(folder: string, name: string): T {
  const body = (file: string) => readFileSync(join(folder, 'bodies', file));
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'), (_key, value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value.map)) return new Map(value.map);
    if (typeof value.packed === 'string') return gzipSync(body(value.packed));
    return typeof value.body === 'string' ? body(value.body) : value;
  });
}

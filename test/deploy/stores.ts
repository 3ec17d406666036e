/** The storage services whose deploys are tested alike. */
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { putObject } from '../support/gcs-store.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { storeObject } from '../support/s3-store.ts';

export type AnyServer = GcsServer | S3Server;

interface Store {
  start(options: { buckets: string[] }): Promise<AnyServer>;
  /** Calls of a deploy that finds at most 1,000 objects and nothing to change. */
  callsOfNothing: number;
}

/** By URL scheme. */
export const STORES = {
  gs: { start: startGcsServer, callsOfNothing: 1 },
  // The second one reads the index.
  s3: { start: startS3Server, callsOfNothing: 2 },
} satisfies Record<string, Store>;

export type Scheme = keyof typeof STORES;

/** The scheme of a target that may be a folder; a folder needs a server only because the tests start one. */
export function schemeOf(url: string): Scheme {
  return url.startsWith('s3:') ? 's3' : 'gs';
}

/** An object of another program. */
export function putForeign(server: AnyServer, name: string): void {
  const bytes = Buffer.from('x');
  for (const bucket of server.buckets.values()) {
    if ('noncurrent' in bucket) {
      putObject(bucket, name, bytes, {}, new URLSearchParams(), bucket.live.size + 1);
    } else {
      storeObject(bucket, name, bytes, { contentType: 'text/plain', metadata: {} }, Date.now());
    }
  }
}

/** As if lifecycle rules had removed all earlier versions. */
export function forgetVersions(server: AnyServer): void {
  for (const bucket of server.buckets.values()) {
    if ('noncurrent' in bucket) {
      bucket.noncurrent.length = 0;
      bucket.ordered = null;
    } else bucket.earlier.length = 0;
  }
}

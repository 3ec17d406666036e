/** Shared by the tests of deploy: options with defaults, and the objects on the server. */

import { gunzipSync } from 'node:zlib';
import type { Manifest } from '../../src/build/write/manifest.ts';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import type { OpenOptions } from '../../src/deploy/targets/target.ts';
import type { TargetClient } from '../../src/deploy/targets/target-client.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import type { DeployResult } from '../../src/results/deploy-results.ts';
import type { StoreBucket, StoreObject } from '../support/store-server.ts';

export const OPEN: OpenOptions = {
  project: 'test',
  concurrency: 8,
  timeout: 10_000,
  retryDelay: 5,
  chunkBytes: 4 * 1024 * 1024,
};

export function createOptions(target: TargetClient, folder: string, manifest: Manifest): BuildDeploy {
  return {
    target,
    folder,
    manifest,
    scope: `example/${target.prefix}`,
    concurrency: 8,
    keepReleases: 3,
    keepDays: 7,
    keepOffers: 3,
    guards: { maxDelete: 20, allowMissing: false, allowShrink: false, adopt: false },
    dryRun: false,
    forceUnlock: false,
    lockSeconds: 30,
    confirm: async () => true,
    reporter: createSilentReporter(),
    now: () => Date.now(),
    // The tests that need it hold the other deploy up themselves.
    sleep: async () => undefined,
    noindex: false,
    label: null,
  };
}

type Writes = Pick<TargetClient, 'write' | 'patch' | 'copy' | 'remove'>;

/** The target with other ways to write, with and without a lease. */
export function withWrites(target: TargetClient, change: (real: Writes) => Partial<Writes>): TargetClient {
  return {
    ...target,
    ...change(target),
    under(remainingLease) {
      const leased = target.under(remainingLease);
      return { ...leased, ...change(leased) };
    },
  };
}

export async function deployTo(
  url: string,
  endpoint: string,
  folder: string,
  manifest: Manifest,
  change: Partial<BuildDeploy> = {},
): Promise<DeployResult> {
  const target = await openTarget(url, { ...OPEN, apiEndpoint: endpoint });
  await target.connect();
  return deployBuild({ ...createOptions(target, folder, manifest), ...change });
}

export function bodyOf(object: StoreObject): string {
  return (object.contentEncoding === 'gzip' ? gunzipSync(object.bytes) : object.bytes).toString();
}

/** Every object that a reader can get, by name: content and headers. The objects of our own state are left out. */
export function siteOf(bucket: StoreBucket): Record<string, string> {
  return Object.fromEntries(
    [...bucket.live.values()]
      .filter(({ name }) => !name.includes('.articles/'))
      .map((object): [string, string] => [
        object.name,
        [object.contentType, object.cacheControl, object.contentEncoding, bodyOf(object)].join(' | '),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** References of live HTML to assets that are not there. */
export function danglingOf(bucket: StoreBucket): string[] {
  return [...bucket.live.values()]
    .filter(({ contentType }) => contentType.startsWith('text/html'))
    .flatMap((object) =>
      [...bodyOf(object).matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)]
        .map(([, path]) => path ?? '')
        .filter((path) => !bucket.live.has(path))
        .map((path) => `${object.name} → ${path}`),
    );
}

export function bucketOf<Bucket extends StoreBucket>(
  server: { buckets: Map<string, Bucket> },
  name = 'site',
): Bucket {
  const bucket = server.buckets.get(name);
  if (!bucket) throw new Error(`no bucket ${name}`);
  return bucket;
}

/** For `??` where a test knows that there is a value. */
export function never(): never {
  throw new Error('not there');
}

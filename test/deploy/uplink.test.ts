import { expect, it } from 'vitest';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import { createAdaptiveLimit } from '../../src/deploy/targets/adaptive-limit.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { startGcsServer } from '../support/gcs-server.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreRequest } from '../support/store-server.ts';
import { bucketOf, createOptions, OPEN } from './support.ts';

const settle = () => new Promise((done) => setImmediate(done));

/** Uploads that end when the test says so. */
function startUploads(width: number) {
  const limit = createAdaptiveLimit(width);
  const running: { succeed(): void; fail(error: Error): void }[] = [];
  let failed = 0;
  const start = (count: number) => {
    for (let index = 0; index < count; index++) {
      limit(() => new Promise<void>((succeed, fail) => running.push({ succeed, fail }))).catch(
        () => failed++,
      );
    }
  };
  const fail = async (message: string) => {
    for (const upload of running.splice(0)) upload.fail(new Error(message));
    await settle();
  };
  const succeed = async () => {
    for (const upload of running.splice(0)) upload.succeed();
    await settle();
  };
  return { start, fail, succeed, running, failed: () => failed };
}

it('halves the uploads at once each time that some time out, down to one', async () => {
  const uploads = startUploads(8);
  uploads.start(40);
  const widths = [];
  for (let round = 0; round < 5; round++) {
    widths.push(uploads.running.length);
    await uploads.fail('network timeout at: http://example.org/');
  }
  expect(widths).toEqual([8, 4, 2, 1, 1]);
  expect(uploads.failed()).toBe(16);
  await uploads.succeed();
  expect(uploads.running).toHaveLength(1);
});

it('keeps its width after other failures', async () => {
  const uploads = startUploads(4);
  uploads.start(12);
  await uploads.fail('socket hang up');
  expect(uploads.running).toHaveLength(4);
  await uploads.succeed();
  expect(uploads.running).toHaveLength(4);
});

it('a deploy over a link that cannot take all uploads at once comes to its end', async () => {
  const server = await startGcsServer({ buckets: ['site'] });
  const folder = makeFolder();
  try {
    // A link that carries two at once: whatever comes while two are under way is never answered.
    const pages = new Set<string>();
    const isPage = ({ kind, name }: StoreRequest) => kind === 'upload' && name.startsWith('articles/');
    const match = (request: StoreRequest) => {
      if (!isPage(request)) return false;
      if (pages.size >= 2) return true;
      pages.add(request.name);
      return false;
    };
    server.faults.push({ match, times: Number.POSITIVE_INFINITY, act: { kind: 'hang' } });
    server.observe = async (request) => {
      if (!isPage(request)) return;
      await new Promise((done) => setTimeout(done, 50));
      pages.delete(request.name);
    };
    const manifest = await writeSite(folder, createSiteFiles('one', 64));
    const target = await openTarget('gs://site', {
      ...OPEN,
      concurrency: 64,
      timeout: 500,
      apiEndpoint: server.url,
    });
    const options = { ...createOptions(target, folder, manifest), concurrency: 64 };
    expect(await deployBuild(options)).toMatchObject({ release: 'r1' });
    expect([...bucketOf(server).live.keys()].filter((name) => name.startsWith('articles/'))).toHaveLength(64);
  } finally {
    await server.stop();
  }
}, 60_000);

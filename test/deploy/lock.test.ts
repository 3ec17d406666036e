import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreBucket } from '../support/store-server.ts';
import { compileRunner, type DeployRunner } from './process.ts';
import { type AnyServer, STORES, schemeOf } from './stores.ts';
import { bucketOf, createOptions, deployTo, OPEN, siteOf, withWrites } from './support.ts';

let server: AnyServer;
let work: string;
let runner: DeployRunner;

beforeAll(async () => {
  runner = await compileRunner();
});
afterAll(() => runner.stop());
beforeEach(async () => {
  work = makeFolder();
  server = await STORES.gs.start({ buckets: ['site'] });
});
afterEach(() => server.stop());

const site = async (edition: string) => {
  const folder = join(work, edition);
  return { folder, manifest: await writeSite(folder, createSiteFiles(edition)) };
};

/** A deploy that waits within its first upload until it is let go. */
async function startHeld(url: string, edition: string) {
  const { folder, manifest } = await site(edition);
  const real = await openTarget(url, { ...OPEN, apiEndpoint: server.url });
  await real.connect();
  let letGo: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const atGate = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const target = withWrites(real, ({ write }) => ({
    async write(spec, ...rest) {
      if (!spec.name.startsWith('.articles/')) {
        reached();
        await gate;
      }
      return write(spec, ...rest);
    },
  }));
  const options = { ...createOptions(target, folder, manifest), concurrency: 1, lockSeconds: 30 };
  const result = deployBuild(options);
  result.catch(() => undefined);
  await atGate;
  return { result, letGo };
}

const startStore = async (url: string) => {
  if (url.startsWith('s3:')) {
    await server.stop();
    server = await STORES.s3.start({ buckets: ['site'] });
  }
};

describe.each(['gs://site', 's3://site', 'file://'])('two deploys at once to %s', (scheme) => {
  beforeEach(() => startStore(scheme));

  const urlOf = () => (scheme === 'file://' ? `file://${work}/www` : scheme);

  it('one wins, the other says who holds the lock and what to do', async () => {
    const held = await startHeld(urlOf(), 'one');
    const { folder, manifest } = await site('two');
    await expect(deployTo(urlOf(), server.url, folder, manifest)).rejects.toThrow(
      new RegExp(
        `locked by another deploy: process ${process.pid} on .+ expires in \\d+ s[\\s\\S]*--force-unlock`,
      ),
    );
    held.letGo();
    expect(await held.result).toMatchObject({ release: 'r1', uploaded: 14 });
    // Then it is the other's turn.
    expect(await deployTo(urlOf(), server.url, folder, manifest)).toMatchObject({ release: 'r2' });
  });

  it('one that was forced out stops, and does not free the lock of the other', async () => {
    const held = await startHeld(urlOf(), 'one');
    const { folder, manifest } = await site('two');
    const other = await startHeldBy(folder, manifest);
    held.letGo();
    await expect(held.result).rejects.toThrow(/another program changed|taken the lock|already/);
    const third = await site('three');
    await expect(deployTo(urlOf(), server.url, third.folder, third.manifest)).rejects.toThrow(
      /locked by another deploy/,
    );
    other.letGo();
    expect(await other.result).toMatchObject({ release: 'r1' });
  });

  it('one that forces the lock waits for the other to stop, and deploys over what that one has written', async () => {
    const { folder, manifest } = await site('one');
    await deployTo(urlOf(), server.url, folder, manifest);
    const before = await homeOf();
    const held = await startHeld(urlOf(), 'two');
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      held.letGo();
      // It has not noticed yet that its lock is gone.
      expect(await held.result).toMatchObject({ release: 'r2' });
      expect(await homeOf()).not.toEqual(before);
    };
    const forced = await deployTo(urlOf(), server.url, folder, manifest, { forceUnlock: true, sleep });
    expect(forced).toMatchObject({ release: 'r3' });
    expect(await homeOf()).toEqual(before);
    // The rest of the other deploy's 30 seconds.
    expect(waits).toEqual([expect.any(Number)]);
    expect(waits[0]).toBeGreaterThan(0);
    // S3 tells times in seconds: the wait is rounded up.
    expect(waits[0]).toBeLessThanOrEqual(scheme === 's3://site' ? 31_000 : 30_000);
  });

  it('one that forces the lock and is interrupted while it waits leaves the rest of the wait to the next', async () => {
    const held = await startHeld(urlOf(), 'one');
    const { folder, manifest } = await site('two');
    const controller = new AbortController();
    const sleep = async () => controller.abort();
    const change = { forceUnlock: true, sleep, signal: controller.signal };
    await expect(deployTo(urlOf(), server.url, folder, manifest, change)).rejects.toThrow(/interrupted/);
    await expect(deployTo(urlOf(), server.url, folder, manifest)).rejects.toThrow(/locked by another deploy/);
    held.letGo();
    await held.result;
  });

  const homeOf = async () => {
    const target = await openTarget(urlOf(), { ...OPEN, apiEndpoint: server.url });
    return (await target.stat('index.html'))?.object.metadata.hash;
  };

  async function startHeldBy(folder: string, manifest: Parameters<typeof createOptions>[2]) {
    const real = await openTarget(urlOf(), { ...OPEN, apiEndpoint: server.url });
    let letGo: () => void = () => undefined;
    let reached: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const atGate = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const target = withWrites(real, ({ write }) => ({
      async write(spec, ...rest) {
        // It has written the pages that the first one wants to write, and waits before its record.
        if (spec.name.startsWith('.articles/releases/')) {
          reached();
          await gate;
        }
        return write(spec, ...rest);
      },
    }));
    const result = deployBuild({ ...createOptions(target, folder, manifest), forceUnlock: true });
    result.catch(() => undefined);
    await atGate;
    return { result, letGo };
  }
});

describe.each(['gs://site', 's3://site'])('a lock of %s', (url) => {
  beforeEach(() => startStore(url));

  it('a deploy that lists before and locks after another one lists again', async () => {
    const one = await site('one');
    const two = await site('two');
    let between = true;
    server.observe = async ({ kind }) => {
      if (kind !== 'list' || !between) return;
      between = false;
      await deployTo(url, server.url, one.folder, one.manifest);
    };
    expect(await deployTo(url, server.url, two.folder, two.manifest)).toMatchObject({ release: 'r2' });
    expect(siteOf(bucketOf<StoreBucket>(server))['index.html']).toContain('two');
    expect(await deployTo(url, server.url, two.folder, two.manifest)).toMatchObject({
      calls: STORES[schemeOf(url)].callsOfNothing,
    });
  });

  it('renews its lock while it works, and frees it', async () => {
    const { folder, manifest } = await site('one');
    const metadata = () => bucketOf<StoreBucket>(server).live.get('.articles/lock')?.metadata ?? {};
    let renewed = -1;
    server.observe = async ({ name }) => {
      // The first write acquires the lock.
      if (name === '.articles/lock' && metadata()['articles-lock'] === 'held') renewed++;
      // The deploy goes on once its lock has been renewed.
      while (name === 'index.html' && renewed <= 0) await new Promise((done) => setTimeout(done, 20));
    };
    await deployTo(url, server.url, folder, manifest, { lockSeconds: 8 });
    expect(renewed).toBeGreaterThan(0);
    expect(metadata()['articles-lock']).toBe('free');
  });

  it('a sleeping holder that wakes after the take-over writes nothing', async () => {
    const one = await site('one');
    const child = await runner.start(one.manifest, {
      url: url,
      endpoint: server.url,
      folder: one.folder,
      lockSeconds: 5,
      concurrency: 4,
    });
    const asleep = new Promise<void>((resolve) => {
      server.observe = ({ kind, name }) => {
        if (kind !== 'upload' || !name.startsWith('articles/')) return;
        child.kill('SIGSTOP');
        resolve();
      };
    });
    await asleep;
    server.observe = () => undefined;
    const { folder, manifest } = await site('two');
    const take = () => deployTo(url, server.url, folder, manifest);
    await expect(take()).rejects.toThrow(/locked by another deploy/);
    // Expiry is by the server's clock: the holder has not renewed for five of its seconds.
    let result: Awaited<ReturnType<typeof take>> | undefined;
    while (!result) {
      await new Promise((done) => setTimeout(done, 200));
      result = await take().catch(() => undefined);
    }
    expect(result).toMatchObject({ release: 'r1' });
    // A request that was on its way may arrive; its precondition keeps it from doing anything.
    const generations = () =>
      [...bucketOf<StoreBucket>(server).live.values()].map((object) => JSON.stringify(object));
    const before = { site: siteOf(bucketOf<StoreBucket>(server)), generations: generations() };
    child.kill('SIGCONT');
    const { code, output } = await child.ended;
    expect(code).toBe(1);
    expect(output).toMatch(/could not renew its lock in time/);
    expect({ site: siteOf(bucketOf<StoreBucket>(server)), generations: generations() }).toEqual(before);
  }, 30_000);

  it('an interrupt stops before the next write and frees the lock', async () => {
    const { folder, manifest } = await site('one');
    const controller = new AbortController();
    server.observe = ({ name }) => {
      if (name === 'articles/article-1') controller.abort();
    };
    const work = deployTo(url, server.url, folder, manifest, {
      signal: controller.signal,
      concurrency: 1,
    });
    await expect(work).rejects.toThrow(/interrupted/);
    expect(bucketOf<StoreBucket>(server).live.has('articles/article-2')).toBe(false);
    expect(bucketOf<StoreBucket>(server).live.get('.articles/lock')?.metadata['articles-lock']).toBe('free');
    server.observe = () => undefined;
    expect(await deployTo(url, server.url, folder, manifest)).toMatchObject({ release: 'r1' });
  });
});

it('a deploy to a folder that was killed on this machine holds up no other', async () => {
  const one = await site('one');
  const url = `file://${work}/www`;
  const job = { url, endpoint: '', folder: one.folder, lockSeconds: 3600, concurrency: 1 };
  const child = await runner.start(one.manifest, job);
  while (!existsSync(`${work}/www/.articles/lock@1`)) await new Promise((done) => setTimeout(done, 1));
  child.kill('SIGKILL');
  expect((await child.ended).code).toBeNull();
  const two = await site('two');
  const sleep = () => Promise.reject(new Error('it waits'));
  const done = await deployTo(url, server.url, two.folder, two.manifest, { sleep });
  expect(done).toMatchObject({ release: 'r1' });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/build/write/manifest.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreBucket } from '../support/store-server.ts';
import { compileRunner, type DeployRunner } from './process.ts';
import { type Scheme, STORES } from './stores.ts';
import { bucketOf, danglingOf, deployTo, siteOf } from './support.ts';

let runner: DeployRunner;
let work: string;
let first: { folder: string; manifest: Manifest };
let second: { folder: string; manifest: Manifest };

beforeAll(async () => {
  runner = await compileRunner();
  work = await mkdtemp(join(tmpdir(), 'articles-crash-'));
  const write = async (name: string, files: Record<string, string>) => {
    const folder = join(work, name);
    return { folder, manifest: await writeSite(folder, files) };
  };
  first = await write('first', { ...createSiteFiles('one', 2), 'gone.html': '<p>gone' });
  second = await write('second', { ...createSiteFiles('two', 2), 'added.html': '<p>added' });
});
afterAll(async () => {
  await runner.stop();
  await rm(work, { recursive: true, force: true });
});

const LIVE = ['index.html', '404.html', 'articles/article-1', 'articles/article-2', 'authors'];

/** A bucket that holds the first site, and a watch on it that never sees a page gone or an asset missing. */
async function startWatched(scheme: Scheme) {
  const server = await STORES[scheme].start({ buckets: ['site'] });
  const { folder, manifest } = first;
  await deployTo(`${scheme}://site`, server.url, folder, manifest);
  const broken: string[] = [];
  const watch = () => {
    broken.push(...danglingOf(bucketOf<StoreBucket>(server)));
    broken.push(
      ...LIVE.filter((name) => !bucketOf<StoreBucket>(server).live.has(name)).map(
        (name) => `${name} is gone`,
      ),
    );
  };
  server.observe = watch;
  return { server, broken, watch };
}

async function runKilled(scheme: Scheme, at: number) {
  const { server, broken, watch } = await startWatched(scheme);
  server.requests.length = 0;
  const { folder, manifest } = second;
  const child = await runner.start(manifest, {
    url: `${scheme}://site`,
    endpoint: server.url,
    folder,
    lockSeconds: 30,
    concurrency: 3,
  });
  let seen = 0;
  server.observe = () => {
    watch();
    // The request has been carried out and its answer is lost.
    if (++seen === at) child.kill('SIGKILL');
  };
  const { code, output } = await child.ended;
  expect(code === 0 ? '' : output).toBe('');
  server.observe = watch;
  const again = await deployTo(`${scheme}://site`, server.url, folder, manifest, { forceUnlock: true });
  const state = siteOf(bucketOf<StoreBucket>(server));
  const records = [...bucketOf<StoreBucket>(server).live.keys()].filter((name) => name.includes('releases'));
  const last = await deployTo(`${scheme}://site`, server.url, folder, manifest);
  await server.stop();
  return { killed: code === null, broken, state, release: again.release, records, calls: last.calls };
}

describe.each(['gs', 's3'] as const)('kill -9 after any request to %s, then again', (scheme) => {
  it('comes to the same end, and no reader finds a page without its assets on the way', async () => {
    const { server } = await startWatched(scheme);
    const { folder, manifest } = second;
    server.requests.length = 0;
    await deployTo(`${scheme}://site`, server.url, folder, manifest, { concurrency: 3 });
    const expected = siteOf(bucketOf<StoreBucket>(server));
    const total = server.requests.length;
    await server.stop();
    expect(total).toBeGreaterThan(15);
    const points = Array.from({ length: total }, (_, index) => index + 1);
    let killed = 0;
    const next = points.values();
    const lane = async () => {
      for (const at of next) {
        const result = await runKilled(scheme, at);
        expect({ at, ...result }).toMatchObject({
          at,
          broken: [],
          release: 'r2',
          calls: STORES[scheme].callsOfNothing,
        });
        expect({ at, state: result.state }).toEqual({ at, state: expected });
        expect(result.records).toHaveLength(2);
        if (result.killed) killed++;
      }
    };
    await Promise.all([lane(), lane()]);
    expect(killed).toBe(total);
  }, 120_000);
});

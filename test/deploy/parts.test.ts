import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/build/write/manifest.ts';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreBucket } from '../support/store-server.ts';
import { type AnyServer, STORES, schemeOf } from './stores.ts';
import { bucketOf, danglingOf, deployTo, OPEN, siteOf } from './support.ts';

let server: AnyServer;
let work: string;

beforeEach(() => {
  work = makeFolder();
});
afterEach(() => server.stop());

/** The site in three folders, as three machines would have built it: pages spread, the rest in the first. */
async function buildParts(edition: string) {
  const files = Object.entries(createSiteFiles(edition, 6));
  const parts: { folder: string; manifest: Manifest }[] = [];
  for (const index of [1, 2, 3]) {
    const own = files.filter(([path], at) =>
      path.startsWith('articles/') ? at % 3 === index - 1 : index === 1,
    );
    const folder = join(work, `${edition}-${index}`);
    const manifest = await writeSite(folder, Object.fromEntries(own));
    parts.push({ folder, manifest: { ...manifest, shard: { index, total: 3 } } });
  }
  return parts;
}

const wholeSite = async (scheme: string, edition: string) => {
  const folder = join(work, `${edition}-whole`);
  await deployTo(
    `${schemeOf(scheme)}://whole`,
    server.url,
    folder,
    await writeSite(folder, createSiteFiles(edition, 6)),
  );
  return siteOf(bucketOf<StoreBucket>(server, 'whole'));
};

describe.each(['gs://site', 's3://site', 'file://'])('parts of one build to %s', (scheme) => {
  beforeEach(async () => {
    server = await STORES[schemeOf(scheme)].start({ buckets: ['site', 'whole'] });
  });

  const url = () => (scheme === 'file://' ? `file://${work}/www` : scheme);
  const deploy = (
    { folder, manifest }: { folder: string; manifest: Manifest },
    label: string,
    change: Partial<BuildDeploy> = {},
  ) => deployTo(url(), server.url, folder, manifest, { label, ...change });
  const stateOf = async () => {
    const target = await openTarget(url(), { ...OPEN, apiEndpoint: server.url });
    const stored = await target.list('');
    return {
      site: stored
        .filter(({ name, metadata }) => !name.startsWith('.articles/') && metadata.retired === undefined)
        .map(
          ({ name, metadata }) => `${name.replace(/(articles\/.*|authors)\.html$/, '$1')} ${metadata.hash}`,
        )
        .sort(),
      own: stored.map(({ name }) => name).filter((name) => name.startsWith('.articles/')),
    };
  };

  it('meet in one release, made by the last one', async () => {
    const [a, b, c] = await buildParts('one');
    if (!a || !b || !c) throw new Error('no parts');
    expect(await deploy(b, 'ci-1')).toMatchObject({ release: null, missingParts: [1, 3] });
    expect(await deploy(a, 'ci-1')).toMatchObject({ release: null, missingParts: [3] });
    expect((await stateOf()).site).toEqual([]);
    server.observe = () => expect(danglingOf(bucketOf<StoreBucket>(server))).toEqual([]);
    expect(await deploy(c, 'ci-1')).toMatchObject({ release: 'r1', files: 17 });
    const state = await stateOf();
    expect(state.own).toEqual(['.articles/lock', '.articles/releases/000001.json']);
    expect(state.site).toHaveLength(17);
    if (scheme !== 'file://')
      expect(siteOf(bucketOf<StoreBucket>(server))).toEqual(await wholeSite(scheme, 'one'));
    // A whole build of the same content has nothing to do.
    const folder = join(work, 'again');
    const manifest = await writeSite(folder, createSiteFiles('one', 6));
    expect(await deployTo(url(), server.url, folder, manifest)).toMatchObject({ uploaded: 0, release: 'r1' });
  });

  it('all at once, and each may be run again', async () => {
    const parts = await buildParts('one');
    const results = await Promise.all(parts.map((part) => deploy(part, 'ci-1')));
    expect(results.some(({ release }) => release === 'r1')).toBe(true);
    expect((await stateOf()).site).toHaveLength(17);
    const second = await buildParts('two');
    const [a, b, c] = second;
    if (!a || !b || !c) throw new Error('no parts');
    await deploy(a, 'ci-2');
    await deploy(a, 'ci-2');
    await deploy(c, 'ci-2');
    expect(await deploy(b, 'ci-2')).toMatchObject({ release: 'r2' });
    expect((await stateOf()).own).toHaveLength(3);
  });

  it('stages only what the target does not have', async () => {
    const first = await buildParts('one');
    for (const part of first) await deploy(part, 'ci-1');
    const [part] = first;
    if (!part) throw new Error('no part');
    expect(await deploy(part, 'ci-2')).toMatchObject({ uploaded: 0, bytes: 0, release: null });
  });

  it('need a name, and the same content where they overlap', async () => {
    const [a, b, c] = await buildParts('one');
    if (!a || !b || !c) throw new Error('no parts');
    await expect(deployTo(url(), server.url, a.folder, a.manifest)).rejects.toThrow(
      /part 1 of 3[\s\S]*--release NAME/,
    );
    const [x] = await buildParts('two');
    if (!x) throw new Error('no part');
    const clash = { ...b, manifest: { ...x.manifest, shard: { index: 2, total: 3 } }, folder: x.folder };
    await deploy(a, 'ci-1');
    await deploy(clash, 'ci-1');
    await expect(deploy(c, 'ci-1')).rejects.toThrow(/different contents for "index.html"/);
    expect((await stateOf()).site).toEqual([]);
  });

  it('do not meet with parts of a build that was divided otherwise', async () => {
    const [a, b] = await buildParts('one');
    if (!a || !b) throw new Error('no parts');
    await deploy(b, 'ci-1');
    const { own } = await stateOf();
    const half = { ...a, manifest: { ...a.manifest, shard: { index: 1, total: 2 } } };
    await expect(deploy(half, 'ci-1')).rejects.toThrow(
      /release ci-1 already has part 2 of 3, and this build is part 1 of 2[\s\S]*new --release NAME/,
    );
    expect((await stateOf()).own).toEqual(own);
    expect(await deploy(half, 'ci-2')).toMatchObject({ release: null, missingParts: [2] });
  });

  it('are forgotten when their release is never completed', async () => {
    const [a] = await buildParts('one');
    if (!a) throw new Error('no part');
    await deploy(a, 'ci-1');
    const folder = join(work, 'later');
    const manifest = await writeSite(folder, createSiteFiles('two', 6));
    await deployTo(url(), server.url, folder, manifest, { now: () => Date.now() + 6 * 86_400_000 });
    expect((await stateOf()).own.some((name) => name.includes('parts/ci-1'))).toBe(true);
    const last = await writeSite(folder, createSiteFiles('three', 6));
    await deployTo(url(), server.url, folder, last, { now: () => Date.now() + 8 * 86_400_000 });
    expect((await stateOf()).own.some((name) => name.includes('parts/'))).toBe(false);
  });
});

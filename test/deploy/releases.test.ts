import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import { readReleases } from '../../src/deploy/releases/release-records.ts';
import { rollBack } from '../../src/deploy/rollback.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, type SiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreBucket } from '../support/store-server.ts';
import { type AnyServer, forgetVersions, STORES, schemeOf } from './stores.ts';
import { bucketOf, createOptions, danglingOf, deployTo, OPEN, siteOf } from './support.ts';

let server: AnyServer;
let work: string;

beforeEach(() => {
  work = makeFolder();
});

const DAY = 86_400_000;
const folder = () => join(work, 'dist');
const empty = {
  version: 1,
  site: 'example',
  basePath: '',
  layout: 'file',
  shard: { index: 1, total: 1 },
  include: { drafts: false, future: false },
  time: 0,
  early: [],
  times: { changes: [], ended: [] },
  offers: [],
  outputs: [],
} as const;

describe.each(['gs://site', 's3://site', 'file://'])('releases of %s', (scheme) => {
  beforeEach(async () => {
    server = await STORES[schemeOf(scheme)].start({ buckets: ['site'] });
  });
  afterEach(() => server.stop());
  const isBucket = scheme !== 'file://';
  const url = () => (isBucket ? scheme : `file://${work}/www`);
  const open = () => openTarget(url(), { ...OPEN, apiEndpoint: server.url });
  const guards = { maxDelete: 100, allowMissing: false, allowShrink: false, adopt: false };
  const deploy = async (files: SiteFiles, change: Partial<BuildDeploy> = {}) =>
    deployTo(url(), server.url, folder(), await writeSite(folder(), files), { guards, ...change });
  const goBack = async (id: string | null, change: Partial<BuildDeploy> = {}) => {
    const target = await open();
    await target.connect();
    return rollBack(id, {
      ...createOptions(target, work, {
        ...empty,
        early: [],
        times: { changes: [], ended: [] },
        offers: [],
        outputs: [],
      }),
      ...change,
    });
  };
  const releases = async () =>
    readReleases(await (await open()).list('.articles/releases/')).map(({ id }) => id);
  /** What a reader gets: all names but old assets, and the text of two pages. */
  const site = async () => {
    const target = await open();
    const live = (await target.list('')).filter(
      ({ name, metadata }) => !name.startsWith('.articles/') && metadata.retired === undefined,
    );
    const names = live.map(({ name, metadata }) => `${name} ${metadata.hash}`);
    const home = isBucket
      ? siteOf(bucketOf<StoreBucket>(server))['index.html']
      : await readFile(join(work, 'www/index.html'), 'utf8');
    return { names, home };
  };

  it('brings an earlier release back by writing only what differs, without the build', async () => {
    await deploy({ ...createSiteFiles('one'), 'first.html': '<p>only in the first' });
    const first = await site();
    await deploy({
      ...createSiteFiles('two'),
      'second.html': '<p>only in the second',
      'robots.txt': 'User-agent: *\n',
    });
    const second = await site();
    expect(second).not.toEqual(first);
    await rm(folder(), { recursive: true });
    server.observe = () => expect(danglingOf(bucketOf<StoreBucket>(server))).toEqual([]);

    // 3 articles, 2 pages, 2 errors, data, sitemap, sw and first.html come back; two assets have stood there still.
    expect(await goBack(null)).toMatchObject({
      uploaded: 11,
      headers: 2,
      deleted: 1,
      bytes: 0,
      release: 'r3',
    });
    expect(await site()).toEqual(first);
    expect(await goBack('r2')).toMatchObject({ release: 'r4', deleted: 1 });
    expect(await site()).toEqual(second);
    expect(await goBack('r4')).toMatchObject({ release: 'r4', uploaded: 0 });
    expect(await releases()).toEqual(['r4', 'r3', 'r2', 'r1']);
  });

  it('goes further back each time, and never forward', async () => {
    for (const edition of ['one', 'two', 'three']) await deploy(createSiteFiles(edition));
    await goBack(null);
    expect((await site()).home).toContain('two');
    await goBack(null);
    expect((await site()).home).toContain('one');
    await expect(goBack(null)).rejects.toThrow(/no release before r1/);
    await expect(goBack('r77')).rejects.toThrow(/no release "r77"[\s\S]*r5, r4, r3/);
  });

  it('goes back to what stood before, never to what was rolled back', async () => {
    for (const edition of ['good', 'bad']) await deploy(createSiteFiles(edition));
    await goBack(null);
    await deploy(createSiteFiles('fix'));
    expect(await goBack(null)).toMatchObject({ release: 'r5' });
    expect((await site()).home).toContain('good');
    await expect(goBack(null)).rejects.toThrow(/no release before r1/);
    // Asked for by its name it comes back, and what stood before it is still the first.
    await goBack('r2');
    expect((await site()).home).toContain('bad');
    await goBack(null);
    expect((await site()).home).toContain('good');
  });

  /** Options of a deploy that is interrupted once it has changed this file. */
  const interruptAt = (name: string): Partial<BuildDeploy> => {
    const controller = new AbortController();
    const update = (_: number, note?: string) => {
      if (note === name) controller.abort();
    };
    const reporter = { ...createSilentReporter(), phase: () => ({ update, end: () => undefined }) };
    return { concurrency: 1, signal: controller.signal, reporter };
  };

  it('takes back a deploy that was interrupted before it became a release', async () => {
    await deploy(createSiteFiles('one'));
    await deploy(createSiteFiles('two'));
    const second = await site();
    for (const name of ['index.html', 'page-data/index/page-data.json']) {
      await expect(deploy(createSiteFiles('three'), interruptAt(name))).rejects.toThrow(/interrupted/);
      expect(await site()).not.toEqual(second);
      expect(await goBack(null)).toMatchObject({ release: 'r2' });
      expect(await site()).toEqual(second);
    }
    await goBack(null);
    expect((await site()).home).toContain('one');
  });

  it('goes back from a release whose last removals were interrupted', async () => {
    await deploy({ ...createSiteFiles('one'), 'gone.html': '<p>gone', 'gone-too.html': '<p>gone' });
    const first = await site();
    const work = deploy(createSiteFiles('two'), interruptAt(isBucket ? 'gone' : 'gone.html'));
    await expect(work).rejects.toThrow(/interrupted/);
    expect(await goBack(null)).toMatchObject({ release: 'r3' });
    expect(await site()).toEqual(first);
  });

  it('goes on with a rollback that was interrupted', async () => {
    await deploy(createSiteFiles('one'));
    const first = await site();
    await deploy(createSiteFiles('two'));
    await expect(goBack(null, interruptAt('index.html'))).rejects.toThrow(/interrupted/);
    expect(await goBack(null)).toMatchObject({ release: 'r3' });
    expect(await site()).toEqual(first);
  });

  it('keeps old assets, records and versions for three releases and seven days, both', async () => {
    const start = Date.now();
    const at = (day: number) => ({ now: () => start + day * DAY });
    const names = async () => (await (await open()).list('assets/')).length;
    await deploy(createSiteFiles('one'), at(0));
    await deploy(createSiteFiles('two'), at(1));
    await deploy(createSiteFiles('three'), at(2));
    await deploy(createSiteFiles('four'), at(3));
    await deploy(createSiteFiles('five'), at(4));
    // Three releases have passed, seven days have not.
    expect([await names(), await releases()]).toEqual([10, ['r5', 'r4', 'r3', 'r2', 'r1']]);
    await deploy(createSiteFiles('five'), at(9));
    expect([await names(), await releases()]).toEqual([8, ['r5', 'r4', 'r3', 'r2']]);
    await deploy(createSiteFiles('five'), at(99));
    // Seven days have passed for all, three releases only for the first.
    expect([await names(), await releases()]).toEqual([8, ['r5', 'r4', 'r3', 'r2']]);
    await goBack('r2', at(99));
    expect((await site()).home).toContain('two');
    expect(await deploy(createSiteFiles('five'), at(99))).toMatchObject({ release: 'r7' });
  });

  it('refuses before any write when a page is not kept any more', async () => {
    await deploy(createSiteFiles('one'));
    await deploy(createSiteFiles('two'));
    if (isBucket) forgetVersions(server);
    else await rm(join(work, 'www/.articles/kept'), { recursive: true });
    const before = await site();
    await expect(goBack('r1')).rejects.toThrow(/no longer has \d+ files of release r1[\s\S]*versioning/);
    expect(await site()).toEqual(before);
    expect(await releases()).toEqual(['r2', 'r1']);
  });
});

describe('a bucket of Google Cloud Storage', () => {
  let server: GcsServer;
  beforeEach(async () => {
    server = await startGcsServer({ buckets: ['site'] });
  });
  afterEach(() => server.stop());

  it('a bucket without versioning can go back as far as its objects stand', async () => {
    const bucket = bucketOf(server);
    bucket.settings = {};
    const deploy = async (files: SiteFiles) =>
      deployTo('gs://site', server.url, folder(), await writeSite(folder(), files));
    await deploy(createSiteFiles('one'));
    await deploy({ ...createSiteFiles('one'), 'added.html': '<p>added' });
    const target = await openTarget('gs://site', { ...OPEN, apiEndpoint: server.url });
    const options = createOptions(target, work, {
      ...empty,
      early: [],
      times: { changes: [], ended: [] },
      offers: [],
      outputs: [],
    });
    expect(await rollBack(null, options)).toMatchObject({ uploaded: 0, deleted: 1, release: 'r3' });
  });

  it('a damaged record is not rolled back to', async () => {
    const deploy = async (files: SiteFiles) =>
      deployTo('gs://site', server.url, folder(), await writeSite(folder(), files));
    await deploy(createSiteFiles('one'));
    await deploy(createSiteFiles('two'));
    const record = bucketOf(server).live.get('.articles/releases/000001.json');
    if (record) record.metadata['articles-state'] = 'other';
    const target = await openTarget('gs://site', { ...OPEN, apiEndpoint: server.url });
    const options = createOptions(target, work, {
      ...empty,
      early: [],
      times: { changes: [], ended: [] },
      offers: [],
      outputs: [],
    });
    await expect(rollBack(null, options)).rejects.toThrow(/record of release r1 is damaged/);
  });

  describe('files that a deploy deleted', () => {
    const deleted = { 'news.html': '<p>news', 'about.html': '<p>about' };
    const prepare = async (keepsDeleted: boolean) => {
      const bucket = bucketOf(server);
      bucket.keepsDeleted = keepsDeleted;
      const deploy = async (files: SiteFiles) =>
        deployTo('gs://site', server.url, folder(), await writeSite(folder(), files));
      await deploy({ ...createSiteFiles('one'), ...deleted });
      await deploy(createSiteFiles('one'));
      const target = await openTarget('gs://site', { ...OPEN, apiEndpoint: server.url });
      return {
        bucket,
        options: createOptions(target, work, {
          ...empty,
          early: [],
          times: { changes: [], ended: [] },
          offers: [],
          outputs: [],
        }),
      };
    };

    it('are restored from their noncurrent versions', async () => {
      const { bucket, options } = await prepare(true);
      expect(bucket.noncurrent.map(({ name }) => name).filter((name) => !name.startsWith('.'))).toHaveLength(
        2,
      );
      expect(await rollBack(null, options)).toMatchObject({ uploaded: 2, release: 'r3' });
      expect(siteOf(bucket)).toMatchObject({ news: expect.stringContaining('<p>news') });
    });

    it('stop the rollback before any write where the server has not kept them', async () => {
      const { bucket, options } = await prepare(false);
      const before = siteOf(bucket);
      server.requests.length = 0;
      await expect(rollBack(null, options)).rejects.toThrow(
        /no longer has 2 files of release r1, such as "about"/,
      );
      expect(siteOf(bucket)).toEqual(before);
      expect(server.requests.every(({ kind }) => kind === 'list' || kind === 'media')).toBe(true);
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import { rollBack } from '../../src/deploy/rollback.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type S3Bucket, storeObject } from '../support/s3-store.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, type SiteFiles, writeSite } from '../support/site-folder.ts';
import { createOptions, deployTo, never, OPEN } from './support.ts';

let server: S3Server;
let folder: string;
beforeEach(async () => {
  folder = makeFolder();
  server = await startS3Server({ buckets: ['site'] });
});
afterEach(() => server.stop());

const deploy = async (files: SiteFiles, change: Partial<BuildDeploy> = {}, url = 's3://site') =>
  deployTo(url, server.url, folder, await writeSite(folder, files), change);
const bucket = (): S3Bucket => server.buckets.get('site') ?? never();
const textOf = (name: string) => bucket().live.get(name)?.bytes.toString() ?? never();
const reads = () => server.requests.map(({ method, name, kind }) => `${method} ${name || kind}`);

describe('a bucket', () => {
  it('gets the objects with their headers, then nothing, then only what has changed', async () => {
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 14, release: 'r1' });
    expect(bucket().live.get('articles/article-1')).toMatchObject({
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'public, max-age=0, s-maxage=60, must-revalidate',
      metadata: { 'articles-kind': 'article', 'articles-scope': 'example/' },
    });
    server.requests.length = 0;
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, release: 'r1', calls: 2 });
    expect(reads()).toEqual(['GET list', 'GET .articles/index']);
    const changed = { ...createSiteFiles('one'), 'authors.html': '<p>new' };
    expect(await deploy(changed)).toMatchObject({ uploaded: 1, unchanged: 13, release: 'r2' });
    expect(textOf('authors')).toBe('<p>new');
    expect((await deploy(changed)).calls).toBe(2);
  });

  it('does not look at the objects of its previews', async () => {
    await deploy(createSiteFiles('one'));
    await deploy(createSiteFiles('two'), {}, 's3://site/_preview/next');
    server.requests.length = 0;
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, deleted: 0 });
    expect(reads()).toEqual(['GET list', 'GET .articles/index']);
  });

  it('goes back to the earlier versions', async () => {
    await deploy({ ...createSiteFiles('one'), 'gone.html': '<p>gone' });
    await deploy(createSiteFiles('two'));
    const target = await openTarget('s3://site', { ...OPEN, apiEndpoint: server.url });
    const manifest = await writeSite(folder, {});
    expect(await rollBack(null, createOptions(target, folder, manifest))).toMatchObject({ release: 'r3' });
    expect(textOf('index.html')).toContain('one');
    expect(textOf('gone')).toBe('<p>gone');
  });

  it.each([
    ['other bytes', () => storeObject(bucket(), 'authors', Buffer.from('theirs'), HEADERS, Date.now())],
    ['the same bytes with other headers', () => replaceHeaders(Date.now() + 2000)],
  ])('notices what another program has changed: %s', async (_, change) => {
    await deploy(createSiteFiles('one'));
    change();
    const work = deploy(createSiteFiles('one'));
    await expect(work).rejects.toThrow(/another program wrote "authors"/);
    const adopt = { guards: { maxDelete: 20, allowMissing: false, allowShrink: false, adopt: true } };
    expect(await deploy(createSiteFiles('one'), adopt)).toMatchObject({ unchanged: 13 });
    expect(textOf('authors')).toContain('one');
    expect(bucket().live.get('authors')?.cacheControl).toContain('s-maxage');
  });

  const HEADERS = { contentType: 'text/html', cacheControl: 'no-store', metadata: {} };
  const replaceHeaders = (now: number) => {
    const { bytes } = bucket().live.get('authors') ?? never();
    server.now = () => now;
    storeObject(bucket(), 'authors', bytes, HEADERS, now);
  };

  it('works without an index, or with one that is damaged', async () => {
    await deploy(createSiteFiles('one'));
    bucket().live.delete('.articles/index');
    // 16 objects are looked up, and the index is written again.
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, unchanged: 14 });
    expect((await deploy(createSiteFiles('one'))).calls).toBe(2);
    storeObject(bucket(), '.articles/index', Buffer.from('no index'), HEADERS, Date.now());
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, unchanged: 14 });
    expect((await deploy(createSiteFiles('one'))).calls).toBe(2);
  });
});

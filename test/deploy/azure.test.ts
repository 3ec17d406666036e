/**
 * Azure Blob Storage, by two programs that this project did not write: the server Azurite and the client rclone.
 *
 * AZURITE=/folder/azurite-blob names the server. It knows no versions of blobs.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { ACCOUNT, AZURE_KEYS, sasOf, startAzurite } from '../support/azurite.ts';
import { type FaultProxy, type ProxyFault, startFaultProxy } from '../support/fault-proxy.ts';
import { runRclone } from '../support/rclone.ts';
import { createSiteFiles, type SiteFiles, writeSite } from '../support/site-folder.ts';
import { createOptions, OPEN } from './support.ts';

const { AZURITE } = process.env;
if (!AZURITE)
  process.stderr.write('\nNOT RUN: the tests of Azure Blob Storage. Name azurite-blob in AZURITE\n\n');

describe.skipIf(!AZURITE)('azblob', () => {
  let azurite: Awaited<ReturnType<typeof startAzurite>>;
  let proxy: FaultProxy;
  let work: string;
  let container = 0;
  const saved = { ...process.env };

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'articles-azure-'));
    azurite = await startAzurite(AZURITE ?? '');
    proxy = await startFaultProxy(azurite.url);
    Object.assign(process.env, AZURE_KEYS);
  });
  afterAll(async () => {
    azurite.stop();
    await proxy.stop();
    await rm(work, { recursive: true, force: true });
    for (const name of ['AZURE_STORAGE_ACCOUNT', 'AZURE_STORAGE_KEY', 'AZURE_STORAGE_SAS_TOKEN'] as const) {
      delete process.env[name];
      if (saved[name] !== undefined) process.env[name] = saved[name];
    }
  });

  const urlOf = () => `azblob://site-${container}/blog`;
  const open = async () => {
    const target = await openTarget(urlOf(), {
      ...OPEN,
      timeout: 1_000,
      apiEndpoint: `${proxy.url}/${ACCOUNT}`,
    });
    await target.connect();
    return target;
  };
  const deploy = async (files: SiteFiles, concurrency = 8) => {
    const folder = join(work, 'dist');
    const manifest = await writeSite(folder, files);
    return deployBuild({ ...createOptions(await open(), folder, manifest), concurrency });
  };
  /** What rclone finds in the container, with a signature that may only read. */
  const rclone = async (...args: string[]) => {
    const remote = {
      type: 'azureblob',
      sas_url: `${proxy.url}/${ACCOUNT}/site-${container}?${sasOf(`site-${container}`, 'rl')}`,
    };
    return runRclone(args, remote);
  };
  const listed = async () => {
    const objects: { Path: string; Size: number }[] = JSON.parse(
      await rclone('lsjson', '-R', '--files-only', `remote:site-${container}/blog`),
    );
    return objects
      .map(({ Path }) => Path)
      .filter((path) => !path.startsWith('.articles/'))
      .sort();
  };
  const namesOf = (files: SiteFiles) =>
    Object.keys(files)
      .map((path) => (/^(articles\/.*|authors)\.html$/.test(path) ? path.replace('.html', '') : path))
      .sort();

  beforeEach(async () => {
    proxy.spoil('reset', []);
    container++;
    const set = { location: '', keepReleases: 3, keepDays: 7, dryRun: false };
    const made = await (await open()).setUp(set);
    expect(made[0]).toBe(`container: site-${container}, created in the storage account ${ACCOUNT}`);
    expect(await (await open()).setUp(set)).toEqual([`no changes: the container site-${container} is ready`]);
  });

  it('makes the container equal to the build, as rclone reads it', async () => {
    const files = { ...createSiteFiles('one'), 'ставка 1+1&"2".txt': 'text', 'empty.txt': '' };
    const count = Object.keys(files).length;
    expect(await deploy(files)).toMatchObject({ uploaded: count, release: 'r1' });
    await rclone('copy', `remote:site-${container}/blog`, join(work, `copy-${container}`));
    for (const [path, content] of Object.entries(files)) {
      const name = /^(articles\/.*|authors)\.html$/.test(path) ? path.replace('.html', '') : path;
      expect([name, await readFile(join(work, `copy-${container}`, name), 'utf8')]).toEqual([name, content]);
    }
    const response = await fetch(
      `${proxy.url}/${ACCOUNT}/site-${container}/blog/articles/article-1?${sasOf(`site-${container}`, 'r')}`,
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
    });
    // One listing, and nothing else.
    expect(await deploy(files)).toMatchObject({ uploaded: 0, unchanged: count, calls: 1 });
    const second = createSiteFiles('two');
    expect(await deploy(second)).toMatchObject({ release: 'r2', deleted: 2 });
    expect(await listed()).toEqual(expect.arrayContaining(namesOf(second)));
    expect(await listed()).not.toContain('empty.txt');
  });

  it('two deploys at once: one waits for the other, or stops', async () => {
    await deploy(createSiteFiles('one'));
    const folder = join(work, 'both');
    const manifest = await writeSite(folder, createSiteFiles('two'));
    const outcomes = await Promise.allSettled(
      [0, 1].map(async () => deployBuild(createOptions(await open(), folder, manifest))),
    );
    const reasons = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason.message)] : [],
    );
    expect(reasons.length).toBeLessThan(2);
    for (const reason of reasons) expect(reason).toMatch(/another deploy|locked|changed "/);
    expect(await listed()).toEqual(expect.arrayContaining(namesOf(createSiteFiles('two'))));
  });

  it.each<ProxyFault>([
    'status 503',
    'status 429',
    'reset',
    'reset after',
    'hang',
    'empty',
    'page',
    'shorten',
    'cut',
  ])('loses nothing where a request meets: %s', async (fault) => {
    await deploy({ ...createSiteFiles('one'), 'articles/gone.html': '<p>gone' });
    const count = proxy.requests.length;
    // Listing, lock, uploads, record, deletion and release of the lock.
    proxy.spoil(fault, [0, 1, 2, 5, 6, count - 3, count - 1]);
    const second = createSiteFiles('two');
    await deploy(second, 1);
    proxy.spoil(fault, []);
    const left = (await listed()).filter((name) => !name.startsWith('assets/'));
    expect(left).toEqual(namesOf(second).filter((name) => !name.startsWith('assets/')));
    expect(await deploy(second)).toMatchObject({ uploaded: 0, deleted: 0, calls: 1 });
  });

  it('explains a wrong key, a signature without rights and a lost container, and names no secret', async () => {
    const failure = async () => deploy(createSiteFiles('one')).then(String, (error: Error) => error.message);
    process.env.AZURE_STORAGE_KEY = Buffer.from('another key').toString('base64');
    const wrong = await failure();
    expect(wrong).toMatch(/no permission in the container "site-\d+"|rejected the credentials/);
    expect(wrong).not.toContain(process.env.AZURE_STORAGE_KEY);
    process.env.AZURE_STORAGE_SAS_TOKEN = sasOf(`site-${container}`, 'rl');
    const readOnly = await failure();
    expect(readOnly).toMatch(/no permission in the container/);
    expect(readOnly).not.toContain(new URLSearchParams(process.env.AZURE_STORAGE_SAS_TOKEN).get('sig'));
    process.env.AZURE_STORAGE_SAS_TOKEN = `?${sasOf(`site-${container}`, 'racwdl')}`;
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ release: 'r1' });
    delete process.env.AZURE_STORAGE_SAS_TOKEN;
    Object.assign(process.env, AZURE_KEYS);
    container += 1000;
    expect(await failure()).toMatch(/the container "site-\d+" does not exist in the storage account/);
  });
});

import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import { createReporter } from '../../src/foundation/report.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { putObject } from '../support/gcs-store.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, type SiteFiles, scanSite, writeSite } from '../support/site-folder.ts';
import { bodyOf, bucketOf, deployTo, never, siteOf } from './support.ts';

let server: GcsServer;
let folder: string;

beforeEach(async () => {
  folder = makeFolder();
  server = await startGcsServer({ buckets: ['site'] });
});
afterEach(() => server.stop());

const bucket = () => bucketOf(server);
const deploy = async (files: SiteFiles, change: Partial<BuildDeploy> = {}, url = 'gs://site') =>
  deployTo(url, server.url, folder, await writeSite(folder, files), change);
const guards = { maxDelete: 20, allowMissing: false, allowShrink: false, adopt: false };
const writesOf = () => server.requests.filter(({ kind }) => !['list', 'get', 'media'].includes(kind));

describe('deploy', () => {
  it('makes the bucket equal to the build, and the second time only lists', async () => {
    const files = createSiteFiles('one');
    const count = Object.keys(files).length;
    const result = await deploy(files);
    expect(result).toMatchObject({ uploaded: count, deleted: 0, release: 'r1', unchanged: 0, files: count });
    expect(result.calls).toBe(server.requests.length);
    expect(siteOf(bucket())['articles/article-1']).toBe(
      `text/html; charset=utf-8 | public, max-age=0, s-maxage=60, must-revalidate | gzip | ${files['articles/article-1.html']}`,
    );
    server.requests.length = 0;
    const again = await deploy(files);
    expect(again).toMatchObject({ uploaded: 0, deleted: 0, release: 'r1', unchanged: count, calls: 1 });
    expect(server.requests.map(({ kind }) => kind)).toEqual(['list']);
  });

  it('writes what refers to something after it, the record last but for deletions', async () => {
    await deploy({ ...createSiteFiles('one'), 'articles/gone.html': '<p>gone' });
    server.requests.length = 0;
    await deploy(createSiteFiles('two'), { concurrency: 1 });
    const order = writesOf().map(({ kind, name }) => `${kind} ${name.replace(/-[0-9a-f]{8}\./, '.')}`);
    expect(order).toEqual([
      'upload .articles/lock',
      'upload assets/main.js',
      'upload assets/style.css',
      'upload page-data/index/page-data.json',
      'upload articles/article-1',
      'upload articles/article-2',
      'upload articles/article-3',
      'upload authors',
      'upload index.html',
      'upload 404.html',
      'upload 500.html',
      'upload sitemap.xml',
      'upload sw.js',
      'upload .articles/releases/000002.json',
      'delete articles/gone',
      'patch assets/main.js',
      'patch assets/style.css',
      'upload .articles/lock',
    ]);
  });

  it('mends headers without sending the file again', async () => {
    await deploy(createSiteFiles('one'));
    const page = bucket().live.get('index.html');
    if (page) page.cacheControl = 'no-store';
    server.requests.length = 0;
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, headers: 1, release: 'r1' });
    expect(bucket().live.get('index.html')?.cacheControl).toContain('s-maxage=60');
    expect(writesOf().map(({ kind }) => kind)).toEqual(['upload', 'patch', 'upload']);
  });

  it('shows a plan and writes nothing with dryRun', async () => {
    await deploy(createSiteFiles('one'));
    const before = siteOf(bucket());
    server.requests.length = 0;
    let shown = '';
    const reporter = createReporter({
      json: false,
      quiet: false,
      stdout: { write: () => undefined },
      stderr: { write: (text: string) => (shown += text) },
      environment: {},
    });
    const files = createSiteFiles('two');
    delete files['404.html'];
    const result = await deploy(files, { dryRun: true, reporter });
    expect(result).toMatchObject({ dryRun: true, deleted: 1, release: 'r1' });
    expect(result.changes).toContainEqual(expect.objectContaining({ action: 'delete', name: '404.html' }));
    expect(result.refusals).toHaveLength(1);
    expect(shown).toContain('changed: 9 files');
    expect(shown).toContain('article: 3 files');
    expect(shown).toContain('~ articles/article-1\n');
    expect(shown).toContain('would be refused: the build has no 404.html');
    expect(server.requests.map(({ kind }) => kind)).toEqual(['list']);
    expect(siteOf(bucket())).toEqual(before);
  });

  it('writes nothing when it is not confirmed, and does not ask when there is nothing to do', async () => {
    const confirm = async (question: string) => {
      expect(question).toMatch(/gs:\/\/site: 14 new, 0 unchanged/);
      return false;
    };
    await expect(deploy(createSiteFiles('one'), { confirm })).rejects.toThrow(/not confirmed/);
    expect(bucket().live.size).toBe(0);
    await deploy(createSiteFiles('one'));
    expect(await deploy(createSiteFiles('one'), { confirm })).toMatchObject({ uploaded: 0 });
  });

  it('records a release that an earlier run has not', async () => {
    await deploy(createSiteFiles('one'));
    bucket().live.delete('.articles/releases/000001.json');
    bucket().ordered = null;
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, release: 'r1' });
    expect(bucket().live.has('.articles/releases/000001.json')).toBe(true);
  });
});

describe('refusals, before any write', () => {
  const refused = async (work: Promise<unknown>, message: RegExp) => {
    const before = writesOf().length;
    await expect(work).rejects.toThrow(message);
    expect(writesOf().length).toBe(before);
  };

  it('too much deleted', async () => {
    await deploy(createSiteFiles('one', 10));
    await refused(deploy(createSiteFiles('one', 3)), /would delete 7 of 21 files[\s\S]*--max-delete 34%/);
    await deploy(createSiteFiles('one', 3), { guards: { ...guards, maxDelete: 34 } });
    expect(bucket().live.has('articles/article-9')).toBe(false);
  });

  it('a build that shrank by half', async () => {
    await deploy(createSiteFiles('one', 30));
    const options = { guards: { ...guards, maxDelete: 100 } };
    await refused(
      deploy(createSiteFiles('one', 3), options),
      /shrank to less than half[\s\S]*--allow-shrink/,
    );
    await deploy(createSiteFiles('one', 3), { guards: { ...options.guards, allowShrink: true } });
  });

  it('no index or 404, and a build of 0 files', async () => {
    const files = createSiteFiles('one');
    delete files['index.html'];
    await refused(deploy(files), /has no index\.html[\s\S]*--allow-missing/);
    await refused(deploy({}), /no files at all/);
    await deploy(files, { guards: { ...guards, allowMissing: true } });
    const all = { maxDelete: 100, allowMissing: true, allowShrink: true, adopt: false };
    await deploy({}, { guards: all });
    expect(Object.keys(siteOf(bucket())).every((name) => name.startsWith('assets/'))).toBe(true);
  });

  it('objects of others in the way; those beside it stay', async () => {
    for (const name of ['index.html', 'upload.zip', 'old/page']) {
      putObject(bucket(), name, Buffer.from('theirs'), {}, new URLSearchParams(), 5);
    }
    await refused(deploy(createSiteFiles('one')), /another program wrote "index\.html"[\s\S]*--adopt/);
    await deploy(createSiteFiles('one'), { guards: { ...guards, adopt: true } });
    expect(bodyOf(bucket().live.get('index.html') ?? never())).toContain('Home');
    expect(bucket().live.get('upload.zip')?.bytes.toString()).toBe('theirs');
  });

  it('names that cannot be, all of them', async () => {
    const long = `${'x/'.repeat(4)}${'ж'.repeat(120)}/${'ж'.repeat(120)}/${'ж'.repeat(120)}/${'ж'.repeat(120)}/${'ж'.repeat(60)}.txt`;
    const files = { ...createSiteFiles('one'), [long]: 'x', '.articles/lock': 'x', 'a.html': 'a' };
    const manifest = await writeSite(folder, files);
    manifest.outputs.push({ path: 'a', kind: 'file', hash: 'h', size: 1 });
    const work = deployTo('gs://site', server.url, folder, manifest);
    await refused(work, /1096 bytes; the maximum is 1024/);
    await expect(work).rejects.toThrow(/"a\.html" and "a" have the same object name/);
    await expect(work).rejects.toThrow(/cannot deploy "\.articles\/lock"/);
  });
});

describe('what a build may hold', () => {
  it('names with spaces, #, ?, % and Unicode in both forms, 1,024 bytes long; empty and dot files', async () => {
    const name1024 = `${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(200)}/${'g'.repeat(200)}/${'h'.repeat(216)}.txt`;
    expect(Buffer.byteLength(name1024)).toBe(1024);
    const names = [
      'a b.txt',
      'a#b.txt',
      'what?.txt',
      '100%.txt',
      '%41.txt',
      'a+b&c=d.txt',
      'caf\u00e9.txt',
      'cafe\u0301.txt',
      'ставка.txt',
      '한국.txt',
      '😀.txt',
      'quote"\'.txt',
      '.well-known/security.txt',
      name1024,
    ];
    const extra = Object.fromEntries(names.map((name, index) => [name, `content ${index}`]));
    const files = { ...createSiteFiles('one'), ...extra, 'empty.txt': '' };
    await deploy(files);
    for (const [index, name] of names.entries()) {
      expect([name, bucket().live.get(name)?.bytes.toString()]).toEqual([name, `content ${index}`]);
    }
    expect(bucket().live.get('empty.txt')?.bytes.length).toBe(0);
    expect((await deploy(files)).calls).toBe(1);
    await deploy(createSiteFiles('one'), { guards: { ...guards, maxDelete: 100, allowShrink: true } });
    expect(Object.keys(siteOf(bucket()))).toHaveLength(14);
  });

  it('links and strays are sent only as far as the build has listed them', async () => {
    await writeSite(folder, { ...createSiteFiles('one'), 'real.txt': 'real' });
    await symlink('real.txt', join(folder, 'link.txt'));
    const manifest = await scanSite(folder);
    await writeFile(join(folder, '.DS_Store'), 'stray');
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, '.git/config'), 'secret');
    await deployTo('gs://site', server.url, folder, manifest);
    expect(bucket().live.get('link.txt')?.bytes.toString()).toBe('real');
    expect([...bucket().live.keys()].filter((name) => /DS_Store|\.git/.test(name))).toEqual([]);
    // A link that has been turned elsewhere since the build is a changed file.
    await rm(join(folder, 'link.txt'));
    await symlink('/etc/hostname', join(folder, 'link.txt'));
    bucket().live.delete('link.txt');
    bucket().ordered = null;
    await expect(deployTo('gs://site', server.url, folder, manifest)).rejects.toThrow(
      /"link.txt" has changed/,
    );
  });

  it('a folder in the place of a file, or nothing there', async () => {
    const manifest = await writeSite(folder, createSiteFiles('one'));
    await rm(join(folder, 'icon.svg'));
    await expect(deployTo('gs://site', server.url, folder, manifest)).rejects.toThrow(
      /"icon.svg" of the build is missing/,
    );
    await mkdir(join(folder, 'icon.svg'));
    await expect(deployTo('gs://site', server.url, folder, manifest)).rejects.toThrow(
      /"icon.svg" has changed/,
    );
  });

  it('20,000 files, of which 500 have changed: 21 list pages and the 500', async () => {
    const manifest = await writeSite(folder, createSiteFiles('one'));
    await deployTo('gs://site', server.url, folder, manifest);
    await mkdir(join(folder, 'data'));
    const robots = manifest.outputs.find(({ path }) => path === 'robots.txt') ?? never();
    const deployed = bucket().live.get('robots.txt') ?? never();
    const metadata = { ...deployed.metadata, 'articles-kind': 'data' };
    for (let index = 0; manifest.outputs.length < 20_000; index++) {
      const path = `data/${index}.txt`;
      manifest.outputs.push({ ...robots, path, kind: 'data' });
      // The state that 19,500 uploads leave. The benchmark makes them all.
      const resource = {
        contentType: deployed.contentType,
        cacheControl: 'public, max-age=0, s-maxage=60, must-revalidate',
        metadata: index < 500 ? { ...metadata, 'articles-hash': 'old' } : metadata,
      };
      if (index < 500) await writeFile(join(folder, path), 'User-agent: *\n');
      putObject(bucket(), path, deployed.bytes, resource, new URLSearchParams(), index + 1);
    }
    server.requests.length = 0;
    // A renewal of the lock is a call too, and a slow machine would need some.
    const options = { concurrency: 64, lockSeconds: 3_600 };
    const result = await deployTo('gs://site', server.url, folder, manifest, options);
    expect(result).toMatchObject({ uploaded: 500, unchanged: 19_500, release: 'r2', calls: 21 + 500 + 3 });
    server.requests.length = 0;
    expect(await deployTo('gs://site', server.url, folder, manifest)).toMatchObject({
      uploaded: 0,
      calls: 21,
    });
    expect(server.requests.every(({ kind }) => kind === 'list')).toBe(true);
  }, 300_000);
});

describe('below a prefix', () => {
  it('two sites and a preview in one bucket do not see each other', async () => {
    await deploy(createSiteFiles('one'));
    await deploy(createSiteFiles('two'), {}, 'gs://site/blog');
    await deploy(createSiteFiles('three'), { noindex: true }, 'gs://site/_preview/next');
    const object = (name: string) => bodyOf(bucket().live.get(name) ?? never());
    expect(object('index.html')).toContain('one');
    expect(object('blog/articles/article-1')).toContain('two');
    expect(object('_preview/next/articles/article-1')).toContain(
      '<meta name="robots" content="noindex, nofollow">',
    );
    expect(object('_preview/next/sw.js')).toBe('// three');
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, deleted: 0 });
    expect(await deploy(createSiteFiles('two'), {}, 'gs://site/blog')).toMatchObject({ calls: 1 });
    const again = await deploy(createSiteFiles('three'), { noindex: true }, 'gs://site/_preview/next');
    expect(again).toMatchObject({ uploaded: 0, calls: 1 });
  });
});

/** S3 beside programs that this project did not write: the server s3rver and the client rclone. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createS3Client } from '../../packages/stores/src/s3/s3-client.ts';
import { formatHeaders, METADATA_PREFIX, parseNames } from '../../packages/stores/src/s3/s3-object.ts';
import { parseS3Url } from '../../packages/stores/src/s3/s3-url.ts';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import { parseHead } from '../../src/deploy/targets/etag-objects.ts';
import { createObjectBody } from '../../src/deploy/targets/target.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { runRclone, s3Remote } from '../support/rclone.ts';
import { S3_KEYS, startS3Server } from '../support/s3-server.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import { createOptions, deployTo, OPEN } from './support.ts';

let work: string;
beforeEach(() => {
  work = makeFolder();
});

it('rclone reads what was deployed, with its headers', async () => {
  const server = await startS3Server({ buckets: ['site'] });
  try {
    const folder = join(work, 'dist');
    const files = { ...createSiteFiles('one'), 'ставка 1+1.txt': 'text' };
    await deployTo('s3://site/blog', server.url, folder, await writeSite(folder, files));
    const remote = s3Remote(server.url, S3_KEYS.id, S3_KEYS.secret);
    const listed = await runRclone(['lsjson', '-R', '-M', '--files-only', 'remote:site/blog'], remote);
    const objects: { Path: string; Metadata: Record<string, string> }[] = JSON.parse(listed);
    const byPath = new Map(objects.map(({ Path, Metadata }) => [Path, Metadata]));
    expect(byPath.get('articles/article-1')).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
      'articles-scope': 'example/blog/',
    });
    expect(byPath.get('sw.js')).toMatchObject({ 'cache-control': 'no-cache' });
    await runRclone(['copy', 'remote:site/blog', join(work, 'copy')], remote);
    for (const [path, content] of Object.entries(files)) {
      const name = /^(articles\/.*|authors)\.html$/.test(path) ? path.replace('.html', '') : path;
      expect([name, await readFile(join(work, 'copy', name), 'utf8')]).toEqual([name, content]);
    }
  } finally {
    await server.stop();
  }
});

describe('s3rver', () => {
  const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  let server: S3rver;
  let url: string;
  const saved = { ...process.env };

  beforeEach(async () => {
    const configureBuckets = [{ name: 'site', configs: [] }];
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(work, 's3'),
      configureBuckets,
    });
    url = `http://127.0.0.1:${(await server.run()).port}`;
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    });
  });
  afterEach(async () => {
    await server.close();
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) {
      delete process.env[name];
      if (saved[name] !== undefined) process.env[name] = saved[name];
    }
  });

  it('keeps objects and headers, and lists them', async () => {
    const location = parseS3Url(new URL('s3://site'), { endpoint: url, region: undefined });
    const client = createS3Client(location, KEYS, 8);
    const limits = { timeout: 5000 };
    const names = ['a b', "quote'(1)*", 'ставка/1+1.txt', 'x&y'];
    for (const name of names) {
      const metadata = { hash: `hash of ${name}`, kind: 'file' };
      const spec = {
        name,
        contentType: 'text/plain; charset=utf-8',
        cacheControl: 'no-cache',
        contentEncoding: '',
        metadata,
      } as const;
      const body = createObjectBody(Buffer.from(name));
      await client.send({ method: 'PUT', key: name, headers: formatHeaders(spec), body }, limits);
      const head = await client.send({ method: 'HEAD', key: name }, limits);
      expect(parseHead(name, head.headers, METADATA_PREFIX)).toMatchObject({ ...spec, size: body.size });
      const read = await client.send({ method: 'GET', key: name }, limits);
      expect(read.body.toString()).toBe(name);
    }
    // Its further pages need a cipher that OpenSSL no longer has.
    const query = { 'list-type': '2', 'max-keys': '1000', prefix: '' };
    const { objects: listed } = parseNames((await client.send({ method: 'GET', query }, limits)).body, '');
    expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort());
    const head = await client.send({ method: 'HEAD', key: 'a b' }, limits);
    expect(listed.find(({ name }) => name === 'a b')?.generation).toBe(
      parseHead('a b', head.headers, METADATA_PREFIX).generation,
    );
    await client.send({ method: 'DELETE', key: 'a b' }, limits);
    await expect(client.send({ method: 'HEAD', key: 'a b' }, limits)).rejects.toMatchObject({ status: 404 });
  });

  it('is refused, because it ignores preconditions; what rclone has put there stays', async () => {
    const folder = join(work, 'dist');
    const manifest = await writeSite(folder, createSiteFiles('one'));
    const remote = s3Remote(url, KEYS.accessKeyId, KEYS.secretAccessKey);
    await runRclone(['copy', join(folder, 'icon.svg'), 'remote:site/theirs'], remote);
    const target = await openTarget(`s3://site?endpoint=${url}`, OPEN);
    const options = createOptions(target, folder, manifest);
    const planned = await deployBuild({ ...options, dryRun: true });
    expect(planned).toMatchObject({ uploaded: 14, deleted: 0, dryRun: true });
    await expect(deployBuild(options)).rejects.toThrow(
      /127\.0\.0\.1:\d+ ignores If-None-Match and If-Match on writes, so a lock could not hold/,
    );
    const left = await runRclone(['lsf', '-R', '--files-only', 'remote:site'], remote);
    expect(left.trim()).toBe('theirs/icon.svg');
  });
});

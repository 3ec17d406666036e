import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainGcsError, explainLogin } from '../../src/deploy/targets/gcs/gcs-errors.ts';
import type { SetUpOptions } from '../../src/deploy/targets/target.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { makeFolder } from '../support/site.ts';
import { bucketOf, OPEN } from './support.ts';

let server: GcsServer;
beforeEach(async () => {
  server = await startGcsServer();
});
afterEach(() => server.stop());

const setUp = async (url = 'gs://fresh', change: Partial<SetUpOptions> = {}) => {
  const project = 'my-project';
  const target = await openTarget(url, { ...OPEN, project, apiEndpoint: server.url });
  const options = {
    project,
    location: 'EU',
    keepReleases: 3,
    keepDays: 7,
    dryRun: false,
  };
  return target.setUp({ ...options, ...change });
};
const rule = (condition: object) => ({ action: { type: 'Delete' }, condition });
const websiteOf = () => bucketOf(server, 'fresh').settings.website;

describe('bucket set-up', () => {
  it('makes a bucket that is a website, says what it did, and has nothing to do the second time', async () => {
    const done = await setUp();
    expect(done.join('\n')).toMatch(
      /bucket: fresh, created in EU[\s\S]*versioning: on[\s\S]*website: index\.html, 404\.html[\s\S]*lifecycle[\s\S]*public reading: on, without listing/,
    );
    const { settings, policy } = bucketOf(server, 'fresh');
    expect(settings).toMatchObject({
      location: 'EU',
      iamConfiguration: { uniformBucketLevelAccess: { enabled: true } },
      versioning: { enabled: true },
      website: { mainPageSuffix: 'index.html', notFoundPage: '404.html' },
      lifecycle: {
        rule: [
          rule({ daysSinceNoncurrentTime: 7, numNewerVersions: 4 }),
          rule({ daysSinceNoncurrentTime: 7, matchesPrefix: ['.articles/'] }),
          rule({ daysSinceNoncurrentTime: 365 }),
        ],
      },
    });
    expect(policy.bindings).toEqual([{ role: 'roles/storage.legacyObjectReader', members: ['allUsers'] }]);
    expect(await setUp()).toEqual(['no changes: the bucket fresh is ready']);
    expect(bucketOf(server, 'fresh').policy.bindings).toHaveLength(1);
  });

  it('leaves what an operator has set', async () => {
    await setUp();
    const bucket = bucketOf(server, 'fresh');
    const own = { action: { type: 'SetStorageClass', storageClass: 'NEARLINE' }, condition: { age: 365 } };
    bucket.settings.lifecycle = { rule: [own] };
    bucket.settings.cors = [{ origin: ['*'] }];
    bucket.policy.bindings.push({ role: 'roles/storage.admin', members: ['user:a@example.org'] });
    expect(await setUp()).toHaveLength(1);
    expect(bucket.settings.lifecycle).toMatchObject({ rule: [own, {}, {}, {}] });
    expect(bucket.settings.cors).toEqual([{ origin: ['*'] }]);
    expect(bucket.policy.bindings).toHaveLength(2);
  });

  it('keeps the not-found page of the site at the root when a preview or another site is set up', async () => {
    await setUp();
    const { lifecycle } = bucketOf(server, 'fresh').settings;
    const preview = await setUp('gs://fresh/_preview/next');
    expect(preview[0]).toBe('no changes: the bucket fresh is ready');
    expect(bucketOf(server, 'fresh').settings.lifecycle).toEqual(lifecycle);
    for (const url of ['gs://fresh/_preview/next', 'gs://fresh/blog']) {
      const done = await setUp(url);
      expect(done).toContain(
        "website: stays index.html, 404.html, the bucket's not-found page belongs to the site at its root",
      );
      expect(websiteOf()).toEqual({ mainPageSuffix: 'index.html', notFoundPage: '404.html' });
    }
  });

  it('gives a site below a prefix the not-found page of a bucket that has none', async () => {
    await setUp('gs://fresh/blog');
    expect(websiteOf()).toEqual({ mainPageSuffix: 'index.html', notFoundPage: 'blog/404.html' });
  });

  it('takes the not-found page back from a preview, and leaves one that an operator has set', async () => {
    await setUp('gs://fresh/_preview/next');
    expect(await setUp()).toContain('website: index.html, 404.html');
    expect(websiteOf()).toEqual({ mainPageSuffix: 'index.html', notFoundPage: '404.html' });
    const own = { mainPageSuffix: 'index.html', notFoundPage: 'errors/lost.html' };
    bucketOf(server, 'fresh').settings.website = own;
    const [ready, kept] = await setUp();
    expect(ready).toBe('no changes: the bucket fresh is ready');
    expect(kept).toMatch(
      /stays index\.html, errors\/lost\.html, set by another program.*--web-error-page=404/,
    );
    expect(websiteOf()).toEqual(own);
  });

  it('replaces its own lifecycle rules when the settings change, and those of nobody else', async () => {
    await setUp();
    const { settings } = bucketOf(server, 'fresh');
    const others = [rule({ daysSinceNoncurrentTime: 90 }), rule({ numNewerVersions: 9 })];
    const former = rule({ daysSinceNoncurrentTime: 7, numNewerVersions: 3 });
    settings.lifecycle = { rule: [former, ...others] };
    expect(await setUp('gs://fresh', { keepDays: 30, keepReleases: 5 })).toEqual([
      'lifecycle: delete earlier versions after 30 days and 5 releases, deleted files after 365 days',
    ]);
    expect(settings.lifecycle).toEqual({
      rule: [
        ...others,
        rule({ daysSinceNoncurrentTime: 30, numNewerVersions: 6 }),
        rule({ daysSinceNoncurrentTime: 30, matchesPrefix: ['.articles/'] }),
        rule({ daysSinceNoncurrentTime: 365 }),
      ],
    });
    await setUp('gs://fresh', { keepDays: 1 });
    expect(settings.lifecycle).toMatchObject({
      rule: [...others, rule({ daysSinceNoncurrentTime: 1, numNewerVersions: 4 }), {}, {}],
    });
  });

  it('writes nothing in a dry run, and says what it would do', async () => {
    const expected = [
      /^bucket: fresh, created in EU/,
      /versioning: on/,
      /website/,
      /lifecycle/,
      /public reading/,
    ];
    const matches = (lines: string[]) => expected.filter((line) => lines.some((text) => line.test(text)));
    const planned = await setUp('gs://fresh', { dryRun: true });
    expect(matches(planned)).toEqual(expected);
    expect(server.buckets.size).toBe(0);
    await setUp();
    const bucket = bucketOf(server, 'fresh');
    bucket.settings.versioning = { enabled: false };
    bucket.policy.bindings = [];
    const before = structuredClone([bucket.settings, bucket.policy]);
    server.requests.length = 0;
    expect(await setUp('gs://fresh', { dryRun: true })).toEqual([
      'versioning: on, so that a rollback can restore pages',
      'public reading: on, without listing',
    ]);
    expect([bucket.settings, bucket.policy]).toEqual(before);
    expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('gets over faults, an answer that was lost too', async () => {
    server.faults.push(
      { match: ({ path }) => path === '/b', act: { kind: 'reset', after: true } },
      { match: ({ method }) => method === 'PATCH', act: { kind: 'status', status: 503 } },
    );
    await setUp();
    expect(await setUp()).toEqual(['no changes: the bucket fresh is ready']);
  });

  it('says what is missing', async () => {
    const before = { ...process.env };
    delete process.env.GOOGLE_CLOUD_PROJECT;
    delete process.env.GCLOUD_PROJECT;
    const target = await openTarget('gs://fresh', { ...OPEN, project: undefined, apiEndpoint: server.url });
    const options = {
      location: 'EU',
      keepReleases: 3,
      keepDays: 7,
      dryRun: false,
    };
    await expect(target.setUp(options)).rejects.toThrow(/needs a Google Cloud project[\s\S]*deploy\.project/);
    Object.assign(process.env, before);
    await expect(setUp('gs://Bad_Name')).rejects.toThrow(/not a valid bucket name/);
    await expect(setUp('gs://ab')).rejects.toThrow(/"ab" is not a valid bucket name/);
    await expect(setUp('ftp://bucket')).rejects.toThrow(/not a deploy target/);
    server.faults.push({
      match: ({ method, path }) => method === 'PUT' && path.endsWith('/iam'),
      act: { kind: 'status', status: 412 },
    });
    await expect(setUp()).rejects.toThrow(/rule of the organization .* forbids/);
  });
});

describe('credentials', () => {
  const names = ['GOOGLE_APPLICATION_CREDENTIALS', 'STORAGE_EMULATOR_HOST'] as const;
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  afterEach(() => {
    for (const name of names) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  const open = (keyFile: string) => {
    process.env.GOOGLE_APPLICATION_CREDENTIALS = keyFile;
    delete process.env.STORAGE_EMULATOR_HOST;
    return openTarget('gs://fresh', OPEN);
  };

  it('are asked for before anything else, with what to do', async () => {
    const target = await open('/nowhere/key.json');
    await expect(target.connect()).rejects.toThrow(
      /no usable credentials[\s\S]*gcloud auth application-default login/,
    );
    expect(target.calls()).toBe(0);
  });

  it('are not blamed when the host cannot be reached', async () => {
    const closed = await startGcsServer();
    await closed.stop();
    const folder = makeFolder();
    const keyFile = join(folder, 'key.json');
    const key = {
      type: 'authorized_user',
      client_id: 'id',
      client_secret: 'secret',
      refresh_token: 'token',
      token_uri: `${closed.url}/token`,
      universe_domain: 'nowhere.invalid',
    };
    await writeFile(keyFile, JSON.stringify(key));
    const work = (await open(keyFile)).connect();
    await expect(work).rejects.toThrow(/cannot reach .*; credentials were not tested[\s\S]*network/);
  });

  it('are named with the network where both are missing', async () => {
    const missing = new Error('Could not load the default credentials.');
    expect((await explainLogin(missing, 'nowhere.invalid')).message).toMatch(
      /cannot reach nowhere\.invalid: .*; and this machine has no credentials for Google Cloud\n {2}→ check the network connection, run `gcloud auth/,
    );
    expect((await explainLogin(missing, 'localhost')).message).toMatch(/no usable credentials/);
  });

  it('do not matter when the network is lost later', () => {
    const url = 'http://storage.example/storage/v1/b/site/o?prefix=';
    const lost = new Error(`request to ${url} failed, reason: connect ECONNREFUSED 127.0.0.1:9`);
    expect(String(explainGcsError(lost, 'site', 'storage.example'))).toMatch(
      /^UserError: cannot reach storage\.example: .* ECONNREFUSED 127\.0\.0\.1:9\n {2}→ check the network connection/,
    );
  });
});

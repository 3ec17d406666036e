import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTarget } from '../../src/deploy/places.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { bucketOf, OPEN } from './support.ts';

let server: GcsServer;
beforeEach(async () => {
  server = await startGcsServer();
});
afterEach(() => server.stop());

const setUp = async (url = 'gs://fresh', project: string | undefined = 'my-project') => {
  const target = await openTarget(url, { ...OPEN, project, apiEndpoint: server.url });
  const options = { project, location: 'EU', keepReleases: 3, keepDays: 7, previewPrefix: '_preview/' };
  return target.setUp(options);
};

describe('bucket set-up', () => {
  it('makes a bucket that is a website, says what it did, and has nothing to do the second time', async () => {
    const done = await setUp();
    expect(done.join('\n')).toMatch(
      /made the bucket fresh in EU[\s\S]*versioning: on[\s\S]*website: index\.html, 404\.html[\s\S]*lifecycle[\s\S]*public reading: on, without listing/,
    );
    const { settings, policy } = bucketOf(server, 'fresh');
    expect(settings).toMatchObject({
      location: 'EU',
      iamConfiguration: { uniformBucketLevelAccess: { enabled: true } },
      versioning: { enabled: true },
      website: { mainPageSuffix: 'index.html', notFoundPage: '404.html' },
      lifecycle: {
        rule: [
          { action: { type: 'Delete' }, condition: { daysSinceNoncurrentTime: 7, numNewerVersions: 3 } },
          { action: { type: 'Delete' }, condition: { age: 30, matchesPrefix: ['_preview/'] } },
        ],
      },
    });
    expect(policy.bindings).toEqual([{ role: 'roles/storage.legacyObjectReader', members: ['allUsers'] }]);
    expect(await setUp()).toEqual(['the bucket fresh was ready already']);
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
    expect(bucket.settings.lifecycle).toMatchObject({ rule: [own, {}, {}] });
    expect(bucket.settings.cors).toEqual([{ origin: ['*'] }]);
    expect(bucket.policy.bindings).toHaveLength(2);
  });

  it('gets over faults, an answer that was lost too', async () => {
    server.faults.push(
      { match: ({ path }) => path === '/b', act: { kind: 'reset', after: true } },
      { match: ({ method }) => method === 'PATCH', act: { kind: 'status', status: 503 } },
    );
    await setUp();
    expect(await setUp()).toEqual(['the bucket fresh was ready already']);
  });

  it('says what is missing', async () => {
    const before = { ...process.env };
    delete process.env.GOOGLE_CLOUD_PROJECT;
    delete process.env.GCLOUD_PROJECT;
    const target = await openTarget('gs://fresh', { ...OPEN, project: undefined, apiEndpoint: server.url });
    const options = {
      project: undefined,
      location: 'EU',
      keepReleases: 3,
      keepDays: 7,
      previewPrefix: '_preview/',
    };
    await expect(target.setUp(options)).rejects.toThrow(/needs a Google Cloud project[\s\S]*deploy\.project/);
    Object.assign(process.env, before);
    await expect(setUp('gs://Bad_Name')).rejects.toThrow(/cannot be the name of a bucket/);
    await expect(setUp('gs://ab')).rejects.toThrow(/2 characters, 3 to 63 are allowed/);
    await expect(setUp('s3://bucket')).rejects.toThrow(/not a place to deploy to/);
    server.faults.push({
      match: ({ method, path }) => method === 'PUT' && path.endsWith('/iam'),
      act: { kind: 'status', status: 412 },
    });
    await expect(setUp()).rejects.toThrow(/forbidden by a rule of the organization/);
  });
});

describe('credentials', () => {
  it('are asked for before anything else, with what to do', async () => {
    const names = ['GOOGLE_APPLICATION_CREDENTIALS', 'STORAGE_EMULATOR_HOST'] as const;
    const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    process.env.GOOGLE_APPLICATION_CREDENTIALS = '/nowhere/key.json';
    delete process.env.STORAGE_EMULATOR_HOST;
    try {
      const target = await openTarget('gs://fresh', OPEN);
      await expect(target.connect()).rejects.toThrow(
        /no usable credentials[\s\S]*gcloud auth application-default login/,
      );
      expect(target.calls()).toBe(0);
    } finally {
      for (const name of names) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });
});

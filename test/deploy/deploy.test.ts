import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import { danglingOf, deployTo, siteOf } from './support.ts';

let server: GcsServer;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'articles-deploy-'));
  server = await startGcsServer({ buckets: ['site'] });
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const bucket = () => {
  const found = server.buckets.get('site');
  if (!found) throw new Error('no bucket');
  return found;
};

describe('deploy', () => {
  it('makes the bucket equal to the build, and the second time only lists', async () => {
    const manifest = await writeSite(folder, createSiteFiles('one'));
    const result = await deployTo('gs://site', server.url, folder, manifest);
    expect(result).toMatchObject({
      uploaded: manifest.outputs.length,
      deleted: 0,
      release: 'r1',
      unchanged: 0,
    });
    expect(result.calls).toBe(server.requests.length);
    expect(Object.keys(siteOf(bucket()))).toEqual(
      expect.arrayContaining(['articles/article-1', 'index.html']),
    );
    server.requests.length = 0;
    const again = await deployTo('gs://site', server.url, folder, manifest);
    expect(again).toMatchObject({
      uploaded: 0,
      deleted: 0,
      release: 'r1',
      unchanged: manifest.outputs.length,
      calls: 1,
    });
    expect(server.requests.map(({ kind }) => kind)).toEqual(['list']);
    expect(danglingOf(bucket())).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import type { GcsBucket } from '../support/gcs-store.ts';
import { runArticles } from '../support/program.ts';
import { makeSite } from '../support/site.ts';
import { bucketOf, deployTo } from './support.ts';

let server: GcsServer;
beforeEach(async () => {
  server = await startGcsServer({ buckets: ['site'] });
});
afterEach(() => server.stop());

/** As a bucket with website settings answers: the object, or the index of the folder. */
function statusOf(bucket: GcsBucket, url: string): number {
  const name = decodeURIComponent(url.replace(/^\//, ''));
  const candidates = name === '' ? ['index.html'] : [name, `${name.replace(/\/$/, '')}/index.html`];
  return candidates.some((candidate) => bucket.live.has(candidate)) ? 200 : 404;
}

test('a bucket serves every file that the service worker installs', async () => {
  const root = makeSite();
  await runArticles(['build', '--root', root]);
  const out = join(root, 'dist');
  const manifest = loadManifest(root, out);
  if (!manifest) throw new Error('no build');
  await deployTo('gs://site', server.url, out, manifest, { scope: 'small-paper/' });
  const worker = readFileSync(join(out, 'sw.js'), 'utf8');
  const urls = [...worker.matchAll(/"?\burl"?:\s*"([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(urls).toEqual(expect.arrayContaining(['/offline', '/ru/offline']));
  const bucket = bucketOf(server);
  expect(urls.map((url) => `${statusOf(bucket, url)} ${url}`)).toEqual(urls.map((url) => `200 ${url}`));
  expect(bucket.live.get('ru/offline')?.contentType).toBe('text/html; charset=utf-8');
  // The bucket's website settings name this one.
  expect(bucket.live.has('404.html')).toBe(true);
});

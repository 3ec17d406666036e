import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planServiceWorker } from '../../src/build/outputs/precache.ts';
import { bundleClient, type ClientBundle, writeClientBundle } from '../../src/build/prepare/bundle-client.ts';

let bundle: ClientBundle;
let folder: string;

beforeAll(async () => {
  bundle = await bundleClient(resolve('src'));
  folder = mkdtempSync(join(tmpdir(), 'articles-bundle-'));
  writeClientBundle(folder, bundle);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (path: string) =>
  new TextDecoder().decode(bundle.files.find((file) => file.path === path)?.contents);

describe('the main script', () => {
  test('is one file of at most 6 kB gzip that imports nothing when it is loaded', () => {
    const main = text(bundle.entries.main);
    expect(gzipSync(main).length).toBeLessThanOrEqual(6000);
    expect(main).not.toMatch(/^import|;import\s*["'{]|from"/);
  });

  test('names every chunk by a file of the bundle', () => {
    const scripts = bundle.files.filter(({ path }) => path.endsWith('.js'));
    for (const { path } of scripts) {
      for (const [, name] of text(path).matchAll(/(?:import\(|from|import|URL\()"\.\/([\w-]+\.js)"/g)) {
        expect(bundle.entries.files, path).toContain(`assets/${name}`);
      }
    }
    expect(text(bundle.entries.main)).toMatch(/import\("\.\/menu-\w+\.js"\)/);
  });

  test('has names that change with the contents only', async () => {
    expect((await bundleClient(resolve('src'))).entries).toEqual(bundle.entries);
  });
});

describe('the service worker', () => {
  const record = (path: string, kind: 'error' | 'asset') => ({
    path,
    kind,
    hash: `hash of ${path}`,
    size: 1,
  });

  test('keeps the client and the offline pages, not the pictures of articles', async () => {
    const script = await planServiceWorker({
      feature: true,
      source: join(folder, 'service-worker.js'),
      basePath: '/blog',
      clientFiles: bundle.entries.files,
      outputs: [
        record('offline.html', 'error'),
        record('ru/offline/index.html', 'error'),
        record('404.html', 'error'),
        record('assets/cover-1.svg', 'asset'),
      ],
    });
    expect(script).not.toContain('__WB_MANIFEST');
    expect(script).toContain('"/blog/offline"');
    expect(script).toContain('"hash of offline.html"');
    expect(script).toContain('"/blog/ru/offline"');
    expect(script).toContain(`"/blog/${bundle.entries.main}"`);
    expect(script).toContain(`"/blog/${bundle.entries.stylesheet}"`);
    expect(script).not.toMatch(/404|cover-1|woff2/);
    expect(readFileSync(join(folder, 'service-worker.js'), 'utf8')).toContain('__WB_MANIFEST');
  });

  test('the kill switch has nothing of it', async () => {
    const parts = { source: '', basePath: '', clientFiles: [], outputs: [] };
    const script = await planServiceWorker({ ...parts, feature: 'remove' });
    expect(script).toContain('unregister');
    expect(script).not.toContain('respondWith');
  });
});

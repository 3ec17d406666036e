import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleClient, type ClientBundle } from '../../scripts/bundle-client.ts';
import { planServiceWorker } from '../../src/build/outputs/plan-service-worker.ts';
import { KILL_SWITCH } from '../../src/build/outputs/precache.ts';

let bundle: ClientBundle;
let folder: string;

beforeAll(async () => {
  bundle = await bundleClient(resolve('src'));
  folder = mkdtempSync(join(tmpdir(), 'articles-bundle-'));
  for (const { path, contents } of bundle.files) put(join(folder, path), contents);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (path: string) => readFileSync(join(folder, path), 'utf8');

describe('the main script', () => {
  test('is one file of at most 6.5 kB gzip that imports nothing when it is loaded', () => {
    const main = text(bundle.entries.main);
    expect(gzipSync(main).length).toBeLessThanOrEqual(6500);
    expect(main).not.toMatch(/^import|;import\s*["'{]|from"/);
  });

  test('names every chunk by a file of the bundle', () => {
    for (const path of bundle.entries.files.filter((name) => name.endsWith('.js'))) {
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
  test('precaches the shell and the offline pages under their URLs, with the revisions of their bytes', async () => {
    const output = join(folder, 'dist');
    const offline = ['offline.html', 'ru/offline/index.html'];
    const others = ['404.html', 'assets/cover-1.svg'];
    for (const { path, contents } of bundle.files) put(join(output, path), contents);
    for (const path of [...offline, ...others]) put(join(output, path), `text of ${path}`);
    const script = await planServiceWorker({
      source: join(folder, 'service-worker.js'),
      basePath: '/blog',
      folder: output,
      files: [...bundle.entries.files, ...offline, ...others],
    });
    expect(script).not.toMatch(/__WB_MANIFEST|__SEARCH_SCRIPTS/);
    const entries: { url: string; revision: string | null }[] = JSON.parse(
      /\[\{"revision".*?\}\]/.exec(script)?.[0] ?? '',
    );
    const md5 = (path: string) => createHash('md5').update(`text of ${path}`).digest('hex');
    const hashed = bundle.entries.files.filter((path) => /\/(main|styles)-/.test(path));
    expect(hashed).toHaveLength(2);
    expect(new Map(entries.map(({ url, revision }) => [url, revision]))).toEqual(
      new Map([
        ...hashed.map((path): [string, null] => [`/blog/${path}`, null]),
        ['/blog/offline', md5('offline.html')],
        ['/blog/ru/offline', md5('ru/offline/index.html')],
      ]),
    );
    expect(readFileSync(join(folder, 'service-worker.js'), 'utf8')).toContain('__WB_MANIFEST');
  });

  test('a file that is to be precached and is missing stops the build', async () => {
    const source = join(folder, 'service-worker.js');
    const missing = { source, basePath: '', folder: join(folder, 'empty'), files: ['offline.html'] };
    await expect(planServiceWorker(missing)).rejects.toThrow('offline.html');
  });

  test('the kill switch answers no request', () => {
    expect(KILL_SWITCH).toContain('unregister');
    expect(KILL_SWITCH).not.toContain('respondWith');
  });
});

function put(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** Only production is open to search engines. Read as a reader or crawler reads it: every page over HTTP. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import { hideFromCrawlers } from '../../src/deploy/plan/hidden-site.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { imitateHost } from '../../src/serve/imitate-host.ts';
import { serve } from '../../src/serve/run-serve.ts';
import { IMITATIONS } from '../hosting/imitations.ts';
import { makeBuiltSite } from '../support/built-site.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { listen } from '../support/listen.ts';
import { runArticles, runJson } from '../support/program.ts';
import { leanSite, makeFolder, makeSite, readTree } from '../support/site.ts';

let server: GcsServer;
beforeEach(async () => {
  server = await startGcsServer({ buckets: ['small-paper', 'small-paper-dev'] });
  process.env.STORAGE_EMULATOR_HOST = server.url;
});
afterEach(async () => {
  delete process.env.STORAGE_EMULATOR_HOST;
  await server.stop();
});

const run = (...args: string[]) => runJson(args);

/** Every object of a bucket as the bucket sends it: name → text. */
async function fetchBucket(bucket: string): Promise<Map<string, string>> {
  const names = [...(server.buckets.get(bucket)?.live.keys() ?? [])].filter(
    (name) => !name.startsWith('.articles/'),
  );
  const texts = new Map<string, string>();
  for (const name of names) {
    const url = `${server.url}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`;
    texts.set(name, await (await fetch(url)).text());
  }
  return texts;
}

/** Reads what each page tells crawlers, in its document and in the data that navigation puts into the document. */
function robotsOf(texts: ReadonlyMap<string, string>): Record<string, string[]> {
  const directives: Record<string, string[]> = {};
  for (const [name, text] of texts) {
    const isData = name.endsWith('page-data.json');
    const html = isData ? (JSON.parse(text).result?.data?.head ?? '') : text;
    if (!isData && !/^\s*<(!doctype|html)/i.test(text)) continue;
    directives[name] = [...html.matchAll(/<meta\b[^>]*name="robots"[^>]*content="([^"]*)"/g)].map(
      ([, content]) => content,
    );
  }
  return directives;
}
const lean = leanSite({}, { serviceWorker: true });
const HIDDEN = ['noindex, nofollow'];

describe('a deployment other than production', () => {
  test('is hidden in every page, in every page’s data and in robots.txt, from the same build', async () => {
    const root = await makeBuiltSite();
    expect(await run('deploy', '--root', root)).toMatchObject({ indexed: false });
    const hidden = await fetchBucket('small-paper-dev');
    const directives = Object.entries(robotsOf(hidden));
    expect(directives.length).toBeGreaterThan(60);
    expect(directives.filter(([, found]) => found.join() !== HIDDEN.join())).toEqual([]);
    // A crawler that may not read a page does not see its noindex.
    expect(hidden.get('robots.txt')).toBe('User-agent: *\nAllow: /\n');

    expect(await run('deploy', '--root', root, '--env', 'production', '--yes')).toMatchObject({
      indexed: true,
    });
    const open = await fetchBucket('small-paper');
    const built = new Map([...readTree(join(root, 'dist'))].map(([name, bytes]) => [name, String(bytes)]));
    expect(open.get('articles/first-price')).toBe(built.get('articles/first-price.html'));
    expect(open.get('robots.txt')).toContain('Sitemap: https://small.example/sitemap.xml');
    expect(robotsOf(open)['articles/first-price']?.join()).toMatch(/^index/);
    // The rest of each page is the same. Pages at old addresses have no directive otherwise.
    const neutral = (text: string | undefined) =>
      text
        ?.replace(/(name=\\?"robots\\?" content=\\?")[^"\\]*/g, '$1')
        .replace('<meta name="robots" content="">', '');
    const differing = [...open].filter(
      ([name, text]) =>
        !['robots.txt', 'sw.js'].includes(name) && neutral(hidden.get(name)) !== neutral(text),
    );
    expect(differing.map(([name]) => name)).toEqual([]);
  });

  test('stays as it is when nothing changed, and follows a change of environment', async () => {
    const root = await makeBuiltSite(lean);
    const target = ['--target', 'gs://small-paper-dev', '--yes'];
    await run('deploy', '--root', root, ...target);
    expect(await run('deploy', '--root', root, ...target)).toMatchObject({ uploaded: 0, calls: 1 });
    const worker = (await fetchBucket('small-paper-dev')).get('sw.js');
    const switched = await run('deploy', '--root', root, ...target, '--env', 'production');
    expect(switched.uploaded).toBeGreaterThan(0);
    const open = await fetchBucket('small-paper-dev');
    expect(robotsOf(open)['index.html']?.join()).toMatch(/^index/);
    // The offline pages have other bytes, so readers' workers fetch them again.
    expect(open.get('sw.js')).toBe(readFileSync(join(root, 'dist/sw.js'), 'utf8'));
    expect(open.get('sw.js')).not.toBe(worker);
    expect(await run('deploy', '--root', root, ...target, '--env', 'production')).toMatchObject({
      uploaded: 0,
    });
    await run('deploy', '--root', root, ...target);
    expect((await fetchBucket('small-paper-dev')).get('sw.js')).toBe(worker);
  });

  test('does not come back by a rollback, and neither does a hidden one to production', async () => {
    const root = await makeBuiltSite(lean);
    const args = ['deploy', '--root', root, '--target', 'gs://small-paper-dev', '--yes'];
    await run(...args);
    await run(...args, '--env', 'production');
    const rollBack = async (...more: string[]) => {
      const { code, stderr } = await runArticles([...args, '--rollback', ...more]);
      return [code, /error (.*)/.exec(stderr)?.[1] ?? ''];
    };
    expect(await rollBack('r2')).toEqual([1, expect.stringContaining('release r2 may be indexed')]);
    expect(await rollBack('--env', 'production')).toEqual([
      1,
      expect.stringContaining('release r1 is hidden'),
    ]);
    expect(await rollBack()).toEqual([0, '']);
  });

  test('in a folder, and as a preview, too', async () => {
    const root = await makeBuiltSite(lean);
    const base = '/_preview/next';
    await run('build', '--root', root, '--out', join(root, 'dist-preview'), '--base-path', base);
    const preview = ['--preview', 'next', '--env', 'production', '--out', join(root, 'dist-preview')];
    expect(await run('deploy', '--root', root, ...preview, '--yes')).toMatchObject({ indexed: false });
    const below = await fetchBucket('small-paper');
    expect(new Set(Object.values(robotsOf(below)).map((found) => found.join()))).toEqual(
      new Set(['noindex, nofollow']),
    );

    const folder = join(makeFolder(), 'www');
    await run('deploy', '--root', root, '--target', `file://${folder}`);
    const served = await serve({
      as: null,
      root,
      out: folder,
      watch: false,
      edit: false,
      drafts: false,
      future: false,
      host: '127.0.0.1',
      port: 0,
      reporter: createSilentReporter(),
    });
    onTestFinished(() => served.close());
    for (const [name] of readTree(folder)) {
      if (!name.endsWith('.html')) continue;
      const text = await (await fetch(`${served.url}/${name.replace(/(index)?\.html$/, '')}`)).text();
      expect([name, robotsOf(new Map([[name, text]]))[name]]).toEqual([name, HIDDEN]);
    }
  });
});

test.each(['netlify', 'cloudflare-pages', 'firebase'] as const)(
  'a host that reads rules hides pictures too: %s',
  async (as) => {
    const root = makeSite(leanSite({ hosting: as }));
    const folder = join(makeFolder(), 'www');
    await run('build', '--root', root);
    const serveDeployed = async (env: string) => {
      await run('deploy', '--root', root, '--target', `file://${folder}-${env}`, '--env', env, '--yes');
      const server = createServer(
        await imitateHost(as, `${folder}-${env}`, loadManifest(root, join(root, 'dist')), IMITATIONS[as]),
      );
      const { url, close } = await listen(server);
      onTestFinished(close);
      return async (path: string) => (await fetch(url + path)).headers.get('x-robots-tag');
    };
    const robotsAt = await serveDeployed('development');
    for (const path of ['/', '/favicon.ico', '/articles/first-price', '/sitemap.xml']) {
      expect([path, await robotsAt(path)]).toEqual([path, 'noindex, nofollow']);
    }
    expect(await (await serveDeployed('production'))('/')).toBeNull();
  },
  60_000,
);

describe('the edits of a hidden deployment', () => {
  const edit = (path: string, text: string) => hideFromCrawlers(path)?.(text) ?? null;

  test('replace what a page says', () => {
    const tag = '<meta name="robots" content="noindex, nofollow">';
    expect(
      edit('a.html', '<html><head><meta name="robots" content="index"><title>a</title></head></html>'),
    ).toBe(`<html><head>${tag}<title>a</title></head></html>`);
    expect(edit('a.html', "<head lang='en'><META content=all NAME=robots></head>")).toBe(
      `<head lang='en'>${tag}</head>`,
    );
    // Once, and with the mark by which navigation replaces it.
    expect(
      edit('a.html', '<head><meta data-page-head="" name="robots" content="all"/><meta name=robots></head>'),
    ).toBe('<head><meta data-page-head="" name="robots" content="noindex, nofollow"/></head>');
    expect(edit('a.html', '<head><title>a</title></head>')).toBe(`<head>${tag}<title>a</title></head>`);
    expect(edit('a.html', '<p>a $& b')).toBe(`${tag}<p>a $& b`);
    expect(edit('a.html', '<head><meta name="robots-note" content="x"></head>')).toContain('robots-note');
  });

  test('leave texts, other data and other files as they are', () => {
    for (const path of ['assets/main-a.js', 'page-data/app-data.json', 'feed.xml', 'images/robots.txt.png'])
      expect(edit(path, 'x')).toBeNull();
    const data = { result: { data: { head: '<title>a</title>', main: '<p>&lt;meta name="robots"></p>' } } };
    const hidden = JSON.parse(edit('page-data/a/page-data.json', JSON.stringify(data)) ?? '');
    expect(hidden.result.data.main).toBe(data.result.data.main);
    expect(hidden.result.data.head).toContain('noindex');
    expect(
      edit('robots.txt', 'User-agent: *\nDisallow: /x\n\nsitemap : https://a/b\nSitemap: https://a/c'),
    ).toBe('User-agent: *\nDisallow: /x\n');
  });
});

test('the files of the build stay as they are, and are still checked against its record', async () => {
  const root = await makeBuiltSite(lean);
  const before = [...readTree(join(root, 'dist'))].map(([name, bytes]) => `${name} ${String(bytes).length}`);
  await run('deploy', '--root', root);
  expect([...readTree(join(root, 'dist'))].map(([name, bytes]) => `${name} ${String(bytes).length}`)).toEqual(
    before,
  );
  writeFileSync(join(root, 'dist/index.html'), 'changed');
  const { code, stdout } = await runArticles([
    'deploy',
    '--root',
    root,
    '--target',
    'gs://small-paper',
    '--json',
  ]);
  expect([code, stdout]).toEqual([1, expect.stringContaining('has changed since the build')]);
});

/** `articles verify` against `articles serve` of the same build, and against sites that differ from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkAnswer } from '../../src/deploy/verify/check-answer.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { serve } from '../../src/serve/run-serve.ts';
import { makeBuiltSite } from '../support/built-site.ts';
import { freePort, listen } from '../support/listen.ts';
import { runArticles } from '../support/program.ts';
import { leanSite, makeFolder, readTree, writeFiles } from '../support/site.ts';

let root: string;
beforeEach(async () => {
  root = await makeBuiltSite();
});

async function startServe(out = join(root, 'dist')): Promise<string> {
  const options = { watch: false, edit: false, drafts: false, future: false, host: '127.0.0.1', port: 0 };
  const served = await serve({ ...options, as: null, root, out, reporter: createSilentReporter() });
  onTestFinished(() => served.close());
  return served.url;
}

/** Forwards to a server, and lets a test change answers. */
async function startProxy(
  origin: string,
  spoil: (request: IncomingMessage, response: ServerResponse, body: () => Promise<string>) => unknown,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity' },
    });
    for (const [name, value] of answer.headers) {
      if (!['content-length', 'transfer-encoding', 'connection'].includes(name))
        response.setHeader(name, value);
    }
    response.statusCode = answer.status;
    await spoil(request, response, () => answer.text());
    if (response.writableEnded) return;
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  return url;
}

/** The address of a server that has stopped. */
async function closedUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

async function verify(...args: string[]) {
  const { code, stdout, stderr } = await runArticles(['verify', ...args, '--root', root, '--json']);
  return { code, stderr, ...JSON.parse(stdout) };
}

test('the served build answers as built: every file, the error pages, an unknown address', async () => {
  const result = await verify(await startServe());
  expect(result.differences).toEqual([]);
  // Without .nojekyll, which hosts do not show; with an unknown address in each edition.
  expect(result).toMatchObject({ code: 0, checked: readTree(join(root, 'dist')).size - 1 + 2 });
});

test('what differs is named by address, with expectation and finding, and ends with 1', async () => {
  const origin = await startServe();
  const url = await startProxy(origin, async ({ url: path }, response, body) => {
    if (path === '/articles/first-price') return response.end(`${await body()}<!-- injected -->`);
    if (path === '/authors') return response.writeHead(500).end('gone');
    if (path === '/terms') return response.writeHead(301, { location: 'https://elsewhere.example/' }).end();
    if (path === '/sw.js') return response.setHeader('cache-control', 'public, max-age=86400');
    if (path === '/sitemap') return response.setHeader('x-robots-tag', 'noindex');
    if (path === '/robots.txt') return response.setHeader('content-type', 'text/html');
    if (path === '/privacy-policy') {
      const html = (await body()).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
      return response.end(html);
    }
    // A host that answers every unknown address with the home page.
    if (response.statusCode === 404) return response.writeHead(200).end('soft');
  });
  const { code, differences } = await verify(url);
  expect(code).toBe(1);
  const found = differences.map(({ url: at, what }: { url: string; what: string }) => [
    at.slice(url.length).replace(/[0-9a-f-]{36}/, 'UNKNOWN'),
    what,
  ]);
  expect(found.sort()).toEqual(
    [
      ['/UNKNOWN', 'status'],
      ['/articles/first-price', 'body'],
      ['/authors', 'status'],
      ['/privacy-policy', 'body'],
      ['/privacy-policy', 'security policy'],
      ['/robots.txt', 'content-type'],
      ['/ru/UNKNOWN', 'status'],
      ['/sitemap', 'robots'],
      ['/sw.js', 'cache-control'],
      ['/terms', 'redirect'],
    ].sort(),
  );
  const { stderr } = await runArticles(['verify', url, '--root', root]);
  expect(stderr).toContain(`body  ${url}/articles/first-price`);
  expect(stderr).toContain('found    301 to https://elsewhere.example/');
  expect(stderr).toContain('articles deploy --rollback');
}, 60_000);

test('digits of an unknown address are no status that it may have', async () => {
  const { url, close } = await listen(createServer((_request, response) => response.end('soft')));
  onTestFinished(close);
  const page = { contentType: 'text/html', cacheControl: '', hash: 'x', load: null, kind: 'error' } as const;
  const place = { home: new URL(url), query: '' };
  const answer = { ...page, path: '/0a200b' };
  expect(await checkAnswer(answer, place, [answer])).toMatchObject([{ what: 'status', found: '200' }]);
});

test('it sends no credentials, and follows no redirect to another host', async () => {
  const seen: string[] = [];
  const other = await startProxy(await startServe(), ({ url }) => {
    seen.push(url ?? '');
  });
  const url = await startProxy(await startServe(), (request, response) => {
    expect(request.headers).not.toHaveProperty('authorization');
    expect(request.headers).not.toHaveProperty('cookie');
    return response.writeHead(302, { location: other + request.url }).end();
  });
  const { code, differences } = await verify(url, '--sample', '2');
  expect([code, seen, differences[0].what]).toEqual([1, [], 'redirect']);
  const secret = await verify('https://user:hunter2@example.org');
  expect(secret.code).toBe(1);
  expect(JSON.stringify(secret)).not.toContain('hunter2');
});

test('a host with real redirects for old addresses is right; one that sends them elsewhere is not', async () => {
  const origin = await startServe();
  const answerWith = (location: string) =>
    startProxy(origin, ({ url }, response) =>
      url === '/articles/old-street' ? response.writeHead(301, { location }).end() : false,
    );
  expect(await verify(await answerWith('/articles/third-street'))).toMatchObject({ code: 0 });
  expect((await verify(await answerWith('/')))?.differences).toMatchObject([{ what: 'redirect' }]);
});

test('a server that is busy is asked again, and one that is not there is an error of its own', async () => {
  const origin = await startServe();
  let busy = 3;
  const url = await startProxy(origin, (_, response) =>
    busy-- > 0 ? response.writeHead(503, { 'retry-after': '0' }).end() : false,
  );
  expect(await verify(url, '--sample', '3')).toMatchObject({ code: 0 });
  const gone = await verify(await closedUrl());
  expect(gone.code).toBe(3);
  expect(gone.error.problems[0].message).toMatch(/cannot reach 127.0.0.1:\d+: .*ECONNREFUSED/);
}, 60_000);

describe('after a deploy', () => {
  const site = (deploy?: object) =>
    leanSite({ locales: ['en_US', 'ru_RU'], deploy }, { serviceWorker: true });
  beforeEach(async () => {
    root = await makeBuiltSite(site());
  });
  const configure = (deploy: object) => writeFiles(root, site(deploy));

  test('the pages that readers get are compared with the release, hidden ones too', async () => {
    const www = join(makeFolder(), 'www');
    const target = pathToFileURL(www).href;
    configure({ production: target, development: `${target}-dev` });
    await runArticles(['deploy', '--root', root, '--json']);
    const url = await startServe(`${www}-dev`);
    expect(await verify(url, '--env', 'development')).toMatchObject({ code: 0, differences: [] });
    expect((await verify(url)).code).toBe(1);
    // By the record of the target, without the bytes of changed pages.
    const recorded = await verify(url, '--env', 'development', '--release', 'r1');
    expect(recorded).toMatchObject({ code: 0, differences: [] });
    expect(
      (await verify(url, '--release', 'r7', '--env', 'development')).error.problems[0].message,
    ).toContain('no release "r7"');
  });

  test('a sample is verified at the address that the settings name, and a difference offers the rollback', async () => {
    const www = join(makeFolder(), 'www');
    const deploy = { production: pathToFileURL(www).href, verify: { production: '', sample: 3 } };
    configure({ ...deploy, verify: { production: false } });
    await runArticles(['deploy', '--root', root, '--env', 'production', '--yes']);
    const seen = new Set<string>();
    let tampered = '';
    const url = await startProxy(await startServe(www), ({ url: path }, response) => {
      seen.add(path ?? '');
      return tampered && path?.startsWith(tampered) ? response.end('tampered') : false;
    });
    deploy.verify.production = url;
    configure(deploy);
    const run = () => runArticles(['deploy', '--root', root, '--env', 'production', '--yes', '--json']);
    const good = await run();
    expect([good.code, JSON.parse(good.stdout).verified]).toMatchObject([0, { differences: [] }]);
    const paths = [...seen].map((path) => path.replace(/\?.*/, ''));
    expect(paths).toEqual(expect.arrayContaining(['/', '/404', '/ru/404', '/offline', '/sw.js']));
    expect(paths.length).toBeLessThan(30);
    // Shared caches must not answer.
    expect([...seen].every((path) => path.includes('articles-verify='))).toBe(true);
    tampered = '/?';
    const article = join(root, 'content/en_US/articles/first.md');
    writeFileSync(article, `${readFileSync(article, 'utf8')}\nMore.\n`);
    await runArticles(['build', '--root', root]);
    const bad = await run();
    expect([bad.code, JSON.parse(bad.stdout)]).toMatchObject([
      1,
      { release: 'r2', verified: { differences: [{ what: 'security policy' }, { what: 'body' }] } },
    ]);
    expect(bad.stderr).toContain('articles deploy --rollback');
  });

  test('an address that cannot be reached is a warning, and false turns it off', async () => {
    const production = pathToFileURL(join(makeFolder(), 'www')).href;
    configure({ production, verify: { production: await closedUrl() } });
    const run = () => runArticles(['deploy', '--root', root, '--env', 'production', '--yes', '--json']);
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('the live site was not verified: cannot reach'),
    ]);
    configure({ production, verify: { production: false } });
    expect((await run()).stderr).not.toContain('verified');
  }, 60_000);
});

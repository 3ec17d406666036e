/** Tests `articles serve`: what a reader gets from the built site over HTTP. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { runArticles } from '../support/cli.ts';
import { type Served, startServe } from '../support/serve.ts';
import { makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

/** The status, headers and text of a request whose path is sent as it is written here. */
function send(url: string, path: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(url);
      request({ hostname, port, path, method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('a built site', () => {
  let served: Served;
  let root = '';

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'articles-test-'));
    writeFiles(root, {
      ...smallSite(),
      'public/plain.txt': 'text '.repeat(400),
      'public/proof.html': 'proof',
      'public/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    served = await startServe(root, ['--port', '0'], () => undefined);
    return async () => {
      await served.stop();
      rmSync(root, { recursive: true, force: true });
    };
  });

  test.each([
    ['bytes=5-9', 206, 'bytes 5-9/2000', 'text '],
    ['bytes=1990-', 206, 'bytes 1990-1999/2000', 'text text '],
    ['bytes=-3', 206, 'bytes 1997-1999/2000', 'xt '],
    ['bytes=1998-9000', 206, 'bytes 1998-1999/2000', 't '],
    ['bytes=2000-', 416, 'bytes */2000', ''],
    ['bytes=9-5', 200, undefined, 'text '.repeat(400)],
    ['bytes=0-1,4-5', 200, undefined, 'text '.repeat(400)],
    ['lines=0-1', 200, undefined, 'text '.repeat(400)],
  ])('a part of a file: %s', async (range, status, contentRange, text) => {
    const answer = await send(served.url, '/plain.txt', 'GET', { range });
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([
      status,
      contentRange,
      text,
    ]);
    expect(answer.headers['accept-ranges']).toBe('bytes');
    const length = answer.headers['content-length'];
    if (status !== 200) expect(length).toBe(String(text.length));
    const zipped = await send(served.url, '/plain.txt', 'GET', {
      range: 'bytes=5-9',
      'accept-encoding': 'gzip',
    });
    expect([zipped.status, zipped.headers['content-encoding'], zipped.text]).toEqual([
      206,
      undefined,
      'text ',
    ]);
  });

  test.each([
    ['/', 200, 'text/html; charset=utf-8', 'no-cache'],
    [
      '/articles/first-price',
      200,
      'text/html; charset=utf-8',
      'public, max-age=0, s-maxage=60, must-revalidate',
    ],
    ['/betting/odds', 200, 'text/html; charset=utf-8', 'public, max-age=0, s-maxage=60, must-revalidate'],
    [
      '/ru/articles/pervaya-tsena',
      200,
      'text/html; charset=utf-8',
      'public, max-age=0, s-maxage=60, must-revalidate',
    ],
    ['/feed.xml', 200, 'application/atom+xml; charset=utf-8', 'public, max-age=600'],
    ['/sitemap.xml', 200, 'application/xml; charset=utf-8', 'public, max-age=600'],
    [
      '/page-data/index/page-data.json',
      200,
      'application/json; charset=utf-8',
      'public, max-age=0, s-maxage=60, must-revalidate',
    ],
    ['/sw.js', 200, 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 200, 'application/manifest+json; charset=utf-8', 'public, max-age=3600'],
    ['/plain.txt', 200, 'text/plain; charset=utf-8', 'public, max-age=3600'],
    ['/proof', 200, 'text/html; charset=utf-8', 'public, max-age=3600'],
    ['/nothing/here', 404, 'text/html; charset=utf-8', 'no-cache'],
  ])('%s: %i, %s, %s', async (path, status, type, cache) => {
    const answer = await send(served.url, path);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(type);
    if (path !== '/') expect(answer.headers['cache-control']).toBe(cache);
  });

  it('hands hashed assets out for a year', async () => {
    const asset = [...readTree(join(root, 'dist')).keys()].find((path) => /^assets\/main-.*\.js$/.test(path));
    const { headers } = await send(served.url, `/${asset}`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('answers with the bytes of the files, and adds nothing to them', async () => {
    const { text } = await send(served.url, '/articles/first-price');
    expect(text).toBe(readFileSync(join(root, 'dist/articles/first-price.html'), 'utf8'));
  });

  it('redirects the other addresses of a page for good', async () => {
    for (const path of ['/authors/?a=1', '/authors.html?a=1']) {
      const { status, headers } = await send(served.url, path);
      expect(status).toBe(301);
      expect(headers.location).toBe('/authors?a=1');
    }
  });

  it("shows the edition's own not-found page", async () => {
    const russian = await send(served.url, '/ru/nothing');
    expect(russian.status).toBe(404);
    expect(russian.text).toContain('<html lang="ru"');
    expect((await send(served.url, '/nothing')).text).toContain('<html lang="en"');
  });

  it('answers GET and HEAD only', async () => {
    const head = await send(served.url, '/plain.txt', 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe('2000');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await send(served.url, '/', method);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
    }
  });

  it('says that a page has not changed', async () => {
    const { headers } = await send(served.url, '/authors');
    const again = await send(served.url, '/authors', 'GET', { 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect((await send(served.url, '/authors', 'GET', { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('compresses text for those that read it', async () => {
    const plain = await send(served.url, '/plain.txt');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const accepted of ['gzip;q=0', 'gzip; q=0.0, identity', 'identity, gzip;q=0']) {
      const refused = await send(served.url, '/plain.txt', 'GET', { 'accept-encoding': accepted });
      expect([accepted, refused.headers['content-encoding']]).toEqual([accepted, undefined]);
    }
    const half = await send(served.url, '/plain.txt', 'GET', { 'accept-encoding': 'gzip;q=0.5' });
    expect(half.headers['content-encoding']).toBe('gzip');
    const zipped = await fetch(`${served.url}/plain.txt`);
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(plain.text);
  });

  test('a drawing that is opened by its address runs no script', async () => {
    const { headers } = await send(served.url, '/drawing.svg');
    expect(headers['content-security-policy']).toBe("script-src 'none'; frame-ancestors 'self'; sandbox");
  });

  test.each(['/../site-config.json', '/%2e%2e/site-config.json', '/..%2fsite-config.json', '/%00', '/%'])(
    '%s leaves nothing out',
    async (path) => {
      const { status, text } = await send(served.url, path);
      expect(status).toBe(400);
      expect(text).not.toContain('Small Paper');
    },
  );

  it('has no endpoints for editing and watching', async () => {
    for (const path of ['/__edit', '/__events', '/__live.js', '/__edit.js']) {
      expect((await send(served.url, path)).status).toBe(404);
    }
  });

  it('refuses URLs that are not on the list of the proxy (B32)', async () => {
    expect(
      (await send(served.url, `/__third-party-proxy?url=${encodeURIComponent(served.url)}`)).status,
    ).toBe(400);
  });

  it('listens on the loopback alone', () => {
    expect(new URL(served.url).hostname).toBe('127.0.0.1');
  });
});

it('builds first where there is no build, and ends well on an interrupt', async () => {
  const root = makeSite();
  const served = await startServe(root);
  expect(existsSync(join(root, 'dist/index.html'))).toBe(true);
  expect(served.log()).toContain('built 5 articles');
  expect(await served.stop()).toBe(0);
});

it('serves below the base path of the build', async () => {
  const root = makeSite();
  await runArticles(['build', '--root', root, '--base-path', '/blog']);
  const { url } = await startServe(root);
  expect((await send(url, '/')).headers.location).toBe('/blog/');
  expect((await send(url, '/blog/')).status).toBe(200);
  expect((await send(url, '/blog/authors/')).headers.location).toBe('/blog/authors');
  expect((await send(url, '/authors')).status).toBe(404);
});

it('serves the layout with a folder for each page under the same addresses', async () => {
  const root = makeSite(smallSite({ urls: { layout: 'directory' } }));
  const { url } = await startServe(root);
  expect((await send(url, '/authors/ann-reed')).status).toBe(200);
  expect((await send(url, '/authors/ann-reed/')).headers.location).toBe('/authors/ann-reed');
  expect((await send(url, '/ru/nothing')).text).toContain('<html lang="ru"');
});

describe('a port that is taken', () => {
  const occupy = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer();
      onTestFinished(() => void server.close());
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });

  it('is an error where it was asked for', async () => {
    const port = await occupy(0);
    const root = makeSite();
    writeFiles(root, { 'dist/index.html': 'x' });
    const { code, stderr } = await runArticles(['serve', '--root', root, '--port', String(port)]);
    expect(code).toBe(1);
    expect(stderr).toContain(`port ${port} is in use`);
    expect(stderr).toContain('--port');
  });

  it('is passed over where none was asked for', async () => {
    // Another program of this machine may hold it: then that one is passed over.
    const taken = await occupy(4000).catch(() => 4000);
    const root = makeSite();
    writeFiles(root, { 'dist/index.html': 'hello' });
    const served = await startServe(root, []);
    expect(served.port).toBeGreaterThan(taken);
    expect((await send(served.url, '/')).text).toBe('hello');
  });
});

test.each([
  [['--port', '70000'], 'whole number'],
  [['--host', '203.0.113.7'], 'not an address of this machine'],
  [['--drafts'], 'need --watch'],
])('%j is a clear error', async (args, message) => {
  const root = makeSite();
  writeFiles(root, { 'dist/index.html': 'x' });
  const { code, stderr } = await runArticles(['serve', '--root', root, '--port', '0', ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

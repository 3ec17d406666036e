/** Tests the third-party proxy (B32): exact URLs of the list, public addresses at every hop. */
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { isPublicAddress } from '../../src/foundation/public-address.ts';
import { createProxy, PROXY_PATH, type ProxyOptions } from '../../src/serve/proxy.ts';
import { listen } from '../support/listen.ts';

async function start(handler: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(handler));
  onTestFinished(close);
  return url;
}

/** A proxy that may reach the loopback, so that a test can be at the other end. */
async function ask(url: string, options: Partial<ProxyOptions> & { list: readonly string[] }) {
  const proxy = createProxy({ allow: async () => options.list, isAllowedAddress: () => true, ...options });
  const origin = await start((request, response) => void proxy(request, response));
  return fetch(`${origin}${PROXY_PATH}?url=${encodeURIComponent(url)}`);
}

const script: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=60' }).end('one()');

describe('B32', () => {
  it('passes a listed script on', async () => {
    const url = `${await start(script)}/tag.js?id=1`;
    const answer = await ask(url, { list: [url] });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('one()');
    expect(answer.headers.get('content-type')).toBe('text/javascript');
    expect(answer.headers.get('cache-control')).toBe('max-age=60');
  });

  test.each(['x', '/', '?id=2', '#x'])('400 for a listed URL with %j behind it', async (more) => {
    let asked = 0;
    const url = `${await start((request, response) => {
      asked++;
      script(request, response);
    })}/tag.js`;
    const answer = await ask(`${url}${more}`, { list: [url] });
    expect(answer.status).toBe(400);
    expect(asked).toBe(0);
  });

  it('400 without a URL', async () => {
    const proxy = createProxy({ allow: async () => [''] });
    const origin = await start((request, response) => void proxy(request, response));
    expect((await fetch(`${origin}${PROXY_PATH}`)).status).toBe(400);
  });

  it('follows redirects', async () => {
    const target = await start(script);
    const url = `${await start((_request, response) => response.writeHead(302, { location: `${target}/x` }).end())}/`;
    expect(await (await ask(url, { list: [url] })).text()).toBe('one()');
  });

  it('ends a circle of redirects', async () => {
    let asked = 0;
    const url = `${await start((_request, response) => {
      asked++;
      response.writeHead(302, { location: '/again' }).end();
    })}/`;
    expect((await ask(url, { list: [url] })).status).toBe(502);
    expect(asked).toBe(6);
  });

  it('never follows to a private address', async () => {
    let asked = 0;
    const inside = await start((request, response) => {
      asked++;
      script(request, response);
    });
    const port = new URL(inside).port;
    const url = `${await start((_request, response) =>
      response.writeHead(302, { location: `http://private.example:${port}/` }).end(),
    )}/`;
    // The name leads to a loopback address that the test counts as private; 127.0.0.1 plays the public one.
    const answer = await ask(url, {
      list: [url],
      isAllowedAddress: (address) => address === '127.0.0.1',
      lookUp: (_name, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('not a public address');
    expect(asked).toBe(0);
  });

  it('does not reach the loopback unless a test says so, by name or by address', async () => {
    let asked = 0;
    const url = `${await start((request, response) => {
      asked++;
      script(request, response);
    })}/`;
    const byName = url.replace('127.0.0.1', 'localhost');
    const list = [url, byName];
    for (const target of list) {
      const answer = await ask(target, { list, isAllowedAddress: isPublicAddress });
      expect(answer.status).toBe(502);
    }
    expect(asked).toBe(0);
  });

  it('does not follow to files and other protocols', async () => {
    const url = `${await start((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())}/`;
    expect((await ask(url, { list: [url] })).status).toBe(502);
  });
});

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['127.1.2.3', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['ff02::1', false],
  ['example.com', false],
])('whether %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

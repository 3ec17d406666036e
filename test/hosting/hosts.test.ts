/** Hosts answer by one table: real servers, what hosts publish of theirs, and imitations. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SECURITY_HEADERS } from '../../src/foundation/response-headers.ts';
import type { HostName } from '../../src/hosts/host-table.ts';
import { callAws } from '../support/aws.ts';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, json, makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';
import { ACCEPT, HOSTILE, TABLE } from './host-table.ts';
import {
  describeReply,
  hostedSite,
  hostOf,
  imitate,
  importText,
  isPart,
  parseRuleFiles,
  type Running,
  SERVERS,
  type Server,
  start,
} from './support.ts';

/** Hosts that answer as another one does, but for the status of a move to the clean address. */
const LIKE: Partial<Record<Server, { host: HostName; move: string }>> = {
  'cloudflare-workers': { host: 'cloudflare-pages', move: '307' },
  vercel: { host: 'firebase', move: '308' },
};

function expectAnswer(
  of: string,
  server: Server,
  answer: string,
  except: Partial<Record<Server, string>>,
): string {
  const host = hostOf(server);
  const like = LIKE[host];
  const own = except[server];
  const found = own ?? except[host] ?? except[like?.host ?? host] ?? answer;
  // A rule for an old address has its own status.
  if (
    !like ||
    of === 'old addresses' ||
    of.startsWith('redirects') ||
    found.endsWith('→ /articles/third-street')
  )
    return found;
  return found.replace(/^30[18](?= →)/, like.move);
}

/** Rows about the files of a host and not about its rules. */
const OF_FILES = /^(?:names of files|files|paths that lead elsewhere)$/;

let running: Running;
beforeAll(async () => {
  running = await start();
}, 120_000);
afterAll(() => running?.close());

describe.each(TABLE)('$of', ({ of, rows, reason }) => {
  test.each(rows.map((row) => [row[0], row] as const))('%s', async (_name, [url, answer, except = {}]) => {
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const server of SERVERS) {
      if (isPart(server) && server !== 'real cloudflare' && OF_FILES.test(of)) continue;
      expected[server] = expectAnswer(of, server, answer, except);
      found[server] = describeReply(await running.ask(server, url));
    }
    expect(found).toEqual(expected);
    if (Object.keys(except).length > 0) expect(reason).not.toBe('');
  });
});

/** Where a browser goes from an address: itself, and what it is sent to. It gives up after five times. */
async function follow(server: Server, start: string): Promise<URL[]> {
  // A browser reads the path as the path of the site, whatever it begins with.
  const way = [new URL(`http://site.example${start}`)];
  for (let asked = start; way.length <= 5; ) {
    const { headers } = await running.ask(server, asked);
    if (headers.location === undefined) return way;
    const next = new URL(
      headers.location.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'http://site.example'),
      way.at(-1),
    );
    way.push(next);
    if (next.hostname !== 'site.example') return way;
    asked = next.pathname + next.search;
  }
  return way;
}

test.each(SERVERS)('no address leads a visitor of %s to a foreign host, or in circles', async (server) => {
  const named = new Set(['site.example', 'small.example', 'shop.example', 'wiki.example']);
  // Its emulator takes the slash from before a scheme in the rest. Nobody can own a name that ends with a scheme.
  if (server === 'real firebase') named.add('small.examplehttps');
  const wrong: string[] = [];
  for (const address of HOSTILE) {
    const way = await follow(server, address);
    const isOwn = way.every(({ hostname }) => named.has(hostname));
    if (!isOwn || way.length > 5) wrong.push(way.map(({ href }) => href).join(' → '));
  }
  expect(wrong).toEqual([]);
});

describe('headers', () => {
  const IMMUTABLE = 'public, max-age=31536000, immutable';
  /** GitHub Pages sets its own. */
  const CONFIGURABLE = SERVERS.filter((server) =>
    [server, LIKE[server]?.host].every((host) => host !== 'github-pages'),
  );

  test.each(CONFIGURABLE)(
    'of %s protect every answer, and let caches keep what never changes',
    async (server) => {
      const page = await running.ask(server, '/articles/first-price');
      const asset = /href="(\/assets\/[^"]+\.css)"/.exec(page.body)?.[1] ?? '';
      for (const path of ['/articles/first-price', '/unknown', asset, '/feed.xml']) {
        const { headers } = await running.ask(server, path);
        for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
          expect(headers[name.toLowerCase()], `${name} of ${path}`).toBe(value);
        }
      }
      const cached = async (path: string) => (await running.ask(server, path)).headers['cache-control'];
      expect(await cached(asset)).toBe(IMMUTABLE);
      expect(`${await cached('/assets/main-00000000.js')}`).not.toContain('immutable');
      expect(`${await cached('/assets/covers/unknown.svg')}`).not.toContain('immutable');
      expect(await cached('/sw.js')).toBe('no-cache');
      expect(await cached('/feed.xml')).toBe('public, max-age=600');
      expect(await cached('/icons/icon-192.png')).toBe('public, max-age=3600');
      expect(page.headers['cache-control']).toMatch(/max-age=0.*must-revalidate/);
      // The policy of the page itself stays the one in its meta element.
      expect(page.body.match(/http-equiv="Content-Security-Policy"/g)).toHaveLength(1);
      expect(page.headers['content-security-policy']).toBe("frame-ancestors 'self'");
    },
  );
});

test.each(SERVERS.filter((server) => !/^(github-pages|gcs)$/.test(server)))(
  'a drawing that is opened by its address runs no script on %s',
  async (server) => {
    const policyOf = async (path: string) => {
      const { status, headers } = await running.ask(server, path);
      return [status, headers['content-security-policy']];
    };
    const { body } = await running.ask(server, '/articles/drawn');
    const picture = /\/assets\/images\/[^".]+\.svg/.exec(body)?.[0] ?? '';
    const spelt = /^real (?:nginx|caddy|apache)$/.test(server) ? ['/files/drawing%2Esvg'] : [];
    for (const path of [picture, '/files/drawing.svg', ...spelt])
      expect(await policyOf(path)).toEqual([
        200,
        expect.stringMatching(/^(?=.*script-src 'none')(?=.*\bsandbox\b)(?=.*frame-ancestors 'self')/),
      ]);
    // Cloudflare compares an address as it is written. docs/hosting/README.md says so.
    const dodging = server === 'real cloudflare' ? ['/files/drawing%2Esvg'] : [];
    for (const path of ['/icons/icon-192.png', '/articles/first-price?a.svg', ...dodging])
      expect(await policyOf(path)).toEqual([200, "frame-ancestors 'self'"]);
  },
);

test.each(SERVERS.filter((server) => !/^(github-pages|gcs|s3)$/.test(server)))(
  'headers of the site by path are sent by %s, and nowhere else',
  async (server) => {
    const of = async (path: string) => {
      const { headers } = await running.ask(server, path);
      // Cloudflare allows every origin by itself, and joins both values.
      const origin = `${headers['access-control-allow-origin']}`.replace(/^\*(?:, )?/, '') || undefined;
      return [origin === 'undefined' ? undefined : origin, headers['x-own'], headers['x-robots-tag']];
    };
    expect(await of('/files/paper%20(1).pdf')).toEqual(['https://reader.example', 'a b', undefined]);
    expect(await of('/betting')).toEqual([undefined, undefined, 'noarchive']);
    expect(await of('/betting/odds')).toEqual([undefined, undefined, undefined]);
  },
);

test('the account of the site is found by its domain, where a host has redirects', async () => {
  const account = 'https://example.social/.well-known/webfinger?resource=acct:desk@example.social';
  const found: Record<string, string> = {};
  for (const server of SERVERS) {
    const path = '/.well-known/webfinger?resource=acct:desk@small.example';
    // Vercel encodes a query that it fills.
    found[server] = decodeURIComponent(describeReply(await running.ask(server, path)));
  }
  const without = ['github-pages', 'gcs'];
  expect(found).toEqual(
    Object.fromEntries(
      SERVERS.map((server) => [
        server,
        // Firebase's own server adds the query of the request to that of the rule.
        without.includes(server)
          ? '404 /404'
          : `301 → ${account}${server === 'real firebase' ? '&resource=acct:desk@small.example' : ''}`,
      ]),
    ),
  );
});

describe('the Markdown of a page', () => {
  const TWINS = SERVERS.filter((server) =>
    /^(?:nginx|caddy|apache|netlify|cloudflare-.*|vercel|real (?!firebase).*)$/.test(server),
  );

  test.each(TWINS)('of %s is for a request that asks for it', async (server) => {
    const found = await Promise.all(
      ACCEPT.map(async ([accept]) => {
        const { status, headers } = await running.ask(server, '/articles/first-price', accept);
        expect(headers.vary, accept).toMatch(/\bAccept\b(?!-)/);
        return [accept, status === 200 && headers['content-type']?.replace('; charset=utf-8', '')];
      }),
    );
    expect(found).toEqual(ACCEPT.map(([accept, type]) => [accept, `text/${type}`]));
    expect((await running.ask(server, '/betting', 'text/markdown')).headers['content-type']).toContain(
      'text/html',
    );
    expect((await running.ask(server, '/unknown', 'text/markdown')).status).toBe(404);
    expect(describeReply(await running.ask(server, '/', 'text/markdown'))).toBe('200 /');
  });

  test.each(TWINS)('of %s names its page', async (server) => {
    const page = encodeURI('/ru/articles/первая-цена');
    const { status, headers } = await running.ask(server, `${page}.md`);
    expect([status, headers.link]).toEqual([200, `<https://small.example${page}>; rel="canonical"`]);
  });

  test.each([
    ['netlify', '.hosting/edge-functions/markdown.js'],
    ['vercel', 'middleware.js'],
  ] as const)('of %s comes from a function', async (host, file) => {
    const { url, close } = await imitate(running.root, host);
    onTestFinished(close);
    const { default: answer } = await importText(join(running.root, host, file));
    for (const [accept, type] of ACCEPT) {
      const reply: Response | undefined = await answer(
        new Request(`${url}/articles/first-price`, { headers: { accept } }),
      );
      const text = (await reply?.text()) ?? '';
      expect([accept, reply ? 'markdown' : 'html', /<html/.test(text)]).toEqual([accept, type, false]);
    }
    expect(await answer(new Request(`${url}/betting`, { headers: { accept: 'text/markdown' } }))).toBe(
      undefined,
    );
    const page = '/articles/first-price';
    const next = () => fetch(`${url}${page}.md`).then(({ body }) => new Response(body));
    const twin: Response | undefined = await answer(new Request(`${url}${page}.md`), { next });
    // On Vercel a rule names the page.
    expect(twin?.headers.get('link')).toBe(
      host === 'netlify' ? `<https://small.example${page}>; rel="canonical"` : undefined,
    );
  });
});

test.each(['cloudflare-pages', 'cloudflare-workers'])(
  'of more rules than %s reads, those that protect come first',
  async (host) => {
    const { headers } = await parseRuleFiles(join(running.root, host));
    const places = ['/*', '/*.md', '/*.svg', '/files/*', '/sw.js', '/feed.xml'].map((path) =>
      headers.findIndex((rule) => rule.for === path),
    );
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  },
);

test('Netlify reads the rules as they are meant', async () => {
  const { redirects, headers } = await parseRuleFiles(join(running.root, 'netlify'));
  expect(
    redirects.map(({ from, to, status, force }) => [decodeURI(from), decodeURI(to), status, force ?? false]),
  ).toEqual([
    ['/promo', '/articles/nowhere', 301, true],
    ['/cards', '/poker', 301, true],
    ['/articles/old-street', '/articles/third-street', 301, true],
    ...['/ru/старая-цена', '/기사/오래된', '/old.html', '/a/b/c'].map((from) => [
      from,
      '/ru/articles/первая-цена',
      301,
      true,
    ]),
    ['/shop', 'https://shop.example/all', 301, true],
    [
      '/.well-known/webfinger',
      'https://example.social/.well-known/webfinger?resource=acct:desk@example.social',
      301,
      true,
    ],
    ['/', '/poker', 301, true],
    ['/blog/:rest', '/articles/:rest', 301, true],
    ['/blog/:rest/*', '/articles/:rest/:splat', 301, true],
    ['/ru/блог/:rest', '/ru', 301, true],
    ['/ru/блог/:rest/*', '/ru', 301, true],
    ['/wiki/:rest', 'https://wiki.example/of/:rest', 301, true],
    ['/wiki/:rest/*', 'https://wiki.example/of/:rest/:splat', 301, true],
    ['/weblog/:rest', 'https://small.example/:rest', 301, true],
    ['/weblog/:rest/*', 'https://small.example/:rest/:splat', 301, true],
    ['/withdrawn', '/404.html', 410, true],
    ['/ru/снято', '/ru/404.html', 410, true],
    ['/ru/*', '/ru/404.html', 404, false],
  ]);
  expect(headers[0]).toEqual({
    for: '/*',
    values: { ...SECURITY_HEADERS, 'Strict-Transport-Security': 'max-age=31536000', Vary: 'Accept' },
  });
  expect(headers.length).toBeLessThan(100);
});

test.each([{ urls: { layout: 'directory' } }, { basePath: '/blog' }])(
  'every page of a site with %j has an address on every host',
  async (config) => {
    const { ask, close } = await start(config);
    const base = 'basePath' in config ? config.basePath : '';
    /** The page after at most two redirects, and the addresses on the way. */
    const follow = async (server: Server, start: string) => {
      const way: string[] = [];
      let reply = await ask(server, start);
      for (
        ;
        way.length < 2 && reply.headers.location !== undefined;
        reply = await ask(server, way.at(-1) ?? '')
      )
        way.push(reply.headers.location);
      return { way, shown: `${server} ${describeReply(reply)}` };
    };
    try {
      for (const server of SERVERS) {
        // Cloudflare's servers are the root of their hosts.
        if (base !== '' && (isPart(server) || server === 'cloudflare-workers')) continue;
        for (const path of ['/', '/ru', '/articles/first-price', '/authors/ann-reed'])
          expect((await follow(server, base + path)).shown).toBe(`${server} 200 ${path}`);
        const { way, shown } = await follow(server, `${base}/articles/old-street`);
        expect(`${way.join()} ${shown}`).toContain(`${base}/articles/third-street`);
        expect((await ask(server, `${base}/unknown`)).status).toBe(404);
      }
    } finally {
      await close();
    }
  },
  120_000,
);

test("the AWS command line takes the files of CloudFront by this project's commands, and sends all that they say", async () => {
  const out = join(running.root, 's3');
  const [, block = ''] = /```sh\n(aws [\s\S]*?)```/.exec(readFileSync('docs/hosting/s3.md', 'utf8')) ?? [];
  const commands = block
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll('//dist/', '//').replaceAll("'", '').split(/\s+/).slice(1));
  expect(commands.map(([, name]) => name)).toEqual([
    'create-function',
    'create-response-headers-policy',
    'create-response-headers-policy',
  ]);
  for (const command of commands) {
    const { body } = await callAws(command, out);
    const file = command.find((word) => /fileb?:/.test(word))?.replace(/^fileb?:\/\//, '') ?? '';
    const written = readFileSync(join(out, file), 'utf8');
    const code = /<FunctionCode>(.*)<\/FunctionCode>/.exec(body)?.[1];
    if (code !== undefined) expect(Buffer.from(code, 'base64').toString()).toBe(written);
    else expect(leavesOf(body)).toEqual(leavesOf(written.replaceAll('&', '&amp;')));
    // CloudFront takes these headers only as what they are.
    expect(body).not.toMatch(/<Header>(?:Strict-|Content-Security|Referrer-|X-Content-Type|X-Frame|X-XSS)/);
  }
});

/** The values in a document of XML or JSON, sorted. */
function leavesOf(text: string): string[] {
  const found = text.startsWith('<')
    ? [...text.matchAll(/>([^<>]+)</g)].map(([, value]) => value)
    : [...text.matchAll(/: (?:"(.*)"|(\w+)),?$/gm)].map(([, quoted, plain]) => quoted ?? plain);
  return found.map(String).sort();
}

test('a CloudFront function with many old addresses stays within its limit', async () => {
  const redirects = Array.from({ length: 900 }, (_, index) => ({ from: `/old-${index}`, to: '/poker' }));
  const root = makeSite(hostedSite({ hosting: 's3', redirects }));
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(`${code} ${stderr}`).toMatch(/^0 /);
  const text = readFileSync(join(root, 'dist/.hosting/cloudfront-function.js'), 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000);
  expect(text).toContain('"/old-100":"/poker"');
});

test('old addresses beyond the limit of a host are a warning, and keep their pages', async () => {
  const redirects = Array.from({ length: 501 }, (_, index) => ({ from: `/old-${index}`, to: '/poker' }));
  const root = makeSite(hostedSite({ hosting: 'gcs', redirects }));
  for (const change of ['first', 'unchanged']) {
    const { code, stderr } = await runArticles(['build', '--root', root]);
    expect(`${change} ${code} ${stderr}`).toMatch(
      /^\w+ 0 [\s\S]*warning site-config\.json: the files for gcs have room for 500 of 50\d old addresses/,
    );
  }
  expect(readFileSync(join(root, 'dist/old-500.html'), 'utf8')).toContain('/poker');
});

test('a deploy publishes the files of the host, and none for its operator', async () => {
  const target = makeFolder();
  const deploy = (host: string) =>
    runArticles([
      'deploy',
      '--root',
      running.root,
      '--out',
      join(running.root, host),
      '--target',
      `file://${target}/${host}`,
    ]);
  for (const host of ['netlify', 's3']) {
    const { code, stderr } = await deploy(host);
    expect(`${code} ${stderr}`).toMatch(/^0 /);
  }
  expect(existsSync(`${target}/netlify/_redirects`)).toBe(true);
  expect(existsSync(`${target}/s3/index.html`)).toBe(true);
  expect(existsSync(`${target}/s3/.hosting`)).toBe(false);
});

test('a migration of 200 dated addresses keeps all of them, without a redirect', async () => {
  const old = Array.from({ length: 200 }, (_, index) => {
    const day = new Date(Date.UTC(2015, 0, 1 + index * 17)).toISOString().slice(0, 10);
    const [year, month] = day.split('-');
    // Some posts of every old site have an address of their own.
    const own = index % 20 === 0 ? `/${year}/special-${index}/` : null;
    return { index, day, own, address: own ?? `/${year}/${month}/post-${index}/` };
  });
  const root = makeSite({
    ...smallSite({
      ...{ hosting: 'github-pages', timeZone: 'UTC', urls: { layout: 'directory' } },
      permalinks: { article: '/{year}/{month}/{slug}' },
    }),
    ...Object.fromEntries(
      old.map(({ index, day, own }) => [
        `content/en_US/articles/${day}-post-${index}.md`,
        article({ title: `Post ${index}`, date: day, ...(own && { more: `permalink: ${own}` }) }),
      ]),
    ),
  });
  await buildSite(root, { out: join(root, 'github-pages') });
  const { ask, close } = await imitate(root, 'github-pages');
  onTestFinished(close);
  const replies = await Promise.all(old.map(async ({ address }) => describeReply(await ask(address))));
  expect(replies).toEqual(old.map(({ address }) => `200 ${address.slice(0, -1)}`));
});

test('--as needs the files of its host, and a finished build', async () => {
  const root = makeSite(hostedSite({ hosting: 'nginx' }));
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  const wrong = await runArticles(['serve', '--root', root, '--as', 'caddy']);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('the build has no files for caddy');
  expect(wrong.stderr).toContain('set "hosting": "caddy" in site-config.json and run `articles build`');
  const other = await runArticles(['serve', '--root', root, '--as', 'vercel']);
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining('cloudflare-pages, nginx, apache, caddy'),
  ]);
  const watched = await runArticles(['serve', '--root', root, '--as', 'nginx', '--watch']);
  expect(watched.stderr).toContain('--as serves a finished build');
  writeFiles(root, {
    'public/_redirects': '/a /b 302\n',
    'site-config.json': config(root, { hosting: 'netlify' }),
  });
  const taken = await runArticles(['build', '--root', root]);
  expect(taken.stderr).toContain('public/_redirects: _redirects is made by the build');
});

function config(root: string, change: object): string {
  return json({ ...JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8')), ...change });
}

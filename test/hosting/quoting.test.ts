/**
 * Addresses and headers of random characters: the configuration refuses them, or every server makes of its file what was asked.
 * Servers that run here read their own files, and Netlify's parsers read its rules.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTransformedRoutes } from '@vercel/routing-utils';
import { expect, test } from 'vitest';
import { headerRule, newAddress, oldAddress } from '../../src/config/redirect-rules.ts';
import { HOST_NAMES, loadHost } from '../../src/hosts/host-table.ts';
import { runArticles } from '../support/program.ts';
import { createDraw } from '../support/random.ts';
import { article, json, makeSite, smallSite } from '../support/site.ts';
import { hostOf, parseRuleFiles, SERVERS, type Server, start } from './support.ts';

const SEEDS = (process.env.SEEDS ?? '1 2').split(' ');
/** Of each kind. */
const COUNT = 24;
const HEADERS = 12;

/** What the files of hosts read as more than a character. */
const PIECES =
  '$ $1 $host $\x7bPATH} {$HOME} {path} {http.request.host} %{HTTP_HOST} %1 \\1 :splat :rest :1 * ** (a) [b] [c-d] {e,f} ! @ & + , ; = ^ ~ - _ . | \' " ` # % < > \\ ? ?a=b п 한 é a b 1'
    .split(' ')
    .concat(' ', '\t', '\n', '\r\n', '\0');

interface Case {
  from: string;
  to: string;
}

/** A random redirect of each kind in turn; its number makes each address its own. */
function createRedirect(draw: (below: number) => number, index: number): Case {
  const some = (most: number) =>
    Array.from({ length: 1 + draw(most) }, () => PIECES[draw(PIECES.length)]).join('');
  const from = `/r${index}${some(4)}`;
  const own = `/t${index}${some(3)}x`;
  const foreign = `https://elsewhere.example/${some(3)}`;
  switch (index % 5) {
    case 0:
      return { from, to: own };
    case 1:
      return { from, to: foreign };
    case 2:
      return { from: `${from}/*`, to: `${own}/*` };
    case 3:
      return { from: `${from}/*`, to: `${foreign}/*` };
    default:
      return { from: `${from}?p=${index}`, to: own };
  }
}

const isAddress = ({ from, to }: Case) =>
  oldAddress.safeParse(from).success &&
  newAddress.safeParse(to).success &&
  (from.endsWith('*') || !to.endsWith('*'));

function createHeader(draw: (below: number) => number, index: number) {
  const value = Array.from({ length: 1 + draw(5) }, () => PIECES[draw(PIECES.length)]).join('');
  const path = index % 2 === 0 ? `/files/h${index}.txt` : `/h${index}/*`;
  return { path, set: { [`X-H${index}`]: value } };
}

/** As a browser sends it. */
const asked = (path: string) => {
  const { pathname, search } = new URL(path, 'http://site.example');
  return pathname + search;
};
/** In one spelling: the bytes that it means. */
const plain = (address: string) =>
  new URL(address, 'http://site.example').href
    .replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    // Firebase's own server adds the query of a request, also an empty one.
    .replace(/[?&]+$/, '');

/** Kinds of redirects that a host has no rules for. */
const LACKS: Partial<Record<Server, RegExp>> = {
  'github-pages': /\*|\?|^\/r/,
  'cloudflare-pages': /\?/,
  'real cloudflare': /\?/,
  'cloudflare-workers': /\?/,
  firebase: /\?/,
  'real firebase': /\?/,
  gcs: /\?/,
};

test.each(SEEDS)(
  'every server sends random addresses where they were meant to go, seed %s',
  async (seed) => {
    const draw = createDraw(`quoting ${seed}`);
    const redirects: Case[] = [];
    for (let index = 0; redirects.length < COUNT * 5; index++) {
      const redirect = createRedirect(draw, index);
      if (isAddress(redirect)) redirects.push(redirect);
    }
    const headers = [];
    for (let index = 0; headers.length < HEADERS; index++) {
      const header = createHeader(draw, index);
      if (headerRule.safeParse(header).success) headers.push(header);
    }
    const own = redirects.filter(({ to }) => to.startsWith('/') && !to.endsWith('*'));
    const files = own.map(({ from, to }, number) => [
      `content/en_US/articles/t${number}.md`,
      article({
        title: `T ${number}`,
        more: `permalink: ${JSON.stringify(to)}${from.includes('?') ? '' : `\naliases: [${JSON.stringify(from)}]`}`,
      }),
    ]);
    const config = {
      redirects: redirects.filter(({ from, to }) => /[*?]/.test(from) || to.startsWith('https:')),
      headers,
      fediverse: undefined,
    };
    const shown = headers.map(({ path }) => [`public${path.replace('*', 'any.txt')}`, 'text']);
    const { root, ask, close } = await start(config, Object.fromEntries([...files, ...shown]));
    try {
      const wrong: string[] = [];
      const hosts = await Promise.all(HOST_NAMES.map(async (name) => [name, await loadHost(name)] as const));
      const lacking = new Map(hosts.map(([name, host]) => [name, host.lacksRedirect]));
      for (const server of SERVERS) {
        for (const { from, to } of redirects) {
          if (LACKS[server]?.test(from) || lacking.get(hostOf(server))?.(from, to)) continue;
          const rest = from.endsWith('*') ? 'a%20b/c' : '';
          const { status, headers: reply } = await ask(server, asked(from.replace(/\*$/, '')) + rest);
          const location = reply.location?.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
          // Vercel keeps the query.
          const query = hostOf(server) === 'vercel' && !to.includes('?') ? from.replace(/^[^?]*/, '') : '';
          const expected = (to.replace(/\*$/, '') + rest).replace(/#|$/, (end) => query + end);
          if (status !== 301 || location === undefined || plain(location) !== plain(expected))
            wrong.push(`${server}: ${from} → ${to}: ${status} ${location}`);
        }
        if (/^(?:github-pages|gcs|s3)$/.test(server)) continue;
        for (const { path, set } of headers)
          for (const [name, value] of Object.entries(set)) {
            const { headers: reply } = await ask(server, path.replace('*', 'any.txt'));
            if (reply[name.toLowerCase()]?.replace(/, /g, ',') !== value.replace(/, /g, ','))
              wrong.push(`${server}: ${name} ${value}: ${reply[name.toLowerCase()]}`);
          }
      }
      expect(wrong).toEqual([]);
      const netlify = await parseRuleFiles(join(root, 'netlify'));
      for (const { path, set } of headers)
        expect(json(netlify.headers.find((rule) => rule.for === path)?.values).replace(/, /g, ',')).toBe(
          json(set),
        );
    } finally {
      await close();
    }
  },
  240_000,
);

test('a build refuses what no host can say, with the place in the configuration', async () => {
  const refused = [
    { redirects: [{ from: '/a\nb', to: '/c' }] },
    { redirects: [{ from: '/a', to: 'https://b.example/$1' }] },
    { redirects: [{ from: '/a/*', to: 'https://b.example/:splat/*' }] },
    { redirects: [{ from: '/a', to: 'https://b.example/"c' }] },
    ...['a\nb', 'a"b', '$a', '{$HOME}', '%{x}e', 'expr=1', ' a', 'a ', 'a:splat'].map((value) => ({
      headers: [{ path: '/a', set: { 'X-A': value } }],
    })),
  ];
  for (const config of refused) {
    const root = makeSite({
      ...smallSite(),
      'site-config.json': json({
        ...JSON.parse(`${smallSite()['site-config.json']}`),
        hosting: 'nginx',
        ...config,
      }),
    });
    const { code, stderr } = await runArticles(['build', '--root', root]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error site-config\.json:\d+:\d+: .*\n {2}→ /),
    ]);
  }
});

test('Vercel keeps the query and the part of a new address, whatever signs they have', async () => {
  const targets = [
    'https://map.example/at?geo=geo:52,13#here',
    'https://map.example/at?a=(b)*&c=d:e?f:g#h:i',
    'https://map.example/a:b?c=d:e&f=%26%3Dg',
    'https://map.example/at?a=b:c+d',
    'https://map.example/at?a:b=c:d&(e)=f:g',
  ];
  const redirects = targets.map((to, index) => ({ from: `/r${index}`, to }));
  const root = makeSite(smallSite({ hosting: 'vercel', redirects }));
  expect(await runArticles(['build', '--root', root])).toMatchObject({ code: 0 });
  const { routes, error } = getTransformedRoutes(
    JSON.parse(readFileSync(join(root, 'dist/vercel.json'), 'utf8')),
  );
  expect(error).toBe(null);
  const found = redirects.map(({ from }) => {
    const route = routes?.find(({ src = '$^' }) => new RegExp(src).test(from) && !new RegExp(src).test('/x'));
    return route && 'headers' in route ? route.headers?.Location : undefined;
  });
  const parts = (address = '') => {
    const { origin, pathname, searchParams, hash } = new URL(address);
    return [origin, decodeURIComponent(pathname), [...searchParams], hash];
  };
  expect(found.map(parts)).toEqual(targets.map(parts));
});

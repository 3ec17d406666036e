/** The steps after a deploy, with real servers on loopback: requests, failures, records, and where secrets are seen. */

import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { after } from '../../src/config/deploy-schema.ts';
import type { Released } from '../../src/deploy/after/after-action.ts';
import { planActions } from '../../src/deploy/after/run-actions.ts';
import { callAws } from '../support/aws.ts';
import { makeBuiltSite } from '../support/built-site.ts';
import { startGcsServer } from '../support/gcs-server.ts';
import { listen } from '../support/listen.ts';
import { runArticles } from '../support/program.ts';
import { leanSite, writeFiles } from '../support/site.ts';

afterEach(() => void vi.unstubAllEnvs());

interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A service that records requests. `answer` decides on the status; the answer repeats all that was sent. */
async function startService(answer: (count: number) => number = () => 200) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    seen.push({ method, path, headers, body });
    const echo = JSON.stringify({ headers, body });
    response.writeHead(answer(seen.length), {
      'x-echo': headers.authorization ?? 'none',
      'retry-after': '0',
    });
    response.end(echo);
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  return { url, seen };
}

const KEY = 'a1b2c3d4e5f6';
const SECRET = 'planted-secret-7f3e9a';

/** @param settings of `deploy.after`. A build reads the key of IndexNow alone, so most tests have one build. */
async function startSite(settings: {
  indexNow?: { key: string; endpoint: string };
  [action: string]: unknown;
}) {
  const gcs = await startGcsServer({ buckets: ['small-paper', 'small-paper-dev'] });
  onTestFinished(() => gcs.stop());
  vi.stubEnv('STORAGE_EMULATOR_HOST', gcs.url);
  const key = settings.indexNow && { indexNow: { key: settings.indexNow.key } };
  const root = await makeBuiltSite(leanSite({ deploy: { after: key } }));
  writeFiles(root, leanSite({ deploy: { after: settings } }));
  const deploy = async (...args: string[]) => {
    const run = await runArticles(['deploy', '--root', root, '--json', '--yes', ...args]);
    expect([run.code, run.code === 0 ? '' : run.stderr]).toEqual([0, '']);
    return { ...run, result: JSON.parse(run.stdout) };
  };
  const edit = async (words: string) => {
    const file = join(root, 'content/en_US/articles/second.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${words}\n`);
    await runArticles(['build', '--root', root]);
  };
  return { gcs, root, deploy, edit };
}
const PRODUCTION = ['--env', 'production'];

test('IndexNow gets the pages that changed, of production only, and the build publishes its key', async () => {
  const service = await startService();
  const { root, deploy, edit } = await startSite({
    indexNow: { key: KEY, endpoint: `${service.url}/indexnow` },
  });
  expect(readFileSync(join(root, `dist/${KEY}.txt`), 'utf8')).toBe(KEY);
  await deploy();
  expect(service.seen).toEqual([]);
  const { result } = await deploy(...PRODUCTION);
  expect(result.after).toMatchObject([{ action: 'indexNow', ok: true, requests: 1 }]);
  const [first] = service.seen;
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    host: 'small.example',
    key: KEY,
    keyLocation: `https://small.example/${KEY}.txt`,
  });
  expect(JSON.parse(first?.body ?? '').urlList).toEqual(
    expect.arrayContaining(['https://small.example/', 'https://small.example/articles/first-price']),
  );
  // Nothing changed: nothing is sent.
  expect((await deploy(...PRODUCTION)).result.after).toBeUndefined();
  expect(service.seen).toHaveLength(1);
  await edit('One more paragraph.');
  await deploy(...PRODUCTION);
  expect(JSON.parse(service.seen[1]?.body ?? '').urlList).toEqual([
    'https://small.example/articles/second-look',
  ]);
});

test('a dry run says what it would do, and does nothing', async () => {
  const service = await startService();
  const { deploy } = await startSite({
    indexNow: { key: KEY, endpoint: service.url },
    webhook: { url: service.url },
  });
  const { result, stderr } = await deploy(...PRODUCTION, '--dry-run');
  expect(result.after.map(({ action }: { action: string }) => action)).toEqual(['indexNow', 'webhook']);
  expect(stderr).toMatch(/after the deploy, it would submit \d+ addresses to 127.0.0.1/);
  expect(service.seen).toEqual([]);
});

test('the webhook gets the release, signed; a busy server is asked again; all of it is recorded', async () => {
  const service = await startService((count) => (count < 3 ? 503 : 204));
  vi.stubEnv('HOOK_SECRET', SECRET);
  const { gcs, deploy, edit } = await startSite({
    webhook: { url: `${service.url}/hook`, secret: 'HOOK_SECRET' },
  });
  const { result } = await deploy(...PRODUCTION);
  expect(service.seen).toHaveLength(3);
  const { headers = {}, body = '' } = service.seen[2] ?? {};
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  expect(headers['x-articles-signature']).toBe(`sha256=${signature}`);
  expect(JSON.parse(body)).toMatchObject({
    site: 'small-paper',
    environment: 'production',
    release: 'r1',
    home: 'https://small.example',
    changes: expect.arrayContaining([{ action: 'added', path: '/articles/first-price', kind: 'article' }]),
  });
  const records = () =>
    [...(gcs.buckets.get('small-paper')?.live.values() ?? [])].filter(({ name }) => name.includes('/after/'));
  expect(JSON.parse(String(records()[0]?.bytes))).toEqual({
    version: 1,
    release: 'r1',
    actions: result.after,
  });
  // The record is kept as long as its release, and is no part of the site.
  await edit('More.');
  expect((await deploy(...PRODUCTION)).result).toMatchObject({ release: 'r2', deleted: 0 });
  expect(records().map(({ name }) => name)).toEqual(['.articles/after/r1.json', '.articles/after/r2.json']);
});

test.each([
  ['answers 500', 500],
  ['refuses the secret', 403],
  ['sends readers elsewhere', 302],
])('a service that %s is a warning, and the deploy is complete', async (_, status) => {
  const service = await startService(() => status);
  vi.stubEnv('CDN_TOKEN', SECRET);
  const { gcs, deploy } = await startSite({
    purge: { cdn: 'cloudflare', zone: 'z', token: 'CDN_TOKEN', endpoint: service.url },
  });
  const { stderr, stdout, result } = await deploy(...PRODUCTION);
  expect(result).toMatchObject({
    release: 'r1',
    after: [{ ok: false, error: expect.stringContaining(String(status)) }],
  });
  expect(stderr).toMatch(/warning after the deploy: could not purge \d+ addresses/);
  if (status === 403) expect(stderr).toContain('check CDN_TOKEN');
  // The server repeats what it got; nothing of it is shown or stored.
  const stored = [...(gcs.buckets.get('small-paper')?.live.values() ?? [])].map(
    ({ bytes, metadata }) => String(bytes) + JSON.stringify(metadata),
  );
  for (const place of [stdout, stderr, ...stored]) expect(place).not.toContain(SECRET);
  expect(service.seen.every(({ headers }) => headers.authorization === `Bearer ${SECRET}`)).toBe(true);
});

test('an action that fails is done again by the next deploy, also by one that changes nothing, until it succeeds', async () => {
  // A refusal is not asked again by the same deploy.
  let status = 403;
  const hook = await startService(() => status);
  const cdn = await startService(() => status);
  const index = await startService();
  vi.stubEnv('CDN_TOKEN', SECRET);
  const { gcs, deploy } = await startSite({
    purge: { cdn: 'cloudflare', zone: 'z', token: 'CDN_TOKEN', endpoint: cdn.url },
    indexNow: { key: KEY, endpoint: index.url },
    webhook: { url: hook.url },
  });
  const both = (ok: boolean) => [
    { action: 'purge', ok },
    { action: 'webhook', ok },
  ];
  await deploy(...PRODUCTION);
  const failed = hook.seen.at(-1)?.body ?? '';
  const { result } = await deploy(...PRODUCTION);
  expect(result).toMatchObject({ uploaded: 0, after: both(false) });
  status = 200;
  expect((await deploy(...PRODUCTION)).result).toMatchObject({ after: both(true) });
  expect(JSON.parse(hook.seen.at(-1)?.body ?? '')).toEqual(JSON.parse(failed));
  // What had succeeded was not repeated, and now nothing is left.
  expect(index.seen).toHaveLength(1);
  expect((await deploy(...PRODUCTION)).result.after).toBeUndefined();
  const names = [...(gcs.buckets.get('small-paper')?.live.keys() ?? [])];
  expect(names.filter((name) => name.includes('/after/'))).toEqual(['.articles/after/r1.json']);
});

test('a deploy that ends before its actions leaves them to the next one, with its own changes', async () => {
  const hook = await startService();
  const { gcs, root, deploy, edit } = await startSite({ webhook: { url: hook.url } });
  await deploy(...PRODUCTION);
  await edit('One more paragraph.');
  // The page is written, the record of the release is not.
  gcs.faults.push({
    match: ({ kind, name }) => kind === 'upload' && name.includes('/releases/'),
    act: { kind: 'status', status: 403 },
  });
  const stopped = await runArticles(['deploy', '--root', root, '--yes', ...PRODUCTION]);
  expect([stopped.code, hook.seen.length]).toEqual([1, 1]);
  expect((await deploy(...PRODUCTION)).result).toMatchObject({ uploaded: 0, release: 'r2' });
  const { changes, release } = JSON.parse(hook.seen.at(-1)?.body ?? '');
  expect(release).toBe('r2');
  expect(changes.map(({ path }: { path: string }) => path)).toContain('/articles/second-look');
});

test('a program gets the release on its input, and its failure is a warning', async () => {
  const program =
    "let all = ''; process.stdin.on('data', (part) => (all += part)).on('end', () => require('fs').writeFileSync('seen.json', all))";
  const { root, deploy, edit } = await startSite({ command: ['node', '-e', program] });
  const { result, stdout } = await deploy(...PRODUCTION);
  expect(result.after).toEqual([{ action: 'command', description: 'run node', ok: true, requests: 0 }]);
  const seen = JSON.parse(readFileSync(join(root, 'seen.json'), 'utf8'));
  expect(seen).toMatchObject({ site: 'small-paper', release: 'r1', home: 'https://small.example' });
  expect(seen.changes).toHaveLength(seen.changed);
  expect(stdout).not.toContain('writeFileSync');
  const change = (command: string[]) => writeFiles(root, leanSite({ deploy: { after: { command } } }));
  for (const [command, reason] of [
    [['node', '-e', 'process.exit(7)'], 'it ended with 7'],
    [['no-such-program'], 'ENOENT'],
  ] as const) {
    change([...command]);
    await edit(reason);
    const failed = await deploy(...PRODUCTION);
    expect(failed.result.after).toMatchObject([{ ok: false, error: expect.stringContaining(reason) }]);
    expect(failed.stderr).toContain(`could not run ${command[0]}`);
  }
});

test('the recipe for Fastly asks for each address that changed', async () => {
  const service = await startService();
  const { root, deploy, edit } = await startSite({ command: ['node', 'purge.mjs'] });
  const [, recipe = ''] = /```js [^\n]*\n([\s\S]*?)```/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
  writeFiles(root, { 'purge.mjs': recipe.replace('https://api.fastly.com', service.url) });
  vi.stubEnv('FASTLY_API_TOKEN', SECRET);
  await deploy(...PRODUCTION);
  service.seen.length = 0;
  await edit('One more paragraph.');
  expect((await deploy(...PRODUCTION)).result.after).toMatchObject([{ ok: true }]);
  expect(service.seen).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      path: '/purge/small.example/articles/second-look',
      headers: expect.objectContaining({ 'fastly-key': SECRET }),
    }),
  );
});

test('no secret is seen where a variable is missing, wrong, or put into the settings', async () => {
  const service = await startService();
  const settings = { purge: { cdn: 'cloudflare', zone: 'z', token: 'NOT_SET', endpoint: service.url } };
  const { root, deploy } = await startSite(settings);
  const { result } = await deploy(...PRODUCTION);
  expect(result.after[0].error).toBe('the environment variable NOT_SET is not set');
  // A line break cannot be in a header; the error of the client would quote the value.
  vi.stubEnv('NOT_SET', `${SECRET}\n${SECRET}`);
  await writeFiles(root, leanSite({ title: 'Other', deploy: { after: settings } }));
  await runArticles(['build', '--root', root]);
  const broken = await deploy(...PRODUCTION);
  expect(broken.result.after[0]).toMatchObject({ ok: false });
  expect(broken.stdout + broken.stderr).not.toContain(SECRET);
  writeFiles(
    root,
    leanSite({ deploy: { after: { purge: { cdn: 'cloudflare', zone: 'z', token: SECRET } } } }),
  );
  const refused = await runArticles(['deploy', '--root', root, '--json']);
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('must be the name of an environment variable');
  expect(refused.stdout + refused.stderr).not.toContain(SECRET);
});

describe('the requests', () => {
  const change = (path: string) => ({ action: 'changed', path, kind: 'article' }) as const;
  const released = (count: number): Released => ({
    site: 'example',
    environment: 'production',
    target: 'gs://example',
    release: 'r3',
    home: 'https://example.org/blog',
    indexed: true,
    changes: Array.from({ length: count }, (_, index) => change(index === 0 ? '' : `/articles/${index}`)),
  });
  const plan = async (settings: object, count: number, environment = {}) => {
    const [action] = planActions(after.parse(settings), released(count));
    return action && 'requests' in action ? action.requests(SECRET, environment) : [];
  };

  test('to IndexNow have at most 10,000 addresses', async () => {
    const sizes = async (count: number) =>
      (await plan({ indexNow: { key: KEY } }, count)).map(
        ({ body }) => JSON.parse(body ?? '').urlList.length,
      );
    expect(await sizes(10_000)).toEqual([10_000]);
    expect(await sizes(25_001)).toEqual([10_000, 10_000, 5001]);
  });

  test('to Cloudflare have at most 30 addresses, and the token as bearer', async () => {
    const requests = await plan({ purge: { cdn: 'cloudflare', zone: 'a/b' } }, 61);
    expect(requests.map(({ body }) => JSON.parse(body ?? '').files.length)).toEqual([30, 30, 1]);
    expect(requests[0]).toMatchObject({
      url: new URL('https://api.cloudflare.com/client/v4/zones/a%2Fb/purge_cache'),
      headers: { authorization: `Bearer ${SECRET}` },
    });
    expect(JSON.parse(requests[0]?.body ?? '').files[0]).toBe('https://example.org/blog/');
  });

  test('to CloudFront name few paths, or one pattern for many, and are signed', async () => {
    const settings = { purge: { cdn: 'cloudfront', distribution: 'E1' } };
    const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: SECRET, HOME: '/nowhere' };
    const [request] = await plan(settings, 2, keys);
    expect(request?.url.origin).toBe('https://cloudfront.amazonaws.com');
    // Amazon's own client says the same.
    const create = ['cloudfront', 'create-invalidation', '--distribution-id', 'E1', '--paths'];
    const { method, path, body } = await callAws([...create, '/blog/', '/blog/articles/1']);
    expect([request?.method, request?.url.pathname]).toEqual([method, path]);
    const partsOf = (text = '') =>
      text
        .replace(/cli-[\d-]+|[\da-f]{8}-[\da-f-]{27}/, '')
        .match(/<CallerReference>.*<\/CallerReference>|<Paths>.*<\/Paths>|<Inv[^>]*>/g)
        ?.sort();
    expect(partsOf(request?.body)).toEqual(partsOf(body));
    expect(partsOf(body)).toHaveLength(3);
    expect(request?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/cloudfront\/aws4_request/,
    );
    expect(JSON.stringify(request)).not.toContain(SECRET);
    expect((await plan(settings, 500, keys))[0]?.body).toContain('<Items><Path>/blog/*</Path></Items>');
    await expect(plan(settings, 2, { HOME: '/nowhere' })).rejects.toThrow(/AWS_ACCESS_KEY_ID/);
    const broken = { ...keys, AWS_SESSION_TOKEN: `${SECRET}\n${SECRET}` };
    await expect(plan(settings, 2, broken)).rejects.toThrow('the keys of AWS are not valid');
  });

  test('to another CDN are refused, with what reaches it', () => {
    const [issue] = after.safeParse({ purge: { cdn: 'fastly', service: 'x' } }).error?.issues ?? [];
    expect(issue?.message).toContain('a program purges others: "command"');
  });

  test('are none where the address of the site is not known', () => {
    const unknown = { ...released(3), home: null };
    const settings = after.parse({ indexNow: { key: KEY }, purge: { cdn: 'cloudflare', zone: 'z' } });
    expect(planActions(settings, unknown)).toEqual([]);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AwsV4Signer } from 'aws4fetch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from '../../src/deploy/rollback.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { runArticles } from '../support/program.ts';
import { S3_KEYS, type S3Server, startS3Server } from '../support/s3-server.ts';
import { readClaim, signatureOf } from '../support/s3-signature.ts';
import type { S3Features } from '../support/s3-store.ts';
import { makeFolder, makeSite, smallSite } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreRequest } from '../support/store-server.ts';
import { createOptions, deployTo, OPEN, siteOf } from './support.ts';

let server: S3Server;
let folder: string;
const AWS = Object.keys(process.env).filter((name) => name.startsWith('AWS_'));
const before = Object.fromEntries(AWS.map((name) => [name, process.env[name]]));

beforeEach(async () => {
  folder = makeFolder();
  server = await startS3Server({ buckets: ['site'] });
  // The files of the machine are not those of the test.
  process.env.AWS_SHARED_CREDENTIALS_FILE = join(folder, 'credentials');
  process.env.AWS_CONFIG_FILE = join(folder, 'config');
});
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, before);
  await server.stop();
});

const deploy = async (edition: string, url = 's3://site') => {
  const out = join(folder, 'dist');
  return deployTo(url, server.url, out, await writeSite(out, createSiteFiles(edition)));
};
const live = (name = 'site') => {
  const bucket = server.buckets.get(name);
  if (!bucket) throw new Error(`no bucket ${name}`);
  return bucket;
};

describe('signatures', () => {
  const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  /** The examples of "Signature Calculations for the Authorization Header" in Amazon's documentation of S3. */
  const EXAMPLES = [
    {
      target: '/test.txt',
      method: 'GET',
      headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      target: '/test%24file.text',
      method: 'PUT',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      target: '/?lifecycle=',
      method: 'GET',
      headers: { 'x-amz-content-sha256': EMPTY },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      target: '/?max-keys=2&prefix=J',
      method: 'GET',
      headers: { 'x-amz-content-sha256': EMPTY },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ];

  it.each(EXAMPLES)(
    '$method $target is signed as Amazon does, by the test server and by the library',
    async (example) => {
      const { target, method, signature } = example;
      const [path = '', query = ''] = target.split('?');
      const host = 'examplebucket.s3.amazonaws.com';
      const headers = { ...example.headers, host, 'x-amz-date': '20130524T000000Z' };
      const claim = readClaim(
        `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${Object.keys(headers).sort().join(';')},Signature=${signature}`,
      );
      if (!claim) throw new Error('no claim');
      expect(signatureOf({ method, path, query, headers }, claim, SECRET)).toBe(signature);
      const signer = new AwsV4Signer({
        method,
        url: `https://${host}${target}`,
        headers: example.headers,
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: SECRET,
        service: 's3',
        region: 'us-east-1',
        datetime: '20130524T000000Z',
        allHeaders: true,
      });
      expect(await signer.signature()).toBe(signature);
    },
  );

  it('hold for every name that a build may have', async () => {
    const names = [
      'a b.txt',
      'a+b&c=d.txt',
      "quote'(1)*!.txt",
      '100%.txt',
      '%41.txt',
      'ставка.txt',
      '한국/😀~.txt',
      'a#b?.txt',
    ];
    const files = { ...createSiteFiles('one'), ...Object.fromEntries(names.map((name) => [name, name])) };
    const url = 's3://site/pre%20fix/бло+г';
    const out = join(folder, 'dist');
    const manifest = await writeSite(out, files);
    await deployTo(url, server.url, out, manifest);
    for (const name of names) expect(live().live.get(`pre fix/бло+г/${name}`)?.bytes.toString()).toBe(name);
    expect(await deployTo(url, server.url, out, manifest)).toMatchObject({ uploaded: 0, calls: 2 });
  });

  it('have the session token of temporary keys', async () => {
    process.env.AWS_SESSION_TOKEN = 'temporary/token+1=';
    await deploy('one');
    expect(new Set(server.requests.map(({ headers }) => headers['x-amz-security-token']))).toEqual(
      new Set(['temporary/token+1=']),
    );
  });
});

describe('keys', () => {
  it('come from the shared files, by profile', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    await expect(deploy('one')).rejects.toThrow(/no credentials for s3:\/\/site[\s\S]*AWS_ACCESS_KEY_ID/);
    process.env.AWS_PROFILE = 'paper';
    await expect(deploy('one')).rejects.toThrow(/no profile "paper"/);
    const { id, secret } = S3_KEYS;
    await writeFile(
      join(folder, 'credentials'),
      `[default]\naws_access_key_id = other\n\n[paper]\naws_access_key_id=${id}\n# a comment\naws_secret_access_key = ${secret}\n`,
    );
    await writeFile(join(folder, 'config'), `[profile paper]\nregion = eu-central-1\n`);
    server.region = 'eu-central-1';
    expect(await deploy('one')).toMatchObject({ release: 'r1' });
  });

  it.each([
    ['an unknown key', () => server.keys.clear(), /does not know the access key/],
    ['a wrong secret', () => server.keys.set(S3_KEYS.id, 'other'), /rejected the signature/],
    [
      'another region',
      () => {
        server.region = 'eu-west-3';
      },
      /is not in the region "us-east-1", but in "eu-west-3"[\s\S]*s3:\/\/site\?region=eu-west-3/,
    ],
    [
      'a wrong clock',
      () => {
        server.now = () => Date.now() + 3_600_000;
      },
      /clock of this machine differs/,
    ],
    ['no bucket', () => server.buckets.clear(), /bucket "site" does not exist at http:[\s\S]*--init/],
  ])('%s: says what is wrong, without the keys', async (_, change, expected) => {
    change();
    const error = await deploy('one').catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(expected) });
    expect(String(error)).not.toMatch(new RegExp(`${S3_KEYS.id}|secret/of`));
  });

  it('a server that is not there', async () => {
    const target = await openTarget('s3://site', { ...OPEN, apiEndpoint: 'http://127.0.0.1:9' });
    await expect(target.list('')).rejects.toThrow(/cannot reach 127.0.0.1:9: [\s\S]*check the network/);
  });

  it('never appear in errors, objects or requests, even if the server repeats the headers that it got', async () => {
    process.env.AWS_SESSION_TOKEN = 'planted-session-token';
    await deploy('one');
    const planted = new RegExp(
      [S3_KEYS.id, 'secret/of', 'planted-session-token', 'Signature=[0-9a-f]'].join('|'),
    );
    for (const [status, reason] of [
      [400, 'InvalidRequest'],
      [403, 'AccessDenied'],
      [418, S3_KEYS.id],
      [503, 'SlowDown'],
    ] as const) {
      const isWrite = ({ kind }: StoreRequest) => kind === 'upload';
      server.faults.push({ match: isWrite, times: 99, act: { kind: 'status', status, reason, echo: true } });
      const error = await deploy('two').catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ name: 'UserError' });
      expect(JSON.stringify([String(error), error])).not.toMatch(planted);
      server.faults.length = 0;
    }
    const stored = [...live().live.values()].map(({ bytes, ...object }) => [
      bytes.toString('latin1'),
      object,
    ]);
    expect(JSON.stringify(stored)).not.toMatch(planted);
    expect(server.requests.map(({ target }) => target).join()).not.toMatch(planted);
  });
});

it('keys never appear in what the command prints', async () => {
  process.env.AWS_SESSION_TOKEN = 'planted-session-token';
  const target = `s3://site?endpoint=${server.url}`;
  const root = makeSite(smallSite({ deploy: { development: target } }));
  const build = await runArticles(['build', '--root', root]);
  expect(build.code).toBe(0);
  for (const [status, code] of [
    [403, 1],
    [400, 1],
    [200, 0],
  ] as const) {
    const act = { kind: 'status', status, reason: 'InvalidRequest', echo: true } as const;
    if (status !== 200) server.faults.push({ match: ({ kind }) => kind === 'upload', times: 99, act });
    const run = await runArticles(['deploy', '--root', root]);
    server.faults.length = 0;
    expect([status, run.code]).toEqual([status, code]);
    expect(run.stderr + run.stdout).not.toMatch(
      new RegExp([S3_KEYS.id, 'secret/of', 'planted-session-token', 'Signature=[0-9a-f]'].join('|')),
    );
  }
  expect(live().live.has('articles/first-price')).toBe(true);
});

describe('a server without', () => {
  const writes = () =>
    server.requests.filter(
      ({ method, name }) => method !== 'GET' && method !== 'HEAD' && !name.includes('/probe-'),
    );
  it.each<[string, Partial<S3Features>]>([
    ['conditional writes', { conditionalWrites: false }],
    ['conditional writes, which says so', { conditionalWrites: 'refused' }],
  ])('%s is refused before anything is written', async (_, features) => {
    Object.assign(server.features, features);
    await expect(deploy('one')).rejects.toThrow(
      /127\.0\.0\.1:\d+ ignores If-None-Match and If-Match on writes, so a lock could not hold[\s\S]*R2 or MinIO/,
    );
    expect(writes()).toEqual([]);
    expect([...live().live.keys()]).toEqual([]);
  });

  it('conditions of copies and deletions deploys with more requests, and still finds conflicts', async () => {
    Object.assign(server.features, { conditionalCopies: false, conditionalDeletes: false });
    await deploy('one');
    const first = siteOf(live());
    await deploy('two');
    expect(await deploy('two')).toMatchObject({ calls: 2 });
    const target = await openTarget('s3://site', { ...OPEN, apiEndpoint: server.url });
    const manifest = await writeSite(join(folder, 'dist'), {});
    await rollBack(null, createOptions(target, folder, manifest));
    expect(siteOf(live())).toMatchObject(first);
    expect(server.requests.some(({ kind, name }) => kind === 'copy' && !name.includes('/probe-'))).toBe(
      false,
    );
    const home = await target.stat('index.html');
    if (!home) throw new Error('no home');
    const old = { ...home.object, generation: 'another' };
    await expect(target.remove(old)).rejects.toThrow(/another program changed "index.html"/);
    await expect(
      target.patch({ ...home.object, cacheControl: 'no-store', contentEncoding: '' }, old),
    ).rejects.toThrow(/another program/);
    expect(live().live.has('index.html')).toBe(true);
  });

  it('versions says what a rollback misses, before any write', async () => {
    server.features.settings = false;
    live().settings.clear();
    await deploy('one');
    await deploy('two');
    const target = await openTarget('s3://site', { ...OPEN, apiEndpoint: server.url });
    server.requests.length = 0;
    const manifest = await writeSite(join(folder, 'dist'), {});
    const work = rollBack(null, createOptions(target, folder, manifest));
    await expect(work).rejects.toThrow(/no longer has \d+ files of release r1/);
    expect(writes()).toEqual([]);
  });
});

it.each([
  ['empty', 0],
  ['page', 0],
  ['empty', 1],
  ['page', 1],
  ['page', 2],
] as const)('the answer "%s" to write %i of the probe says nothing about the server', async (kind, skip) => {
  const match = ({ kind, name }: StoreRequest) => kind === 'upload' && name.includes('/probe-');
  server.faults.push({ match, skip, act: { kind } });
  expect(await deploy('one')).toMatchObject({ release: 'r1' });
  expect(server.faults).toEqual([]);
});

it('a dry run writes nothing, no probe and no index', async () => {
  const out = join(folder, 'dist');
  const manifest = await writeSite(out, createSiteFiles('one'));
  await deployTo('s3://site', server.url, out, manifest, { dryRun: true });
  expect(server.requests.every(({ method }) => method === 'GET' || method === 'HEAD')).toBe(true);
});

it.each([
  ['s3://UPPER', /not a valid bucket name/],
  ['s3://site:9000', /not a valid bucket name[\s\S]*\?endpoint=/],
  ['s3://site?endpoint=ftp://host', /endpoint is not a valid URL/],
  ['s3://site?endpoint=https://id:password@host', /endpoint is not a valid URL/],
  ['s3://site?region=a%20b', /not a valid region/],
  ['s3://site?key=secret', /is not a deploy target/],
  ['s3://id:password@site', /is not a deploy target/],
])('%s is refused', async (url, expected) => {
  const error = await openTarget(url, OPEN).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(expected) });
  expect(String(error)).not.toContain('password');
});

it('a folder is written as an address, which the refusal of its path says', async () => {
  const error = await openTarget('../site', OPEN).catch((thrown: Error) => thrown);
  expect(String(error)).toContain(pathToFileURL('../site').href);
});

describe('--init', () => {
  const setUp = async (dryRun = false, url = 's3://new-site') => {
    const target = await openTarget(url, { ...OPEN, apiEndpoint: server.url });
    return target.setUp({ location: 'EU', keepReleases: 3, keepDays: 7, dryRun });
  };

  it('creates a bucket that is a website, says what it would do, and changes nothing the second time', async () => {
    const planned = await setUp(true);
    expect(server.buckets.has('new-site')).toBe(false);
    expect(await setUp()).toEqual(planned);
    expect(planned.map((line) => line.replace(/:.*/, ''))).toEqual([
      'bucket',
      'versioning',
      'lifecycle',
      'public reading',
      'website',
    ]);
    const { settings } = live('new-site');
    expect(JSON.parse(settings.get('policy') ?? '').Statement).toEqual([
      {
        Sid: 'ArticlesPublicRead',
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
        Resource: 'arn:aws:s3:::new-site/*',
      },
    ]);
    expect(settings.get('website')).toContain('<Key>404.html</Key>');
    expect(await setUp()).toEqual(['no changes: the bucket new-site is ready']);
  });

  it('names the region of a new bucket where the server asks for it', async () => {
    server.region = 'eu-central-1';
    const done = await setUp(false, 's3://new-site?region=eu-central-1');
    expect(done[0]).toBe('bucket: new-site, created in eu-central-1');
  });

  it('finds its rules again where a server writes them in another way', async () => {
    await setUp();
    const { settings } = live('new-site');
    const written = settings.get('lifecycle') ?? '';
    // As moto does.
    const returned = written
      .replace(/<NewerNoncurrentVersions>.*?<\/NewerNoncurrentVersions>/g, '')
      .replaceAll('<Prefix></Prefix>', '<Prefix/>');
    expect(returned).not.toBe(written);
    settings.set('lifecycle', returned);
    expect(await setUp()).toEqual(['no changes: the bucket new-site is ready']);
    settings.set('lifecycle', returned.replace('<NoncurrentDays>7<', '<NoncurrentDays>9<'));
    expect(await setUp()).toEqual([expect.stringMatching(/^lifecycle: /)]);
  });

  it('keeps what others have set', async () => {
    const { settings } = live();
    settings.set(
      'lifecycle',
      '<LifecycleConfiguration><Rule><ID>theirs</ID><Status>Enabled</Status></Rule></LifecycleConfiguration>',
    );
    settings.set('policy', '{"Version":"2012-10-17","Statement":[{"Sid":"Theirs","Effect":"Deny"}]}');
    settings.set('website', '<WebsiteConfiguration/>');
    settings.set('publicAccessBlock', '<P><BlockPublicPolicy>true</BlockPublicPolicy></P>');
    const done = await setUp(false, 's3://site');
    expect(done.join('\n')).toMatch(/^lifecycle: .*\nblock on public policies: off\npublic reading: on/);
    expect(settings.get('lifecycle')).toMatch(/<ID>theirs<\/ID>.*<ID>articles-versions<\/ID>/);
    expect(settings.get('policy')).toMatch(/Theirs.*ArticlesPublicRead/);
    expect(settings.get('website')).toBe('<WebsiteConfiguration/>');
    expect(settings.get('publicAccessBlock')).toContain('<BlockPublicPolicy>false');
  });

  it('reports what the server does not support', async () => {
    server.features.settings = false;
    const done = await setUp();
    expect(done[0]).toBe('bucket: new-site, created in us-east-1');
    expect(done.slice(1)).toHaveLength(5);
    for (const line of done.slice(1)) expect(line).toMatch(/: not supported by this server$/);
  });
});

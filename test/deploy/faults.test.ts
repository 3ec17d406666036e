import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/build/write/manifest.ts';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, scanSite, writeSite } from '../support/site-folder.ts';
import type { Fault, StoreBucket, StoreRequest } from '../support/store-server.ts';
import { type AnyServer, putForeign, type Scheme, STORES } from './stores.ts';
import { bucketOf, createOptions, danglingOf, OPEN, siteOf } from './support.ts';

let server: AnyServer;
let folder: string;

const startServer = async (scheme: Scheme) => {
  server = await STORES[scheme].start({ buckets: ['site'] });
};

beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  delete process.env.STORAGE_EMULATOR_HOST;
  await server.stop();
});

const isUpload = ({ kind, name }: StoreRequest) => kind === 'upload' && !name.startsWith('.articles/');
const one = (act: Fault['act'], skip = 3): Fault => ({ match: isUpload, skip, act });

const VIDEO = Buffer.alloc(9 * 1024 * 1024, 'video ');

const isPage = ({ name }: StoreRequest) => !name.startsWith('.articles/');

describe.each(['gs', 's3'] as const)('%s', (scheme) => {
  const { callsOfNothing } = STORES[scheme];
  beforeEach(() => startServer(scheme));
  const deploy = async (manifest: Manifest, change: { timeout?: number } = {}) => {
    const target = await openTarget(`${scheme}://site`, { ...OPEN, apiEndpoint: server.url, ...change });
    await target.connect();
    return deployBuild(createOptions(target, folder, manifest));
  };

  it.each<[string, Fault[]]>([
    ['503', [one({ kind: 'status', status: 503 })]],
    ['503 again and again', [{ match: isUpload, times: 5, act: { kind: 'status', status: 503 } }]],
    ['429 with Retry-After', [one({ kind: 'status', status: 429, headers: { 'retry-after': '0' } })]],
    ['an HTML page with 502', [one({ kind: 'status', status: 502, html: true })]],
    ['a reset', [one({ kind: 'reset' })]],
    [
      'a reset after the write',
      [one({ kind: 'reset', after: true }), one({ kind: 'reset', after: true }, 5)],
    ],
    ['a hang', [one({ kind: 'hang' })]],
    ['one corrupted byte', [one({ kind: 'corrupt' })]],
    [
      'a lost answer of the lock',
      [{ match: ({ name }) => name === '.articles/lock', act: { kind: 'reset', after: true } }],
    ],
    [
      'a lost answer of the record',
      [{ match: ({ name }) => /releases/.test(name), act: { kind: 'reset', after: true } }],
    ],
    [
      'a lost answer of a change of headers',
      [
        {
          match: (request) => isPage(request) && /patch|copy/.test(request.kind),
          times: 2,
          act: { kind: 'reset', after: true },
        },
      ],
    ],
    [
      'a lost answer of a deletion',
      [
        {
          match: (request) => isPage(request) && request.kind === 'delete',
          act: { kind: 'reset', after: true },
        },
      ],
    ],
    [
      'a failed listing',
      [{ match: ({ kind }) => kind === 'list', times: 2, act: { kind: 'status', status: 500 } }],
    ],
    ...(['empty', 'page', 'cut'] as const).flatMap((kind): [string, Fault[]][] => [
      [`a listing with the answer "${kind}"`, [{ match: ({ kind }) => kind === 'list', act: { kind } }]],
      [`a write with the answer "${kind}"`, [one({ kind })]],
      [
        `a lock with the answer "${kind}"`,
        [{ match: ({ name }) => name === '.articles/lock', act: { kind } }],
      ],
      [
        `a deletion with the answer "${kind}"`,
        [{ match: (request) => isPage(request) && request.kind === 'delete', act: { kind } }],
      ],
    ]),
    ['a listing that ends early', [{ match: ({ kind }) => kind === 'list', act: { kind: 'shorten' } }]],
  ])('gets over %s', async (_, faults) => {
    const before = await writeSite(folder, { ...createSiteFiles('one'), 'old.html': '<p>old' });
    await deploy(before);
    const manifest = await writeSite(folder, createSiteFiles('two'));
    server.faults.push(...faults);
    server.observe = () => expect(danglingOf(bucketOf<StoreBucket>(server))).toEqual([]);
    const result = await deploy(manifest, { timeout: 400 });
    expect(server.faults).toEqual([]);
    expect(result).toMatchObject({ release: 'r2', deleted: 1, uploaded: 12 });
    const clean = await STORES[scheme].start({ buckets: ['site'] });
    const target = await openTarget(`${scheme}://site`, { ...OPEN, apiEndpoint: clean.url });
    await deployBuild(createOptions(target, folder, manifest));
    await clean.stop();
    expect(siteOf(bucketOf<StoreBucket>(server))).toMatchObject(siteOf(bucketOf<StoreBucket>(clean)));
    expect((await deploy(manifest)).calls).toBe(callsOfNothing);
  });

  it('asks page 7 of a listing again', async () => {
    for (let index = 0; index < 6500; index++) putForeign(server, `upload-${index}`);
    const manifest = await writeSite(folder, createSiteFiles('one'));
    await deploy(manifest);
    server.requests.length = 0;
    server.faults.push({ match: ({ kind }) => kind === 'list', skip: 6, act: { kind: 'reset' } });
    expect(await deploy(manifest)).toMatchObject({ uploaded: 0, calls: 7 + callsOfNothing });
    expect(server.requests.filter(({ kind }) => kind === 'list')).toHaveLength(8);
  });

  it('stops at 401 before the next group, says what to do, and goes on when run again', async () => {
    await deploy(await writeSite(folder, createSiteFiles('one')));
    const manifest = await writeSite(folder, createSiteFiles('two'));
    const isArticle = ({ name }: StoreRequest) => name === 'articles/article-2';
    server.faults.push({ match: isArticle, act: { kind: 'status', status: 401 } });
    await expect(deploy(manifest)).rejects.toThrow(
      /rejected the credentials[\s\S]*gcloud auth|does not know the access key[\s\S]*AWS_PROFILE/,
    );
    expect(siteOf(bucketOf<StoreBucket>(server))['index.html']).toContain('one');
    expect(danglingOf(bucketOf<StoreBucket>(server))).toEqual([]);
    expect(await deploy(manifest)).toMatchObject({ release: 'r2' });
    expect(siteOf(bucketOf<StoreBucket>(server))['index.html']).toContain('two');
  });

  it('sends a large file', async () => {
    const manifest = await writeSite(folder, { ...createSiteFiles('one'), 'intro.mp4': VIDEO });
    await deploy(manifest);
    // Google's service takes it in chunks, S3 in one request.
    const sent = server.requests.filter(({ name, kind }) => kind === 'chunk' || name === 'intro.mp4');
    expect(sent.map(({ kind }) => kind)).toEqual(
      scheme === 'gs' ? ['upload', 'chunk', 'chunk', 'chunk'] : ['upload'],
    );
    expect(bucketOf<StoreBucket>(server).live.get('intro.mp4')?.bytes.equals(VIDEO)).toBe(true);
    expect((await deploy(manifest)).calls).toBe(callsOfNothing);
  });

  it('keeps the old page when a file changes after the build', async () => {
    await deploy(await writeSite(folder, createSiteFiles('one')));
    await writeSite(folder, { ...createSiteFiles('two'), 'intro.mp4': Buffer.alloc(9 * 1024 * 1024) });
    const manifest = await scanSite(folder);
    await writeFile(join(folder, 'articles/article-1.html'), 'changed');
    await expect(deploy(manifest)).rejects.toThrow(/"articles\/article-1.html" has changed since the build/);
    expect(siteOf(bucketOf<StoreBucket>(server))['articles/article-1']).toContain('one');
    expect(bucketOf<StoreBucket>(server).live.get('.articles/lock')?.metadata['articles-lock']).toBe('free');
  });
});

it.each(['', 'http://'])('STORAGE_EMULATOR_HOST is a host after "%s"', async (start) => {
  await startServer('gs');
  process.env.STORAGE_EMULATOR_HOST = `${start}127.0.0.1:${server.port}`;
  const target = await openTarget('gs://site', OPEN);
  await target.connect();
  const manifest = await writeSite(folder, createSiteFiles('one'));
  expect(await deployBuild(createOptions(target, folder, manifest))).toMatchObject({ release: 'r1' });
});

describe.each(['gs', 's3'] as const)('what cannot be got over by %s', (scheme) => {
  beforeEach(() => startServer(scheme));
  const deploy = async (bucket = 'site') => {
    const manifest = await writeSite(folder, createSiteFiles('one'));
    const target = await openTarget(`${scheme}://${bucket}`, {
      ...OPEN,
      retryDelay: 1,
      apiEndpoint: server.url,
    });
    return deployBuild(createOptions(target, folder, manifest));
  };
  it('a bucket that is not there', async () => {
    await expect(deploy('nowhere')).rejects.toThrow(/bucket "nowhere" does not exist[\s\S]*--init/);
  });
  it('a role that may not write', async () => {
    server.faults.push({ match: isUpload, times: 99, act: { kind: 'status', status: 403 } });
    await expect(deploy()).rejects.toThrow(/no permission[\s\S]*(Storage Object Admin|s3:PutObject)/);
  });
  it('a server that stays away; nothing of its HTML is shown', async () => {
    server.faults.push({ match: isUpload, times: 999, act: { kind: 'status', status: 502, html: true } });
    await expect(deploy()).rejects.toThrow(/gave no valid answer[^<]*run the same command again/);
  });
});

describe.each(['gs', 's3'] as const)('a large file to %s', (scheme) => {
  beforeEach(() => startServer(scheme));
  const deploy = async (manifest: Manifest, change: { timeout?: number } = {}) => {
    const target = await openTarget(`${scheme}://site`, { ...OPEN, apiEndpoint: server.url, ...change });
    return deployBuild(createOptions(target, folder, manifest));
  };
  /** Requests that carry bytes of the file. */
  const isSent = ({ kind, name }: StoreRequest) =>
    kind === 'chunk' || (scheme === 's3' && kind === 'upload' && name === 'intro.mp4');
  /** Chunks before the one that is spoilt. */
  const passed = scheme === 's3' ? 0 : 1;
  const sessions: [string, Fault[]][] = [
    ['of which half a chunk arrives', [{ match: isSent, skip: 1, act: { kind: 'rewind' } }]],
    ['whose session is lost', [{ match: isSent, skip: 1, act: { kind: 'lose-session' } }]],
  ];
  it.each<[string, Fault[]]>([
    ...(scheme === 'gs' ? sessions : []),
    ['with 503 in the middle', [{ match: isSent, skip: passed, act: { kind: 'status', status: 503 } }]],
    ['with a reset in the middle', [{ match: isSent, skip: passed, act: { kind: 'reset' } }]],
    ['with a hang in the middle', [{ match: isSent, skip: passed, act: { kind: 'hang' } }]],
    ['with a lost last answer', [{ match: isSent, skip: 2 * passed, act: { kind: 'reset', after: true } }]],
    ['with a corrupted byte', [{ match: isSent, skip: passed, act: { kind: 'corrupt' } }]],
  ])('%s', async (_, faults) => {
    const manifest = await writeSite(folder, { ...createSiteFiles('one'), 'intro.mp4': VIDEO });
    server.faults.push(...faults);
    await deploy(manifest, { timeout: 1000 });
    expect(server.faults).toEqual([]);
    expect(bucketOf<StoreBucket>(server).live.get('intro.mp4')?.bytes.equals(VIDEO)).toBe(true);
    expect((await deploy(manifest)).calls).toBe(STORES[scheme].callsOfNothing);
  });

  it('keeps the old object when a large file changes while it is sent', async () => {
    const video = VIDEO;
    await deploy(await writeSite(folder, { ...createSiteFiles('one'), 'intro.mp4': video }));
    const second = Buffer.alloc(9 * 1024 * 1024, 'other ');
    const manifest = await writeSite(folder, { ...createSiteFiles('one'), 'intro.mp4': second });
    let changed = false;
    const parse = server.requests.push.bind(server.requests);
    // When the first bytes are asked for, or sent.
    server.requests.push = (request) => {
      if (isSent(request) && !changed)
        writeFileSync(join(folder, 'intro.mp4'), Buffer.alloc(9 * 1024 * 1024, '!'));
      changed ||= isSent(request);
      return parse(request);
    };
    await expect(deploy(manifest)).rejects.toThrow(/"intro.mp4" has changed since the build/);
    expect(bucketOf<StoreBucket>(server).live.get('intro.mp4')?.bytes.equals(video)).toBe(true);
  });
});

it.each(['gs', 's3'] as const)(
  'a request of %s that hangs ends with the lease, and is made again',
  async (scheme) => {
    await startServer(scheme);
    const manifest = await writeSite(folder, { ...createSiteFiles('one'), 'intro.mp4': VIDEO });
    server.faults.push(
      { match: ({ name }) => name === 'icon.svg', act: { kind: 'hang' } },
      { match: ({ kind, name }) => kind === 'chunk' || name === 'intro.mp4', act: { kind: 'hang' } },
      // The first request acquires the lock; the second renews it.
      { match: ({ name }) => name === '.articles/lock', skip: 1, act: { kind: 'hang' } },
    );
    const target = await openTarget(`${scheme}://site`, {
      ...OPEN,
      timeout: 600_000,
      apiEndpoint: server.url,
    });
    const options = { ...createOptions(target, folder, manifest), lockSeconds: 8 };
    expect(await deployBuild(options)).toMatchObject({ release: 'r1' });
    expect(server.faults).toEqual([]);
    expect(bucketOf<StoreBucket>(server).live.get('intro.mp4')?.bytes.equals(VIDEO)).toBe(true);
  },
  60_000,
);

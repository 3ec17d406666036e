/**
 * What is stored at a target outlives the program that stored it: older forms are read, newer ones and damage are told
 * apart, and neither stops a deploy.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { loadRecord, RELEASES_PREFIX, readReleases } from '../../src/deploy/releases/release-records.ts';
import { rollBack } from '../../src/deploy/rollback.ts';
import { packObjects, unpackObjects } from '../../src/deploy/targets/object-lines.ts';
import { createObjectBody, RECORD_HEADERS } from '../../src/deploy/targets/target.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { listen } from '../support/listen.ts';
import { runArticles } from '../support/program.ts';
import { makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import type { StoreBucket } from '../support/store-server.ts';
import { STORES } from './stores.ts';
import { bucketOf, createOptions, deployTo, never, OPEN, siteOf } from './support.ts';

const objectSchema = z.object({ name: z.string(), size: z.number() });
const objects = fc.array(fc.record({ name: fc.string({ unit: 'binary' }), size: fc.nat() }), {
  maxLength: 50,
});
const unpack = async (bytes: Buffer) => {
  const found = [];
  for await (const some of unpackObjects(bytes, objectSchema)) found.push(...some);
  return found;
};
/** What the versions before the lines wrote, in the words of those versions. */
const packAsBefore = (list: readonly object[]) => gzipSync(JSON.stringify({ version: 1, objects: list }));

describe('a list of objects', () => {
  test('is read in both forms that it has had', () =>
    fc.assert(
      fc.asyncProperty(objects, async (list) => {
        const body = await packObjects(list);
        if (body.kind !== 'bytes') throw new Error('a list is bytes');
        expect(await unpack(body.bytes)).toEqual(list);
        expect(await unpack(packAsBefore(list))).toEqual(list);
      }),
      { numRuns: 60 },
    ));

  test('that is longer than one piece of the decompressed text is read in its older form', async () => {
    const list = Array.from({ length: 20_000 }, (_, size) => ({
      name: `articles/${'long-'.repeat(20)}${size}`,
      size,
    }));
    expect(await unpack(packAsBefore(list))).toEqual(list);
  });

  test('of a newer version is called so, and one that is cut or foreign is not read at all', () =>
    fc.assert(
      fc.asyncProperty(objects, fc.double({ min: 0, max: 0.999, noNaN: true }), async (list, share) => {
        const newer = gzipSync(JSON.stringify({ version: 2, groups: [list] }));
        await expect(unpack(newer)).rejects.toThrow('a newer version of articles');
        const text = Buffer.from(JSON.stringify({ version: 1, objects: list }));
        for (const cut of [
          gzipSync(text.subarray(0, Math.floor(text.length * share))),
          Buffer.from(text),
          gzipSync('[]'),
        ])
          await expect(unpack(cut)).rejects.not.toThrow('a newer version');
      }),
      { numRuns: 60 },
    ));
});

/** A site whose first release is in a folder, and a service that is told of each deploy. */
async function startSite() {
  const told: { release: string; changes: { path: string }[] }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      told.push(JSON.parse(body));
      response.end();
    });
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  const root = makeSite();
  writeFiles(root, smallSite({ deploy: { after: { webhook: { url } } } }));
  const www = join(makeFolder(), 'www');
  const target = ['--root', root, '--target', `file://${www}`, '--env', 'production'];
  const run = (...args: string[]) => runArticles([...args, ...target]);
  const deploy = () => run('deploy', '--yes');
  const build = () => runArticles(['build', '--root', root]);
  await build();
  expect(await deploy()).toMatchObject({ code: 0 });
  const edit = async (words: string) => {
    const file = join(root, 'content/en_US/articles/second.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${words}\n`);
    await build();
  };
  const releases = join(www, '.articles/releases');
  /** Writes the record of the first release anew, with the same head. */
  const rewrite = (change: (packed: Buffer) => Buffer) => {
    const [file = ''] = readdirSync(releases).filter((name) => name.startsWith('000001'));
    const bytes = readFileSync(join(releases, file));
    const end = bytes.indexOf(10) + 1;
    writeFileSync(join(releases, file), Buffer.concat([bytes.subarray(0, end), change(bytes.subarray(end))]));
  };
  return { root, www, told, run, deploy, edit, rewrite };
}

test('a record in its older form takes part in deploys, rollbacks and comparisons', async () => {
  const { told, deploy, edit, run, rewrite, www } = await startSite();
  rewrite((packed) => packAsBefore(JSON.parse(gunzipSync(packed).toString()).objects));
  const before = readFileSync(join(www, 'articles/second-look.html'), 'utf8');
  await edit('One more paragraph.');
  expect(await deploy()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('damaged') });
  expect(told.map(({ release }) => release)).toEqual(['r1', 'r2']);
  expect(await run('deploy', '--yes', '--rollback', 'r1')).toMatchObject({ code: 0 });
  expect(readFileSync(join(www, 'articles/second-look.html'), 'utf8')).toBe(before);
});

test.each([
  ['damaged', () => Buffer.from('no list'), 'the record of release r1 is damaged'],
  [
    'of a newer version',
    () => gzipSync('{"version":2,"parts":[]}'),
    'a newer version of articles wrote the record of release r1',
  ],
] as const)('a record that is %s stops its own rollback, and no deploy', async (_, bytes, message) => {
  const { told, deploy, edit, run, rewrite, www } = await startSite();
  rewrite(bytes);
  await edit('One more paragraph.');
  const { code, stderr } = await deploy();
  expect([code, stderr]).toEqual([0, expect.stringContaining(message)]);
  expect(readFileSync(join(www, 'articles/second-look.html'), 'utf8')).toContain('One more paragraph.');
  expect(told.map(({ release }) => release)).toEqual(['r1', 'r2']);
  const rollback = await run('deploy', '--yes', '--rollback', 'r1');
  expect([rollback.code, rollback.stderr]).toEqual([1, expect.stringContaining(message)]);
});

test.each(['gs', 's3'] as const)(
  'a record in its older form is read in a bucket of %s too',
  async (scheme) => {
    const server = await STORES[scheme].start({ buckets: ['site'] });
    onTestFinished(() => server.stop());
    const folder = makeFolder();
    const url = `${scheme}://site`;
    const deploy = async (files: 'one' | 'two') =>
      deployTo(url, server.url, folder, await writeSite(folder, createSiteFiles(files)));
    const home = () => siteOf(bucketOf<StoreBucket>(server))['index.html'];
    await deploy('one');
    const before = home();
    const target = await openTarget(url, { ...OPEN, apiEndpoint: server.url });
    await target.connect();
    const release = readReleases(await target.list(RELEASES_PREFIX))[0] ?? never();
    const { name, metadata, generation } = release.stored;
    const body = createObjectBody(packAsBefore(await loadRecord(target, release)));
    await target.write({ ...RECORD_HEADERS, name, metadata }, body, generation);
    const result = await deploy('two');
    expect(result.release).toBe('r2');
    expect(home()).not.toBe(before);
    const manifest = await writeSite(folder, createSiteFiles('two'));
    await rollBack('r1', createOptions(target, folder, manifest));
    expect(home()).toBe(before);
  },
);

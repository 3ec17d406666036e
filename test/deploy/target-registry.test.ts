import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import type { BuildOptions } from '../../src/deploy/deploy-options.ts';
import { rollBack } from '../../src/deploy/rollback.ts';
import { openTarget, TARGETS } from '../../src/deploy/targets/target-registry.ts';
import { createSiteFiles, type SiteFiles, writeSite } from '../support/site-folder.ts';
import { createMemoryStore, createMemoryTarget, type MemoryStore } from './memory-target.ts';
import { createOptions, OPEN } from './support.ts';

let folder: string;
let store: MemoryStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'articles-registry-'));
  store = createMemoryStore();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** All that a new target adds: one module, and one line. */
const open = () => {
  const memory = { open: createMemoryTarget(store), example: 'memory://NAME' };
  return openTarget('memory://site', OPEN, { ...TARGETS, memory });
};
const deploy = async (files: SiteFiles, change: Partial<BuildOptions> = {}) => {
  const manifest = await writeSite(folder, files);
  return deployBuild({ ...createOptions(await open(), folder, manifest), ...change });
};
const siteOf = () =>
  Object.fromEntries(
    [...store.live.values()]
      .filter(({ stored }) => !stored.name.startsWith('.articles/') && stored.metadata.retired === undefined)
      .map(({ stored, bytes }): [string, string] => [stored.name, bytes.toString()])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

test('a new target deploys, skips what is unchanged, keeps releases and rolls back', async () => {
  expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 14, release: 'r1' });
  const first = siteOf();
  expect(first['articles/article-1']).toContain('Article 1');
  // One listing of 16 objects in pages of 5.
  expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, release: 'r1', calls: 4 });
  expect(await deploy(createSiteFiles('two'))).toMatchObject({ release: 'r2' });
  expect(siteOf()).not.toEqual(first);
  const target = await open();
  const manifest = await writeSite(folder, {});
  expect(await rollBack(null, createOptions(target, folder, manifest))).toMatchObject({ release: 'r3' });
  expect(siteOf()).toEqual(first);
});

test('a new target gets retries and recovery of lost answers', async () => {
  const fail = new Set<string>();
  store.observe = (when, method, name) => {
    const key = `${when} ${method} ${name}`;
    if (method === 'stat' || fail.has(key)) return;
    fail.add(key);
    throw Object.assign(new Error('unavailable'), { status: 503 });
  };
  expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 14, release: 'r1' });
  expect(await deploy({ ...createSiteFiles('two') })).toMatchObject({ release: 'r2' });
  store.observe = () => undefined;
  expect(await deploy(createSiteFiles('two'))).toMatchObject({ uploaded: 0 });
});

test('a new target is locked by one deploy at a time', async () => {
  const other = await writeSite(`${folder}-other`, createSiteFiles('two'));
  let message = '';
  const target = await open();
  const write: typeof target.write = async (spec, body, when) => {
    if (spec.name === 'index.html') {
      const options = createOptions(await open(), `${folder}-other`, other);
      await deployBuild(options).catch((error: Error) => {
        message = error.message;
      });
    }
    return target.write(spec, body, when);
  };
  const manifest = await writeSite(folder, createSiteFiles('one'));
  await deployBuild(createOptions({ ...target, write }, folder, manifest));
  await rm(`${folder}-other`, { recursive: true });
  expect(message).toMatch(/locked by another deploy/);
  expect(siteOf()['index.html']).toContain('one');
});

test('an unknown URL is refused with an example of each target', async () => {
  await expect(openTarget('ftp://host', OPEN)).rejects.toThrow(/not a deploy target[\s\S]*gs:\/\/.*file:/);
});

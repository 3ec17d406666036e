/** Machines that share their builds (setting `cache`). */
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { BuildOptions } from '../../src/build/build-result.ts';
import type { BuildState } from '../../src/build/state/build-state.ts';
import { loadState, writeState } from '../../src/build/state/state-file.ts';
import { nameOf, pack, packFiles, unpack, unpackFiles } from '../../src/cache/packs.ts';
import { shareBuilds } from '../../src/cache/shared-cache.ts';
import type { Problem } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { buildSite } from '../support/build.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import {
  article,
  compareTrees,
  type Files,
  makeFolder,
  makeSite,
  readTree,
  smallSite,
} from '../support/site.ts';

const FIRST = 'content/en_US/articles/first.md';

let store = '';
let cache = '';
beforeEach(() => {
  store = makeFolder();
  cache = pathToFileURL(store).href;
});
afterEach(() => vi.unstubAllEnvs());

/** A checkout on a machine of its own, and what its build says. */
async function buildElsewhere(changes: Files = {}, location = cache, options: Partial<BuildOptions> = {}) {
  const root = makeSite({ ...smallSite({ cache: location }), ...changes });
  // A file younger than the clock's resolution is parsed again.
  await wait(100);
  const warnings: Problem[] = [];
  const reporter = { ...createSilentReporter(), warn: (problem: Problem) => void warnings.push(problem) };
  const result = await buildSite(root, { reporter, share: async (site) => shareBuilds(site), ...options });
  return { root, result, warnings };
}

/** Paths whose bytes differ from those of a build from nothing. */
async function differences(root: string): Promise<string[]> {
  const clean = join(makeFolder(), 'dist');
  await buildSite(root, { out: clean, clean: true });
  return compareTrees(readTree(join(root, 'dist')), readTree(clean));
}

const changed = { [FIRST]: String(smallSite()[FIRST]).replace('The text of', 'Another text of') };

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
const listStore = (kind: 'packs' | 'snapshots') =>
  listFiles(join(store, '.articles/cache')).filter((path) => path.includes(`/${kind}/`));

test('a machine without a build takes over the last one, and makes only what has changed', async () => {
  const first = await buildElsewhere();
  expect(first.result.parsed).toBeGreaterThan(1);
  const { root, result, warnings } = await buildElsewhere(changed);
  expect(warnings).toEqual([]);
  expect(result.parsed).toBe(1);
  expect(result.written).toBeGreaterThan(0);
  expect(result.written).toBeLessThan(first.result.written / 2);
  expect(await differences(root)).toEqual([]);

  const third = await buildElsewhere(changed);
  expect(third.result).toMatchObject({ parsed: 0, written: 0, deleted: 0 });
  expect(await differences(third.root)).toEqual([]);
  // What changed nothing adds nothing, and a build of its own is never replaced.
  expect(listStore('snapshots')).toHaveLength(2);
  const again = await buildSite(third.root, { share: async (site) => shareBuilds(site) });
  expect(again.written).toBe(0);
});

test('a page that is gone stays gone', async () => {
  await buildElsewhere();
  const { root } = await buildElsewhere({ [FIRST]: null });
  expect(existsSync(join(root, 'dist/articles/first-price.html'))).toBe(false);
  expect(await differences(root)).toEqual([]);
});

const damage: [string, (path: string) => void][] = [
  [
    'changed',
    (path) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, index) => (index === 900 ? ~byte : byte)),
      ),
  ],
  ['cut off', (path) => truncateSync(path, 900)],
  ['cut off in their first line', (path) => truncateSync(path, 40)],
];
test.each(damage)('packs that are %s cost only their work, once', async (_, spoil) => {
  await buildElsewhere();
  for (const path of listStore('packs')) spoil(path);
  const { root, result } = await buildElsewhere(changed);
  expect(result.parsed).toBeGreaterThan(1);
  expect(await differences(root)).toEqual([]);
  const next = await buildElsewhere(changed);
  expect(next.result).toMatchObject({ parsed: 0, written: 0 });
});

test.each(damage)('snapshots that are %s are not used', async (_, spoil) => {
  await buildElsewhere();
  for (const path of listStore('snapshots')) spoil(path);
  const { root, result } = await buildElsewhere(changed);
  expect(result.parsed).toBeGreaterThan(1);
  expect(await differences(root)).toEqual([]);
});

const Snapshot = z.object({
  packs: z.array(z.string()),
  pictures: z.array(z.tuple([z.string(), z.string()])),
});

async function readNewest() {
  const path = listStore('snapshots').at(-1) ?? '';
  const content = readFileSync(path);
  const start = content.indexOf('\n') + 1;
  const name = path.slice(path.lastIndexOf('-') + 1, path.lastIndexOf('@'));
  const snapshot = await unpack(name, content.subarray(start), Snapshot);
  if (!snapshot) throw new Error(`${path} is damaged`);
  return { path, line: content.toString('utf8', 0, start), ...snapshot };
}

/** Builds from a newer snapshot that differs from the newest one as told, and removes it. */
async function buildFrom(edit: (snapshot: { pictures: [string, string][]; state: BuildState }) => void) {
  const { path, line, head, bytes } = await readNewest();
  const file = join(makeFolder(), 'state');
  writeFileSync(file, bytes);
  const state = loadState(file);
  if (!state) throw new Error('no state');
  edit({ pictures: head.pictures, state });
  writeState(file, state);
  const packed = await pack(head, [readFileSync(file)]);
  const newest = join(dirname(path), `zzzzzzzzz-${nameOf(packed)}@1`);
  const first = line.replace(/"size":\d+/, `"size":${packed.length}`);
  writeFileSync(newest, Buffer.concat([Buffer.from(first), packed]));
  const built = await buildElsewhere(changed);
  rmSync(newest);
  return built;
}

test('the files of a snapshot cannot leave their folders', async () => {
  await buildElsewhere();
  const findAdded = async (kind: 'output' | 'picture', path: string) => {
    const { root } = await buildFrom(({ pictures, state: { outputs } }) => {
      const [first] = outputs;
      if (!first) throw new Error('no output');
      if (kind === 'output') outputs.push({ ...first, path });
      else pictures.push([path, first.hash]);
    });
    return listFiles(root).filter((path) => basename(path).endsWith('added'));
  };
  for (const path of ['images/../added', '../added', 'theme/added'])
    expect(await findAdded('picture', path)).toEqual([]);
  for (const path of ['../added', 'articles/../../added', '.\\added'])
    expect(await findAdded('output', path)).toEqual([]);
  expect(await findAdded('picture', 'images/added')).toEqual([
    expect.stringMatching(/\.articles\/cache\/images\/added$/),
  ]);
});

test('a build whose clock is ahead is not taken', async () => {
  await buildElsewhere();
  const { root, result } = await buildFrom(({ state }) => {
    state.due.from += 40 * 86_400_000;
  });
  expect(result.parsed).toBe(1);
  expect(await differences(root)).toEqual([]);
});

test('a page that only another branch has is not a lost address', async () => {
  const branch = article({ title: 'Of a branch', slug: 'of-a-branch' });
  await buildElsewhere({ 'content/en_US/articles/branch.md': branch });
  const { root, result } = await buildElsewhere({}, cache, { strict: true });
  expect(result).toMatchObject({ parsed: 0, deleted: 3, warnings: [] });
  expect(await differences(root)).toEqual([]);
});

test('a snapshot names no pack whose files are all replaced', async () => {
  await buildElsewhere();
  for (const text of ['One text', 'Two texts', 'Three texts'])
    await buildElsewhere({ [FIRST]: String(smallSite()[FIRST]).replace('The text', text) });
  expect(listStore('packs')).toHaveLength(4);
  expect((await readNewest()).head.packs).toHaveLength(2);
});

test('a state without its output does not keep a machine from the last build', async () => {
  await buildElsewhere();
  const { root } = await buildElsewhere();
  rmSync(join(root, 'dist'), { recursive: true });
  const result = await buildSite(root, { share: async (site) => shareBuilds(site) });
  expect(result).toMatchObject({ parsed: 0, written: 0 });
});

test('a machine that may not write still reads, and says what it did not do', async () => {
  const server: GcsServer = await startGcsServer({ buckets: ['builds'] });
  try {
    vi.stubEnv('STORAGE_EMULATOR_HOST', server.url);
    await buildElsewhere({}, 'gs://builds/blog');
    server.faults.push({
      match: ({ kind }) => kind === 'upload',
      times: 99,
      act: { kind: 'status', status: 403 },
    });
    const { root, result, warnings } = await buildElsewhere(changed, 'gs://builds/blog');
    expect(result.parsed).toBe(1);
    expect(warnings).toMatchObject([
      {
        code: 'unavailable-cache',
        message: expect.stringContaining('could not be added to gs://builds/blog'),
      },
    ]);
    expect(await differences(root)).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a pack that is removed while a machine takes it costs only its files', async () => {
  const server = await startGcsServer({ buckets: ['builds'] });
  try {
    vi.stubEnv('STORAGE_EMULATOR_HOST', server.url);
    const { result: first } = await buildElsewhere({}, 'gs://builds/blog');
    const { live } = server.buckets.get('builds') ?? {};
    const base = new Set(live?.keys());
    await buildElsewhere(changed, 'gs://builds/blog');
    const added = [...(live?.keys() ?? [])].filter((name) => name.includes('/packs/') && !base.has(name));
    expect(added).toHaveLength(1);
    server.faults.push({
      match({ kind, name }) {
        if (kind === 'media' && added.includes(name)) live?.delete(name);
        return false;
      },
      times: 1,
      act: { kind: 'status', status: 500 },
    });
    const { root, result, warnings } = await buildElsewhere(changed, 'gs://builds/blog');
    expect(warnings).toEqual([]);
    expect(result.written).toBeGreaterThan(0);
    expect(result.written).toBeLessThan(first.written / 2);
    expect(await differences(root)).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a store below the output of the build is not used', async () => {
  const root = makeSite(smallSite());
  const location = pathToFileURL(join(root, 'dist/builds')).href;
  writeFileSync(join(root, 'site-config.json'), String(smallSite({ cache: location })['site-config.json']));
  const warnings: Problem[] = [];
  const reporter = { ...createSilentReporter(), warn: (problem: Problem) => void warnings.push(problem) };
  await buildSite(root, { reporter, share: async (site) => shareBuilds(site) });
  expect(warnings).toMatchObject([
    { code: 'unavailable-cache', message: expect.stringContaining('overlaps'), hint: expect.any(String) },
  ]);
  expect(existsSync(join(root, 'dist/builds'))).toBe(false);
});

test('a build without its store is whole', async () => {
  const server = await startGcsServer();
  try {
    vi.stubEnv('STORAGE_EMULATOR_HOST', server.url);
    const { root, result, warnings } = await buildElsewhere({}, 'gs://missing/blog');
    expect(warnings).toMatchObject([
      {
        code: 'unavailable-cache',
        message: expect.stringContaining('no build could be taken from gs://missing/blog'),
      },
    ]);
    expect(result.written).toBeGreaterThan(0);
    expect(await differences(root)).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a build is whole where its store is not a folder', async () => {
  const location = pathToFileURL(join(store, 'file')).href;
  writeFileSync(join(store, 'file'), '');
  const { root, warnings } = await buildElsewhere({}, location);
  expect(warnings).toMatchObject([{ code: 'unavailable-cache' }]);
  expect(await differences(root)).toEqual([]);
});

test('old objects are removed where no build needs them', async () => {
  await buildElsewhere();
  const cacheOf = (variant: string) => join(store, '.articles/cache', variant);
  const [own = ''] = readdirSync(cacheOf(''));
  const old = new Date(Date.now() - 40 * 86_400_000);
  // The base of another kind of build is old too, but that kind has a newer object.
  for (const variant of ['0'.repeat(16), '1'.repeat(16)])
    cpSync(cacheOf(own), cacheOf(variant), { recursive: true });
  for (const variant of [own, '0'.repeat(16)])
    for (const name of listFiles(cacheOf(variant))) utimesSync(name, old, old);
  for (const name of listFiles(join(cacheOf('1'.repeat(16)), 'packs'))) utimesSync(name, old, old);
  const before = listFiles(cacheOf(own));
  const { result } = await buildElsewhere(changed);
  expect(result.parsed).toBe(1);
  const after = listFiles(cacheOf(own));
  expect(before.filter((name) => name.includes('packs') && !after.includes(name))).toEqual([]);
  expect(before.filter((name) => name.includes('snapshots') && after.includes(name))).toEqual([]);
  expect(listFiles(cacheOf('0'.repeat(16)))).toEqual([]);
  expect(listFiles(cacheOf('1'.repeat(16)))).toHaveLength(before.length);
});

test('a pack keeps its files, empty ones too', async () => {
  const blobs = ['', 'one', '{"two": "\n"}'].map((text, index) => ({
    hash: `h${index}`,
    bytes: Buffer.from(text),
  }));
  const packed = await packFiles(blobs);
  expect(await unpackFiles(nameOf(packed), packed)).toEqual(blobs);
});

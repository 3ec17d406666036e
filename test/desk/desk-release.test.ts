/** How far texts are on their way to readers, with real builds and deploys into a folder. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { reachOf } from '../../packages/desk/src/server/reach.ts';
import { startDesk } from '../support/desk.ts';
import { FOLDER, makeClones } from '../support/share-script.ts';
import { article, makeFolder, smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';

test('a text on its way to readers is in one of six places', () => {
  const hashes = [undefined, 'a', 'b'];
  for (const state of ['published', 'draft', 'scheduled', 'withheld', 'expired', 'changed', 'error'] as const)
    for (const isBuilt of [true, false])
      for (const live of hashes)
        for (const built of hashes) {
          const reach = reachOf({ state, isBuilt, live, built });
          const isThere = live !== undefined;
          // Whoever reads "live", "changed" or "leaves" finds a page, and nobody else does.
          expect(
            ['live', 'changed', 'leaves'].includes(String(reach)) || (reach === 'built' && isThere),
          ).toBe(isThere);
          // The text is with readers only where the release takes what the build made of it.
          if (reach === 'live') expect([state, isBuilt, built ?? live]).toEqual(['published', true, live]);
          if (reach === 'built') expect([isBuilt, built === live]).toEqual([true, false]);
          if (reach === 'leaves' || reach === null)
            expect(['published', 'error', 'changed']).not.toContain(state);
        }
});

async function openSite() {
  const root = makeFolder();
  const target = pathToFileURL(join(root, 'www')).href;
  writeFiles(root, {
    ...smallSite({ deploy: { development: target } }),
    [FILE]: article({ title: 'First', slug: 'first', body: 'One.\n' }),
  });
  const desk = await startDesk(root);
  onTestFinished(() => desk.close());
  const row = async (file = FILE) => {
    // Asks the target too.
    await desk.read('schedule');
    const { rows } = (await desk.read('articles', { file })).body;
    return rows.find((one: { file: string }) => one.file === file);
  };
  const reach = async (file = FILE) => (await row(file))?.reach;
  const run = async (action: string) => {
    await desk.post('publish', { action, environment: 'development' });
    const state = async () => (await desk.read('publishing')).body.run.state;
    await expect.poll(state, { timeout: 60_000 }).not.toBe('running');
    return state();
  };
  return { root, desk, row, reach, run, address: target };
}

test('an article is new, built, live, changed, withdrawn and gone, as readers have it', async () => {
  const { root, desk, row, reach, run, address } = await openSite();
  const page = join(root, 'www/articles/first.html');
  expect(await reach()).toBe('new');
  expect(await run('build')).toBe('done');
  await expect.poll(() => reach()).toBe('built');
  expect(await run('publish')).toBe('asks');
  expect(await run('confirm')).toBe('done');
  expect([await reach(), existsSync(page)]).toEqual(['live', true]);
  const { counts, readers } = (await desk.read('articles')).body;
  expect([counts.waiting, readers]).toEqual([0, { environment: 'development', address, problem: null }]);

  writeFileSync(join(root, FILE), readFileSync(join(root, FILE), 'utf8').replace('One', 'Two'));
  await expect.poll(() => reach()).toBe('changed');
  expect((await desk.read('articles', { kind: 'unbuilt' })).body.rows).toMatchObject([{ file: FILE }]);

  // Withdrawn, and deleted: both pages stay until the release that takes them away.
  const other = 'content/en_US/articles/second.md';
  await desk.post('change', { files: [FILE], set: [{ field: 'draft', value: 'true' }] });
  await desk.post('delete', { file: other });
  await expect.poll(async () => (await row())?.state).toBe('draft');
  await expect.poll(async () => (await row(other))?.state).toBe('deleted');
  expect([await reach(), existsSync(page)]).toEqual(['leaves', true]);
  expect(await run('publish')).toBe('asks');
  expect(await run('confirm')).toBe('done');
  expect([await reach(), existsSync(page)]).toEqual([null, false]);
  expect(await row(other)).toBe(undefined);
  expect((await desk.post('restore', { file: other })).status).toBe(404);
}, 120_000);

test('the queue is about the readers of one environment, and of the other when it is asked', async () => {
  const { root, desk, reach, run, address } = await openSite();
  for (const action of ['build', 'deploy']) expect(await run(action)).toBe('done');
  await expect.poll(() => reach()).toBe('live');
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  config.deploy.production = pathToFileURL(join(root, 'real')).href;
  writeFileSync(join(root, 'site-config.json'), JSON.stringify(config));
  const places = [
    { environment: 'production', address: config.url },
    { environment: 'development', address },
  ];
  const listed = async () => (await desk.read('articles')).body;
  // The choice stays until it is taken back; at first, it is what readers have.
  expect([await reach(), (await listed()).places]).toEqual(['built', places]);
  for (const [environment, there] of [
    ['development', 'live'],
    ['production', 'built'],
  ]) {
    expect((await desk.post('readers', { environment })).body.readers).toMatchObject({ environment });
    expect([(await listed()).readers.environment, await reach()]).toEqual([environment, there]);
  }
  expect((await desk.post('readers', { environment: 'none' })).status).toBe(400);
});

test('a release takes back nothing that others have published', async () => {
  const { roots, www } = makeClones(['Ann', 'Bo']);
  const [ann, bo] = await Promise.all(
    roots.map(async (root) => {
      const desk = await startDesk(root);
      onTestFinished(() => desk.close());
      const run = async (action: string) => {
        await desk.post('publish', { action, environment: 'development' });
        const now = async () => (await desk.read('publishing')).body.run;
        await expect.poll(async () => (await now()).state, { timeout: 60_000 }).not.toBe('running');
        return now();
      };
      return { root, desk, run };
    }),
  );
  if (!ann || !bo) throw new Error('two writers');
  const page = join(www, 'articles/news.html');
  writeFiles(ann.root, { [`${FOLDER}/news.md`]: article({ title: 'News', slug: 'news' }) });
  const unshared = await ann.run('publish');
  expect([unshared.state, unshared.lines.join()]).toEqual([
    'asks',
    expect.stringContaining('are not shared'),
  ]);
  await ann.desk.post('share', {});
  expect((await ann.run('publish')).lines.join()).not.toContain('are not shared');
  expect((await ann.run('confirm')).state).toBe('done');
  expect(existsSync(page)).toBe(true);

  const refused = await bo.run('publish');
  expect(refused).toMatchObject({ state: 'failed', step: 'share' });
  expect(refused.lines.join()).toContain('Share first');
  await bo.desk.post('share', {});
  expect((await bo.run('publish')).state).toBe('asks');
  // Between the question and its answer too.
  writeFiles(ann.root, { [`${FOLDER}/more.md`]: article({ title: 'More news', slug: 'more' }) });
  await ann.desk.post('share', {});
  expect(await bo.run('confirm')).toMatchObject({ state: 'failed', step: 'share' });
  expect(existsSync(page)).toBe(true);
}, 120_000);

test('a target that does not answer says nothing about readers', async () => {
  const { root, desk, reach } = await openSite();
  await expect.poll(() => reach()).toBe('new');
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  config.deploy.development = 's3://none?endpoint=http://127.0.0.1:1&region=x';
  writeFileSync(join(root, 'site-config.json'), JSON.stringify(config));
  expect(await reach()).toBe(null);
  expect((await desk.read('articles')).body.readers.problem).not.toBe(null);
  rmSync(join(root, 'www'), { recursive: true, force: true });
});

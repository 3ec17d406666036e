/** How far texts are on their way to readers, with real builds and deploys into a folder. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { reachOf } from '../../packages/desk/src/server/reach.ts';
import { startDesk } from '../support/desk.ts';
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
  return { root, desk, row, reach, run };
}

test('an article is new, built, live, changed, withdrawn and gone, as readers have it', async () => {
  const { root, desk, row, reach, run } = await openSite();
  const page = join(root, 'www/articles/first.html');
  expect(await reach()).toBe('new');
  expect(await run('build')).toBe('done');
  await expect.poll(() => reach()).toBe('built');
  expect(await run('publish')).toBe('asks');
  expect(await run('confirm')).toBe('done');
  expect([await reach(), existsSync(page)]).toEqual(['live', true]);
  const { counts, readers } = (await desk.read('articles')).body;
  expect([counts.waiting, readers]).toEqual([0, { environment: 'development', problem: null }]);

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

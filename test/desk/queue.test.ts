/** The queue of the desk: what changes while its rows are read is read at the next call. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createQueue } from '../../packages/desk/src/server/queue.ts';
import { createReach, type ReachFinder } from '../../packages/desk/src/server/reach.ts';
import { lockOutput } from '../../src/build/write/output-lock.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { createSession } from '../../src/serve/watch-session.ts';
import { startDesk } from '../support/desk.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

test('what changes while the rows are read is in the next answer', async () => {
  const root = makeSite();
  const settings = { root, out: join(root, 'dist'), drafts: true, future: true };
  const session = createSession(settings, await loadConfig(root), createSilentReporter());
  let release = 'old';
  const finder = createReach(root);
  const reach: ReachFinder = {
    ...finder,
    stamp: () => release,
    look: () => ({
      ...finder.look(),
      of() {
        const found = release === 'old' ? 'new' : 'live';
        // The release ends when the first row has been read.
        release = 'newer';
        return found;
      },
    }),
  };
  const people = async () => ({ stamp: '', of: () => ({ writer: '', isMine: false }) });
  const queue = createQueue(root, session, { reach, people, stored: () => null });
  const reaches = async () =>
    (await queue()).rows.filter(({ type }) => type === 'article').map((row) => row.reach);
  const [first] = await reaches();
  expect(first).toBe('new');
  const [...later] = await reaches();
  expect(new Set(later)).toEqual(new Set(['live']));
  await session.close();
});

test('an article that has not changed has the address and the category of the present settings and tree', async () => {
  const file = 'content/en_US/articles/first.md';
  const root = makeSite({
    ...smallSite({ permalinks: { article: '/{category}/{slug}' } }),
    [file]: article({ title: 'The first', slug: 'first', category: 'betting' }),
  });
  const settings = { root, out: join(root, 'dist'), drafts: true, future: true };
  const session = createSession(settings, await loadConfig(root), createSilentReporter());
  onTestFinished(() => session.close());
  await session.start();
  const people = async () => ({ stamp: '', of: () => ({ writer: '', isMine: false }) });
  const queue = createQueue(root, session, { reach: createReach(root), people, stored: () => null });
  const row = async () => (await queue()).rows.find((one) => one.file === file);
  expect(await row()).toMatchObject({ path: '/betting/first' });
  const tree = join(root, 'content/en_US/categories.json');
  const before = readFileSync(tree, 'utf8');
  const { betting, ...others } = JSON.parse(before);
  writeFileSync(tree, JSON.stringify({ ...others, betting: { ...betting, slug: 'wagers' } }));
  await expect.poll(async () => (await row())?.path, { timeout: 60_000 }).toBe('/wagers/first');
});

test('a desk that starts again lists what it knew before its first build has ended, and then what is true', async () => {
  const file = 'content/en_US/articles/first.md';
  const write = (title: string) => writeFileSync(join(root, file), article({ title, slug: 'first' }));
  const root = makeSite(smallSite());
  write('As it was');
  const before = await startDesk(root);
  await before.close();
  write('As it is');
  // The first build waits for another one.
  const lock = { root, out: join(root, '.articles/desk'), reporter: createSilentReporter() };
  const release = await lockOutput(lock);
  const desk = await startDesk(root);
  onTestFinished(() => desk.close());
  const title = async () => (await desk.read('articles', { file })).body.rows[0].title;
  expect(await title()).toBe('As it was');
  expect((await desk.read('document', { file })).body.text).toContain('As it is');
  await release?.();
  await expect.poll(title, { timeout: 60_000 }).toBe('As it is');
});

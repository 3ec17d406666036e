/** `articles build --inputs`: what an engine that keeps results must watch. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listInputs } from '../../src/build/list-inputs.ts';
import { createShard } from '../../src/build/plan/shard.ts';
import { buildSite, NOW } from '../support/build.ts';
import { article, compareTrees, json, makeFolder, makeSite, readTree, smallSite } from '../support/site.ts';

const options = { basePath: null, drafts: false, future: false, now: NOW };

test('a folder with nothing but the inputs builds the same site', async () => {
  const root = makeSite({
    ...smallSite(),
    'README.md': 'Nobody builds this.',
    'content/images/note.txt': 'A file beside pictures.',
    'content/en_US/strings.json': json({ layout: { home: 'Start' } }),
    'content/en_US/pages/contact.md': '---\ntitle: Contact\n---\nWrite to us.\n',
    'content/data/prices.csv': 'name,price\nOne,1\n',
    'content/schema.ts':
      "import { z } from 'zod';\nexport const article = z.object({ rating: z.number().optional() });\n",
    'public/robots-extra.txt': 'As it is.',
    'theme/tokens.css': ':root { --accent: #123456; }',
  });
  const { files, settings } = await listInputs({ ...options, root, shard: createShard(2, 4) });
  expect(files).toContain('site-config.json');
  expect(files).toContain('content/en_US/articles/first.md');
  expect(files).not.toContain('README.md');
  expect(settings).toMatchObject({
    shard: '2/4',
    dates: '2026-03-01T04:00:00.000Z',
    drafts: false,
    basePath: '',
  });

  const copy = makeFolder();
  for (const file of files) cpSync(join(root, file), join(copy, file));
  await buildSite(root);
  await buildSite(copy);
  expect(compareTrees(readTree(join(copy, 'dist')), readTree(join(root, 'dist')))).toEqual([]);
});

test('the list is the same after a build, and for every part but for its number', async () => {
  const root = makeSite();
  const first = await listInputs({ ...options, root, shard: createShard(1, 2) });
  await buildSite(root);
  const second = await listInputs({ ...options, root, shard: createShard(2, 2) });
  expect(second.files).toEqual(first.files);
  expect(second.settings).toEqual({ ...first.settings, shard: '2/2' });
});

test('the settings change at the instants that change the site, and at no other', async () => {
  const files = {
    ...smallSite({ timeZone: 'America/New_York', locales: ['en_US'] }),
    'content/en_US/articles/brief.md': article({
      title: 'Brief',
      date: '2027-06-15T09:00:00Z',
      more: 'expires: 2027-06-20',
    }),
  };
  const root = makeSite(files);
  const at = async (time: string) => {
    const now = Date.parse(time);
    const { settings } = await listInputs({ ...options, now, root, shard: createShard(1, 1) });
    await buildSite(root, { now });
    return { key: JSON.stringify(settings), site: readTree(join(root, 'dist')) };
  };
  const times = [
    '2026-12-31T12:00:00Z',
    '2027-01-01T04:59:59Z',
    '2027-01-01T05:00:00Z',
    '2027-06-15T08:59:59Z',
  ];
  times.push('2027-06-15T09:00:00Z', '2027-06-19T12:00:00Z', '2027-06-20T03:59:59Z', '2027-06-20T04:00:00Z');
  const isChanged: boolean[] = [];
  let before = await at(times.shift() ?? '');
  for (const time of times) {
    const now = await at(time);
    const isSame = compareTrees(now.site, before.site).length === 0;
    expect(now.key === before.key, time).toBe(isSame);
    isChanged.push(!isSame);
    before = now;
  }
  expect(isChanged).toEqual([false, true, false, true, false, false, true]);
});

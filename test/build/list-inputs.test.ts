/** `articles build --inputs`: what an engine that keeps results must watch. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listInputs } from '../../src/build/list-inputs.ts';
import { createShard } from '../../src/build/plan/shard.ts';
import { buildSite, NOW } from '../support/build.ts';
import { compareTrees, json, makeFolder, makeSite, readTree, smallSite } from '../support/site.ts';

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
  expect(settings).toMatchObject({ shard: '2/4', day: '2026-06-15', drafts: false, basePath: '' });

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

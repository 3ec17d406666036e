import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listOwned } from '../../src/build/outputs/output-registry.ts';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { createSite } from '../../src/site/site.ts';
import { buildSite } from '../support/build.ts';
import { CONFIG, makeSite, readTree, smallSite } from '../support/site.ts';

test('every file of a build is a page, or owned by an output, and every path that an output names exists', async () => {
  const root = makeSite({ ...smallSite(), 'public/proof.txt': 'x' });
  await buildSite(root);
  const { site } = createSite({
    config: { ...siteConfigSchema.parse(CONFIG), root },
    editions: [],
    metas: [],
    ads: { everyPage: '', paidLinks: {} },
    clock: { now: 0, today: '2026-06-15' },
    include: { drafts: false, future: false },
  });
  const owned = listOwned(site).map((path) => path.split('*'));
  const isOwned = (file: string) =>
    owned.some(([start = '', end]) =>
      end === undefined ? file === start : file.startsWith(start) && file.endsWith(end),
    );
  const files = [...readTree(join(root, 'dist')).keys()];
  const named = owned.flatMap(([path = '', end]) => (end === undefined ? [path] : []));
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
  const rest = files.filter((file) => !isOwned(file));
  expect(rest.filter((file) => !file.endsWith('.html'))).toEqual(['.nojekyll', 'proof.txt']);
  expect(rest).toContain('index.html');
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInventory } from '../../src/articles/inventory.ts';
import { listOwned } from '../../src/build/outputs/output-registry.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { buildSite } from '../support/build.ts';
import { makeSite, readTree, smallSite } from '../support/site.ts';

test('every file of a build is a page, or owned by an output, and every path that an output names exists', async () => {
  const root = makeSite({ ...smallSite(), 'public/proof.txt': 'x' });
  await buildSite(root);
  const { site } = await readInventory(root, createSilentReporter());
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

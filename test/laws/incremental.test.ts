import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { CONFIG, compareTrees, type Files, makeFolder, readTree, smallSite } from '../support/site.ts';
import { anyEdit, createWorld, type Edit, type World } from './edits.ts';

/** LAW_RUNS=600 searches longer than a test run can wait. */
const RUNS = Number(process.env.LAW_RUNS ?? 18);

function startWorld(root: string): World {
  const files: Files = smallSite();
  for (const path of Object.keys(files)) if (path.includes('/articles/')) delete files[path];
  return createWorld(root, files, CONFIG);
}

/** Applies the edits, with a build behind each as told, and compares the last build with a clean one. */
async function differencesAfter(steps: readonly { edit: Edit; builds: boolean }[]): Promise<string[]> {
  const root = join(makeFolder(), 'site');
  const world = startWorld(root);
  await buildSite(root);
  for (const { edit, builds } of steps) {
    edit.apply(world);
    if (builds) await buildSite(root, { now: world.now, drafts: world.drafts });
  }
  const incremental = await buildSite(root, { now: world.now, drafts: world.drafts });
  const out = join(root, '.clean');
  const clean = await buildSite(root, { now: world.now, drafts: world.drafts, clean: true, out });
  const differences = compareTrees(readTree(join(root, 'dist')), readTree(out));
  rmSync(root, { recursive: true, force: true });
  expect(incremental.warnings).toEqual(clean.warnings);
  expect([incremental.articles, incremental.pages, incremental.outputs]).toEqual([
    clean.articles,
    clean.pages,
    clean.outputs,
  ]);
  return differences;
}

test('after any edits a build gives the bytes of a clean build', async () => {
  const step = fc.record({ edit: anyEdit, builds: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const names = steps.map(({ edit, builds }) => `${edit.name}${builds ? ', build' : ''}`);
      expect({ names, differences: await differencesAfter(steps) }).toEqual({ names, differences: [] });
    }),
    { numRuns: RUNS },
  );
}, 1_800_000);

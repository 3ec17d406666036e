import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { CONFIG, compareTrees, type Files, makeFolder, readTree, smallSite } from '../support/site.ts';
import { anyEdit, createWorld, type Edit, type World } from './edits.ts';

/** LAW_RUNS=600 searches longer than a test run can wait. */
const RUNS = Number(process.env.LAW_RUNS ?? 18);

function startWorld(root: string): World {
  // So few related articles that a changed text can be told from the articles of its place alone.
  const config = { sections: { related: 1 }, search: { fullText: true } };
  const files: Files = smallSite(config);
  for (const path of Object.keys(files)) if (path.includes('/articles/')) delete files[path];
  return createWorld(root, files, { ...CONFIG, ...config });
}

interface Step {
  edit: Edit;
  /** Builds behind it; the second one comes when every file is old enough to be known by its stat. */
  builds: 0 | 1 | 2;
}

/** Applies the edits, with builds behind each as told, and compares the last build with a clean one. */
async function differencesAfter(steps: readonly Step[]): Promise<string[]> {
  const root = join(makeFolder(), 'site');
  const world = startWorld(root);
  await buildSite(root);
  for (const { edit, builds } of steps) {
    edit.apply(world);
    for (let number = 1; number <= builds; number++) {
      if (number === 2) await setTimeout(60);
      await buildSite(root, { now: world.now, drafts: world.drafts });
    }
  }
  const incremental = await buildSite(root, { now: world.now, drafts: world.drafts });
  const out = join(root, '.clean');
  const clean = await buildSite(root, { now: world.now, drafts: world.drafts, clean: true, out });
  const differences = compareTrees(readTree(join(root, 'dist')), readTree(out));
  rmSync(root, { recursive: true, force: true });
  // A clean build in another folder does not know which addresses there were.
  const known = incremental.warnings.filter(({ message }) => !/\bearlier builds?\b/.test(message));
  expect(known).toEqual(clean.warnings);
  expect([incremental.articles, incremental.pages, incremental.outputs]).toEqual([
    clean.articles,
    clean.pages,
    clean.outputs,
  ]);
  return differences;
}

test('after any edits a build gives the bytes of a clean build', async () => {
  const step = fc.record({ edit: anyEdit, builds: fc.constantFrom<Step['builds'][]>(0, 1, 2) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const names = steps.map(({ edit, builds }) => `${edit.name}${', build'.repeat(builds)}`);
      expect({ names, differences: await differencesAfter(steps) }).toEqual({ names, differences: [] });
    }),
    { numRuns: RUNS },
  );
}, 1_800_000);

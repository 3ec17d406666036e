import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BuildSession, openSession } from '../../src/build/session.ts';
import type { BuildResult } from '../../src/results/site-results.ts';
import { buildSite } from '../support/build.ts';
import {
  CONFIG,
  compareTrees,
  type Files,
  makeFolder,
  makeSite,
  readTree,
  smallSite,
} from '../support/site.ts';
import { anyEdit, anySourceEdit, createWorld, type Edit, type World } from './edits.ts';

/** LAW_RUNS=600 searches longer than a test run can wait. */
const RUNS = Number(process.env.LAW_RUNS ?? 8);

interface Start {
  /** What feeds show of a text. */
  feeds: 'full' | 'summary';
  fullText: boolean;
}

const anyStart = fc.record({
  feeds: fc.constantFrom<Start['feeds'][]>('full', 'summary'),
  fullText: fc.boolean(),
});

function startWorld(root: string, { feeds, fullText }: Start): World {
  // So few related articles that a changed text can be told from the articles of its place alone, and feeds so short
  // that some articles are in none.
  const config = {
    ...{ sections: { related: 1 }, search: { fullText } },
    ...{ feeds: { content: feeds }, feedItems: 2 },
  };
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
async function differencesAfter(start: Start, steps: readonly Step[]): Promise<string[]> {
  const root = join(makeFolder(), 'site');
  const world = startWorld(root, start);
  await buildSite(root);
  for (const { edit, builds } of steps) {
    edit.apply(world);
    for (let number = 1; number <= builds; number++) {
      if (number === 2) await setTimeout(60);
      await buildSite(root, { now: world.now, drafts: world.drafts });
    }
  }
  const last = await buildSite(root, { now: world.now, drafts: world.drafts });
  return differencesFromClean(world, last);
}

/** Compares a build with one from nothing: the files, the warnings and the counts. */
async function differencesFromClean({ root, now, drafts }: World, last: BuildResult): Promise<string[]> {
  const out = join(root, '.clean');
  const clean = await buildSite(root, { now, drafts, clean: true, out });
  const differences = compareTrees(readTree(join(root, 'dist')), readTree(out));
  rmSync(root, { recursive: true, force: true });
  // A clean build in another folder does not know which addresses there were.
  const known = last.warnings.filter(({ message }) => !/\bearlier builds?\b/.test(message));
  expect(known).toEqual(clean.warnings);
  expect([last.articles, last.pages, last.outputs]).toEqual([clean.articles, clean.pages, clean.outputs]);
  return differences;
}

test('after any edits a build gives the bytes of a clean build', async () => {
  const step = fc.record({ edit: anyEdit, builds: fc.constantFrom<Step['builds'][]>(0, 1, 2) });
  await fc.assert(
    fc.asyncProperty(anyStart, fc.array(step, { minLength: 1, maxLength: 8 }), async (start, steps) => {
      const names = steps.map(({ edit, builds }) => `${edit.name}${', build'.repeat(builds)}`);
      expect({ names, differences: await differencesAfter(start, steps) }).toEqual({
        names,
        differences: [],
      });
    }),
    { numRuns: RUNS },
  );
}, 1_800_000);

/** What happens behind an edit in watch mode: more edits before the build, a build, or a build and a new start of the program. */
type Next = 'nothing' | 'build' | 'restart';

/** A program that goes on running is told which files have changed, as the watcher of `serve --watch` tells it. */
async function differencesWhileWatching(
  start: Start,
  steps: readonly { edit: Edit; next: Next }[],
): Promise<string[]> {
  const root = join(makeFolder(), 'site');
  const world = startWorld(root, start);
  const open = () =>
    openSession({ root, out: join(root, 'dist'), drafts: world.drafts, future: false }, (error) => {
      throw error;
    });
  let session: BuildSession = open();
  let drafts = world.drafts;
  let built = await session.build([], undefined, world.now);
  let before = { ...world.files };
  let time = world.now;
  const build = async () => {
    const paths = new Set([...Object.keys(before), ...Object.keys(world.files)]);
    const changed = [...paths].filter((path) => before[path] !== world.files[path]);
    const areArticles = changed.every((path) => path.includes('/articles/'));
    built = await session.build(areArticles && time === world.now ? changed : [], undefined, world.now);
    before = { ...world.files };
    time = world.now;
  };
  for (const { edit, next } of [...steps, LAST]) {
    edit.apply(world);
    if (world.drafts !== drafts || next === 'restart') {
      session.record();
      session = open();
      drafts = world.drafts;
    }
    if (next !== 'nothing') await build();
  }
  return differencesFromClean(world, built.result);
}

const LAST = { edit: { name: 'nothing', apply: () => undefined }, next: 'build' } as const;

test('after any saves in watch mode the folder has the bytes of a clean build', async () => {
  const next = fc.constantFrom<Next[]>('nothing', 'build', 'build', 'build', 'restart');
  const step = fc.record({ edit: anySourceEdit, next });
  await fc.assert(
    fc.asyncProperty(anyStart, fc.array(step, { minLength: 1, maxLength: 8 }), async (start, steps) => {
      const names = steps.map(({ edit, next }) => `${edit.name}, ${next}`);
      expect({ names, differences: await differencesWhileWatching(start, steps) }).toEqual({
        names,
        differences: [],
      });
    }),
    { numRuns: RUNS },
  );
}, 1_800_000);

test('the text of an article that has a warning is shown when it is saved', async () => {
  const file = 'content/en_US/articles/first.md';
  const root = makeSite();
  const text = `${readFileSync(join(root, file), 'utf8')}\nThe <odds> are even.\n`;
  writeFileSync(join(root, file), text);
  const settings = { root, out: join(root, 'dist'), drafts: false, future: false };
  const session = openSession(settings, (error) => {
    throw error;
  });
  expect((await session.build([])).result.warnings).toMatchObject([{ code: 'raw-html' }]);
  writeFileSync(join(root, file), `${text}\nThey were even yesterday.\n`);
  await session.build([file]);
  expect(readFileSync(join(root, 'dist/articles/first-price.html'), 'utf8')).toContain(
    '<p>They were even yesterday.</p>',
  );
});

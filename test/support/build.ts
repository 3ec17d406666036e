/** Builds sites inside the test's process. */

import { join } from 'node:path';
import { expect } from 'vitest';
import type { BuildOptions } from '../../src/build/build-result.ts';
import { createShard } from '../../src/build/plan/shard.ts';
import { build } from '../../src/build/run-build.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import type { BuildResult } from '../../src/results/site-results.ts';
import { compareTrees, type Files, makeSite, readTree } from './site.ts';

/** 2026-06-15, noon in UTC: what the tests call now. */
export const NOW = Date.UTC(2026, 5, 15, 12);

/** Builds with the defaults of the command; `dist` below the root unless told. */
export async function buildSite(root: string, options: Partial<BuildOptions> = {}): Promise<BuildResult> {
  return build({
    root,
    out: join(root, 'dist'),
    drafts: false,
    future: false,
    clean: false,
    jobs: 1,
    shard: createShard(1, 1),
    basePath: null,
    reporter: createSilentReporter(),
    now: NOW,
    ...options,
  });
}

/** Expects `dist` to be what a build from nothing writes. */
export async function expectCleanBuild(root: string, options: Partial<BuildOptions> = {}): Promise<void> {
  const clean = join(root, '.clean');
  await buildSite(root, { ...options, clean: true, out: clean });
  expect(compareTrees(readTree(join(root, 'dist')), readTree(clean))).toEqual([]);
}

/** Path below the output folder → text. */
export async function buildTree(
  files: Files,
  options: Partial<BuildOptions> = {},
): Promise<Map<string, string>> {
  const root = makeSite(files);
  await buildSite(root, options);
  return new Map([...readTree(join(root, 'dist'))].map(([path, bytes]) => [path, bytes.toString('utf8')]));
}

/** How the tests run: the program is compiled once, then the files of each tier (test/README.md). */
import { statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TIERS, type Tier, testsOf } from './test/support/tiers.ts';

/** The longest files begin, so that none of them runs alone at the end. */
const LONGEST = new RegExp(
  `(?:${[
    'browser/(?:desk|examples|glyphs|islands|navigation|offline|rank|sample-site)',
    'crash/generate-faults',
    'deploy/after',
    'docs/(?:documentation-browser|examples|start)',
    'generate/(?:approvals|program)',
    'hostile/battery',
    'incremental(?:-build)?',
    'package',
    'serve/watch',
    'templates/(?:browser|layout)',
    'versions/(?:stored|upgrade)',
  ].join('|')})\\.test\\.ts$`,
);
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Tests write many small files, which takes half of the time in memory. Some systems, and containers by default, have too little of it. */
function findTemporaryFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 8 * 2 ** 30 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Tests wait for servers, processes and pages, so other tests can run meanwhile. */
const WORKERS = 2 * availableParallelism();

const project = (tier: Tier) => ({
  extends: true as const,
  test: {
    name: tier,
    include: testsOf(tier),
    // Unit tests do not wait.
    maxWorkers: tier === 'unit' ? '100%' : WORKERS,
    // Chromium itself hangs once in some thousand tests. The report says `(retry x1)`: a test that has it often is racy.
    retry: tier === 'browser' ? 1 : 0,
    sequence: { groupOrder: TIERS.indexOf(tier) },
  },
});

export default defineConfig({
  define: { ARTICLES_VERSION: '"0.0.0"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    globalSetup: ['test/support/compile.ts'],
    setupFiles: ['test/support/draws.ts', 'test/support/equal-bytes.ts'],
    // Files share a process: loading the program again for each of them would take a fifth of the time.
    isolate: false,
    // They end tests that hang; a busy machine may be ten times slower than usual.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A browser on a busy machine is slow; a condition that already holds is not waited for.
    expect: { poll: { timeout: 90_000 } },
    // Builds are strict where CI is set; tests build sites with problems. Pages are rendered as for users, by the fast half of React.
    env: { NO_COLOR: '1', CI: '', NODE_ENV: 'production', TMPDIR: findTemporaryFolder() },
    sequence: { sequencer: LongestFirst },
    projects: TIERS.map(project),
  },
});

/** How the tests run: the program is compiled once, then the files of each tier (test/README.md). */
import { defineConfig } from 'vitest/config';
import { TIERS, type Tier, testsOf } from './test/support/tiers.ts';

/** A browser has the machine for itself; the other tiers share all of its cores. */
const project = (tier: Tier) => ({
  extends: true as const,
  test: {
    name: tier,
    include: testsOf(tier),
    // Unit tests share a process: loading the program again for each file would double their time.
    isolate: tier !== 'unit',
    maxWorkers: tier === 'browser' ? 1 : '100%',
    sequence: { groupOrder: TIERS.indexOf(tier) },
  },
});

export default defineConfig({
  define: { ARTICLES_VERSION: '"0.0.0"' },
  test: {
    globalSetup: ['test/support/compile.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A browser on a busy machine is slow; a condition that already holds is not waited for.
    expect: { poll: { timeout: 25_000 } },
    // Builds are strict where CI is set; tests build sites with problems.
    env: { NO_COLOR: '1', CI: '' },
    projects: TIERS.map(project),
  },
});

/** The tests of a mutation run (stryker.config.json): unit tests of the mutated folders, without the compile step. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { testsOf } from './test/support/tiers.ts';

/** Runs of the generator and texts of the samples touch every check: they would run for each change of one. */
const touchesAll = (file: string) =>
  /runGenerate|loadOriginals|plantedLines/.test(readFileSync(file, 'utf8'));

export default defineConfig({
  define: { ARTICLES_VERSION: '"0.0.0"' },
  test: {
    include: testsOf('unit').filter(
      (file) => /^test\/(site|content|deploy|generate)\//.test(file) && !touchesAll(file),
    ),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1', CI: '' },
  },
});

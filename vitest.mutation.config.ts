/** The tests of a mutation run (stryker.config.json): unit tests of the mutated folders, without the compile step. */
import { defineConfig } from 'vitest/config';
import { testsOf } from './test/support/tiers.ts';

export default defineConfig({
  define: { ARTICLES_VERSION: '"0.0.0"' },
  test: {
    include: testsOf('unit').filter((file) => /^test\/(site|content|deploy|generate)\//.test(file)),
    testTimeout: 60_000,
    env: { NO_COLOR: '1', CI: '' },
  },
});

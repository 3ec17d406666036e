/** The tests of a mutation run (stryker.config.json): unit tests of the mutated folders, without the compile step. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { testsOf } from './test/support/tiers.ts';

/** Whole commands, and texts of the samples, touch every check: they would run for each change of one. */
const TOUCHES_ALL = /support\/program|runGenerate|loadOriginals|plantedLines/;

/** Of the tests of generation, those that import the checks. */
function isQuick(file: string): boolean {
  const source = readFileSync(file, 'utf8');
  return (
    !TOUCHES_ALL.test(source) && (!file.startsWith('test/generate/') || source.includes('/generate/checks/'))
  );
}

export default defineConfig({
  define: { ARTICLES_VERSION: '"0.0.0"' },
  test: {
    include: testsOf('unit').filter(
      (file) => /^test\/(site|content|deploy|generate)\//.test(file) && isQuick(file),
    ),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1', CI: '' },
  },
});

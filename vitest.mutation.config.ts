/** The tests of a mutation run (stryker.config.json): unit tests of the mutated folders, without the compile step. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { ARTICLES_VERSION: '"0.0.0"' },
  test: {
    include: ['test/{site,content,deploy,generate}/**/*.test.ts'],
    exclude: [
      'test/deploy/{command,crash,deploy,directory,directory-command,faults,lock,parts,releases,setup,uplink}.test.ts',
      'test/generate/{aimock,batch,command,faults,program,recovery,review,run}.test.ts',
    ],
    testTimeout: 20_000,
    env: { NO_COLOR: '1' },
  },
});

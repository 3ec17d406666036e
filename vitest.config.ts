/** Owns how the tests run: the program is compiled once, then every file on its own. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/compile.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A browser on a busy machine takes its time; what is true at once is not waited for.
    expect: { poll: { timeout: 25_000 } },
    env: { NO_COLOR: '1' },
  },
});

/** Owns how the tests run: the program is compiled once, then every file on its own. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/compile.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    env: { NO_COLOR: '1' },
  },
});

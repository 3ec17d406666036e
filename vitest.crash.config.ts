/** Runs the crash harness: programs that are killed at random moments. `CRASH_ROUNDS` sets how often. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/crash/*.crash.ts'],
    globalSetup: ['test/support/compile.ts'],
    testTimeout: 7_200_000,
    // A hundred rounds leave many files to remove.
    hookTimeout: 600_000,
    fileParallelism: false,
    env: { NO_COLOR: '1' },
  },
});

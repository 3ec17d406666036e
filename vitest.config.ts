/** How the tests run: the program is compiled once, then the files of each tier (test/README.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

type Tier = 'unit' | 'slow' | 'browser';

/** Tests that take more than about 5 seconds although they need no tool of the system. */
const SLOW =
  /^test\/(laws\/|hosting\/|pictures\/|commands\/dry-run\.|fuzz\/|hostile\/limits\.|build\/(corpus|output-folder|sample|strict)\.|deploy\/(after|crash|diff|faults|hidden-site|lock|parts|releases|verify)\.|generate\/(aimock|batch|command|estimate|faults|mock-servers|money-matrix|review|run)\.)/;

/** A test belongs to the tier of the slowest thing that it uses: Chromium, a process of the binary, Java. */
function tierOf(file: string): Tier {
  const source = readFileSync(file, 'utf8');
  if (source.includes('support/chromium.ts')) return 'browser';
  return SLOW.test(file) || /support\/(cli|serve|markup|rclone)\.ts|node:child_process/.test(source)
    ? 'slow'
    : 'unit';
}

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file));

/** Tiers run one after the other. A browser has the machine for itself; the others share all of its cores. */
const TIERS: readonly Tier[] = ['unit', 'slow', 'browser'];

const project = (tier: Tier) => ({
  extends: true as const,
  test: {
    name: tier,
    include: files.filter((file) => tierOf(file) === tier),
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

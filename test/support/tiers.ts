/** Says which tests belong to which tier (test/README.md). */
import { readdirSync, readFileSync } from 'node:fs';

export type Tier = 'unit' | 'slow' | 'browser';

/** They run one after the other. */
export const TIERS: readonly Tier[] = ['unit', 'slow', 'browser'];

/** Tests that take more than about 5 seconds although they need no tool of the system. */
const SLOW =
  /^test\/(laws\/|hosting\/|pictures\/|commands\/dry-run\.|fuzz\/|hostile\/limits\.|import\/|build\/(corpus|output-folder|sample|strict)\.|deploy\/(after|crash|diff|faults|hidden-site|lock|parts|releases|verify)\.|theme\/fonts\.|generate\/(aimock|batch|command|estimate|faults|mock-servers|money-matrix|review|run)\.)/;

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file));

/** Paths from the project's root. */
export function testsOf(tier: Tier): string[] {
  return FILES.filter((file) => tierOf(file) === tier);
}

/** A test belongs to the tier of the slowest thing that it uses: Chromium, a process of the binary, Java. */
function tierOf(file: string): Tier {
  const source = readFileSync(file, 'utf8');
  if (source.includes('support/chromium.ts')) return 'browser';
  return SLOW.test(file) || /support\/(cli|serve|markup|rclone)\.ts|node:child_process/.test(source)
    ? 'slow'
    : 'unit';
}

/** Sets flags of V8 for a command that ends with its build. Each flag was measured (bench/README.md). */
import { setFlagsFromString } from 'node:v8';

/** By default, a heap that holds 250 MB grows to 1 GB before it is collected, which saves no time. */
const SLOW_GROWTH = '--heap-growing-percent=35';

/** Flags for several threads. */
const THREADED = [
  SLOW_GROWTH,
  // Every thread compiles the same code, so all of it is compiled quickly, and only hot functions are optimized.
  '--always-sparkplug',
  '--max-inlined-bytecode-size-cumulative=150',
  // Megabytes for the new objects of each further thread. The default takes more memory and is not faster.
  '--max-semi-space-size=8',
];

/** Flags for several threads, and for a short build, which ends before optimization has paid for itself. */
const ALL = [
  // Helper threads of the collector would take cores from the other threads.
  '--no-parallel-scavenge',
];

/** Flags for a short build. */
const BRIEF = [
  // V8 would optimize the WebAssembly that sets the text of social images. For a few images, that takes longer than it saves.
  '--wasm-tiering-budget=100000000',
];

/** The flag that delays optimization differs between versions of V8, which warns about unknown flags. */
const LATER = ['--invocation-count-for-maglev=2000', '--invocation-count-for-turbofan=30000'];
const LATER_BY_VERSION: Readonly<Record<string, readonly string[]>> = {
  11: ['--interrupt-budget=600000'],
  12: LATER,
  13: LATER,
};

/** Up to this number of articles, one thread is faster with less optimization. */
const SHORT = 2000;

/** For a command that reads more than its memory should hold. */
export function growHeapSlowly(): void {
  if (LATER_BY_VERSION[majorOfV8()]) setFlagsFromString(SLOW_GROWTH);
}

const majorOfV8 = () => process.versions.v8.split('.')[0] ?? '';

/** Sets the flags of the process and all of its threads. @param work number of articles to parse and render */
export function setEngineFlags(threads: number, work: number): void {
  const later = LATER_BY_VERSION[majorOfV8()];
  if (!later || (threads === 1 && work > SHORT)) return;
  for (const flag of [...(threads > 1 ? THREADED : BRIEF), ...ALL, ...later]) setFlagsFromString(flag);
}

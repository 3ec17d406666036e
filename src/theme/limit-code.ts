/** Stops an endless loop in the code of a site, and finds its place. */
import { type Profiler, Session } from 'node:inspector';
import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

/** Name of the site's script in stack traces and profiles. */
export const SCRIPT = 'site-theme.js';

/** Seconds for one call of the site's code. A page takes milliseconds. A site whose code computes for longer sets the variable. */
const SECONDS = Number(process.env.ARTICLES_CODE_SECONDS) || 20;

/** The work did not end. The stack names the place in the site's script. */
export class EndlessCodeError extends Error {}

const slot: { work: () => unknown } = { work: () => undefined };
let run: ((timeout: number) => void) | null = null;
let isRunning = false;

/**
 * A call costs about 50 µs. Work that does not end in time runs once more, so that a computer that slept or was busy
 * condemns nothing.
 * @throws EndlessCodeError where the work did not end twice
 */
export function limitCode<T>(work: () => T): T {
  // The outermost call has the limit.
  if (isRunning) return work();
  isRunning = true;
  try {
    const first = runOnce(work);
    if (first) return first.value;
    const session = new Session();
    session.connect();
    session.post('Profiler.enable');
    // It drops optimized code, whose inlined functions have no place of their own.
    session.post('Profiler.startPreciseCoverage', { callCount: true });
    session.post('Profiler.start');
    const second = runOnce(work);
    let place = '';
    session.post('Profiler.stop', (_, { profile }) => {
      place = findLoop(profile);
    });
    session.disconnect();
    if (second) return second.value;
    const error = new EndlessCodeError(`the code did not end within ${SECONDS} s, twice`);
    error.stack = `${error.message}\n${place}`;
    throw error;
  } finally {
    isRunning = false;
  }
}

/** @returns null where the time was up */
function runOnce<T>(work: () => T): { value: T } | null {
  let result: { value: T } | null = null;
  slot.work = () => {
    result = { value: work() };
  };
  try {
    // Only the virtual machine can interrupt code that does not return by itself.
    run ??= prepare();
    run(SECONDS * 1000);
    return result;
  } catch (error) {
    // The error belongs to the other context, so `instanceof` does not know it.
    if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return null;
    throw error;
  }
}

function prepare() {
  const context = createContext(slot);
  const script = new Script('work()');
  return (timeout: number) => void script.runInContext(context, { timeout });
}

/** The function of the site that ran for the longest time, as a line of a stack; '' if there is none. */
function findLoop({ nodes }: Profiler.Profile): string {
  const ticks = new Map<number, number>();
  for (const { callFrame, positionTicks } of nodes)
    if (callFrame.url.endsWith(SCRIPT))
      for (const { line, ticks: count } of positionTicks ?? [])
        ticks.set(line, (ticks.get(line) ?? 0) + count);
  const [busiest] = [...ticks].sort(([, a], [, b]) => b - a);
  return busiest ? `${SCRIPT}:${busiest[0]}:9999` : '';
}

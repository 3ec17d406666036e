/** Stops work that takes too long, even in the middle of a regular expression. */
import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

export class TimeLimitError extends Error {}

/** @returns what `work` returns @throws TimeLimitError after `milliseconds` */
export type RunWithin = <T>(milliseconds: number, work: () => T) => T;

/**
 * One limiter serves many calls; a call costs about 50 µs. Work that had little of the processor, because the machine is
 * busy, runs again with more time. Work that is stopped may leave its state half changed, so drop what it worked on.
 */
export function createTimeLimit(): RunWithin {
  // Only the virtual machine can interrupt code that does not return by itself.
  const slot: { work: () => unknown } = { work: () => undefined };
  // Made with the first call: most programs need none.
  let run: ((milliseconds: number) => void) | null = null;
  const prepare = () => {
    const context = createContext(slot);
    const script = new Script('work()');
    return (milliseconds: number) => void script.runInContext(context, { timeout: milliseconds });
  };
  const runOnce = <T>(milliseconds: number, work: () => T): T => {
    let result: { value: T } | undefined;
    slot.work = () => {
      result = { value: work() };
    };
    try {
      run ??= prepare();
      run(milliseconds);
    } catch (error) {
      // The error belongs to the other context, so `instanceof` does not know it.
      const isLate =
        types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      throw isLate ? new TimeLimitError(`stopped after ${milliseconds} ms`) : error;
    } finally {
      slot.work = () => undefined;
    }
    if (!result) throw new Error('the work has ended without a result');
    return result.value;
  };
  return (milliseconds, work) => {
    for (let limit = milliseconds; ; limit *= 2) {
      const before = process.cpuUsage();
      try {
        return runOnce(limit, work);
      } catch (error) {
        const { user, system } = process.cpuUsage(before);
        const isStarved = (user + system) / 1000 < milliseconds * 0.8 && limit < milliseconds * 8;
        if (!(error instanceof TimeLimitError && isStarved)) throw error;
      }
    }
  };
}

/** Turns Ctrl+C and a stop by the system into a call, while a command works. */

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `stop` at the first signal; the second one ends the process as usual.
 * @returns a function that ends the listening
 */
export function onInterrupt(stop: () => void): () => void {
  for (const signal of SIGNALS) process.once(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}

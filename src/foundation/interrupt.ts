/** Listens for Ctrl+C and the system's request to stop. */

/**
 * Calls `stop` at the first signal. A second signal ends the process as usual.
 * @returns a function that stops listening
 */
export function onInterrupt(stop: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

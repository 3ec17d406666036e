/** Listens for Ctrl+C and the system's request to stop. */

/**
 * Calls `stop` at the first signal. A second one ends the process as usual, whichever of the two it is: the runners of forges
 * send one after the other.
 * @returns a function that stops listening
 */
export function onInterrupt(stop: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const listen = (signal: NodeJS.Signals) => {
    ignore();
    stop(signal);
  };
  const ignore = () => {
    for (const signal of signals) process.off(signal, listen);
  };
  for (const signal of signals) process.on(signal, listen);
  return ignore;
}

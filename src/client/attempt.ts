/** Owns calls that a browser may refuse. */

/** The task's result; undefined where the browser refuses, as it does for storage that the reader has switched off. */
export function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

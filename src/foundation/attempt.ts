/** Helpers for calls that may fail. They run in browsers and service workers too. */

/** Returns the task's result, or undefined if it throws, as storage does when the reader has switched it off. */
export function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

/** Loads each name once: shares running requests and keeps results for which `keeps` is true. Failures are not kept. */
export function once<T>(
  load: (name: string) => Promise<T>,
  keeps = (_loaded: T) => true,
): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    let loading = known.get(name);
    if (!loading) {
      const drop = () => known.delete(name);
      loading = load(name);
      known.set(name, loading);
      loading.then((loaded) => keeps(loaded) || drop(), drop);
    }
    return loading;
  };
}

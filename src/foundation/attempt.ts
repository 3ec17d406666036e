/** Helpers for calls that may fail. They run in browsers and service workers too. */

/** The task's result; undefined where the browser refuses, for example storage that the reader has switched off. */
export function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

/** Loads each name once. Keeps requests in flight, and results for which `keeps` is true; a failure is not kept. */
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

/** Owns loading a thing once for all that ask for it. */

/** Keeps what is on its way, and what has been loaded as far as `keeps` says so; a failure is not kept. */
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

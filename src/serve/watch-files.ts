/** Watches folders and reports changed files in bursts. */
import { relativePath } from '../foundation/paths.ts';

/** A burst ends after so many milliseconds without a change. */
const QUIET = 20;
/** Milliseconds after which a burst is reported in any case. */
const LONGEST = 300;

export interface Watcher {
  close(): Promise<void>;
}

export interface WatchTarget {
  folder: string;
  /** @param path below the folder, with "/", of a file or folder; a folder comes before its files */
  includes(path: string): boolean;
}

/**
 * Resolves when the folders are being watched.
 * @param onBurst receives the absolute paths of one burst, at least one, each once
 * @param onError receives errors that prevent watching a folder, such as a limit of the system
 */
export async function watchFiles(
  targets: readonly WatchTarget[],
  onBurst: (files: string[]) => void,
  onError: (error: unknown) => void,
): Promise<Watcher> {
  const { watch } = await import('chokidar');
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let started = 0;

  const flush = () => {
    timer = null;
    const files = [...changed];
    changed.clear();
    onBurst(files);
  };
  const note = (path: string) => {
    const now = performance.now();
    if (changed.size === 0) started = now;
    changed.add(path);
    if (timer) clearTimeout(timer);
    timer = setTimeout(flush, Math.max(0, Math.min(QUIET, started + LONGEST - now)));
  };
  const isIgnored = (path: string) =>
    !targets.some(({ folder, includes }) => {
      const below = relativePath(folder, path);
      return below === '' || (!below.startsWith('..') && !isTemporary(below) && includes(below));
    });

  const watcher = watch(
    targets.map(({ folder }) => folder),
    { ignored: isIgnored, ignoreInitial: true },
  );
  watcher.on('all', (event, path) => {
    if (event !== 'addDir') note(path);
  });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    async close() {
      if (timer) clearTimeout(timer);
      await watcher.close();
    },
  };
}

/** Temporary files of editors, and hidden files, except those of public/. */
function isTemporary(path: string): boolean {
  if (/(^|\/)([^/]*(~|\.tmp|\.sw[px])|\.#[^/]*|4913)$/.test(path)) return true;
  return !path.startsWith('public/') && /(^|\/)\.[^/]*$/.test(path);
}

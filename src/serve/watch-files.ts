/** Owns noticing saved files: bursts of changes below a site's root, and below the program's sources. */
import { relativePath } from '../foundation/paths.ts';

/** Milliseconds without a change that end a burst. */
const QUIET = 20;
/** Milliseconds after which a burst that does not end is handed on. */
const LONGEST = 300;

export interface Watcher {
  close(): Promise<void>;
}

export interface WatchTarget {
  folder: string;
  /** @param path below the folder, with "/"; folders are asked for too, before what is in them */
  includes(path: string): boolean;
}

/**
 * Resolves when every change from now on is noticed.
 * @param onBurst is given the absolute paths of one burst, at least one, each once
 * @param onError what keeps a part from being watched, such as a limit of the system
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

/** What editors leave beside a file while they save it. Of public/ hidden files are shipped too. */
function isTemporary(path: string): boolean {
  if (/(^|\/)([^/]*(~|\.tmp|\.sw[px])|\.#[^/]*|4913)$/.test(path)) return true;
  return !path.startsWith('public/') && /(^|\/)\.[^/]*$/.test(path);
}

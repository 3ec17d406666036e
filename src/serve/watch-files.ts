/** Watches a folder and reports changed files in bursts. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { attempt } from '../foundation/attempt.ts';
import { relativePath } from '../foundation/paths.ts';

/** Milliseconds without a change after which a burst ends. */
const QUIET = 20;
/** Milliseconds after which a burst is reported in any case. */
const LONGEST = 300;

const RawDetails = z.object({ watchedPath: z.string() });

export interface Watcher {
  close(): Promise<void>;
}

/**
 * Resolves when the folder is being watched.
 * @param includes gets the path of a file or folder below it, with "/"; a folder comes before its files
 * @param onBurst receives the absolute paths of one burst, at least one, each once
 * @param onError receives errors that prevent watching, such as a limit of the system
 */
export async function watchFiles(
  folder: string,
  includes: (path: string) => boolean,
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
  const ignored = (path: string) => {
    const below = relativePath(folder, path);
    return below !== '' && (below.startsWith('..') || isTemporary(below) || !includes(below));
  };
  const watcher = watch(folder, { ignored, ignoreInitial: true });
  watcher.on('all', (event, path) => {
    if (event !== 'addDir') note(path);
  });
  // chokidar follows a file by its inode, and loses it for good where two saves within a few milliseconds replace it.
  // The folder of the file still reports its name.
  watcher.on('raw', (_event, name, details: unknown) => {
    const { data } = RawDetails.safeParse(details);
    const path = data && name ? join(data.watchedPath, name) : '';
    if (path !== '' && !ignored(path) && attempt(() => statSync(path))?.isFile()) note(path);
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

/** Temporary files of editors, and hidden files, except in public/. */
function isTemporary(path: string): boolean {
  if (/(^|\/)([^/]*(~|\.tmp|\.sw[px])|\.#[^/]*|4913)$/.test(path)) return true;
  return !path.startsWith('public/') && /(^|\/)\.[^/]*$/.test(path);
}

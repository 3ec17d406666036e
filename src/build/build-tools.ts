/** Opens what the steps of a build share: theme, icons, background work and the pool of threads. */

import { availableParallelism } from 'node:os';
import { readingOf } from '../content/article/reading.ts';
import { createProblems, type Problems } from '../foundation/errors.ts';
import { VIEW_NAMES } from '../pages/page-registry.ts';
import type { Icon } from '../pictures/site-icons.ts';
import { loadTheme, type Theme } from '../theme/load-theme.ts';
import type { BuildContext } from './build-context.ts';
import type { Memory } from './build-result.ts';
import { drawIcons } from './prepare/site-pictures.ts';
import { cacheFolder } from './state/build-state.ts';
import { type Background, openBackground } from './threads/background.ts';
import { setEngineFlags } from './threads/engine-flags.ts';
import { chooseThreads } from './threads/thread-count.ts';
import { createPool, type Pool } from './threads/thread-pool.ts';

export interface BuildTools {
  context: BuildContext;
  theme: Theme;
  /** Problems of the theme, and then of the site. */
  problems: Problems;
  icons: Promise<Icon[]>;
  background: Background;
  pool: Pool;
}

/** @param count number of files to parse. @param isFirst true for a build without an earlier one */
export async function openTools(context: BuildContext, count: number, isFirst: boolean): Promise<BuildTools> {
  const { options, config } = context;
  const { root, jobs, memory } = options;
  const problems = createProblems();
  const theme = await loadTheme(config, { cacheFolder: cacheFolder(root), kinds: VIEW_NAMES }, problems);
  const threads = chooseThreads(jobs, count);
  const background = openBackground(threads < (jobs ?? availableParallelism()));
  const icons = drawIcons(config, background);
  // An error is thrown where the icons are awaited, after the problems of the content.
  icons.catch(() => undefined);
  if (isFirst && config.features.serviceWorker === true) background.prepareServiceWorker();
  // A program that goes on running needs optimized code later.
  if (threads > 1 || memory === undefined) setEngineFlags(threads, count);
  return {
    context,
    theme,
    problems,
    icons,
    background,
    pool: createPool(root, threads, {
      code: theme.code,
      approved: context.approved,
      reading: readingOf(config),
      signal: options.signal,
    }),
  };
}

/** The tools of a save, which takes the rest from the memory. */
export function openSaveTools(context: BuildContext, { theme }: Memory): BuildTools {
  return {
    context,
    theme,
    problems: createProblems(),
    icons: Promise.resolve([]),
    background: openBackground(false),
    pool: createPool(context.options.root, 1, {
      code: theme.code,
      approved: context.approved,
      reading: readingOf(context.config),
    }),
  };
}

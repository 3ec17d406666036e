/** Reads the content of a site without building it: for checks, and for commands that look for a page. */
import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import type { Problems } from '../foundation/errors.ts';
import { readProgramVersion } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';
import type { Site } from '../site/site.ts';
import { createClock } from './build-clock.ts';
import { loadSite } from './parse/load-site.ts';
import { compareSources, parseSources } from './parse/parse-sources.ts';
import { stateFile } from './state/build-state.ts';
import { loadState } from './state/state-file.ts';
import { chooseThreads } from './threads/thread-count.ts';
import { createPool } from './threads/thread-pool.ts';

interface ReadOptions {
  drafts: boolean;
  future: boolean;
  reporter: Reporter;
}

/** The first half of a build. Problems are collected. */
export async function readSite(
  config: SiteConfig,
  { drafts, future, reporter }: ReadOptions,
  problems: Problems,
): Promise<Site> {
  const { root } = config;
  const clock = createClock();
  const found = scanSources(root, config.locales);
  for (const problem of found.problems) problems.error(problem);
  const sources = [...found];
  const state = loadState(stateFile(root, resolve(root, 'dist')));
  const comparison = compareSources(sources, state?.code === readProgramVersion().code ? state : null);
  const pool = createPool(root, chooseThreads(null, comparison.changed.length));
  try {
    const phase = reporter.phase('read', comparison.changed.length);
    const parsed = await parseSources(pool, sources, comparison, phase);
    phase.end(`${sources.length} articles`);
    const times = { now: clock.now, today: clock.today(config.timeZone) };
    return await loadSite({ config, parsed, clock: times, include: { drafts, future } }, problems);
  } finally {
    await pool.close();
  }
}

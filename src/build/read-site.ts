/** Reads the content of a site without building it: for checks, and for commands that look for a page. */

import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadApprovedTexts } from '../content/article/approved-texts.ts';
import { readingOf } from '../content/article/reading.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { findUnread } from '../content/data/unread-files.ts';
import type { Problems } from '../foundation/errors.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import type { SiteInput } from '../site/create-site.ts';
import type { CardFont, Site } from '../site/site.ts';
import type { SiteCode } from '../theme/run-code.ts';
import { directivesOf } from '../theme/theme-directives.tsx';
import { createClock } from './build-clock.ts';
import { canReuse } from './change.ts';
import { loadOwnFields } from './parse/load-own-fields.ts';
import { loadSite } from './parse/load-site.ts';
import { compareSources, type ParsedSources, parseSources } from './parse/parse-sources.ts';
import { stateFile } from './state/build-state.ts';
import { readCodeKey } from './state/input-key.ts';
import { loadSources } from './state/state-file.ts';
import { setEngineFlags } from './threads/engine-flags.ts';
import { chooseThreads } from './threads/thread-count.ts';
import { createPool } from './threads/thread-pool.ts';

interface ReadOptions {
  drafts: boolean;
  future: boolean;
  reporter: Reporter;
  /** The site's code. Without it, only the syntax of directives is checked. */
  code?: SiteCode | null;
  /** The site's own fonts for link previews. */
  cardFonts?: readonly CardFont[];
}

/** Makes the site as a build does. Problems are collected. */
export async function readSite(
  config: SiteConfig,
  { drafts, future, reporter, code, cardFonts }: ReadOptions,
  problems: Problems,
): Promise<Site> {
  const parsed = await readArticles(config, reporter, problems, code);
  const directives = code === undefined ? null : directivesOf(code);
  const ownFields = code === undefined ? null : await loadOwnFields(code, problems);
  const include = { drafts, future };
  return loadSite(
    {
      ...{ config, parsed, clock: readTimes(config), include, directives, code },
      ...(ownFields && { ownFields }),
      ...(cardFonts && { cardFonts }),
    },
    problems,
  );
}

/** Reads the time, and the day in the site's time zone. */
export function readTimes({ timeZone }: Pick<SiteConfig, 'timeZone'>): SiteInput['clock'] {
  const clock = createClock();
  return { now: clock.now, today: clock.today(timeZone) };
}

/** Reads every article that has no errors, including drafts and withheld articles. Problems with file names are collected. */
export async function readArticles(
  config: SiteConfig,
  reporter: Reporter,
  problems: Problems,
  code?: SiteCode | null,
): Promise<ParsedSources> {
  const { root } = config;
  const found = scanSources(root, config.locales);
  for (const problem of found.problems) problems.error(problem);
  for (const problem of findUnread(root, config.locales, found.others)) problems.warn(problem);
  const state = loadSources(stateFile(root, resolve(root, 'dist')));
  const approved = loadApprovedTexts(root, true);
  const reused = canReuse(state, readCodeKey(root), config) ? state : null;
  const comparison = compareSources(found, reused, [], approved);
  const threads = chooseThreads(null, comparison.changed.length);
  setEngineFlags(threads, comparison.changed.length);
  const pool = createPool(root, threads, { code, approved, reading: readingOf(config) });
  try {
    const phase = reporter.phase('read', comparison.changed.length);
    const parsed = await parseSources(pool, found, comparison, phase);
    phase.end(formatCount(found.length, 'article'));
    return parsed;
  } finally {
    await pool.close();
  }
}

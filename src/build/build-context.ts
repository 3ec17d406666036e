/** Reads what the comparison with the previous build needs: configuration, sources, input key and state. */

import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { type ApprovedTexts, loadApprovedTexts } from '../content/article/approved-texts.ts';
import { calendarDay } from '../content/article/dates.ts';
import type { Included } from '../content/article/presence.ts';
import { type Sources, scanSources } from '../content/article/scan-sources.ts';
import { listBesidePages } from '../content/data/content-files.ts';
import { findUnread } from '../content/data/unread-files.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import type { BuildClock } from './build-clock.ts';
import type { BuildOptions, Memory, SharedBuilds } from './build-result.ts';
import { openMemory, type StoredState, stateFile } from './state/build-state.ts';
import { type Inputs, readCodeKey, readInputs } from './state/input-key.ts';
import { type OutputCheck, startOutputCheck } from './state/output-check.ts';
import { openState } from './state/state-file.ts';

/** The clocks of two machines that build a site may differ by this many milliseconds. */
const CLOCK_TOLERANCE = DAY_MS;

export interface BuildContext {
  options: BuildOptions;
  clock: BuildClock;
  config: SiteConfig;
  /** Key of the code that runs. */
  code: string;
  /** Path of the state. */
  file: string;
  /** The previous build; null where a build starts from nothing. */
  stored: StoredState | null;
  /** null without an earlier build, or where nothing but the saved articles can have changed. */
  outputCheck: OutputCheck | null;
  include: Included;
  /** Milliseconds since the epoch, before the sources were examined. */
  scanned: number;
  inputs: Inputs;
  sources: Sources;
  /** Which texts of generated articles readers may see. */
  approved: ApprovedTexts | null;
  unread: readonly Problem[];
  shared: SharedBuilds | null;
  /** The files that have changed, where a program knows them; null to compare all files. */
  saved: readonly string[] | null;
}

export async function createContext(options: BuildOptions, clock: BuildClock): Promise<BuildContext> {
  const { root, reporter, shard, clean, memory, namesLines = false } = options;
  const config = await loadConfig(root, options.basePath);
  const code = readCodeKey(root);
  const file = stateFile(root, options.out);
  const { date } = options;
  const shared =
    clean || date !== undefined
      ? null
      : ((await options.share?.({ options, config, code, file, now: clock.now })) ?? null);
  await shared?.restore();
  const newest = memory ? openMemory(memory.state) : openState(file);
  const isOfNow = date === undefined && newest?.head.include.date === undefined;
  if (newest && isOfNow && clock.now < newest.head.due.from - CLOCK_TOLERANCE)
    throw wrongClock(clock.today(config.timeZone), calendarDay(newest.head.due.from, config.timeZone));
  const stored = clean ? null : newest;
  const outputCheck = stored && startOutputCheck(stored, resolve(options.out), memory ? null : file);
  const { drafts, future } = options;
  const include = { drafts, future, ...(date !== undefined && { date }) };

  const scanned = Date.now();
  const approved = loadApprovedTexts(root, !include.drafts);
  const scan = reporter.phase('scan');
  const sources = scanSources(root, config.locales);
  const unread = findUnread(root, config.locales, sources.others);
  const besides = [...sources.others, ...config.locales.flatMap((locale) => listBesidePages(root, locale))];
  const inputs = readInputs({ config, code, approved, include, shard, namesLines, scanned, unread, besides });
  scan.end(formatCount(sources.length, 'article'));
  clock.mark('scan');
  return {
    options,
    clock,
    config,
    code,
    file,
    stored,
    outputCheck,
    include,
    scanned,
    inputs,
    sources,
    approved,
    unread,
    shared,
    saved: null,
  };
}

/**
 * The context of a save: what the previous build of the program has read still holds, except for these files.
 * @param saved paths of articles, relative to the root
 */
export function createSaveContext(
  options: BuildOptions,
  { state, site }: Memory,
  saved: readonly string[],
  clock: BuildClock,
): BuildContext {
  const { code, scanned, include, inputs } = state;
  return {
    ...{ options, clock, config: site.config, code, file: stateFile(options.root, options.out) },
    ...{ stored: openMemory(state), outputCheck: null, include, scanned },
    inputs: { key: inputs, settled: inputs !== '', parts: state.parts },
    sources: NO_SOURCES,
    approved: loadApprovedTexts(options.root, !include.drafts),
    ...{ unread: [], shared: null, saved },
  };
}

const NO_SOURCES: Sources = {
  length: 0,
  at(row) {
    throw new RangeError(`a save has scanned no source ${row}`);
  },
  [Symbol.iterator]: () => [][Symbol.iterator](),
  problems: [],
  others: [],
};

/** Such a clock would unpublish every article with a later date. */
function wrongClock(today: string, newest: string): UserError {
  return new UserError({
    code: 'wrong-clock',
    message: `the clock of this machine says ${today}, but the last build of this site is dated ${newest}`,
    hint: 'correct the clock; if the clock of that build was wrong, remove the folder .articles/cache',
  });
}

/** Declares the options of a build and its result, and describes the result for people. */

import type { SiteConfig } from '../config/config-schema.ts';
import { type Problem, sortProblems, UserError } from '../foundation/errors.ts';
import { stopsStrict } from '../foundation/problem-gates.ts';
import { formatCount, formatDuration, type Reporter } from '../foundation/report.ts';
import type { PageGroup } from '../pages/page-kind.ts';
import type { BuildResult } from '../results/site-results.ts';
import type { Site } from '../site/site.ts';
import type { Theme } from '../theme/load-theme.ts';
import type { BuildClock } from './build-clock.ts';
import type { Shard } from './plan/shard.ts';
import type { PreparedSite } from './prepare/prepare-site.ts';
import type { BuildState, SourceRecord, StateHead } from './state/build-state.ts';

export interface BuildOptions {
  root: string;
  /** Absolute path of the output folder. */
  out: string;
  drafts: boolean;
  future: boolean;
  /** Builds from nothing. */
  clean: boolean;
  /** null chooses by the machine and the work. */
  jobs: number | null;
  shard: Shard;
  /** True if links and images that lead nowhere, and lost addresses, are errors. */
  strict?: boolean;
  /** Replaces the configuration's. */
  basePath: string | null;
  /** True to copy local pictures as they are, for a build that is only examined. */
  copyPictures?: boolean;
  /** True to name the line of each block of a text, for a build that only its editors see. */
  namesLines?: boolean;
  reporter: Reporter;
  /** false: throws a UserError where another build writes into the folder. Default: waits for it. */
  wait?: boolean;
  /** For a program that goes on running: what its previous build left, or null before the first one. */
  memory?: Memory | null;
  /** Stops the build before its next step, as an error of this reason does. */
  signal?: AbortSignal;
  /** Records of files that were parsed just before this build. */
  ahead?: readonly SourceRecord[];
  /** Milliseconds since the epoch, instead of the clock's. */
  now?: number;
  /** Builds the site of another time, which is not for readers. Milliseconds since the epoch. */
  date?: number | undefined;
  /** Opens the builds of other machines, which a program that ends with its build may start from. */
  share?: (site: SharedSite) => Promise<SharedBuilds | null>;
}

export interface SharedSite {
  options: Pick<BuildOptions, 'root' | 'out' | 'shard' | 'drafts' | 'future' | 'reporter'>;
  config: SiteConfig;
  /** Hash of the program and of what the site adds to it. */
  code: string;
  /** Path of the state. */
  file: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The builds of other machines (cache/shared-cache.ts). Neither method fails for the store. */
export interface SharedBuilds {
  /** Puts the newest one in place. */
  restore(): Promise<void>;
  /** Adds the build that is recorded. */
  save(): Promise<void>;
}

/** Options with defaults: an incremental build of the whole site, without drafts and future articles. */
export type BuildRequest = Pick<BuildOptions, 'root' | 'out' | 'reporter'> & Partial<BuildOptions>;

/** A built site, from which the next build of the same program starts. */
export interface Memory {
  state: BuildState;
  site: Site;
  groups: readonly PageGroup[];
  prepared: PreparedSite;
  theme: Theme;
}

export interface Build {
  result: BuildResult;
  /** Paths of the pages whose HTML was written. */
  changed: string[];
  /** True if pages were removed. */
  removed: boolean;
  /** null where the whole site was not loaded. */
  memory: Memory | null;
  /** Writes the state for the next program; to be called once, when there is time. null where the state is the same. */
  record: (() => void) | null;
}

/** @throws UserError with the warnings that a strict build does not allow */
export function refuseBroken({ strict }: BuildOptions, warnings: readonly Problem[]): void {
  const broken = strict ? warnings.filter(stopsStrict) : [];
  if (broken.length > 0) throw new UserError(sortProblems(broken));
}

export function createResult(
  clock: BuildClock,
  { articles, pages, outputs }: StateHead['summary'],
  counts: Pick<BuildResult, 'written' | 'deleted' | 'scope' | 'reason' | 'parsed' | 'rendered' | 'warnings'>,
): BuildResult {
  const unchanged = outputs - counts.written;
  return { articles, pages, outputs, unchanged, ...counts, ms: clock.total(), phases: clock.phases() };
}

/** The result as lines for people: what was done, and with `verbose` where the time went. */
export function describeResult(result: BuildResult, out: string, verbose: boolean): string {
  const { articles, pages, written, unchanged, deleted, reason, ms, phases } = result;
  const time = Object.entries(phases).map(([phase, spent]) => `${phase} ${formatDuration(spent)}`);
  return [
    `built ${formatCount(articles, 'article')}, ${formatCount(pages, 'page')} in ${formatDuration(ms)}: ${formatCount(written, 'file')} written, ${unchanged} unchanged, ${deleted} deleted`,
    ...(verbose ? [`  ${time.join(', ')}`] : []),
    ...(verbose && reason !== null ? [`  all pages compared: ${reason}`] : []),
    `  → ${out}`,
  ].join('\n');
}

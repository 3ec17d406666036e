/** Owns what a build is asked for, and what it says in the end. */
import type { Problem } from '../foundation/errors.ts';
import { formatDuration, type Reporter } from '../foundation/report.ts';
import type { Clock } from './build-clock.ts';
import type { Shard } from './plan/shard.ts';
import type { BuildState } from './state/build-state.ts';

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
  /** Replaces the configuration's. */
  basePath: string | null;
  reporter: Reporter;
  /** State of the previous build, where the caller has it in memory. */
  state?: BuildState | null;
  /** Milliseconds since the epoch, instead of the clock's. */
  now?: number;
}

export interface BuildResult {
  articles: number;
  pages: number;
  outputs: number;
  written: number;
  unchanged: number;
  deleted: number;
  warnings: Problem[];
  /** Milliseconds, in all and by phase. */
  ms: number;
  phases: Record<string, number>;
}

export function createResult(
  clock: Clock,
  { summary, warnings }: Pick<BuildState, 'summary' | 'warnings'>,
  { written, deleted }: Pick<BuildResult, 'written' | 'deleted'>,
): BuildResult {
  const { articles, pages, outputs } = summary;
  const unchanged = outputs - written;
  const times = { ms: clock.total(), phases: clock.phases() };
  return { articles, pages, outputs, written, unchanged, deleted, warnings, ...times };
}

/** The result as lines for people: what was done, and where the time went. */
export function describeResult(result: BuildResult, out: string): string {
  const { articles, pages, written, unchanged, deleted, ms, phases } = result;
  const time = Object.entries(phases).map(([phase, spent]) => `${phase} ${formatDuration(spent)}`);
  return [
    `built ${articles} articles, ${pages} pages in ${formatDuration(ms)}: ${written} files written, ${unchanged} unchanged, ${deleted} deleted`,
    `  ${time.join(', ')}`,
    `  → ${out}`,
  ].join('\n');
}

/** Owns a build from start to record. What renders pages is loaded where there is something to render. */
import { formatDuration } from '../report.ts';
import type { BuildOptions, BuildResult } from './build.ts';
import { beginBuild, takeShortWay } from './standing.ts';

/** @throws UserError with every problem of the content; the output folder is then untouched */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const begun = await beginBuild(options);
  const short = await takeShortWay(begun);
  if (short) return short;
  const { buildWhole } = await import('./build.ts');
  const { result, record } = await buildWhole(begun);
  record();
  begun.clock.mark('record');
  return { ...result, ms: begun.clock.total(), phases: begun.clock.phases() };
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

/** Owns a build from start to record. What renders pages is loaded where there is something to render. */
import type { BuildOptions, BuildResult } from './build-result.ts';
import { beginBuild, takeShortWay } from './state/up-to-date.ts';

/** @throws UserError with every problem of the content; the output folder is then untouched */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const begun = await beginBuild(options);
  const short = await takeShortWay(begun);
  if (short) return short;
  const { buildWhole } = await import('./full-build.ts');
  begun.clock.mark('load');
  const { result, record } = await buildWhole(begun);
  record();
  begun.clock.mark('record');
  return { ...result, ms: begun.clock.total(), phases: begun.clock.phases() };
}

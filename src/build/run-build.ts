/** Builds a site: config → sources → dirty? → parse → site → plan → render → outputs → commit. */
import type { BuildResult } from '../results/site-results.ts';
import { createClock } from './build-clock.ts';
import { type BuildContext, createContext } from './build-context.ts';
import { type Build, type BuildOptions, createResult, refuseBroken, reportSteps } from './build-result.ts';
import { type Dirty, findDirty } from './find-dirty.ts';
import { lockOutput } from './write/output-lock.ts';

/**
 * Waits while another build writes into the folder.
 * @throws UserError with every problem of the content; the output folder is then untouched
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const release = await lockOutput(options);
  try {
    const clock = createClock(options.now);
    const { result, record } = await buildUnrecorded(options, clock);
    if (!record) return result;
    record();
    clock.mark('record');
    return { ...result, ms: clock.total(), phases: clock.phases() };
  } finally {
    await release?.();
  }
}

/**
 * For a program that goes on running: it keeps the memory, records the build later, and holds the lock until then.
 * @throws UserError as `build`
 */
export async function buildUnrecorded(
  options: BuildOptions,
  clock = createClock(options.now),
): Promise<Build> {
  const context = await createContext(options, clock);
  const dirty = await findDirty(context);
  clock.mark('compare');
  if (dirty.scope === 'nothing') return keepAll(context, dirty);
  // Loading what renders pages takes longer than the comparison.
  const { rebuild } = await import('./rebuild.ts');
  clock.mark('load');
  return rebuild(context, dirty);
}

/** The remaining steps with nothing to make. */
function keepAll(
  { options, clock, sources }: BuildContext,
  { before, warnings }: Dirty & { scope: 'nothing' },
): Build {
  refuseBroken(options, warnings);
  const { summary } = before.head;
  const counts = { written: 0, deleted: 0, scope: 'nothing', parsed: 0, rendered: 0 } as const;
  reportSteps(options.reporter, sources.length, summary, counts);
  const result = createResult(clock, summary, { ...counts, warnings });
  return { result, changed: [], removed: false, memory: options.memory ?? null, record: null };
}

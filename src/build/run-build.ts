/** Builds a site: config → sources → compare → parse → plan → render → outputs → commit. */
import type { Problem } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import type { BuildResult } from '../results/site-results.ts';
import { createClock } from './build-clock.ts';
import { type BuildContext, createContext, createSaveContext } from './build-context.ts';
import { type Build, type BuildRequest, createResult, type Memory, refuseBroken } from './build-result.ts';
import { findChange, type Nothing } from './change.ts';
import { createShard } from './plan/shard.ts';
import type { Saved } from './rebuild.ts';
import { placeCache } from './state/cache-place.ts';
import { lockOutput } from './write/output-lock.ts';

const DEFAULTS = {
  ...{ drafts: false, future: false, clean: false },
  ...{ jobs: null, shard: createShard(1, 1), basePath: null },
};

/**
 * Waits while another build writes into the folder.
 * @throws UserError with every problem of the content; the output folder is then untouched
 */
export async function build(options: BuildRequest): Promise<BuildResult> {
  const release = await lockOutput(options);
  try {
    options.signal?.throwIfAborted();
    placeCache(options, options.reporter);
    const clock = createClock(options.date ?? options.now);
    const context = await createContext({ ...DEFAULTS, ...options }, clock);
    const { result, record } = await buildContext(context);
    if (!record) return result;
    record();
    if (result.written + result.deleted > 0) await context.shared?.save();
    clock.mark('record');
    return { ...result, ms: clock.total(), phases: clock.phases() };
  } finally {
    await release?.();
  }
}

/**
 * Returns what a build would warn of. It writes nothing but the cache.
 * @throws UserError with every problem that stops all builds
 */
export async function findWarnings(request: BuildRequest): Promise<readonly Problem[]> {
  const context = await createContext({ ...DEFAULTS, ...request, clean: true }, createClock(request.now));
  const { planWarnings } = await import('./rebuild.ts');
  return planWarnings(context);
}

/**
 * For a program that goes on running: it keeps the memory, records the build later, and holds the lock until then.
 * @throws UserError as `build`
 */
export async function buildUnrecorded(
  request: BuildRequest,
  clock = createClock(request.now),
): Promise<Build> {
  return buildContext(await createContext({ ...DEFAULTS, ...request }, clock));
}

async function buildContext(context: BuildContext): Promise<Build> {
  const { clock } = context;
  const change = await findChange(context);
  clock.mark('compare');
  if (change.kind === 'nothing') return keepAll(context, change);
  // Loading the modules that render pages takes longer than the comparison.
  const { rebuild } = await import('./rebuild.ts');
  clock.mark('load');
  return rebuild(context, change);
}

/**
 * For the same program: makes the pages of saved articles, where nothing else has changed.
 * @param saved paths of articles, relative to the root
 */
export async function buildSaved(
  request: BuildRequest & { memory: Memory },
  saved: readonly string[],
  onAhead: (pages: readonly string[]) => void,
  clock = createClock(),
): Promise<Saved> {
  const context = createSaveContext({ ...DEFAULTS, ...request }, request.memory, saved, clock);
  const change = await findChange(context);
  if (change.kind !== 'articles') return { records: [], build: null, isPart: true };
  const { rebuildSaved } = await import('./rebuild.ts');
  return rebuildSaved(context, request.memory, change, onAhead);
}

/** Ends a build that has nothing to make. */
function keepAll({ options, clock, sources }: BuildContext, { before, warnings }: Nothing): Build {
  refuseBroken(options, warnings);
  const { reporter, memory = null } = options;
  const { summary } = before.head;
  reporter.phase('parse').end(`0 read, ${sources.length} unchanged`);
  reporter.phase('render').end(`${formatCount(summary.pages, 'page')}, 0 files written`);
  reporter.phase('outputs').end(formatCount(summary.emitted, 'file'));
  const counts = { written: 0, deleted: 0, scope: 'nothing', reason: null, parsed: 0, rendered: 0 } as const;
  const result = createResult(clock, summary, { ...counts, warnings });
  return { result, changed: [], removed: false, memory, record: null };
}

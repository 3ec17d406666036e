/** Owns the start of a build, and the short way through it: whether the output folder stands as it would be built. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { scanSources } from '../content/source.ts';
import { readProgramVersion } from '../package-files.ts';
import type { BuildOptions, BuildResult } from './build.ts';
import { createClock } from './clock.ts';
import { markFile } from './commit.ts';
import { readInputs } from './inputs.ts';
import { isSettled } from './parse-sources.ts';
import { openState, stateFile } from './state.ts';

export type Begun = Awaited<ReturnType<typeof beginBuild>>;

/** What has to be known to see whether there is anything to do. */
export async function beginBuild(options: BuildOptions) {
  const { root, reporter, shard } = options;
  const clock = createClock(options.now);
  const config = await loadConfig(root, options.basePath);
  const { code } = readProgramVersion();
  const file = stateFile(root, options.out);
  const stored = options.clean || options.state ? null : openState(file);
  const today = clock.today(config.timeZone);
  const include = { drafts: options.drafts, future: options.future };

  const scanned = Date.now();
  const scan = reporter.phase('scan');
  const inputs = readInputs({ config, code, include, shard, today, scanned });
  const sources = scanSources(root, config.locales);
  scan.end(`${sources.length} articles`);
  clock.mark('scan');
  return { options, clock, config, code, file, stored, today, include, scanned, inputs, sources };
}

/** The result of a build that has nothing to do; null where there may be something. */
export function findStanding(begun: Begun): BuildResult | null {
  const { options, clock, stored, sources } = begun;
  if (!stored || !stands(begun)) return null;
  const { articles, pages, outputs, emitted } = stored.head.summary;
  clock.mark('compare');
  const { reporter } = options;
  reporter.phase('parse').end(`0 read, ${sources.length} unchanged`);
  reporter.phase('render').end(`${pages} pages, 0 files written`);
  reporter.phase('outputs').end(`${emitted} files`);
  return {
    articles,
    pages,
    outputs,
    written: 0,
    unchanged: outputs,
    deleted: 0,
    warnings: stored.warnings(),
    ms: clock.total(),
    phases: clock.phases(),
  };
}

/** Whether nothing that the last build depended on has changed, and every file stands as it left it. */
function stands({ options, clock, file, stored, inputs, sources }: Begun): boolean {
  if (!stored || stored.head.inputs !== inputs.key || existsSync(markFile(file))) return false;
  const { due, scanned } = stored.head;
  if (clock.now < due.from || (due.until !== null && clock.now >= due.until)) return false;
  try {
    const known = stored.sourceStats();
    const same = (source: (typeof sources)[number], row: number) =>
      known.file[row] === source.file &&
      known.size[row] === source.size &&
      known.mtime[row] === source.mtime &&
      known.ctime[row] === source.ctime &&
      isSettled(source, scanned);
    if (known.file.length !== sources.length || !sources.every(same)) return false;

    const out = resolve(options.out);
    const { path, size, mtime, ctime } = stored.outputStats();
    for (let row = 0; row < path.length; row++) {
      const stat = statSync(`${out}/${path[row]}`, { throwIfNoEntry: false });
      if (!stat || stat.size !== size[row] || stat.mtimeMs !== mtime[row] || stat.ctimeMs !== ctime[row])
        return false;
    }
    return true;
  } catch {
    // A damaged state: the ordinary way knows what to do.
    return false;
  }
}

/** Owns the start of a build, and the short way through it: whether the output folder stands as it would be built. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '../../config/load-config.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { Problem } from '../../foundation/errors.ts';
import { readProgramVersion } from '../../foundation/package-files.ts';
import type { TextChanges } from '../body-only-rebuild.ts';
import { createClock } from '../build-clock.ts';
import { type BuildOptions, type BuildResult, createResult } from '../build-result.ts';
import { isUnchanged } from '../parse/parse-sources.ts';
import { markFile, stateFile } from './build-state.ts';
import { readInputs } from './input-key.ts';
import { lookAtOutputs } from './output-check.ts';
import { MOST_CHANGES, openState, type StoredState } from './state-file.ts';

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
  const look = stored && lookAtOutputs({ file, out: resolve(options.out) }, stored);

  const scanned = Date.now();
  const scan = reporter.phase('scan');
  const inputs = readInputs({ config, code, include, shard, today, scanned });
  const sources = scanSources(root, config.locales);
  scan.end(`${sources.length} articles`);
  clock.mark('scan');
  return { options, clock, config, code, file, stored, look, today, include, scanned, inputs, sources };
}

/** More changed texts than these are a matter for the whole way and its threads. */
const MOST_TEXTS = 20;

/**
 * The result of a build for which the output folder stands as the last one left it, but for the pages of articles whose
 * text has changed: they are written. null where there may be more to do.
 */
export async function takeShortWay(begun: Begun): Promise<BuildResult | null> {
  const { options, clock, stored, look, sources } = begun;
  const standing = stored && (await findStanding(begun, stored));
  if (!standing || !(await look?.result())) return null;
  clock.mark('compare');
  const { changes } = standing;
  const written = changes ? await (await loadTexts()).rebuildTexts(begun, stored.head, changes) : 0;
  if (written === null) return null;
  if (changes) clock.mark('texts');

  const { summary } = stored.head;
  const read = changes?.records.size ?? 0;
  const { reporter } = options;
  reporter.phase('parse').end(`${read} read, ${sources.length - read} unchanged`);
  reporter.phase('render').end(`${summary.pages} pages, ${written} files written`);
  reporter.phase('outputs').end(`${summary.emitted} files`);
  return createResult(clock, { summary, warnings: standing.warnings }, { written, deleted: 0 });
}

const loadTexts = () => import('../body-only-rebuild.ts');

/** What the sources say: the texts that have changed, if there are some; null where more has changed. */
async function findStanding(
  begun: Begun,
  stored: StoredState,
): Promise<{ warnings: Problem[]; changes: TextChanges | null } | null> {
  try {
    const rows = findChangedSources(begun, stored);
    if (!rows || (rows.length > 0 && stored.changes >= MOST_CHANGES)) return null;
    const changes = rows.length > 0 ? (await loadTexts()).readTexts(begun, stored, rows) : null;
    if (rows.length > 0 && !changes) return null;
    return { warnings: stored.warnings(), changes };
  } catch {
    // A damaged state, or a file that cannot be read: the ordinary way knows what to say.
    return null;
  }
}

/** Rows of the sources that differ by their stat; null where anything else has changed that a build depends on. */
function findChangedSources({ clock, file, inputs, sources }: Begun, stored: StoredState): number[] | null {
  const { head } = stored;
  if (head.inputs !== inputs.key || existsSync(markFile(file))) return null;
  const { due, scanned } = head;
  if (sources.problems.length > 0) return null;
  if (clock.now < due.from || (due.until !== null && clock.now >= due.until)) return null;
  const { file: path, size, mtime, ctime } = stored.sources;
  if (path.length !== sources.length) return null;
  const changed: number[] = [];
  for (let row = 0; row < sources.length; row++) {
    const source = sources.at(row);
    if (path.at(row) !== source.file) return null;
    const known = { size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
    if (!isUnchanged(source, known, scanned) && changed.push(row) > MOST_TEXTS) return null;
  }
  return changed;
}

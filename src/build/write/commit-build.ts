/** Ends a build: removes files that no longer belong to the site, and makes the state for the next build. */

import { type Dirent, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nextDue } from '../../content/article/dates.ts';
import { type Dated, listTimeChanges } from '../../content/article/presence.ts';
import { readingOf } from '../../content/article/reading.ts';
import { datedOffers, listShownOffers } from '../../site/offers.ts';
import type { Site } from '../../site/site.ts';
import type { BuildContext } from '../build-context.ts';
import type { OutputRecords } from '../render/render-pages.ts';
import {
  type BuildState,
  markFile,
  type SourceRecord,
  type StateChange,
  type StateHead,
} from '../state/build-state.ts';
import { appendChange, writeState } from '../state/state-file.ts';
import type { CachedOutput, TimedChange } from './manifest.ts';
import { type Output, replaceFolder } from './output-directory.ts';

export interface Committed {
  head: StateHead;
  /** null where changes are added to the previous one. */
  state: BuildState | null;
  /** Paths of removed files. */
  deleted: string[];
  /** Writes the state. Must be called after everything else, and may be called later. */
  record(): void;
}

/** A built site. */
interface BuiltSite extends Pick<BuildState, 'keys' | 'characters' | 'warnings' | 'lost'> {
  site: Site;
  /** Addresses that readers have lost because articles have expired. */
  ended: string[];
  sources: SourceRecord[];
  /** Number of its pages. */
  pages: number;
  rendered: OutputRecords;
  emitted: OutputRecords;
}

/** Removes files that no longer belong to the site, or moves a fresh folder into place. */
export function commitSite(context: BuildContext, output: Output, input: BuiltSite): Committed {
  const { site, warnings, sources, rendered, emitted, ended } = input;
  const { include, clock, config } = context;
  const since = { include, timeZone: config.timeZone, since: clock.now };
  const dated = [...sources, ...datedOffers(site.ledger, config.timeZone)];
  const changes = listTimeChanges<Dated & { file: string }>(dated, since).map(
    ({ time, what, item }): TimedChange => ({ time, what, file: item?.file ?? null }),
  );
  const head = createStateHead(context, input, changes);
  const { parts } = context.inputs;
  const state: BuildState = {
    ...head,
    ...{ warnings, times: { changes, ended }, offers: listShownOffers(site.editions) },
    ...{ parts, sources, groups: [], outputs: [] },
  };
  const rows = new Map(sources.map(({ file }, row) => [file, row]));
  for (const { groups, outputs } of [rendered, emitted]) {
    const offset = state.outputs.length;
    for (const { shown, ...group } of groups) {
      const shows = shown.flatMap(({ meta }) => rows.get(meta.file) ?? []);
      state.groups.push({ ...group, start: group.start + offset, shows });
    }
    for (const record of outputs) state.outputs.push(record);
  }
  const deleted = output.replaces ? removeOrphans(output, state.outputs) : [];
  if (!output.replaces) replaceFolder(output);
  return { head, state, deleted, record: () => recordState(context.file, state) };
}

/**
 * Records changed articles and their pages: as an addition to the state on the disk, or in the state of a program that
 * goes on running, which is recorded as a whole.
 */
export function commitChange(
  { file, scanned, inputs, options: { memory } }: BuildContext,
  head: StateHead,
  { sources, outputs }: Pick<StateChange, 'sources' | 'outputs'>,
): Committed {
  if (memory) {
    const { state } = memory;
    for (const [row, record] of sources) state.sources[row] = record;
    for (const [row, record] of outputs) state.outputs[row] = record;
    return { head, state, deleted: [], record: () => recordState(file, state) };
  }
  const key = inputs.settled ? inputs.key : '';
  const record = () => {
    appendChange(file, { head: { scanned, inputs: key }, sources, outputs });
    rmSync(markFile(file), { force: true });
  };
  return { head, state: null, deleted: [], record };
}

function recordState(file: string, state: BuildState): void {
  writeState(file, state);
  rmSync(markFile(file), { force: true });
}

function createStateHead(
  { options, clock, config, code, include, scanned, inputs }: BuildContext,
  { site, sources, keys, characters, lost, pages, rendered, emitted }: BuiltSite,
  changes: readonly TimedChange[],
): StateHead {
  // A warning says that the day of an update has not come.
  const warned = sources.flatMap(({ updated }) => updated ?? []);
  const { index, total } = options.shard;
  const { shortName, basePath, urls, permalinks } = config;
  return {
    code,
    scanned,
    keys,
    site: {
      name: shortName,
      basePath,
      layout: urls.layout,
      permalink: permalinks.article,
      reading: readingOf(config),
      shard: { index, total },
    },
    inputs: inputs.settled ? inputs.key : '',
    include,
    characters,
    filled: Object.fromEntries(site.editions.map(({ locale, filled }) => [locale, [...filled]])),
    lost,
    due: { from: clock.now, until: nextDue([...changes, ...warned], clock.now) },
    summary: {
      articles: site.editions.reduce((sum, edition) => sum + edition.articles.length, 0),
      pages,
      outputs: rendered.outputs.length + emitted.outputs.length,
      emitted: emitted.outputs.length,
    },
  };
}

function removeOrphans(output: Output, outputs: readonly CachedOutput[]): string[] {
  const { folder, previous } = output;
  const before = previous.undisturbed && output.before ? output.before.rows() : null;
  const isSame = ({ path }: CachedOutput, index: number) => path === before?.[index]?.path;
  if (before?.length === outputs.length && outputs.every(isSame)) return [];
  const wanted = new Set(outputs.map(({ path }) => path));
  const found = before ? new Set(before.map(({ path }) => path)) : listFiles(folder);
  const orphans = [...found].filter((path) => !wanted.has(path));
  for (const path of orphans) {
    rmSync(join(folder, path), { force: true });
    removeEmptyFolders(folder, dirname(path));
  }
  return orphans;
}

function removeEmptyFolders(root: string, folder: string): void {
  for (let current = folder; current !== '.' && current !== ''; current = dirname(current)) {
    const absolute = join(root, current);
    if (existsSync(absolute) && readdirSync(absolute).length > 0) return;
    if (existsSync(absolute)) rmdirSync(absolute);
  }
}

/** Lists every file. A symbolic link to a folder does not count. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !(entry.isSymbolicLink() && leadsToFolder(entry)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function leadsToFolder({ parentPath, name }: Dirent): boolean {
  return statSync(join(parentPath, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

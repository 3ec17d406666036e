/** Owns the end of a build: what the site does not have any more goes, and the state stands for the next build. */
import { type Dirent, existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nextDue } from '../../content/article/dates.ts';
import { hasCode, type Problem } from '../../foundation/errors.ts';
import type { Site } from '../../site/site.ts';
import type { OutputRecords, PageRecords } from '../render/render-pages.ts';
import type { BuildState, OutputState, SourceRecord, StateHead } from '../state/build-state.ts';
import { writeState } from '../state/state-file.ts';
import type { Begun } from '../state/up-to-date.ts';
import type { Output } from './output-directory.ts';

export interface CommitInput {
  site: Site;
  sources: SourceRecord[];
  keys: StateHead['keys'];
  rendered: PageRecords;
  emitted: OutputRecords;
  warnings: Problem[];
}

export interface Committed {
  state: BuildState;
  /** Paths of removed files. */
  deleted: string[];
  /** Records the build: must come last, and may come later. */
  record(): void;
}

/** Removes what the site does not have any more, and moves a fresh folder into place. */
export function commit(begun: Begun, output: Output, input: CommitInput): Committed {
  const { warnings, sources, rendered, emitted } = input;
  const state: BuildState = { ...createHead(begun, input), warnings, sources, groups: [], outputs: [] };
  for (const { groups, outputs } of [rendered, emitted]) {
    const offset = state.outputs.length;
    for (const group of groups) state.groups.push({ ...group, start: group.start + offset });
    for (const record of outputs) state.outputs.push(record);
  }
  const deleted = output.replaces ? removeOrphans(output, state.outputs) : replaceFolder(output);
  return {
    state,
    deleted,
    record() {
      writeState(begun.file, state);
      rmSync(output.mark, { force: true });
    },
  };
}

function createHead(
  { options, clock, config, code, scanned, inputs }: Begun,
  { site, sources, keys, rendered, emitted }: CommitInput,
): StateHead {
  const dates = sources.map(({ date }) => date);
  const { index, total } = options.shard;
  return {
    code,
    scanned,
    keys,
    site: {
      name: config.shortName,
      basePath: config.basePath,
      layout: config.urls.layout,
      shard: { index, total },
    },
    inputs: inputs.settled ? inputs.key : '',
    due: { from: clock.now, until: nextDue(dates, clock.now) },
    summary: {
      articles: site.editions.reduce((sum, edition) => sum + edition.articles.length, 0),
      pages: rendered.pages,
      outputs: rendered.outputs.length + emitted.outputs.length,
      emitted: emitted.outputs.length,
    },
  };
}

function removeOrphans({ folder, before, previous }: Output, outputs: readonly OutputState[]): string[] {
  const known = before.length > 0 && previous.undisturbed;
  const same = ({ path }: OutputState, index: number) => path === before[index]?.path;
  if (known && before.length === outputs.length && outputs.every(same)) return [];
  const wanted = new Set(outputs.map(({ path }) => path));
  const orphans = known
    ? [...new Set(before.map(({ path }) => path))].filter((path) => !wanted.has(path))
    : listFiles(folder).filter((path) => !wanted.has(path));
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

/** A link to a folder, in which files may belong, is none. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !(entry.isSymbolicLink() && leadsToFolder(entry)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function leadsToFolder({ parentPath, name }: Dirent): boolean {
  return statSync(join(parentPath, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function replaceFolder({ folder, out }: Output): string[] {
  const old = `${folder}.old`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(out)) renameSync(out, old);
      renameSync(folder, out);
      break;
    } catch (error) {
      // Another build has put its folder there, or taken it away, between the two steps.
      if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST') || attempt === 10) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
  rmSync(old, { recursive: true, force: true });
  return [];
}

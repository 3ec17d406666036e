/** Ends a build: removes files that the site does not have any more, and makes the state for the next build. */
import { type Dirent, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nextDue } from '../../content/article/dates.ts';
import type { Site } from '../../site/site.ts';
import type { BuildContext } from '../build-context.ts';
import type { Dirty } from '../find-dirty.ts';
import type { OutputRecords, RenderedPages } from '../render/render-pages.ts';
import {
  applyChange,
  type BuildState,
  markFile,
  type SourceRecord,
  type StateChange,
  type StateHead,
} from '../state/build-state.ts';
import { appendChange, writeState } from '../state/state-file.ts';
import type { CachedOutput } from './manifest.ts';
import { type Output, replaceFolder } from './output-directory.ts';

/** What a build has made. */
export interface Made {
  site: Site;
  sources: SourceRecord[];
  rendered: RenderedPages;
  emitted: OutputRecords;
}

export interface Committed {
  head: StateHead;
  /** null where only changes were added to the previous one. */
  state: BuildState | null;
  /** Paths of removed files. */
  deleted: string[];
  /** Writes the state; must come last, and may come later. */
  record(): void;
}

type WholeInput = Made & Pick<BuildState, 'keys' | 'characters' | 'warnings' | 'lost'>;

/** Removes files that the site does not have any more, or moves a fresh folder into place. */
export function commitAll(context: BuildContext, output: Output, input: WholeInput): Committed {
  const { warnings, sources, rendered, emitted } = input;
  const head = createHead(context, input);
  const state: BuildState = { ...head, warnings, sources, groups: [], outputs: [] };
  for (const { groups, outputs } of [rendered, emitted]) {
    const offset = state.outputs.length;
    for (const group of groups) state.groups.push({ ...group, start: group.start + offset });
    for (const record of outputs) state.outputs.push(record);
  }
  const deleted = output.replaces ? removeOrphans(output, state.outputs) : [];
  if (!output.replaces) replaceFolder(output);
  return { head, state, deleted, record: () => recordAll(context, state) };
}

/** Records the pages of articles of which only the text has changed. */
export function commitBodies(
  context: BuildContext,
  { before, changed }: Dirty & { scope: 'bodies' },
  { sources, rendered }: Made,
): Committed {
  const { file, options, scanned, inputs } = context;
  const records = new Map(sources.map((record) => [record.file, record]));
  const change: StateChange = {
    head: { scanned, inputs: inputs.settled ? inputs.key : '' },
    sources: changed.map(({ row, record }) => [row, records.get(record.file) ?? record]),
    outputs: rendered.replaced,
  };
  const { memory } = options;
  if (memory) {
    applyChange(memory.state, change);
    for (const { articles } of memory.site.editions)
      for (const article of articles) article.meta = records.get(article.meta.file) ?? article.meta;
  }
  const record = () => {
    if (memory) return recordAll(context, memory.state);
    appendChange(file, change);
    rmSync(markFile(file), { force: true });
  };
  return { head: before.head, state: null, deleted: [], record };
}

function recordAll({ file }: BuildContext, state: BuildState): void {
  writeState(file, state);
  rmSync(markFile(file), { force: true });
}

function createHead(
  { options, clock, config, code, include, scanned, inputs }: BuildContext,
  { site, sources, keys, characters, lost, rendered, emitted }: WholeInput,
): StateHead {
  const dates = sources.map(({ date }) => date);
  const { index, total } = options.shard;
  const { shortName, basePath, urls } = config;
  return {
    code,
    scanned,
    keys,
    site: { name: shortName, basePath, layout: urls.layout, shard: { index, total } },
    inputs: inputs.settled ? inputs.key : '',
    include,
    characters,
    lost,
    due: { from: clock.now, until: nextDue(dates, clock.now) },
    summary: {
      articles: site.editions.reduce((sum, edition) => sum + edition.articles.length, 0),
      pages: rendered.pages,
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

/** Every file; a symbolic link to a folder is not one. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !(entry.isSymbolicLink() && leadsToFolder(entry)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function leadsToFolder({ parentPath, name }: Dirent): boolean {
  return statSync(join(parentPath, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Owns the output folder: where a build writes, what it finds there, and the end of a build. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Problem, UserError } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { createPrevious, type Previous } from './previous.ts';
import type { OutputRecords } from './render-pages.ts';
import type { Shard } from './shard.ts';
import type { BuildState, OutputState, SourceRecord, StateHead } from './state.ts';
import { writeState } from './state-file.ts';

export interface Output {
  /** Where this build writes: the output folder itself, or a fresh one beside it. */
  folder: string;
  /** Where the files shall stand in the end. */
  out: string;
  /** Whether `folder` is one that readers may see. */
  replaces: boolean;
  previous: Previous;
  /** Outputs of the previous build in this folder; empty where other files may stand there too. */
  before: readonly OutputState[];
  /** Stands as long as a build writes into the folder: one that was killed leaves it. */
  mark: string;
}

export interface OpenOptions {
  root: string;
  out: string;
  /** Of the state. */
  file: string;
  clean: boolean;
  state: BuildState | null;
  shard: Shard;
  site: Site;
}

/** @param file of the state */
export function markFile(file: string): string {
  return `${file}.open`;
}

/** @throws UserError where the output folder holds what no build has written */
export function openOutput({ root, out, file, clean, state, shard, site }: OpenOptions): Output {
  const mark = markFile(file);
  const exists = existsSync(out) && readdirSync(out).length > 0;
  if (exists && !state) refuseForeignFolder(root, out);
  if (clean || !exists) {
    const folder = join(dirname(out), `.${relative(dirname(out), out)}.new`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return { folder, out, replaces: false, previous: createPrevious(folder, [], []), before: [], mark };
  }
  const same = state && isSameSite(state, site, shard) ? state : null;
  const outputs = same?.outputs ?? [];
  const wasKilled = existsSync(mark);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  return {
    folder: out,
    out,
    replaces: true,
    previous: createPrevious(out, same?.groups ?? [], outputs),
    before: wasKilled ? [] : outputs,
    mark,
  };
}

function isSameSite({ site: before }: BuildState, { config }: Site, shard: Shard): boolean {
  return (
    before.layout === config.urls.layout &&
    before.shard.index === shard.index &&
    before.shard.total === shard.total
  );
}

/** A mistyped --out must not cost somebody a folder of their own. */
function refuseForeignFolder(root: string, out: string): void {
  const inside = relative(out, root);
  const holdsContent = inside === '' || !inside.startsWith('..');
  const built = existsSync(join(out, 'robots.txt')) && existsSync(join(out, 'index.html'));
  const part = existsSync(join(out, 'articles')) || existsSync(join(out, 'page-data'));
  if (!holdsContent && (built || part)) return;
  throw new UserError({
    message: `${out} holds files that no build of this site has written`,
    hint: 'empty it, or choose another folder with --out',
  });
}

export interface CommitInput {
  output: Output;
  /** Of the state. */
  file: string;
  head: StateHead;
  warnings: Problem[];
  sources: SourceRecord[];
  parts: readonly OutputRecords[];
}

/** Removes what the site does not have any more, and moves a fresh folder into place. */
export function commit({ output, file, head, warnings, sources, parts }: CommitInput): {
  state: BuildState;
  /** Paths of removed files. */
  deleted: string[];
  /** Records the build: must come last, and may come later. */
  record(): void;
} {
  const state: BuildState = { ...head, warnings, sources, groups: [], outputs: [] };
  for (const { groups, outputs } of parts) {
    const offset = state.outputs.length;
    for (const group of groups) state.groups.push({ ...group, start: group.start + offset });
    for (const record of outputs) state.outputs.push(record);
  }
  const deleted = output.replaces ? removeOrphans(output, state.outputs) : replaceFolder(output);
  return {
    state,
    deleted,
    record() {
      writeState(file, state);
      rmSync(output.mark, { force: true });
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

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function replaceFolder({ folder, out }: Output): string[] {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  const exists = existsSync(out);
  if (exists) renameSync(out, old);
  renameSync(folder, out);
  if (exists) rmSync(old, { recursive: true, force: true });
  return [];
}

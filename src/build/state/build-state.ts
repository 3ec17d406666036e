/** Declares what one build leaves for the next: parsed sources and written outputs. `state-file.ts` keeps it on disk. */
import { hash as digest } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import type { ArticleMeta } from '../../content/article/parse-article.ts';
import type { Included } from '../../content/article/presence.ts';
import type { Reading } from '../../content/article/reading.ts';
import type { Finding, Problem } from '../../foundation/errors.ts';
import type { PageKeys } from '../../pages/page-kind.ts';
import type { OfferOnPages } from '../../site/offers.ts';
import type { CachedOutput, Stat, Times } from '../write/manifest.ts';

/** A parsed source with the size and times that its file had. */
export interface SourceRecord extends ArticleMeta, Stat {
  problems: Finding[];
}

/** Outputs that are planned together: `outputs[start…start + count - 1]`. They are valid while the key is the same. */
export interface GroupState {
  name: string;
  key: string;
  start: number;
  count: number;
  /** Rows of the articles whose whole texts the outputs show; empty for pages. */
  shows: readonly number[];
}

/** A published address that leads nowhere, and the warning that every build repeats until something takes the address. */
export interface LostAddress {
  path: string;
  problem: Problem;
}

/** A build without its records. */
export interface StateHead {
  /** Hash of the compiled program. */
  code: string;
  /** Milliseconds since the epoch, before the scan of the sources. A file changed later may have changed again since. */
  scanned: number;
  /** Keys of what pages share (prepare/page-keys.ts): by edition for planning, `setup` for rendering. */
  keys: { editions: Record<string, PageKeys>; setup: string };
  site: {
    name: string;
    basePath: string;
    layout: 'file' | 'directory';
    /** Pattern of the addresses of articles. */
    permalink: string;
    /** What parsing takes from the settings (`readingOf`). */
    reading: Reading;
    shard: { index: number; total: number };
  };
  /** Hash of all inputs except the articles (input-key.ts); '' where a file was too young to trust its times. */
  inputs: string;
  /** A build between these times, in milliseconds, is the same one, and warns of the same. */
  due: { from: number; until: number };
  include: Included;
  /** The characters that the fonts of the site hold; '' without fonts. */
  characters: string;
  /** The names of the categories and subcategories with articles, by locale. */
  filled: Record<string, readonly string[]>;
  /** Published addresses that lead nowhere now. */
  lost: LostAddress[];
  /** `emitted` counts the outputs that are made from the whole site. */
  summary: { articles: number; pages: number; outputs: number; emitted: number };
}

export interface BuildState extends StateHead {
  warnings: Problem[];
  times: Times;
  /** The offers that readers see, with the pages that show them. */
  offers: OfferOnPages[];
  /** The hash of each part of `inputs`, so that a build can name what has changed. */
  parts: Record<string, string>;
  sources: SourceRecord[];
  groups: GroupState[];
  outputs: CachedOutput[];
}

/** The values of one field. Only rows below `length` may be asked for. */
export interface FieldColumn<Value> {
  readonly length: number;
  at(row: number): Value;
}

/** Records of one kind. Every method throws where the stored bytes are damaged. */
export interface Table<Row> {
  readonly length: number;
  column<Name extends keyof Row & string>(name: Name): FieldColumn<Row[Name]>;
  /** @param indexes all rows by default */
  rows(indexes?: readonly number[]): Row[];
}

/** The previous build. Each part is decoded when it is first asked for. */
export interface StoredState {
  head: StateHead;
  /** Number of changes appended since the whole state was written. */
  changes: number;
  /** @throws Error where the stored bytes are damaged */
  warnings(): Problem[];
  /** @throws Error where the stored bytes are damaged */
  times(): Times;
  /** @throws Error where the stored bytes are damaged */
  offers(): OfferOnPages[];
  /** @throws Error where the stored bytes are damaged */
  parts(): Record<string, string>;
  sources: Table<SourceRecord>;
  groups: Table<GroupState>;
  outputs: Table<CachedOutput>;
}

/** The changed rows, each with its number. A build appends them instead of writing the whole state. */
export interface StateChange {
  head: Pick<StateHead, 'scanned' | 'inputs'>;
  sources: [number, SourceRecord][];
  outputs: [number, CachedOutput][];
}

/** A state in memory, read like one on disk. */
export function openMemory(state: BuildState): StoredState {
  return {
    head: state,
    changes: 0,
    warnings: () => state.warnings,
    times: () => state.times,
    offers: () => state.offers,
    parts: () => state.parts,
    sources: createTable(state.sources),
    groups: createTable(state.groups),
    outputs: createTable(state.outputs),
  };
}

function createTable<Row>(all: readonly Row[]): Table<Row> {
  const { length } = all;
  const rowAt = (index: number): Row => {
    const row = all[index];
    if (row === undefined) throw new RangeError(`row ${index} of ${length}`);
    return row;
  };
  return {
    length,
    column: (name) => ({ length, at: (index) => rowAt(index)[name] }),
    rows: (indexes) => (indexes ? indexes.map(rowAt) : [...all]),
  };
}

/** The folder for everything that builds keep between runs. Users may delete it. */
export function cacheFolder(root: string): string {
  const { ARTICLES_CACHE: elsewhere } = process.env;
  if (!elsewhere) return join(root, '.articles', 'cache');
  // Two sites whose folders have the same name have two states.
  return join(resolve(elsewhere), digest('sha1', resolve(root), 'hex').slice(0, 12));
}

/** Each output folder of a root has one state. */
export function stateFile(root: string, out: string): string {
  const name = relative(root, resolve(out)) || '.';
  return join(cacheFolder(root), `build-${digest('sha1', name, 'hex').slice(0, 12)}.state`);
}

/** A file that exists while a build writes into its folder, so that the next build notices a killed one. */
export function markFile(file: string): string {
  return `${file}.open`;
}

/** Owns what one build leaves for the next: the parsed sources and the written outputs. A file that cannot be trusted is no state. */

import { hash as digest } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ArticleMeta, FieldProblem } from '../content/article.ts';
import type { Problem } from '../errors.ts';
import { type ColumnKinds, type Columns, createRows, decodeColumns, encodeTable } from './columns.ts';
import type { OutputKind } from './manifest.ts';

/** What the file system said of a file. */
export interface Stat {
  size: number;
  mtime: number;
  ctime: number;
}

/** A parsed source with the stat it had: the first memo table, keyed by the file's bytes. */
export interface SourceRecord extends ArticleMeta, Stat {
  problems: FieldProblem[];
}

/** A written file with the stat it had: the second memo table, keyed by all that it was made of. */
export interface OutputState extends Stat {
  path: string;
  kind: OutputKind;
  /** Of the page or text; several files of one page share it. */
  key: string;
  /** SHA-256 of the bytes, base64url. */
  hash: string;
}

/** Outputs planned together; while the key stands, so do they. They are `outputs[start…start + count - 1]`. */
export interface GroupState {
  name: string;
  key: string;
  start: number;
  count: number;
}

/** What is known of a build without its records. */
export interface StateHead {
  /** Hash of the compiled program. */
  code: string;
  /** Milliseconds since the epoch, before the first source was looked at: younger files cannot be trusted by their stat. */
  scanned: number;
  site: {
    name: string;
    basePath: string;
    layout: 'file' | 'directory';
    shard: { index: number; total: number };
  };
  /** Of all that the build depended on beside its sources (build/inputs.ts); '' where that cannot be trusted. */
  inputs: string;
  /** The moments between which the same articles are due, in milliseconds; `until` is null without an end. */
  due: { from: number; until: number | null };
  /** What the build said; `emitted` counts the outputs that are made from the whole site. */
  summary: { articles: number; pages: number; outputs: number; emitted: number };
}

export interface BuildState extends StateHead {
  warnings: Problem[];
  sources: SourceRecord[];
  groups: GroupState[];
  outputs: OutputState[];
}

/** A state on disk, of which only what is asked for is decoded. Damage shows as an error or, in `whole`, as null. */
export interface StoredState {
  head: StateHead;
  warnings(): Problem[];
  sourceStats(): Columns<SourceStat>;
  outputStats(): Columns<OutputStat>;
  outputs(): OutputState[];
  whole(): BuildState | null;
}

type SourceStat = Pick<SourceRecord, 'file' | keyof Stat>;
type OutputStat = Pick<OutputState, 'path' | keyof Stat>;
type SourceRest = Omit<SourceRecord, keyof SourceStat>;
type OutputRest = Omit<OutputState, keyof OutputStat>;

const FORMAT = 2;

const STAT: ColumnKinds<Stat> = { size: 'number', mtime: 'number', ctime: 'number' };
const SOURCE_STAT: ColumnKinds<SourceStat> = { file: 'text', ...STAT };
const SOURCE_REST: ColumnKinds<SourceRest> = {
  locale: 'json',
  key: 'text',
  title: 'text',
  slug: 'text',
  description: 'text',
  author: 'json',
  date: 'json',
  updated: 'json',
  image: 'json',
  status: 'json',
  aliases: 'json',
  entities: 'json',
  words: 'number',
  images: 'json',
  links: 'list',
  html: 'json',
  hash: 'text',
  card: 'number',
  problems: 'json',
};
const GROUP: ColumnKinds<GroupState> = { name: 'text', key: 'text', start: 'number', count: 'number' };
const OUTPUT_STAT: ColumnKinds<OutputStat> = { path: 'text', ...STAT };
const OUTPUT_REST: ColumnKinds<OutputRest> = {
  kind: 'json',
  key: 'text',
  hash: 'text',
};

/** The folder for everything that a build may keep between runs; safe to delete. */
export function cacheFolder(root: string): string {
  return join(root, '.articles', 'cache');
}

/** One state for each output folder of a root. */
export function stateFile(root: string, out: string): string {
  const name = relative(root, resolve(out)) || '.';
  return join(cacheFolder(root), `build-${digest('sha1', name, 'hex').slice(0, 12)}.json`);
}

/** null where there is no state, or one of another format. */
export function openState(file: string): StoredState | null {
  try {
    const bytes = readFileSync(file);
    const { format, ...head } = JSON.parse(readLine(bytes, 0));
    return format === FORMAT ? createStored(head, bytes) : null;
  } catch {
    return null;
  }
}

/** null where there is no state, or one that is damaged or of another format. */
export function loadState(file: string): BuildState | null {
  return openState(file)?.whole() ?? null;
}

function createStored(head: StateHead, bytes: Buffer): StoredState {
  const section = (name: SectionName) => JSON.parse(readLine(bytes, SECTIONS.indexOf(name) + 1));
  const warnings = (): Problem[] => section('warnings');
  const sourceStats = () => decodeColumns<SourceStat>(section('sourceStats'), SOURCE_STAT);
  const outputStats = () => decodeColumns<OutputStat>(section('outputStats'), OUTPUT_STAT);
  const outputs = () =>
    createRows<OutputState>({
      ...outputStats(),
      ...decodeColumns<OutputRest>(section('outputs'), OUTPUT_REST),
    });
  return {
    head,
    warnings,
    sourceStats,
    outputStats,
    outputs,
    whole() {
      try {
        return {
          ...head,
          warnings: warnings(),
          sources: createRows({
            ...sourceStats(),
            ...decodeColumns<SourceRest>(section('sources'), SOURCE_REST),
          }),
          groups: createRows(decodeColumns<GroupState>(section('groups'), GROUP)),
          outputs: outputs(),
        };
      } catch {
        return null;
      }
    },
  };
}

/** Lines of the file behind the head: first what tells whether anything has changed. */
const SECTIONS = ['warnings', 'sourceStats', 'outputStats', 'sources', 'groups', 'outputs'] as const;
type SectionName = (typeof SECTIONS)[number];

function readLine(bytes: Buffer, number: number): string {
  let start = 0;
  for (let line = 0; line < number; line++) {
    start = bytes.indexOf(10, start) + 1;
    if (start === 0) throw new Error('a line is missing');
  }
  const end = bytes.indexOf(10, start);
  if (end < 0) throw new Error('the last line is not whole');
  return bytes.toString('utf8', start, end);
}

export function writeState(file: string, state: BuildState): void {
  const { warnings, sources, groups, outputs, ...head } = state;
  const sections: Record<SectionName, () => unknown> = {
    warnings: () => warnings,
    sourceStats: () => encodeTable<SourceStat>(sources, SOURCE_STAT),
    outputStats: () => encodeTable<OutputStat>(outputs, OUTPUT_STAT),
    sources: () => encodeTable<SourceRest>(sources, SOURCE_REST),
    groups: () => encodeTable<GroupState>(groups, GROUP),
    outputs: () => encodeTable<OutputRest>(outputs, OUTPUT_REST),
  };
  mkdirSync(dirname(file), { recursive: true });
  const temporary = openSync(`${file}.tmp`, 'w');
  try {
    writeFileSync(temporary, `${JSON.stringify({ format: FORMAT, ...head })}\n`);
    for (const name of SECTIONS) writeFileSync(temporary, `${JSON.stringify(sections[name]())}\n`);
  } finally {
    closeSync(temporary);
  }
  renameSync(`${file}.tmp`, file);
}

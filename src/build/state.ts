/** Owns what one build leaves for the next: the parsed sources and the written outputs. A file that cannot be trusted is no state. */

import { hash as digest } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ArticleMeta, FieldProblem } from '../content/article.ts';
import { type ColumnKinds, decodeColumns, encodeColumns } from './columns.ts';
import type { OutputKind } from './manifest.ts';

/** A parsed source with the stat it had: the first memo table, keyed by the file's bytes. */
export interface SourceRecord extends ArticleMeta {
  size: number;
  mtime: number;
  ctime: number;
  problems: FieldProblem[];
}

/** A written file with the stat it had: the second memo table, keyed by all that it was made of. */
export interface OutputState {
  path: string;
  kind: OutputKind;
  /** Of the page or text; several files of one page share it. */
  key: string;
  /** SHA-256 of the bytes, base64url. */
  hash: string;
  size: number;
  mtime: number;
  ctime: number;
}

/** Outputs planned together; while the key stands, so do they. They are `outputs[start…start + count - 1]`. */
export interface GroupState {
  name: string;
  key: string;
  start: number;
  count: number;
}

export interface BuildState {
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
  sources: SourceRecord[];
  groups: GroupState[];
  outputs: OutputState[];
}

const FORMAT = 1;

const SOURCE_COLUMNS: ColumnKinds<SourceRecord> = {
  file: 'text',
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
  links: 'json',
  html: 'json',
  hash: 'text',
  card: 'number',
  size: 'number',
  mtime: 'number',
  ctime: 'number',
  problems: 'json',
};
const GROUP_COLUMNS: ColumnKinds<GroupState> = {
  name: 'text',
  key: 'text',
  start: 'number',
  count: 'number',
};
const OUTPUT_COLUMNS: ColumnKinds<OutputState> = {
  path: 'text',
  kind: 'json',
  key: 'text',
  hash: 'text',
  size: 'number',
  mtime: 'number',
  ctime: 'number',
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

/** null where there is no state, or one that is damaged or of another format. */
export function loadState(file: string): BuildState | null {
  try {
    const data = JSON.parse(readFileSync(file, 'utf8'));
    if (data.format !== FORMAT) return null;
    const { code, scanned, site } = data;
    const sources = decodeColumns(data.sources, SOURCE_COLUMNS);
    const groups = decodeColumns(data.groups, GROUP_COLUMNS);
    const outputs = decodeColumns(data.outputs, OUTPUT_COLUMNS);
    return { code, scanned, site, sources, groups, outputs };
  } catch {
    return null;
  }
}

export function writeState(file: string, state: BuildState): void {
  const { sources, groups, outputs, ...rest } = state;
  const text = JSON.stringify({
    format: FORMAT,
    ...rest,
    sources: encodeColumns(sources, SOURCE_COLUMNS),
    groups: encodeColumns(groups, GROUP_COLUMNS),
    outputs: encodeColumns(outputs, OUTPUT_COLUMNS),
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

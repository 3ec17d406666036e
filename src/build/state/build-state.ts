/** Owns what one build leaves for the next: the parsed sources and the written outputs. Its file: build/state-file.ts. */
import { hash as digest } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import type { FieldProblem } from '../../content/article/article-fields.ts';
import type { ArticleMeta } from '../../content/article/parse-article.ts';
import type { Problem } from '../../foundation/errors.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';

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
  /** Over what all pages share (build/prepare.ts): for planning, and for rendering. */
  keys: { base: string; setup: string };
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

export type OutputStat = Pick<OutputState, 'path' | keyof Stat>;

/** The folder for everything that a build may keep between runs; safe to delete. */
export function cacheFolder(root: string): string {
  return join(root, '.articles', 'cache');
}

/** One state for each output folder of a root. */
export function stateFile(root: string, out: string): string {
  const name = relative(root, resolve(out)) || '.';
  return join(cacheFolder(root), `build-${digest('sha1', name, 'hex').slice(0, 12)}.state`);
}

/** Stands as long as a build writes into its folder. @param file of the state */
export function markFile(file: string): string {
  return `${file}.open`;
}

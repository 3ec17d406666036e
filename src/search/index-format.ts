/**
 * Defines the files of a search index, and reads them.
 *
 * A row is one title in one group; rows are in tree order. A small edition has a head file with all rows and a lunr
 * index of their titles. A large edition has a head file, blocks of rows, and posting lists: for every n-gram of one to
 * three characters, the rows that contain it. A query then reads a few posting lists and the blocks of their rows,
 * however many titles there are.
 */

/** Name of the head file inside the search folder of an edition. */
export const SEARCH_HEAD = 'index.json';
/** Editions with more rows have blocks and grams. At this size, titles take about 50 kB and the lunr index 70 kB (gzip). */
export const SMALL_EDITION = 2000;
/** Number of rows in a block, which takes about 3 kB (gzip). */
export const BLOCK_ROWS = 128;
/** Average number of characters of posting lists in a file of grams. */
export const SHARD_CHARACTERS = 12_000;

/** Titles, and their URLs without the common prefix, by row. */
export interface Rows {
  titles: string[];
  /** The URL without `prefix`. */
  urls: string[];
}

/** Changes with the rules of `fold`, so that browsers fetch the files of other rules. */
export const FOLDING = 2;

export interface IndexHead {
  format: 1;
  /** The rules that titles are folded by; none in the indexes of earlier versions. Earlier scripts ignore it. */
  folding: number;
  /** Changes with any title, URL or group. */
  version: string;
  /** Common prefix of all URLs. */
  prefix: string;
  /** Labels in tree order, with their numbers of rows. */
  groups: [label: string, rows: number][];
  /** Only in a small edition. */
  rows?: Rows;
  /** Number of gram files; only in a large edition. */
  shards?: number;
}

/** A file of grams: packed row numbers by gram. */
export type GramShard = Record<string, string>;

/** @throws SyntaxError if the file is something else, for example JSON that a host sends instead of a missing file */
export function readHead(value: unknown): IndexHead {
  if (!isObject(value) || value.format !== 1 || !Array.isArray(value.groups)) {
    throw new SyntaxError('the file is not a search index');
  }
  const groups = value.groups.map((group: unknown): [string, number] => {
    const [label, rows] = Array.isArray(group) ? group : [];
    return [String(label), Number(rows)];
  });
  const head = {
    format: 1 as const,
    version: String(value.version),
    prefix: String(value.prefix),
    groups,
    folding: Number(value.folding ?? 1),
  };
  return value.rows === undefined
    ? { ...head, shards: Number(value.shards) }
    : { ...head, rows: readBlock(value.rows) };
}

/** @throws SyntaxError as above */
export function readBlock(value: unknown): Rows {
  if (isObject(value) && isTexts(value.titles) && isTexts(value.urls))
    return { titles: value.titles, urls: value.urls };
  throw new SyntaxError('the file is not a block of a search index');
}

/** Returns the rows of one gram. @throws SyntaxError as above */
export function readGram(shard: unknown, gram: string): number[] {
  if (!isObject(shard)) throw new SyntaxError('the file is not a part of a search index');
  const packed = Object.hasOwn(shard, gram) ? shard[gram] : '';
  return typeof packed === 'string' ? unpackRows(packed) : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

// Paths are relative to the head file.
export const lunrPath = (version: string) => `${version}/lunr.json`;
export const blockPath = (version: string, block: number) => `${version}/titles-${block}.json`;
export const shardPath = (version: string, shard: number) => `${version}/grams-${shard}.json`;

export const shardOf = (gram: string, shards: number) => hashUnits(gram) % shards;

/** FNV-1a hash over code units. @param start the hash of what comes before */
export function hashUnits(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

// Base 46 in printable ASCII without the characters that JSON escapes. One set of digits ends a number, one continues it.
const CODES = Array.from({ length: 94 }, (_, at) => 33 + at).filter((code) => code !== 34 && code !== 92);
/** Digits by character code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, CODES.indexOf(code)));
const BASE = 46;
const SPACE = 32;

/** Packs ascending row numbers as variable-length differences, least significant digit first. */
export function packRows(rows: readonly number[]): string {
  const codes: number[] = [];
  let last = -1;
  for (const row of rows) {
    let step = row - last - 1;
    for (; step >= BASE; step = Math.floor(step / BASE)) codes.push(CODES[BASE + (step % BASE)] ?? 0);
    codes.push(CODES[step] ?? 0);
    last = row;
  }
  return new TextDecoder('latin1').decode(Uint8Array.from(codes));
}

/** The rows of a list, which ends at a space. */
export function unpackRows(packed: string): number[] {
  const rows: number[] = [];
  findRows(packed, 0, null, (row) => rows.push(row));
  return rows;
}

/**
 * Calls `found` with the rows of a list and with their places in it. The list ends at a space or a line break.
 * @param wanted true at the numbers of the rows to find, up to the last of them; null for all
 */
export function findRows(
  text: string,
  start: number,
  wanted: readonly boolean[] | null,
  found: (row: number, index: number) => void,
): void {
  const end = wanted?.length ?? Number.POSITIVE_INFINITY;
  let row = 0;
  let place = 1;
  let index = 0;
  for (let at = start; at < text.length && row < end; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) break;
    const digit = VALUES[code] ?? 0;
    row += (digit % BASE) * place;
    place *= BASE;
    if (digit >= BASE) continue;
    if (!wanted || wanted[row]) found(row, index);
    row++;
    index++;
    place = 1;
  }
}

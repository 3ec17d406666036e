/**
 * Defines the files of a search index, and reads them.
 *
 * A row is one title in one group; rows are in tree order. A small edition has a head file with all rows and a lunr
 * index of their titles. A large one has a head file, blocks of rows, and grams: for every run of one to three
 * characters inside a token, the rows that contain it. A query then reads a few grams and the blocks of the rows they
 * point to, however many titles there are.
 */

/** Name of the head file inside the search folder of an edition. */
export const SEARCH_HEAD = 'index.json';
/** Editions with more rows are cut into blocks and grams. At this size: about 50 kB of titles and 70 kB of lunr index, gzip. */
export const SMALL_EDITION = 2000;
/** Rows of one block; about 3 kB gzip. */
export const BLOCK_ROWS = 128;
/** Characters of posting lists in one file of grams, on average. */
export const SHARD_CHARACTERS = 12_000;

/** Titles and the ends of their URLs, row by row. */
export interface Rows {
  titles: string[];
  /** The part after `prefix`. */
  urls: string[];
}

export interface IndexHead {
  format: 1;
  /** Changes with any title, URL or group. */
  version: string;
  /** Common beginning of all URLs. */
  prefix: string;
  /** Labels in tree order with the number of their rows. */
  groups: [label: string, rows: number][];
  /** Present in a small edition. */
  rows?: Rows;
  /** Present in a large one: the number of gram files. */
  shards?: number;
}

/** A file of grams: gram → row numbers, packed. */
export type GramShard = Record<string, string>;

/** @throws SyntaxError when the file is something else, such as JSON that a host sends in place of a missing file */
export function readHead(value: unknown): IndexHead {
  if (!isObject(value) || value.format !== 1 || !Array.isArray(value.groups)) {
    throw new SyntaxError('the file is not a search index');
  }
  const groups = value.groups.map((group: unknown): [string, number] => {
    const [label, rows] = Array.isArray(group) ? group : [];
    return [String(label), Number(rows)];
  });
  const head = { format: 1 as const, version: String(value.version), prefix: String(value.prefix), groups };
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

/** The rows of one gram in a shard. @throws SyntaxError as above */
export function readGram(shard: unknown, gram: string): number[] {
  if (!isObject(shard)) throw new SyntaxError('the file is not a part of a search index');
  const packed = Object.hasOwn(shard, gram) ? shard[gram] : '';
  return typeof packed === 'string' ? unpackRows(packed) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

// Paths are relative to the head file.
export const lunrPath = (version: string) => `${version}/lunr.json`;
export const blockPath = (version: string, block: number) => `${version}/titles-${block}.json`;
export const shardPath = (version: string, shard: number) => `${version}/grams-${shard}.json`;

/** FNV-1a over code units. */
export function shardOf(gram: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < gram.length; at++) hash = Math.imul(hash ^ gram.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shards;
}

// Printable ASCII without the two characters that JSON escapes: 46 digits that end a number and 46 that go on.
const CODES = Array.from({ length: 94 }, (_, at) => 33 + at).filter((code) => code !== 34 && code !== 92);
/** Character code → digit. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, CODES.indexOf(code)));
const BASE = 46;

/** Packs rising row numbers as the steps between them, least significant digits first. */
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

export function unpackRows(packed: string): number[] {
  const rows: number[] = [];
  let row = 0;
  let place = 1;
  for (let at = 0; at < packed.length; at++) {
    const digit = VALUES[packed.charCodeAt(at)] ?? 0;
    row += (digit % BASE) * place;
    place *= BASE;
    if (digit >= BASE) continue;
    rows.push(row++);
    place = 1;
  }
  return rows;
}

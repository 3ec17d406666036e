/**
 * Writes the state of a build to a file, and reads it part by part (docs/decisions/column-state.md). A damaged file
 * counts as a missing one.
 */

import { appendFileSync, closeSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../../foundation/attempt.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { openRegularFile } from '../../foundation/site-files.ts';
import type { CachedOutput } from '../write/manifest.ts';
import type {
  BuildState,
  GroupState,
  SourceRecord,
  StateChange,
  StateHead,
  StoredState,
} from './build-state.ts';
import { type ColumnKinds, encodeColumn, openTable } from './columns.ts';

const FORMAT = 17;

/** Maximum number of changes in the file. The next build then writes the whole state. */
export const MAX_CHANGES = 100;

const SOURCE: ColumnKinds<SourceRecord> = {
  file: 'text',
  size: 'number',
  mtime: 'number',
  ctime: 'number',
  locale: 'json',
  key: 'text',
  title: 'text',
  slug: 'text',
  description: 'text',
  isExcerpt: 'json',
  author: 'json',
  date: 'json',
  updated: 'json',
  image: 'json',
  status: 'json',
  generated: 'json',
  review: 'json',
  aliases: 'json',
  editorial: 'json',
  entities: 'json',
  own: 'json',
  words: 'number',
  images: 'json',
  links: 'list',
  offers: 'json',
  html: 'json',
  characters: 'text',
  hash: 'text',
  cardHash: 'number',
  problems: 'json',
};
const GROUP: ColumnKinds<GroupState> = {
  name: 'text',
  key: 'text',
  start: 'number',
  count: 'number',
  shows: 'json',
};
const OUTPUT: ColumnKinds<CachedOutput> = {
  path: 'text',
  size: 'number',
  mtime: 'number',
  ctime: 'number',
  kind: 'json',
  key: 'text',
  hash: 'text',
};

/** null where there is no state, or one of another format. */
export function openState(file: string): StoredState | null {
  try {
    const [first = '', ...lengths] = readPart(file, 0, MAX_HEAD)
      .toString('utf8')
      .split('\n', 1 + PARTS.length);
    const { format, version: _version, counts, ...head }: FirstLine = JSON.parse(first);
    if (format !== FORMAT) return null;
    let end = Buffer.byteLength(first) + 1 + PARTS.length * LENGTH_LINE;
    const parts = new Map<string, { start: number; length: number }>();
    for (const [index, name] of PARTS.entries()) {
      const length = Number(lengths[index]);
      parts.set(name, { start: end, length });
      end += length;
    }
    const read = (name: string) => {
      const { start = 0, length = 0 } = parts.get(name) ?? {};
      const bytes = readPart(file, start, length);
      if (bytes.length < length) throw new Error('the file ends too early');
      return bytes;
    };
    const changes = readChanges(file, end);
    const sources = changes.flatMap((change) => change.sources);
    const outputs = changes.flatMap((change) => change.outputs);
    return {
      head: { ...head, ...changes.at(-1)?.head },
      changes: changes.length,
      warnings: () => JSON.parse(read('warnings').toString('utf8')),
      times: () => JSON.parse(read('times').toString('utf8')),
      offers: () => JSON.parse(read('offers').toString('utf8')),
      parts: () => JSON.parse(read('parts').toString('utf8')),
      sources: openTable(counts.sources, SOURCE, (name) => read(`sources.${name}`), sources),
      groups: openTable(counts.groups, GROUP, (name) => read(`groups.${name}`)),
      outputs: openTable(counts.outputs, OUTPUT, (name) => read(`outputs.${name}`), outputs),
    };
  } catch {
    return null;
  }
}

declare const ARTICLES_VERSION: string;

interface Builder {
  /** '' where it wrote another format. */
  code: string;
  /** null where it did not say. */
  version: string | null;
}

/** The program that made a build. null where there is no state, or a damaged one. */
export function readBuilder(file: string): Builder | null {
  try {
    const [first = ''] = readPart(file, 0, MAX_HEAD).toString('utf8').split('\n', 1);
    const { format, code, version }: FirstLine = JSON.parse(first);
    return typeof format !== 'number'
      ? null
      : { code: format === FORMAT ? code : '', version: version ?? null };
  } catch {
    return null;
  }
}

/** null where there is no state, or one that is damaged or of another format. */
export function loadState(file: string): BuildState | null {
  const stored = openState(file);
  if (!stored) return null;
  const { head, warnings, times, offers, parts, sources, groups, outputs } = stored;
  try {
    return {
      ...head,
      warnings: warnings(),
      times: times(),
      offers: offers(),
      parts: parts(),
      sources: sources.rows(),
      groups: groups.rows(),
      outputs: outputs.rows(),
    };
  } catch {
    return null;
  }
}

/** The articles of the previous build, without its outputs, which are several times as many. null as `loadState`. */
export function loadSources(file: string): (StateHead & Pick<BuildState, 'sources'>) | null {
  const stored = openState(file);
  const sources = attempt(() => stored?.sources.rows());
  return stored && sources ? { ...stored.head, sources } : null;
}

/** Leaves out a last line without a line end, since the process may have been killed while it wrote. */
function readChanges(file: string, start: number): StateChange[] {
  const { size } = statSync(file);
  const lines = readPart(file, start, size - start)
    .toString('utf8')
    .split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** Reads up to `length` bytes from `position` on. */
function readPart(file: string, position: number, length: number): Buffer {
  const opened = openRegularFile(file);
  try {
    const bytes = Buffer.allocUnsafe(length);
    let end = 0;
    for (let read = -1; read !== 0 && end < length; end += read)
      read = readSync(opened, bytes, end, length - end, position + end);
    return bytes.subarray(0, end);
  } finally {
    closeSync(opened);
  }
}

export function appendChange(file: string, change: StateChange): void {
  appendFileSync(file, `${JSON.stringify(change)}\n`);
}

const partsOf = (table: string, kinds: object) => Object.keys(kinds).map((name) => `${table}.${name}`);

/**
 * Layout: the head as a line of JSON, the length of each part in bytes as a line, the parts, one line of JSON for each
 * change. A build that finds nothing to do reads a few parts only.
 */
const PARTS = [
  'warnings',
  'times',
  'offers',
  'parts',
  ...partsOf('sources', SOURCE),
  ...partsOf('groups', GROUP),
  ...partsOf('outputs', OUTPUT),
];

interface FirstLine extends StateHead {
  format: number;
  version?: string;
  counts: { sources: number; groups: number; outputs: number };
}

/** Number of bytes of a line with a length. The lines have a fixed size because they are filled in after the parts. */
const LENGTH_LINE = 13;
/** Number of bytes to read for the head and the lengths, which are far shorter. */
const MAX_HEAD = 1 << 16;

export function writeState(file: string, state: BuildState): void {
  const { warnings, times, offers, parts, sources, groups, outputs, ...head } = state;
  const counts = { sources: sources.length, groups: groups.length, outputs: outputs.length };
  const line: FirstLine = { format: FORMAT, version: ARTICLES_VERSION, counts, ...head };
  makeFolder(dirname(file));
  replaceFileSync(file, (opened) => {
    const first = Buffer.from(`${JSON.stringify(line)}\n`);
    const lineOf = (length: number) => `${String(length).padStart(LENGTH_LINE - 1)}\n`;
    writeFileSync(opened, first);
    writeFileSync(opened, lineOf(0).repeat(PARTS.length));
    const lengths: number[] = [];
    const put = (part: string | Uint8Array) => {
      writeFileSync(opened, part);
      lengths.push(Buffer.byteLength(part));
    };
    const putTable = <Row>(rows: readonly Row[], kinds: ColumnKinds<Row>) => {
      for (const name of Object.keys(kinds) as (keyof Row & string)[]) {
        const values = rows.map((row) => row[name]);
        put(encodeColumn(values, kinds[name]));
      }
    };
    put(JSON.stringify(warnings));
    put(JSON.stringify(times));
    put(JSON.stringify(offers));
    put(JSON.stringify(parts));
    putTable(sources, SOURCE);
    putTable(groups, GROUP);
    putTable(outputs, OUTPUT);
    writeSync(opened, lengths.map(lineOf).join(''), first.length);
  });
}

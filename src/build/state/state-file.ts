/** Owns the file of the state: parts that are read one by one, and lines of changes. What cannot be trusted is no state. */
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Problem } from '../../foundation/errors.ts';
import type { BuildState, GroupState, OutputState, SourceRecord, StateHead } from './build-state.ts';
import {
  type Changes,
  type ColumnKinds,
  type Columns,
  createRows,
  encodeColumn,
  openColumns,
} from './columns.ts';

/** A state on disk, of which only what is asked for is read. Damage shows as an error or, in `whole`, as null. */
export interface StoredState {
  head: StateHead;
  /** Lines of changes that it holds. */
  changes: number;
  warnings(): Problem[];
  sources: Columns<SourceRecord>;
  groups: Columns<GroupState>;
  outputs: Columns<OutputState>;
  whole(): BuildState | null;
}

/** What a build that has changed some rows alone leaves behind the state: a line more instead of a file anew. */
export interface StateChange {
  head: Pick<StateHead, 'scanned' | 'inputs'>;
  /** By row. */
  sources: [number, SourceRecord][];
  outputs: [number, Partial<OutputState>][];
}

const FORMAT = 4;

/** Lines of changes; a state with more of them is written anew by the next build. */
export const MOST_CHANGES = 100;

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
const OUTPUT: ColumnKinds<OutputState> = {
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
    const [first = '', ...lengths] = readPart(file, 0, MOST_HEAD)
      .toString('utf8')
      .split('\n', 1 + PARTS.length);
    const { format, counts, ...head }: FirstLine = JSON.parse(first);
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
    return createStored(head, counts, read, readChanges(file, end));
  } catch {
    return null;
  }
}

/** null where there is no state, or one that is damaged or of another format. */
export function loadState(file: string): BuildState | null {
  return openState(file)?.whole() ?? null;
}

function createStored(
  written: StateHead,
  counts: FirstLine['counts'],
  read: (part: string) => Buffer,
  changes: readonly StateChange[],
): StoredState {
  const head: StateHead = { ...written, ...changes.at(-1)?.head };
  const open = <Row>(table: keyof typeof counts, kinds: ColumnKinds<Row>, changed?: Changes<Row>) =>
    openColumns(counts[table], kinds, (name) => read(`${table}.${name}`), changed);
  const sources = open(
    'sources',
    SOURCE,
    changes.flatMap((change) => change.sources),
  );
  const groups = open('groups', GROUP);
  const outputs = open(
    'outputs',
    OUTPUT,
    changes.flatMap((change) => change.outputs),
  );
  const warnings = (): Problem[] => JSON.parse(read('warnings').toString('utf8'));
  return {
    head,
    changes: changes.length,
    warnings,
    sources,
    groups,
    outputs,
    whole() {
      try {
        const rows = {
          sources: createRows(sources),
          groups: createRows(groups),
          outputs: createRows(outputs),
        };
        return { ...head, warnings: warnings(), ...rows };
      } catch {
        return null;
      }
    },
  };
}

/** The last line counts only if it is whole: the machine may have stopped within it. */
function readChanges(file: string, start: number): StateChange[] {
  const { size } = statSync(file);
  const lines = readPart(file, start, size - start)
    .toString('utf8')
    .split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** Up to `length` bytes from `position` on. */
function readPart(file: string, position: number, length: number): Buffer {
  const opened = openSync(file, 'r');
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
 * The first line is the head. Behind it stand the lengths of these parts in bytes, a line each, the parts, and lines of
 * changes: what tells whether anything has changed is read without the rest.
 */
const PARTS = [
  'warnings',
  ...partsOf('sources', SOURCE),
  ...partsOf('groups', GROUP),
  ...partsOf('outputs', OUTPUT),
];

interface FirstLine extends StateHead {
  format: number;
  counts: { sources: number; groups: number; outputs: number };
}

/** Bytes of a line with a length: the lines are written when the parts are, in place. */
const LENGTH_LINE = 13;
/** The head with its lengths is far shorter. */
const MOST_HEAD = 1 << 16;

export function writeState(file: string, state: BuildState): void {
  const { warnings, sources, groups, outputs, ...head } = state;
  const counts = { sources: sources.length, groups: groups.length, outputs: outputs.length };
  const line: FirstLine = { format: FORMAT, counts, ...head };
  mkdirSync(dirname(file), { recursive: true });
  // Of its own: another build may record itself at the same moment.
  const path = `${file}.${process.pid}.tmp`;
  const temporary = openSync(path, 'w');
  try {
    const first = Buffer.from(`${JSON.stringify(line)}\n`);
    const lineOf = (length: number) => `${String(length).padStart(LENGTH_LINE - 1)}\n`;
    writeFileSync(temporary, first);
    writeFileSync(temporary, lineOf(0).repeat(PARTS.length));
    const lengths: number[] = [];
    const put = (part: string | Uint8Array) => {
      writeFileSync(temporary, part);
      lengths.push(Buffer.byteLength(part));
    };
    const putTable = <Row>(rows: readonly Row[], kinds: ColumnKinds<Row>) => {
      for (const name of Object.keys(kinds) as (keyof Row & string)[]) {
        put(
          encodeColumn(
            rows.map((row) => row[name]),
            kinds[name],
          ),
        );
      }
    };
    put(JSON.stringify(warnings));
    putTable(sources, SOURCE);
    putTable(groups, GROUP);
    putTable(outputs, OUTPUT);
    writeSync(temporary, lengths.map(lineOf).join(''), first.length);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(temporary);
  }
  renameSync(path, file);
}

/** Owns the file of the state: parts that are read one by one, and lines of changes. What cannot be trusted is no state. */
import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Problem } from '../errors.ts';
import { type ColumnKinds, type Columns, createRows, decodeColumns, encodeTable } from './columns.ts';
import type {
  BuildState,
  GroupState,
  OutputStat,
  OutputState,
  SourceRecord,
  SourceStat,
  Stat,
  StateHead,
} from './state.ts';

/** A state on disk, of which only what is asked for is decoded. Damage shows as an error or, in `whole`, as null. */
export interface StoredState {
  head: StateHead;
  /** Lines of changes that it holds. */
  changes: number;
  warnings(): Problem[];
  sourceStats(): Columns<SourceStat>;
  outputStats(): Columns<OutputStat>;
  sources(): Columns<SourceRecord>;
  groups(): GroupState[];
  outputs(): OutputState[];
  whole(): BuildState | null;
}

/** What a build that has changed some rows alone leaves behind the state: a line more instead of a file anew. */
export interface StateChange {
  head: Pick<StateHead, 'scanned' | 'inputs'>;
  /** By row. */
  sources: [number, SourceRecord][];
  outputs: [number, Partial<OutputState>][];
}

type SourceRest = Omit<SourceRecord, keyof SourceStat>;
type OutputRest = Omit<OutputState, keyof OutputStat>;

const FORMAT = 3;

/** Lines of changes; a state with more of them is written anew by the next build. */
export const MOST_CHANGES = 100;

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

/** null where there is no state, or one of another format. */
export function openState(file: string): StoredState | null {
  try {
    const [head = '', ...lengths] = readPart(file, 0, MOST_HEAD)
      .toString('utf8')
      .split('\n', SECTIONS.length + 1);
    const { format, ...rest } = JSON.parse(head);
    if (format !== FORMAT) return null;
    let end = Buffer.byteLength(head) + 1 + SECTIONS.length * LENGTH_LINE;
    const parts = SECTIONS.map((name, index) => {
      const length = Number(lengths[index]);
      end += length;
      return { name, start: end - length, length };
    });
    const section = (wanted: SectionName) => {
      const { start = 0, length = 0 } = parts.find(({ name }) => name === wanted) ?? {};
      return JSON.parse(readPart(file, start, length).toString('utf8'));
    };
    return createStored(rest, section, readChanges(file, end));
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
  section: (name: SectionName) => ReturnType<typeof JSON.parse>,
  changes: readonly StateChange[],
): StoredState {
  const head: StateHead = { ...written, ...changes.at(-1)?.head };
  const changedSources = changes.flatMap(({ sources }) => sources);
  const changedOutputs = changes.flatMap(({ outputs }) => outputs);
  const warnings = (): Problem[] => section('warnings');
  const sourceStats = () => decodeColumns<SourceStat>(section('sourceStats'), SOURCE_STAT, changedSources);
  const outputStats = () => decodeColumns<OutputStat>(section('outputStats'), OUTPUT_STAT, changedOutputs);
  const sources = (): Columns<SourceRecord> => ({
    ...sourceStats(),
    ...decodeColumns<SourceRest>(section('sources'), SOURCE_REST, changedSources),
  });
  const groups = (): GroupState[] => createRows(decodeColumns<GroupState>(section('groups'), GROUP));
  const outputs = (): OutputState[] =>
    createRows<OutputState>({
      ...outputStats(),
      ...decodeColumns<OutputRest>(section('outputs'), OUTPUT_REST, changedOutputs),
    });
  return {
    head,
    changes: changes.length,
    warnings,
    sourceStats,
    outputStats,
    sources,
    groups,
    outputs,
    whole() {
      try {
        const rows = { sources: createRows(sources()), groups: groups(), outputs: outputs() };
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

/**
 * Behind the head stand the lengths of these parts in bytes, a line each, the parts, and lines of changes: what tells
 * whether anything has changed is read without the rest.
 */
const SECTIONS = ['warnings', 'sourceStats', 'outputStats', 'sources', 'groups', 'outputs'] as const;
type SectionName = (typeof SECTIONS)[number];

/** Bytes of a line with a length: the lines are written when the parts are, in place. */
const LENGTH_LINE = 13;
/** The head with its lengths is far shorter. */
const MOST_HEAD = 1 << 16;

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
    const first = Buffer.from(`${JSON.stringify({ format: FORMAT, ...head })}\n`);
    const lineOf = (length: number) => `${String(length).padStart(LENGTH_LINE - 1)}\n`;
    writeFileSync(temporary, first);
    writeFileSync(temporary, lineOf(0).repeat(SECTIONS.length));
    let end = fstatSync(temporary).size;
    const lengths = SECTIONS.map((name) => {
      const start = end;
      writeFileSync(temporary, JSON.stringify(sections[name]()));
      end = fstatSync(temporary).size;
      return end - start;
    });
    writeSync(temporary, lengths.map(lineOf).join(''), first.length);
  } finally {
    closeSync(temporary);
  }
  renameSync(`${file}.tmp`, file);
}

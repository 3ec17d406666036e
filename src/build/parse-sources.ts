/** Owns the first phase: every source's metadata, from the previous build where the file has not changed. */
import type { ArticleMeta, FieldProblem } from '../content/article.ts';
import type { Source } from '../content/source.ts';
import type { Phase } from '../report.ts';
import type { Pool } from './pool.ts';
import type { BuildState, SourceRecord } from './state.ts';

export interface ParsedSources {
  /** In order of the sources; files with errors are left out. */
  records: SourceRecord[];
  problems: FieldProblem[];
  /** Files that were read. */
  read: number;
}

/** File systems keep times to some milliseconds: a file changed that shortly after a scan may look unchanged. */
const TIME_GRAIN = 50;
const CHUNK = 64;

/** The sources whose metadata must be made anew; the others' records by file. */
export function compareSources(
  sources: readonly Source[],
  state: BuildState | null,
): { changed: Source[]; known: Map<string, SourceRecord> } {
  const known = new Map<string, SourceRecord>();
  if (!state) return { changed: [...sources], known };
  const previous = new Map(state.sources.map((record) => [record.file, record]));
  const changed = sources.filter((source) => {
    const record = previous.get(source.file);
    const same =
      record !== undefined &&
      record.size === source.size &&
      record.mtime === source.mtime &&
      record.ctime === source.ctime &&
      Math.max(source.ctime, source.mtime) < state.scanned - TIME_GRAIN;
    if (same) known.set(source.file, record);
    return !same;
  });
  return { changed, known };
}

export async function parseSources(
  pool: Pool,
  sources: readonly Source[],
  { changed, known }: ReturnType<typeof compareSources>,
  phase: Phase,
): Promise<ParsedSources> {
  const parsed = new Map<string, { meta: ArticleMeta | null; problems: FieldProblem[] }>();
  await pool.run('parse', chunksOf(changed, CHUNK), (results, items) => {
    for (const [index, result] of results.entries()) {
      const item = items[index];
      if (item) parsed.set(item.file, result);
    }
    phase.update(parsed.size);
  });
  const records: SourceRecord[] = [];
  const problems: FieldProblem[] = [];
  for (const { file, size, mtime, ctime } of sources) {
    const record = known.get(file);
    const result = parsed.get(file);
    if (record) {
      records.push(record);
      problems.push(...record.problems);
    } else if (result) {
      problems.push(...result.problems);
      if (result.meta) records.push({ ...result.meta, size, mtime, ctime, problems: result.problems });
    }
  }
  return { records, problems, read: changed.length };
}

export function* chunksOf<T>(items: Iterable<T>, size: number): Iterable<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

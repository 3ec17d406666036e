/** Parses the sources that have changed, and takes the metadata of the others from the previous build. */
import type { FieldProblem } from '../../content/article/article-fields.ts';
import type { ArticleMeta, ParsedArticle } from '../../content/article/parse-article.ts';
import type { Source } from '../../content/article/scan-sources.ts';
import type { Phase } from '../../foundation/report.ts';
import type { Unplaced } from '../../site/placement.ts';
import type { Article, Site } from '../../site/site.ts';
import type { BuildState, SourceRecord } from '../state/build-state.ts';
import { isUnchanged } from '../state/file-age.ts';
import type { Pool } from '../threads/thread-pool.ts';

export interface ParsedSources {
  /** In order of the sources; files with errors are left out. */
  records: SourceRecord[];
  problems: FieldProblem[];
  /** What files with errors say about their address and category. */
  unplaced: Unplaced[];
  /** Files that were read. */
  read: number;
}

export interface Comparison {
  changed: Source[];
  /** By the source's index. */
  known: readonly (SourceRecord | null)[];
}

const CHUNK = 64;

/** Finds the sources that must be parsed, and for each other source its record. */
export function compareSources(sources: readonly Source[], state: BuildState | null): Comparison {
  if (!state) return { changed: [...sources], known: [] };
  const find = createFinder(state.sources);
  const known = sources.map((source) => {
    const record = find(source.file);
    return record && isUnchanged(source, record, state.scanned) ? record : null;
  });
  return { changed: sources.filter((_, index) => !known[index]), known };
}

/** The articles that were parsed again; none without a previous build. */
export function findParsed({ editions }: Site, { changed, known }: Comparison): Set<Article> {
  const files = new Set(known.length > 0 ? changed.map(({ file }) => file) : []);
  const found = new Set<Article>();
  if (files.size === 0) return found;
  for (const { articles } of editions)
    for (const article of articles) if (files.has(article.meta.file)) found.add(article);
  return found;
}

/** Returns a function that finds a record by its file. It first looks after the last one found: both are in one order. */
function createFinder(records: readonly SourceRecord[]): (file: string) => SourceRecord | null {
  let byFile: Map<string, number> | null = null;
  let next = 0;
  return (file) => {
    if (records[next]?.file !== file) {
      byFile ??= new Map(records.map((record, index) => [record.file, index]));
      const found = byFile.get(file);
      if (found === undefined) return null;
      next = found;
    }
    return records[next++] ?? null;
  };
}

export async function parseSources(
  pool: Pool,
  sources: readonly Source[],
  { changed, known }: Comparison,
  phase: Phase,
): Promise<ParsedSources> {
  const parsed: ParsedArticle[] = [];
  let done = 0;
  await pool.run('parse', chunksOf(changed, CHUNK), (results, chunk) => {
    for (const [index, result] of results.entries()) parsed[chunk * CHUNK + index] = result;
    done += results.length;
    phase.update(done);
  });
  const records: SourceRecord[] = [];
  const problems: FieldProblem[] = [];
  const unplaced: Unplaced[] = [];
  const share = createSharing();
  let next = 0;
  for (const [index, source] of sources.entries()) {
    const record = known[index];
    if (record) {
      records.push(record);
      problems.push(...record.problems);
      continue;
    }
    const result = parsed[next++];
    problems.push(...(result?.problems ?? []));
    if (result?.claims) unplaced.push({ file: source.file, locale: source.locale, ...result.claims });
    if (result?.meta) records.push(createRecord(result.meta, source, result.problems, share));
  }
  return { records, problems, unplaced, read: changed.length };
}

/**
 * Each object from a thread has its own layout; 100,000 objects of one layout with shared values take a fifth of the
 * memory.
 */
function createRecord(
  meta: ArticleMeta,
  { file, locale, key, size, mtime, ctime }: Source,
  problems: FieldProblem[],
  share: <T>(value: T) => T,
): SourceRecord {
  return {
    file,
    locale,
    key,
    title: meta.title,
    slug: meta.slug,
    description: meta.description,
    author: share(meta.author),
    date: share(meta.date),
    updated: share(meta.updated),
    image: meta.image,
    status: share(meta.status),
    aliases: share(meta.aliases),
    featured: meta.featured,
    pinned: meta.pinned,
    entities: share(meta.entities),
    own: share(meta.own),
    words: meta.words,
    images: share(meta.images),
    links: meta.links.length > 0 ? meta.links : share(meta.links),
    html: meta.html,
    characters: share(meta.characters),
    hash: meta.hash,
    cardHash: meta.cardHash,
    size,
    mtime,
    ctime,
    problems: share(problems),
  };
}

/** Returns a function that gives the first of all values with the same JSON. */
function createSharing(): <T>(value: T) => T {
  const known = new Map<string, unknown>();
  return <T>(value: T) => {
    const text = JSON.stringify(value);
    const first = known.get(text);
    if (first === undefined) known.set(text, value);
    // The same JSON means the same type.
    return first === undefined ? value : (first as T);
  };
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

/** Parses the sources that have changed, and takes the metadata of the others from the previous build. */
import { type ApprovedTexts, isReviewCurrent } from '../../content/article/approved-texts.ts';
import type { Claims } from '../../content/article/article-fields.ts';
import type { ArticleMeta } from '../../content/article/parse-article.ts';
import type { Source, SourceList } from '../../content/article/scan-sources.ts';
import type { Finding } from '../../foundation/errors.ts';
import { chunksOf } from '../../foundation/group-by.ts';
import type { Phase } from '../../foundation/report.ts';
import type { Unplaced } from '../../site/placement.ts';
import type { Article, Site } from '../../site/site.ts';
import type { BuildState, SourceRecord } from '../state/build-state.ts';
import { isSame, isUnchanged } from '../state/file-age.ts';
import type { Pool } from '../threads/thread-pool.ts';

export interface ParsedSources {
  /** The records of all files without errors, in the order of the sources. */
  records: SourceRecord[];
  problems: Finding[];
  /** The addresses and categories that files with errors claim. */
  unplaced: Unplaced[];
}

/** The result of parsing one file. */
export interface ParsedFile {
  /** null where the file has errors. */
  record: SourceRecord | null;
  problems: Finding[];
  /** The address and category that a file with errors claims. */
  claims?: Claims;
}

export interface Comparison {
  changed: SourceList;
  /** The valid record of each source, by the index of the source. */
  known: readonly (SourceRecord | null)[];
}

const CHUNK = 64;

/**
 * Finds the sources that must be parsed, and for each other source its record.
 * @param ahead records of files that were parsed just now
 */
export function compareSources(
  sources: SourceList,
  state: Pick<BuildState, 'sources' | 'scanned'> | null,
  ahead: readonly SourceRecord[] = [],
  approved: ApprovedTexts | null = null,
): Comparison {
  if (!state) return { changed: sources, known: [] };
  const byFile = new Map(state.sources.map((record) => [record.file, record]));
  const known = Array.from(sources, (source) => {
    const record = byFile.get(source.file);
    const isCurrent = record && isReviewCurrent(approved, source.file, record.review, record.generated);
    if (isCurrent && isUnchanged(source, record, state.scanned)) return record;
    return ahead.find(({ file, ...stat }) => file === source.file && isSame(source, stat)) ?? null;
  });
  return { changed: [...sources].filter((_, index) => !known[index]), known };
}

/** Finds the articles whose text is in one of the files. */
export function findArticles({ editions }: Pick<Site, 'editions'>, files: ReadonlySet<string>): Set<Article> {
  const found = new Set<Article>();
  if (files.size === 0) return found;
  for (const { articles } of editions)
    for (const article of articles) if (files.has(article.meta.file)) found.add(article);
  return found;
}

/** Parses the changed sources, and puts the records in the order of all sources. */
export async function parseSources(
  pool: Pool,
  sources: SourceList,
  comparison: Comparison,
  phase: Phase,
): Promise<ParsedSources> {
  return joinRecords(sources, comparison.known, await parseFiles(pool, comparison.changed, phase));
}

/** @returns what each file holds, in the order of the files */
export async function parseFiles(pool: Pool, files: SourceList, phase: Phase): Promise<ParsedFile[]> {
  const parsed: ParsedFile[] = [];
  const share = createSharing();
  let done = 0;
  await pool.run('parse', chunksOf(files, CHUNK), (results, chunk) => {
    for (const [index, { meta, problems, claims }] of results.entries()) {
      const number = chunk * CHUNK + index;
      const source = files.at(number);
      if (!source) throw new Error('a parsed file has no source');
      const record = meta && createRecord(meta, source, problems, share);
      parsed[number] = { record, problems: record?.problems ?? problems, ...(claims && { claims }) };
    }
    done += results.length;
    phase.update(done);
  });
  return parsed;
}

/** @param parsed the files of the sources that have no known record, in their order */
export function joinRecords(
  sources: SourceList,
  known: Comparison['known'],
  parsed: readonly ParsedFile[],
): ParsedSources {
  const joined: ParsedSources = { records: [], problems: [], unplaced: [] };
  let next = 0;
  for (let index = 0; index < sources.length; index++) {
    const before = known[index];
    const { record, problems, claims }: Partial<ParsedFile> = before
      ? { record: before, problems: before.problems }
      : (parsed[next++] ?? {});
    if (record) joined.records.push(record);
    // A call may have fewer arguments than a text has problems.
    for (const problem of problems ?? []) joined.problems.push(problem);
    const source = claims && sources.at(index);
    if (source) joined.unplaced.push({ file: source.file, locale: source.locale, ...claims });
  }
  return joined;
}

/**
 * Copies the metadata field by field: each object from a thread has a hidden class of its own, and 100,000 objects of
 * one class with shared values take a fifth of the memory.
 */
function createRecord(
  meta: ArticleMeta,
  { file, locale, key, size, mtime, ctime }: Source,
  problems: Finding[],
  share: <T>(value: T) => T,
): SourceRecord {
  return {
    file,
    locale,
    key,
    title: meta.title,
    slug: meta.slug,
    description: meta.description,
    isExcerpt: meta.isExcerpt,
    author: share(meta.author),
    date: share(meta.date),
    updated: share(meta.updated),
    image: meta.image,
    status: share(meta.status),
    generated: meta.generated,
    review: share(meta.review),
    aliases: share(meta.aliases),
    editorial: share(meta.editorial),
    entities: share(meta.entities),
    own: share(meta.own),
    words: meta.words,
    images: share(meta.images),
    links: meta.links.length > 0 ? meta.links.map(share) : share(meta.links),
    offers: share(meta.offers),
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

/** Returns a function that replaces a value by the first equal one: the same text, or the same JSON. */
function createSharing(): <T>(value: T) => T {
  const texts = new Map<string, unknown>();
  const values = new Map<string, unknown>();
  return <T>(value: T) => {
    if (value === null) return value;
    const isText = typeof value === 'string';
    const known = isText ? texts : values;
    const text = isText ? value : JSON.stringify(value);
    const first = known.get(text);
    if (first === undefined) known.set(text, value);
    // Equal values have the same type.
    return first === undefined ? value : (first as T);
  };
}

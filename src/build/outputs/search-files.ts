/** Plans the search index of one edition: titles in tree order → files. */
import { createHash } from 'node:crypto';
import { fold } from '../../foundation/fold.ts';
import { gramsOf } from '../../search/grams.ts';
import {
  BLOCK_ROWS,
  blockPath,
  FOLDING,
  type GramShard,
  type IndexHead,
  lunrPath,
  packRows,
  type Rows,
  SEARCH_HEAD,
  SHARD_CHARACTERS,
  SMALL_EDITION,
  shardOf,
  shardPath,
} from '../../search/index-format.ts';
import { serializeTitleIndex } from '../../search/title-index.ts';
import { tokenize } from '../../search/title-match.ts';

/** A subcategory of an edition. Groups are in the order of the tree, articles newest first. */
export interface SearchGroup {
  /** `Category → Subcategory` */
  label: string;
  /** `url` is ready for an href: base path included, percent-encoded. */
  articles: readonly { title: string; url: string }[];
}

/** A file below the edition's search folder. `immutable` files have the index's version in their path. */
export interface SearchFile {
  path: string;
  text: string;
  immutable: boolean;
}

/** Pure. Groups without articles are left out. */
export function planSearchFiles(groups: readonly SearchGroup[]): SearchFile[] {
  const filled = groups.filter((group) => group.articles.length > 0);
  const articles = filled.flatMap((group) => group.articles);
  const prefix = commonPrefix(articles.map((article) => article.url));
  const rows: Rows = {
    titles: articles.map((article) => article.title),
    urls: articles.map((article) => article.url.slice(prefix.length)),
  };
  const labels = filled.map((group): [string, number] => [group.label, group.articles.length]);
  const version = createHash('sha256')
    .update(JSON.stringify([FOLDING, labels, prefix, rows]))
    .digest('base64url')
    .slice(0, 12);
  const head: IndexHead = { format: 1, folding: FOLDING, version, prefix, groups: labels };
  const folded = rows.titles.map(fold);
  if (articles.length <= SMALL_EDITION)
    return [headFile({ ...head, rows }), dataFile(lunrPath(version), serializeTitleIndex(folded))];
  const shards = planShards(folded);
  return [
    headFile({ ...head, shards: shards.length }),
    ...planBlocks(rows).map((block, number) => dataFile(blockPath(version, number), block)),
    ...shards.map((shard, number) => dataFile(shardPath(version, number), shard)),
  ];
}

function headFile(head: IndexHead): SearchFile {
  return { path: SEARCH_HEAD, text: JSON.stringify(head), immutable: false };
}

function dataFile(path: string, value: object): SearchFile {
  return { path, text: JSON.stringify(value), immutable: true };
}

function planBlocks({ titles, urls }: Rows): Rows[] {
  return Array.from({ length: Math.ceil(titles.length / BLOCK_ROWS) }, (_, number) => {
    const [start, end] = [number * BLOCK_ROWS, (number + 1) * BLOCK_ROWS];
    return { titles: titles.slice(start, end), urls: urls.slice(start, end) };
  });
}

function planShards(foldedTitles: readonly string[]): GramShard[] {
  const rowsOfGram = new Map<string, number[]>();
  // Titles share their words, so the grams of a token are cut once.
  const listsOfToken = new Map<string, number[][]>();
  for (const [row, title] of foldedTitles.entries()) {
    for (const token of tokenize(title)) {
      const lists = getOrAdd(listsOfToken, token, () =>
        Array.from(gramsOf(token), (gram) => getOrAdd(rowsOfGram, gram, () => [])),
      );
      for (const rows of lists) if (rows.at(-1) !== row) rows.push(row);
    }
  }
  const lists = Array.from(rowsOfGram, ([gram, rows]): [string, string] => [gram, packRows(rows)]);
  const characters = lists.reduce((sum, [gram, packed]) => sum + gram.length + packed.length, 0);
  const count = Math.max(1, Math.ceil(characters / SHARD_CHARACTERS));
  // An object without a prototype can have any gram as a key, such as "constructor".
  const shards = Array.from({ length: count }, (): GramShard => Object.create(null));
  for (const [gram, packed] of lists) {
    const shard = shards[shardOf(gram, count)];
    if (shard) shard[gram] = packed;
  }
  return shards;
}

function getOrAdd<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function commonPrefix(texts: readonly string[]): string {
  const first = texts[0] ?? '';
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length--;
  // The prefix ends after a whole segment, so that the rest of a URL stays readable.
  return first.slice(0, first.slice(0, length).lastIndexOf('/') + 1);
}

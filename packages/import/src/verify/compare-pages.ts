/** Compares what the readers of a source and of its new page get. */
import { countEach } from '../core.ts';
import { plainWords, type ReadPage } from './read-page.ts';

/** The items of the first list that the second one lacks; each is counted as often as it occurs. */
export function missing(wanted: readonly string[], given: readonly string[]): string[] {
  const counts = countEach(given);
  return wanted.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

/** Descriptions of pictures that the page lacks. Where a picture is missing, its description is text that the source does not have. */
export function missingAlts(source: ReadPage, page: ReadPage): string[] {
  const altsOf = ({ images }: ReadPage) => images.map(({ alt }) => plainWords(alt)).filter(Boolean);
  const lost = missing(altsOf(source), altsOf(page));
  if (lost.length === 0) return [];
  const [before, after] = [source, page].map(({ words }) => ` ${words.join('  ')} `);
  const additions = [...new Set(lost)].flatMap((alt) => {
    const words = ` ${alt.replaceAll(' ', '  ')} `;
    const count = (text = '') => text.split(words).length - 1;
    return Array.from({ length: Math.max(0, count(after) - count(before)) }, () => alt);
  });
  return missing(lost, additions);
}

/** Words that both texts have once, and that are in another order in the second one. */
export function movedWords(source: readonly string[], page: readonly string[]): string[] {
  const once = (words: readonly string[]) => {
    const places = new Map<string, number>();
    for (const [place, word] of words.entries()) places.set(word, places.has(word) ? -1 : place);
    return places;
  };
  const there = once(page);
  const shared = [...once(source)].flatMap(([word, place]) => {
    const other = there.get(word) ?? -1;
    return place >= 0 && other >= 0 ? [{ word, other }] : [];
  });
  const kept = longestAscending(shared.map(({ other }) => other));
  return shared.flatMap(({ word }, index) => (kept.has(index) ? [] : word));
}

/** Indexes of a longest ascending part of a list. */
function longestAscending(values: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(at);
  return kept;
}

/** Cells that are not at their place in any table of the page. Rows and columns without a word do not count. */
export function movedCells(source: ReadPage, page: ReadPage): string[] {
  const tables = page.tables.map(withoutEmpty);
  return source.tables.flatMap((table) => {
    const wanted = withoutEmpty(table);
    // A layout, whose cells contain tables or whole texts, is no table of data.
    if (
      wanted.length < 2 ||
      wanted.some((row) => row.length < 2) ||
      wanted.flat().some((cell) => cell.length > 2000)
    )
      return [];
    const differences = tables.map((other) => difference(wanted, other));
    const [best = wanted.flat().filter(Boolean)] = differences.sort((a, b) => a.length - b.length);
    return best;
  });
}

function difference(wanted: readonly string[][], given: readonly string[][]): string[] {
  return wanted.flatMap((row, at) =>
    row.flatMap((cell, column) =>
      cell === (given[at]?.[column] ?? '') ? [] : [`${at + 1}:${column + 1} ${cell}`],
    ),
  );
}

const withoutEmpty = (table: readonly string[][]) =>
  table.filter((row) => row.some(Boolean)).map((row) => [...row]);

/** Finds the pattern of addresses that most articles of an old site follow, so that they keep theirs. */
import { DEFAULT_PERMALINK, RESERVED_SEGMENTS } from '../core.ts';

/** An article of the old site, as its address here is made of. */
export interface OldArticle {
  slug: string;
  /** Path of its file below articles/, without its extension. */
  key: string;
  /** Begins with YYYY-MM-DD. */
  date: string;
  /** Address on the old site, without ending. */
  address: string;
}

/** The tokens at the end of a pattern, the simplest first. */
const ENDS = [
  '{slug}',
  '{year}/{slug}',
  '{year}/{month}/{slug}',
  '{year}/{month}/{day}/{slug}',
  '{path}',
] as const;

/** @returns the pattern that fits at least half of the articles, or the default */
export function findPattern(articles: readonly OldArticle[]): string {
  const counts = new Map<string, number>();
  for (const article of articles)
    for (const end of ENDS) {
      const own = `/${fillEnd(end, article)}`;
      const start = article.address.slice(0, -own.length);
      if (!article.address.endsWith(own) || !isStart(start, own)) continue;
      const pattern = `${start}/${end}`;
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  // Patterns are tried from the simplest on, so the first of two equal ones is taken.
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] * 2 >= articles.length ? best[0] : DEFAULT_PERMALINK;
}

function fillEnd(end: string, { slug, key, date }: OldArticle): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const values: Readonly<Record<string, string>> = { slug, year, month, day, path: folder + slug };
  return end.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}

/** True if a pattern may begin with the words before its tokens. */
function isStart(start: string, own: string): boolean {
  const first = (start + own).split('/')[1] ?? '';
  return /^(?:\/(?!\.)[\w.~-]+)*$/.test(start) && (first === 'articles' || !RESERVED_SEGMENTS.has(first));
}

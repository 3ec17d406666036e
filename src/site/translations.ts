/** Finds the articles that are translations of each other, and with them the original. */

/**
 * @param editions the articles of each edition, in the order of the site's locales
 * @returns articles by key, for keys in several editions, in the same order: the first is the original of the others
 */
export function findTranslations<Item>(
  editions: readonly (readonly Item[])[],
  keyOf: (article: Item) => string,
): Map<string, Item[]> {
  const seen = new Set<string>();
  const shared = new Map<string, Item[]>();
  if (editions.length < 2) return shared;
  // Only keys of the smaller editions can be shared, so the largest is looked up and not stored.
  const bySize = [...editions].sort((a, b) => a.length - b.length);
  for (const articles of bySize) {
    const isLargest = articles === bySize.at(-1);
    for (const key of articles.map(keyOf)) {
      if (seen.has(key)) shared.set(key, []);
      else if (!isLargest) seen.add(key);
    }
  }
  for (const articles of editions) for (const article of articles) shared.get(keyOf(article))?.push(article);
  return shared;
}

/** Searches the articles that the service worker has kept, for readers without a network. */
import { type FoundArticle, findPassage, readArticle } from '../../search/passage.ts';
import type { Words } from '../../search/words.ts';

/** Name of the cache of pages in client/service-worker.ts. */
const PAGES = /^articles:.*:pages$/;

/** @returns the kept articles with all terms of the query, those with the most occurrences first */
export async function searchKept(
  query: string,
  words: Words,
  language: string,
  limit: number,
): Promise<FoundArticle[]> {
  const terms = [...new Set(words.read(query).terms)].map((term) => ({ term, instead: [], weight: 1 }));
  const found: FoundArticle[] = [];
  const names = (await caches.keys()).filter((name) => PAGES.test(name));
  for (const cache of await Promise.all(names.map((name) => caches.open(name)))) {
    for (const request of await cache.keys()) {
      const html = (await (await cache.match(request))?.text()) ?? '';
      const article = readArticle(html, language);
      if (!article) continue;
      const own = Array.from(words.places(`${article.title} ${article.text}`), ({ term }) => term);
      if (!terms.every(({ term }) => own.includes(term))) continue;
      const score = own.filter((term) => terms.some((other) => other.term === term)).length;
      const { pathname } = new URL(request.url);
      found.push({
        ...{ url: pathname, title: article.title, about: '', key: '', score },
        passage: findPassage(html, terms, words),
      });
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** The worker of the search in texts: opens the index of an edition, and answers with passages. */
import { addPassages, type FoundArticle, findPassage, readArticle } from '../../search/passage.ts';
import { openTextSearcher, type TextFilter, type TextSearcher } from '../../search/text-searcher.ts';
import { createWords, type Words } from '../../search/words.ts';
import type { FoundTexts } from '../../templates/islands/search-box.tsx';

export interface TextRequest {
  id: number;
  /** URL of the search folder of the edition. */
  folder: string;
  /** BCP 47. */
  language: string;
  text: string;
  /** Maximum number of articles. */
  limit: number;
  filter: TextFilter;
  withFilters: boolean;
}

export interface TextReply {
  id: number;
  texts: FoundTexts;
}

/** The largest number of articles that the results show without filters. */
const FEW = 10;
/** Milliseconds without another letter before texts are searched, which takes several requests. */
const PAUSE = 150;

function serveTexts(): void {
  let last = 0;
  let opening: Promise<TextSearcher> | null = null;

  const find = async ({
    folder,
    language,
    text,
    limit,
    filter,
    withFilters,
  }: TextRequest): Promise<FoundTexts> => {
    opening ??= openTextSearcher((path) => read(new URL(path, folder).href), language);
    const searcher = await opening;
    const answer = await searcher.search(text, limit, filter);
    const { found, lost } = answer;
    const articles = await addPassages(answer, createWords(language), readPage);
    if (!withFilters) return { articles, found, lost, filters: null };
    const isLong = found > FEW || Object.keys(filter).length > 0;
    return { articles, found, lost, filters: isLong ? await readFilters(searcher) : [] };
  };
  /** A deploy may have replaced the files, so a failure starts again with the head file. */
  const retry = (request: TextRequest) => {
    opening = null;
    return find(request);
  };
  const findKept = async ({ text, language, limit }: TextRequest): Promise<FoundTexts> => {
    opening = null;
    const articles = await searchKept(text, createWords(language), language, limit);
    return { articles, found: articles.length, lost: true, filters: null };
  };

  addEventListener('message', async ({ data }: MessageEvent<TextRequest>) => {
    last = data.id;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (data.id !== last) return;
    const texts = await find(data)
      .catch(() => retry(data))
      .catch(() => findKept(data));
    postMessage({ id: data.id, texts } satisfies TextReply);
  });
}

async function readFilters(searcher: TextSearcher): Promise<FoundTexts['filters']> {
  const { kinds } = await searcher.filters();
  return Object.entries(kinds)
    .map(([kind, { title, options }]) => ({ kind, title, labels: options.map(([label]) => label) }))
    .filter(({ labels }) => labels.length > 1);
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.text();
}

/** Without a network, pages that the reader has seen are in the cache of the service worker. */
async function readPage(path: string): Promise<string> {
  const url = new URL(path, location.href).href;
  try {
    return await read(url);
  } catch (error) {
    const kept = await caches.match(url, { ignoreVary: true });
    if (!kept) throw error;
    return kept.text();
  }
}

serveTexts();

/** Name of the cache of pages in client/service-worker.ts. */
const PAGES = /^articles:.*:pages$/;

/** @returns the kept articles with all terms of the query, those with the most occurrences first */
async function searchKept(
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

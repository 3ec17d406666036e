/** The search worker: opens the indexes of an edition and answers queries in its own thread, so that typing never waits. */
import { addPassages } from '../../search/passage.ts';
import { type Answer, openSearcher, READER_LIMITS } from '../../search/searcher.ts';
import { FILTER_KINDS, type FilterKind } from '../../search/text-format.ts';
import { openTextSearcher, type TextFilter, type TextSearcher } from '../../search/text-searcher.ts';
import { createWords } from '../../search/words.ts';
import type { FoundTexts } from '../../templates/islands/search-box.tsx';
import { searchKept } from './search-kept.ts';

/** A query. Without text it only opens the index. */
export interface SearchRequest {
  id: number;
  /** URL of the head file, in the first query. */
  manifestUrl?: string;
  /** BCP 47, in the first query. */
  language?: string;
  text?: string;
  /** Maximum number of results. */
  results?: number;
  /** Present if texts are searched too. */
  texts?: { limit: number; filter: TextFilter; withFilters: boolean };
}

/** Titles are answered first, then texts. `answer` is null when the index could not be read. */
export type SearchReply = { id: number; answer: Answer | null } | { id: number; texts: FoundTexts };

/** Milliseconds without another letter before texts are searched, which takes more requests. */
const PAUSE = 150;

function serveSearch(): void {
  let url = '';
  let language = '';
  let last = 0;
  const reply = (message: SearchReply) => postMessage(message);
  const fileOf = (path: string) => new URL(path, url).href;
  const titles = createReopening(() => openSearcher(async (path) => JSON.parse(await read(fileOf(path)))));
  const texts = createReopening(() => openTextSearcher((path) => read(fileOf(path)), language));

  const findTexts = async (
    text: string,
    { limit, filter, withFilters }: NonNullable<SearchRequest['texts']>,
  ) => {
    const words = createWords(language);
    try {
      return await texts.use(async (searcher) => {
        const answer = await searcher.search(text, limit, filter);
        const filters = withFilters ? await readFilters(searcher) : null;
        return { ...answer, articles: await addPassages(answer, words, readPage), filters };
      });
    } catch {
      const articles = await searchKept(text, words, language, limit);
      return { articles, found: articles.length, lost: true, filters: null };
    }
  };

  addEventListener('message', async ({ data }: MessageEvent<SearchRequest>) => {
    const { id, manifestUrl, text, results = READER_LIMITS.results } = data;
    if (manifestUrl !== undefined) url = manifestUrl;
    language = data.language ?? language;
    last = Math.max(last, id);
    if (text === undefined) return void titles.use(async () => null).catch(() => null);
    const limits = { results, blocks: (READER_LIMITS.blocks * results) / READER_LIMITS.results };
    const answer = await titles.use((searcher) => searcher.search(text, limits)).catch(() => null);
    reply({ id, answer });
    if (!data.texts) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (id === last) reply({ id, texts: await findTexts(text, data.texts) });
  });
}

/** Opens an index once. A deploy may have replaced its files, so a failure starts again with the head file, once. */
function createReopening<T>(open: () => Promise<T>) {
  let opening: Promise<T> | null = null;
  const run = async <R>(search: (opened: T) => Promise<R>): Promise<R> => {
    opening ??= open();
    try {
      return await search(await opening);
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  return { use: <R>(search: (opened: T) => Promise<R>) => run(search).catch(() => run(search)) };
}

async function readFilters(searcher: TextSearcher): Promise<FoundTexts['filters']> {
  const { kinds } = await searcher.filters();
  const labels = (kind: FilterKind) => kinds[kind].map(([label]) => label);
  return FILTER_KINDS.map((kind) => ({ kind, labels: labels(kind) })).filter(
    ({ labels }) => labels.length > 1,
  );
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

serveSearch();

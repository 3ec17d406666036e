/** The search worker: opens the index of an edition and answers queries in its own thread, so that typing never waits. */
import { openSearcher, READER_LIMITS, type SearchAnswer, type Searcher } from '../../search/searcher.ts';

/** A query. Without text it only opens the index. */
export interface SearchRequest {
  id: number;
  /** URL of the head file, in the first query. */
  manifestUrl?: string;
  text?: string;
  /** Maximum number of results. */
  results?: number;
}

/** `answer` is null when the index could not be read. */
export interface SearchReply {
  id: number;
  answer: SearchAnswer | null;
}

function serveSearch(): void {
  let url = '';
  let opening: Promise<Searcher> | null = null;
  const open = () => {
    opening ??= openSearcher((path) => read(new URL(path, url).href));
    return opening;
  };
  const answer = async (text: string, results: number): Promise<SearchAnswer> => {
    const limits = { results, blocks: (READER_LIMITS.blocks * results) / READER_LIMITS.results };
    try {
      return await (await open()).search(text, limits);
    } catch {
      // A deploy may have removed the parts of the old index, so this starts again with the head file.
      opening = null;
      return (await open()).search(text, limits);
    }
  };
  const reply = (message: SearchReply) => postMessage(message);

  addEventListener('message', async ({ data }: MessageEvent<SearchRequest>) => {
    const { id, manifestUrl, text, results = READER_LIMITS.results } = data;
    if (manifestUrl !== undefined) url = manifestUrl;
    try {
      if (text === undefined) await open();
      else reply({ id, answer: await answer(text, results) });
    } catch {
      opening = null;
      if (text !== undefined) reply({ id, answer: null });
    }
  });
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

serveSearch();

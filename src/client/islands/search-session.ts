/** Runs one reader's search: keeps the typed text, queries the worker, and holds the state that the box shows. */
import type { TextFilter } from '../../search/text-searcher.ts';
import { isLongEnough } from '../../search/title-match.ts';
import type { SearchProps } from '../../templates/islands/island-props.ts';
import { CLOSED, type SearchSession, type SearchState } from '../../templates/islands/search-box.tsx';
import type { SearchReply, SearchRequest } from './search-worker.ts';

/** Name of the worker's script beside this one; the bundler sets it. */
declare const SEARCH_WORKER: string;

const PAGE = 50;
/** Numbers of articles that the box shows from their texts, and that the results page adds at a time. */
const BOX_ARTICLES = 5;
const PAGE_ARTICLES = 10;

/** @param withFilters true on the results page */
export function createSearchSession(
  { manifestUrl, minimumCharacters, language, texts }: SearchProps,
  { withFilters = false } = {},
): SearchSession {
  const listeners = new Set<() => void>();
  let worker: Worker | null = null;
  let state = CLOSED;
  let text = '';
  let filter: TextFilter = {};
  let limit = PAGE;
  let articles = 0;
  /** Numbers of the last query, and of the query that `state.answer` belongs to. */
  let asked = 0;
  let answered = 0;

  const set = (change: Partial<SearchState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const fail = () => {
    if (state.phase !== 'closed') set({ phase: 'failed', answer: null, texts: null });
  };
  const onReply = (reply: SearchReply) => {
    // An answer to an earlier query is ignored.
    if (reply.id !== asked) return;
    if ('texts' in reply) return set({ texts: reply.texts });
    if (!reply.answer) return fail();
    answered = asked;
    set({ phase: state.phase === 'closed' ? 'closed' : 'answered', answer: reply.answer });
  };
  const post = (request: SearchRequest) => startWorker().postMessage(request);
  const startWorker = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL(SEARCH_WORKER, import.meta.url));
    worker.addEventListener('error', () => {
      // The next query starts another worker.
      worker = null;
      fail();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => onReply(data));
    post({ id: 0, manifestUrl: new URL(manifestUrl, location.href).href, language });
    return worker;
  };
  const ask = () =>
    post({
      id: ++asked,
      text,
      results: limit,
      ...(texts && { texts: { limit: articles, filter, withFilters } }),
    });
  const restart = () => {
    limit = PAGE;
    articles = withFilters ? PAGE_ARTICLES : BOX_ARTICLES;
  };
  const search = () => {
    restart();
    if (!isLongEnough(text, minimumCharacters)) {
      asked++;
      return set(CLOSED);
    }
    if (state.phase === 'closed' || state.phase === 'failed') set({ phase: 'loading' });
    ask();
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warmUp: startWorker,
    type(typed) {
      text = typed;
      search();
    },
    choose(chosen) {
      filter = chosen;
      search();
    },
    more() {
      if (withFilters) articles += PAGE_ARTICLES;
      else limit += PAGE;
      ask();
    },
    close() {
      if (state.phase !== 'closed') set({ phase: 'closed' });
    },
    reopen() {
      if (state.phase !== 'closed' || !isLongEnough(text, minimumCharacters)) return;
      if (answered === asked) return set({ phase: 'answered' });
      set({ phase: 'loading' });
      ask();
    },
  };
}

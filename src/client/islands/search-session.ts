/** Runs one reader's search: keeps the typed text, queries the worker, and holds the state that the box shows. */
import type { TextFilter } from '../../search/text-searcher.ts';
import { isLongEnough } from '../../search/title-match.ts';
import type { SearchProps } from '../../templates/islands/island-props.ts';
import { CLOSED, type SearchSession, type SearchState } from '../../templates/islands/search-box.tsx';
import type { SearchReply, SearchRequest } from './search-worker.ts';
import type { TextReply, TextRequest } from './text-worker.ts';

/** Names of the workers' scripts beside this one; the bundler sets them. */
declare const SEARCH_WORKER: string;
declare const TEXT_WORKER: string;

const PAGE = 50;
/** Numbers of articles that the box shows from their texts, and that the results page adds at a time. */
const BOX_ARTICLES = 5;
const PAGE_ARTICLES = 10;

/** @param withFilters true on the results page */
export function createSearchSession(
  { manifestUrl, minimumCharacters, language, texts }: SearchProps,
  { withFilters = false } = {},
): SearchSession {
  const manifest = new URL(manifestUrl, location.href).href;
  const { state, subscribe, set } = createState();
  let text = '';
  let filter: TextFilter = {};
  let limit = PAGE;
  let articles = 0;
  /** Numbers of the last query, and of the query that `answer` of the state belongs to. */
  let asked = 0;
  let answered = 0;

  const fail = () => {
    if (state().phase !== 'closed') set({ phase: 'failed', answer: null, texts: null });
  };
  const onReply = ({ id, answer }: SearchReply) => {
    // An answer to an earlier query is ignored.
    if (id !== asked) return;
    if (!answer) return fail();
    answered = asked;
    set({ phase: state().phase === 'closed' ? 'closed' : 'answered', answer });
  };
  const titleWorker = prepareWorker<SearchRequest, SearchReply>(SEARCH_WORKER, {
    first: { id: 0, manifestUrl: manifest },
    onReply,
    onError: fail,
  });
  const textWorker = prepareWorker<TextRequest, TextReply>(TEXT_WORKER, {
    onReply: ({ id, texts }) => {
      if (id === asked) set({ texts });
    },
    onError: () => set({ texts: { articles: [], found: 0, lost: true, filters: null } }),
  });
  const ask = () => {
    titleWorker.post({ id: ++asked, text, results: limit });
    if (texts)
      textWorker.post({ id: asked, folder: manifest, language, text, limit: articles, filter, withFilters });
  };
  const search = () => {
    limit = PAGE;
    articles = withFilters ? PAGE_ARTICLES : BOX_ARTICLES;
    if (!isLongEnough(text, minimumCharacters)) {
      asked++;
      return set(CLOSED);
    }
    if (state().phase === 'closed' || state().phase === 'failed') set({ phase: 'loading' });
    ask();
  };

  return {
    state,
    subscribe,
    warmUp: titleWorker.start,
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
      if (state().phase !== 'closed') set({ phase: 'closed' });
    },
    reopen() {
      if (state().phase !== 'closed' || !isLongEnough(text, minimumCharacters)) return;
      if (answered === asked) return set({ phase: 'answered' });
      set({ phase: 'loading' });
      ask();
    },
  };
}

/** What the box shows, and who draws it again. */
function createState() {
  const listeners = new Set<() => void>();
  let state = CLOSED;
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(change: Partial<SearchState>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}

/**
 * A worker that starts with the first message, and again after an error.
 * @param first a message that each new worker gets before the others
 */
function prepareWorker<Request, Reply>(
  script: string,
  { first, onReply, onError }: { first?: Request; onReply(reply: Reply): void; onError(): void },
) {
  let worker: Worker | null = null;
  const start = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL(script, import.meta.url));
    worker.addEventListener('error', () => {
      worker = null;
      onError();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => onReply(data));
    if (first !== undefined) worker.postMessage(first);
    return worker;
  };
  return { start, post: (request: Request) => start().postMessage(request) };
}

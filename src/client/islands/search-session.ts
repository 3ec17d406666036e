/** Runs one reader's search: keeps the typed text, queries the worker, and holds the state that the box shows. */
import type { Answer } from '../../search/searcher.ts';
import { isLongEnough } from '../../search/title-match.ts';
import type { SearchProps } from '../../templates/islands/island-props.ts';
import { CLOSED, type SearchSession, type SearchState } from '../../templates/islands/search-box.tsx';
import type { SearchReply, SearchRequest } from './search-worker.ts';

/** Name of the worker's script beside this one; the bundler sets it. */
declare const SEARCH_WORKER: string;

const PAGE = 50;

export function createSearchSession({ manifestUrl, minimumCharacters }: SearchProps): SearchSession {
  const listeners = new Set<() => void>();
  let worker: Worker | null = null;
  let state = CLOSED;
  let text = '';
  let limit = PAGE;
  /** Numbers of the last query, and of the query that `state.answer` belongs to. */
  let asked = 0;
  let answered = 0;

  const set = (phase: SearchState['phase'], answer: Answer | null) => {
    state = { phase, answer };
    for (const listener of listeners) listener();
  };
  const fail = () => {
    if (state.phase !== 'closed') set('failed', null);
  };
  const onReply = ({ id, answer }: SearchReply) => {
    // An answer to an earlier query is ignored.
    if (id !== asked) return;
    if (!answer) return fail();
    answered = asked;
    set(state.phase === 'closed' ? 'closed' : 'answered', answer);
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
    post({ id: 0, manifestUrl: new URL(manifestUrl, location.href).href });
    return worker;
  };
  const ask = () => post({ id: ++asked, text, results: limit });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warmUp: startWorker,
    type(typed) {
      text = typed;
      limit = PAGE;
      if (!isLongEnough(text, minimumCharacters)) {
        asked++;
        return set('closed', null);
      }
      if (state.phase === 'closed' || state.phase === 'failed') set('loading', state.answer);
      ask();
    },
    more() {
      limit += PAGE;
      ask();
    },
    close() {
      if (state.phase !== 'closed') set('closed', state.answer);
    },
    reopen() {
      if (state.phase !== 'closed' || !isLongEnough(text, minimumCharacters)) return;
      if (answered === asked) return set('answered', state.answer);
      set('loading', state.answer);
      ask();
    },
  };
}

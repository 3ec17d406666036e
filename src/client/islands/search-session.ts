/** Owns one reader's search: what was typed, what the worker answered, what is open. Knows nothing of the document. */

import type { Answer } from '../../search/searcher.ts';
import { isLongEnough } from '../../search/title-match.ts';
import { CLOSED, type SearchState } from '../../templates/islands/search-results.ts';
import type { SearchReply, SearchRequest } from './search-worker.ts';

export interface SearchSession {
  /** The same object until something changes. */
  state(): SearchState;
  /** @returns what ends it */
  subscribe(listener: () => void): () => void;
  /** The text of the input as it is now. */
  type(text: string): void;
  /** What the worker replied. */
  hear(reply: SearchReply): void;
  /** The worker is gone. */
  fail(): void;
  /** Shows more of the same answer. */
  more(): void;
  /** Hides the results; `reopen` shows them again. */
  close(): void;
  reopen(): void;
}

const PAGE = 50;

/** @param post sends a question to the worker */
export function createSearchSession(parts: {
  minimumCharacters: number;
  post(request: SearchRequest): void;
}): SearchSession {
  const listeners = new Set<() => void>();
  let state = CLOSED;
  let text = '';
  let wanted = PAGE;
  let asked = 0;
  /** The question that the answer of the state is to. */
  let answered = 0;

  const set = (phase: SearchState['phase'], answer: Answer | null) => {
    state = phase === 'closed' && answer === null ? CLOSED : { phase, answer };
    for (const listener of listeners) listener();
  };
  const ask = () => parts.post({ id: ++asked, text, results: wanted });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type(typed) {
      text = typed;
      wanted = PAGE;
      if (!isLongEnough(text, parts.minimumCharacters)) {
        asked++;
        if (state !== CLOSED) set('closed', null);
        return;
      }
      if (state.phase === 'closed' || state.phase === 'failed') set('loading', state.answer);
      ask();
    },
    hear(reply) {
      // Only the answer to the last question counts.
      if (reply.id !== asked) return;
      if (!reply.answer) return this.fail();
      answered = asked;
      // Results that were closed stay so.
      set(state.phase === 'closed' ? 'closed' : 'answered', reply.answer);
    },
    fail() {
      if (state.phase !== 'closed') set('failed', null);
    },
    more() {
      wanted += PAGE;
      ask();
    },
    close() {
      if (state.phase !== 'closed') set('closed', state.answer);
    },
    reopen() {
      if (state.phase !== 'closed' || !isLongEnough(text, parts.minimumCharacters)) return;
      if (answered === asked) return set('answered', state.answer);
      set('loading', state.answer);
      ask();
    },
  };
}

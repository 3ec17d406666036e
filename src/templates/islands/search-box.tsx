/** Renders the search box and its results (B36-B39). Without JavaScript the form opens the sitemap page. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { fillText } from '../../locales/locale-format.ts';
import type { Answer, ResultGroup } from '../../search/searcher.ts';
import type { SearchProps } from './island-props.ts';

export interface SearchState {
  phase: 'closed' | 'loading' | 'answered' | 'failed';
  /** The last answer, kept until the next one arrives. */
  answer: Answer | null;
}

export const CLOSED: SearchState = { phase: 'closed', answer: null };

/** The search session of the box: its state, and the requests that the box makes. */
export interface SearchSession {
  /** Returns the same object until the state changes. */
  state(): SearchState;
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Loads the index before the first query. */
  warmUp(): void;
  /** Reports the current text of the input. */
  type(text: string): void;
  /** Shows more results of the same query. */
  more(): void;
  /** Hides the results; `reopen` shows them again. */
  close(): void;
  reopen(): void;
}

/** The state on the server, which has no session: the box is closed. */
const IDLE: SearchSession = {
  state: () => CLOSED,
  subscribe: () => () => undefined,
  warmUp() {},
  type() {},
  more() {},
  close() {},
  reopen() {},
};

const SEARCH_INPUT_ID = 'site-search';
const SEARCH_RESULTS_ID = 'search-results';

export function Search({ session = IDLE, ...props }: SearchProps & { session?: SearchSession }) {
  const { labels, action } = props;
  const state = useSyncExternalStore(session.subscribe, session.state, IDLE.state);
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The result that gets the focus once it is shown. */
  const awaited = useRef<number | null>(null);
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('section a') ?? [])];

  useEffect(() => {
    // The reader may have typed before this script ran.
    if (document.activeElement === input.current) session.warmUp();
    if (input.current?.value) session.type(input.current.value);
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) session.close();
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [session]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may bring the awaited result
  useEffect(() => {
    if (awaited.current === null) return;
    links()[awaited.current]?.focus();
    awaited.current = null;
  }, [state]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.phase === 'failed') session.type(input.current?.value ?? '');
    else if (state.phase === 'closed') session.reopen();
    else links()[0]?.focus();
  };
  const showMore = () => {
    awaited.current = links().length;
    session.more();
  };
  const moveFocus = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { Escape: 0, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    if (state.phase === 'closed') return step === 0 ? undefined : session.reopen();
    if (step === 0) {
      event.preventDefault();
      input.current?.focus();
      return session.close();
    }
    const stops: (Element | null)[] = [input.current, ...links()];
    const at = stops.indexOf(document.activeElement);
    const next = stops[at + step];
    if (at < 0 || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <search className="search" ref={box} onKeyDown={moveFocus}>
      <form className="search-form" method="get" action={action} onSubmit={submit}>
        <label className="visually-hidden" htmlFor={SEARCH_INPUT_ID}>
          {labels.label}
        </label>
        <input
          className="search-input"
          id={SEARCH_INPUT_ID}
          type="search"
          name="q"
          placeholder={labels.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          ref={input}
          onInput={({ currentTarget }) => session.type(currentTarget.value)}
          onFocus={() => {
            session.warmUp();
            session.reopen();
          }}
        />
        <button className="search-submit" type="submit" aria-label={labels.submit}>
          <span className="search-icon" aria-hidden="true" />
        </button>
      </form>
      <section
        className="search-results"
        id={SEARCH_RESULTS_ID}
        aria-label={labels.resultsLabel}
        hidden={state.phase === 'closed'}
        data-failed={labels.failed}
        data-sitemap={labels.sitemap}
      >
        <Results state={state} labels={labels} action={action} onMore={showMore} />
      </section>
      <p className="visually-hidden" role="status">
        {describeState(state, props)}
      </p>
    </search>
  );
}

interface ResultsProps {
  state: SearchState;
  labels: SearchProps['labels'];
  action: string;
  onMore(): void;
}

function Results({ state, labels, action, onMore }: ResultsProps) {
  const { answer } = state;
  if (state.phase === 'closed') return null;
  if (state.phase === 'failed') {
    // client/islands.ts shows the same text if this script cannot be loaded.
    return (
      <p className="search-note">
        {labels.failed} <a href={action}>{labels.sitemap}</a>
      </p>
    );
  }
  if (!answer || answer.shown === 0) {
    return <p className="search-note">{answer ? labels.none : labels.loading}</p>;
  }
  return (
    <>
      {answer.groups.map((group, index) => (
        <Group key={group.label} id={`search-group-${index}`} group={group} newTab={labels.newTab} />
      ))}
      {!answer.complete && (
        <button className="search-more" type="button" onClick={onMore}>
          {labels.more}
        </button>
      )}
    </>
  );
}

function Group({ id, group, newTab }: { id: string; group: ResultGroup; newTab: string }) {
  return (
    <>
      <h2 id={id}>{group.label}</h2>
      <ul aria-labelledby={id}>
        {group.results.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener">
              {title}
              <span className="visually-hidden"> ({newTab})</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the text of the status message; '' if nothing is new. */
function describeState(state: SearchState, { labels, language }: SearchProps): string {
  const { answer } = state;
  if (state.phase === 'failed') return labels.failed;
  if (state.phase !== 'answered' || !answer) return '';
  if (answer.shown === 0) return labels.none;
  const text = labels.results[new Intl.PluralRules(language).select(answer.articles)] ?? labels.results.other;
  const count = new Intl.NumberFormat(language).format(answer.articles);
  return fillText(text, { count: answer.complete ? count : `${count}+` });
}

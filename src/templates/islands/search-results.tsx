/** Renders the results page: a form with filters, the titles that were found, and the articles. */
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { TextFilter } from '../../search/text-searcher.ts';
import type { SearchProps } from './island-props.ts';
import {
  ArticleResults,
  describeNone,
  describeState,
  type FoundTexts,
  Groups,
  IDLE,
  listNew,
  type SearchSession,
  type SearchState,
} from './search-box.tsx';

export function ResultsPage({ session = IDLE, ...props }: SearchProps & { session?: SearchSession }) {
  const { labels, texts, page = '' } = props;
  const state = useSyncExternalStore(session.subscribe, session.state, IDLE.state);
  const [filter, setFilter] = useState<TextFilter>({});
  /** Filters stay while the next answer is on its way. */
  const [filters, setFilters] = useState<FoundTexts['filters']>(null);
  const input = useRef<HTMLInputElement>(null);
  const known = state.texts?.filters ?? null;

  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const chosen = filterOf(Object.fromEntries(asked));
    setFilter(chosen);
    session.choose(chosen);
    if (input.current) input.current.value = asked.get('q') ?? input.current.value;
    if (input.current?.value) session.type(input.current.value);
  }, [session]);
  useEffect(() => {
    if (known) setFilters(known);
  }, [known]);

  const search = (next: TextFilter) => {
    const words = input.current?.value ?? '';
    const address = new URLSearchParams({ q: words, ...next });
    history.replaceState(history.state, '', `?${address}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(filter);
    session.type(input.current?.value ?? '');
  };
  const choose = (next: TextFilter) => {
    setFilter(next);
    search(next);
    session.choose(next);
  };
  if (!texts) return null;
  const isFiltered = filters ? filters.some(({ kind }) => filter[kind]) : Object.keys(filter).length > 0;
  return (
    <search>
      <form className="search-form" method="get" action={page} onSubmit={submit}>
        <label className="visually-hidden" htmlFor="results-query">
          {texts.label}
        </label>
        <input
          className="search-input"
          id="results-query"
          type="search"
          name="q"
          placeholder={labels.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          spellCheck={false}
          ref={input}
        />
        <button className="search-submit" type="submit" aria-label={labels.submit}>
          <span className="search-icon" aria-hidden="true" />
        </button>
      </form>
      {filters && filters.length > 0 && (
        <Filters filters={filters} chosen={filter} any={texts.any} onChoose={choose} />
      )}
      <Found labels={labels} texts={texts} state={state} isFiltered={isFiltered} onMore={session.more} />
      <p className="visually-hidden" role="status">
        {describeState(state, props)}
      </p>
    </search>
  );
}

interface FoundProps extends Pick<SearchProps, 'labels'> {
  texts: NonNullable<SearchProps['texts']>;
  state: SearchState;
  isFiltered: boolean;
  onMore(): void;
}

function Found({ labels, texts, state, isFiltered, onMore }: FoundProps) {
  const articles = isFiltered ? (state.texts?.articles ?? []) : listNew(state);
  const groups = isFiltered ? null : state.answer;
  const isOpen = state.phase !== 'closed';
  const isEmpty = articles.length === 0 && !groups?.shown;
  return (
    <>
      {isOpen && groups && <Groups answer={groups} labels={labels} texts={state.texts} />}
      {isOpen && articles.length > 0 && (
        <>
          <h2 id="results-texts">{texts.heading}</h2>
          <ArticleResults articles={articles} labelledBy="results-texts" />
        </>
      )}
      {isOpen && state.phase !== 'failed' && isEmpty && (
        <p className="search-note">{describeNone(state, labels, texts)}</p>
      )}
      {state.phase === 'failed' && <p className="search-note">{labels.failed}</p>}
      {state.texts?.lost && !isEmpty && <p className="search-note">{texts.lost}</p>}
      {state.texts && state.texts.found > state.texts.articles.length && (
        <button className="search-more" type="button" onClick={onMore}>
          {labels.more}
        </button>
      )}
    </>
  );
}

function Filters(props: {
  filters: NonNullable<FoundTexts['filters']>;
  chosen: TextFilter;
  any: string;
  onChoose(next: TextFilter): void;
}) {
  const { filters, chosen, any, onChoose } = props;
  return (
    <div className="search-filters">
      {filters.map(({ kind, title, labels }) => (
        <label key={kind}>
          {title}
          <select
            value={chosen[kind] ?? ''}
            onChange={({ currentTarget }) => onChoose(filterOf({ ...chosen, [kind]: currentTarget.value }))}
          >
            <option value="">{any}</option>
            {labels.map((label) => (
              <option key={label}>{label}</option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}

/** The chosen labels; '' chooses nothing. `q` in an address is the query. */
function filterOf({ q: _query, ...choice }: TextFilter): TextFilter {
  return Object.fromEntries(Object.entries(choice).filter(([, label]) => label !== ''));
}

/** Owns the search box (B36-B39). Without JavaScript the form lands on the sitemap page. */
import type { SearchProps } from './island-props.ts';
import { CLOSED, describeState, renderResults, type SearchState } from './search-results.ts';

const SEARCH_INPUT_ID = 'site-search';
const SEARCH_RESULTS_ID = 'search-results';

/** @param state what the search has come to; the server renders it closed */
export function Search({ state = CLOSED, ...props }: SearchProps & { state?: SearchState }) {
  const { labels, action } = props;
  return (
    <search className="search">
      <form className="search-form" method="get" action={action}>
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made
        dangerouslySetInnerHTML={{ __html: renderResults(state, props) }}
      />
      <p className="visually-hidden" role="status">
        {describeState(state, props)}
      </p>
    </search>
  );
}

/** Owns the search box (B36-B39). Without JavaScript the form lands on the sitemap page. */
import type { SearchProps } from './props.ts';

export const SEARCH_INPUT_ID = 'site-search';
export const SEARCH_RESULTS_ID = 'search-results';

export function Search({ labels, action }: SearchProps) {
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
      <div className="search-results" id={SEARCH_RESULTS_ID} hidden />
      <p className="visually-hidden" role="status" />
    </search>
  );
}

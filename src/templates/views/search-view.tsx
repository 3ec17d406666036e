/** Renders the results page. A script fills it; without one it offers a search engine or the sitemap. */
import type { SearchPage } from '../../site/page.ts';
import { each } from '../components/lists.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { useStrings } from '../strings-context.ts';

export function SearchView({ page }: { page: SearchPage }) {
  const { search, texts } = useStrings();
  return (
    <>
      <PageHeading page={page} />
      <noscript>
        <p className="search-note">
          {texts.needsScript} <a href={page.sitemap}>{search.sitemap}</a>
        </p>
        {page.engine && (
          <form className="search-form" method="get" action={page.engine.action}>
            <label className="error-label" htmlFor="engine-query">
              {page.engine.host}
            </label>
            <input className="search-input" id="engine-query" type="search" name={page.engine.field} />
            {each(page.engine.hidden, ({ name, value }) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <button className="search-submit" type="submit" aria-label={search.submit}>
              <span className="search-icon" aria-hidden="true" />
            </button>
          </form>
        )}
      </noscript>
      <div className="results" data-island="results" data-props={page.islandData ?? undefined} />
    </>
  );
}

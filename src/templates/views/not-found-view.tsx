/** Renders the pages that replace a page: not found, server error, offline. They offer search and the sections. */
import type { ErrorPage } from '../../site/page.ts';
import { LinkList } from '../components/lists.tsx';
import { PageTop } from '../components/page-top.tsx';
import { useStrings } from '../strings-context.ts';

export function ErrorView({ page }: { page: ErrorPage }) {
  const { errors, search } = useStrings();
  return (
    <>
      <PageTop page={page} />
      <div className="error">
        <h1>{page.title}</h1>
        <p className="lede">{page.message}</p>
        {page.search !== null && (
          <div data-island="search" data-props={page.search.islandData ?? undefined}>
            <form
              className="search-form"
              method="get"
              action={page.search.action}
              aria-labelledby="error-search"
            >
              <label className="error-label" htmlFor="error-query" id="error-search">
                {errors.search}
              </label>
              <input
                className="search-input"
                id="error-query"
                type="search"
                name="q"
                placeholder={search.placeholder}
                autoComplete="off"
                enterKeyHint="search"
                spellCheck={false}
              />
              <button className="search-submit" type="submit" aria-label={search.submit}>
                <span className="search-icon" aria-hidden="true" />
              </button>
            </form>
          </div>
        )}
        {page.categories.length > 0 && (
          <nav className="error-sections" aria-labelledby="error-sections">
            <h2 className="error-label" id="error-sections">
              {errors.categories}
            </h2>
            <LinkList links={page.categories} />
          </nav>
        )}
      </div>
    </>
  );
}

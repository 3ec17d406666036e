/** Renders links to the pages of a listing, or nothing if there is only one page. */
import type { Pagination } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const PageLinks = replaceable('PageLinks', BuiltIn);

function BuiltIn({ pagination }: { pagination: Pagination }) {
  const { listing } = useStrings();
  const { position, previous, next, pages } = pagination;
  if (position === null) return null;
  return (
    <nav className="pagination" aria-label={listing.pages}>
      {previous !== null && (
        <a className="pagination-step" rel="prev" href={previous}>
          {listing.previousPage}
        </a>
      )}
      <ol>
        {each(pages, (page) => (
          <li>
            {page === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a href={page.url} aria-label={page.label} aria-current={page.current ? 'page' : undefined}>
                {page.number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {next !== null && (
        <a className="pagination-step" rel="next" href={next}>
          {listing.nextPage}
        </a>
      )}
    </nav>
  );
}

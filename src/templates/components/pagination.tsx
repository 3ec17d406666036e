/** Owns the links between the pages of a listing. */

import type { LocaleCode } from '../../locales/codes.ts';
import { fillText } from '../../locales/format.ts';
import { stringsOf } from '../../locales/index.ts';
import type { Pagination } from '../../site/page.ts';

export function PaginationLinks({ pagination, locale }: { pagination: Pagination; locale: LocaleCode }) {
  if (pagination.total < 2) return null;
  const { listing } = stringsOf(locale);
  return (
    <nav className="pagination" aria-label={listing.pages}>
      {pagination.previous !== null && (
        <a className="pagination-step" rel="prev" href={pagination.previous}>
          {listing.previousPage}
        </a>
      )}
      <ol>
        {pagination.pages.map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
          <li key={index}>
            {page === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={page.url}
                aria-label={fillText(listing.page, { page: String(page.number) })}
                aria-current={page.number === pagination.current ? 'page' : undefined}
              >
                {page.number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {pagination.next !== null && (
        <a className="pagination-step" rel="next" href={pagination.next}>
          {listing.nextPage}
        </a>
      )}
    </nav>
  );
}

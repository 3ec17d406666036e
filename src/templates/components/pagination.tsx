/** Owns the links between the pages of a listing. */

import type { LocaleCode } from '../../locales/codes.ts';
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Pagination } from '../../site/page.ts';

export function PaginationLinks({ pagination, locale }: { pagination: Pagination; locale: LocaleCode }) {
  if (pagination.position === null) return null;
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
              <a href={page.url} aria-label={page.label} aria-current={page.current ? 'page' : undefined}>
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

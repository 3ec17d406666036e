/** Renders a page of a listing: on its first page one story leads and three follow it, the rest is a denser grid. */
import type { AuthorPage, CategoryPage } from '../../site/page.ts';
import { useStrings } from '../strings-context.ts';
import { CardGrid, LeadStories } from './cards.tsx';
import { each } from './lists.tsx';
import { Section } from './page-sections.tsx';

type ListingProps = { page: CategoryPage | AuthorPage };

export function Listing({ page }: ListingProps) {
  const { articles, pagination } = page;
  const { listing, sections } = useStrings();
  const led = pagination.previous === null && articles.length > 3;
  const rest = led ? articles.slice(4) : articles;
  return (
    <Section className="front" id="articles" title={pagination.position ?? sections.latest}>
      {articles.length === 0 && <p className="empty">{listing.empty}</p>}
      {led && <LeadStories articles={articles.slice(0, 4)} />}
      {rest.length > 0 && <CardGrid articles={rest} />}
      <PaginationLinks page={page} />
    </Section>
  );
}

function PaginationLinks({ page: { pagination } }: ListingProps) {
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

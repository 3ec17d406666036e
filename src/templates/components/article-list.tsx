/** Renders a page of a listing: on its first page one story leads and three follow it, the rest is a denser grid. */
import type { LocaleCode } from '../../locales/codes.ts';
import { stringsOf } from '../../locales/locale-registry.ts';
import type { ArticleCard, Pagination } from '../../site/page.ts';
import { LeadStory, StoryCards } from './cards.tsx';
import { each } from './lists.tsx';
import { Section } from './section.tsx';

interface PaginationProps {
  pagination: Pagination;
  locale: LocaleCode;
}

export function Listing({
  articles,
  pagination,
  locale,
}: PaginationProps & { articles: readonly ArticleCard[] }) {
  const { listing, sections } = stringsOf(locale);
  const led = pagination.previous === null && articles.length > 3;
  const [lead, ...others] = articles;
  const rest = led ? others.slice(3) : articles;
  return (
    <Section className="front" id="articles" title={pagination.position ?? sections.latest}>
      {articles.length === 0 && <p className="empty">{listing.empty}</p>}
      {led && lead && (
        <>
          <LeadStory article={lead} />
          <div className="seconds">
            <StoryCards articles={others.slice(0, 3)} plain />
          </div>
        </>
      )}
      {rest.length > 0 && (
        <div className="cards">
          <StoryCards articles={rest} />
        </div>
      )}
      <PaginationLinks pagination={pagination} locale={locale} />
    </Section>
  );
}

function PaginationLinks({ pagination, locale }: PaginationProps) {
  const { position, previous, next, pages } = pagination;
  if (position === null) return null;
  const { listing } = stringsOf(locale);
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

/** Owns a page of a listing: on its first page one story leads and three follow it, the rest is a denser grid. */
import type { LocaleCode } from '../../locales/codes.ts';
import { stringsOf } from '../../locales/locale-registry.ts';
import type { ArticleCard, Pagination } from '../../site/page.ts';
import { LeadStory, StoryCards } from './cards.tsx';
import { PaginationLinks } from './pagination.tsx';

interface ListingProps {
  articles: readonly ArticleCard[];
  pagination: Pagination;
  locale: LocaleCode;
}

export function Listing({ articles, pagination, locale }: ListingProps) {
  const { listing, sections } = stringsOf(locale);
  const led = pagination.previous === null && articles.length > 3;
  const [lead, ...others] = articles;
  const seconds = led ? others.slice(0, 3) : [];
  const rest = led ? others.slice(3) : articles;
  return (
    <section className="front" aria-labelledby="articles">
      <h2 className="section-title" id="articles">
        {pagination.position ?? sections.latest}
      </h2>
      {articles.length === 0 && <p className="empty">{listing.empty}</p>}
      {led && lead && (
        <>
          <LeadStory article={lead} />
          <div className="seconds">
            <StoryCards articles={seconds} plain />
          </div>
        </>
      )}
      {rest.length > 0 && (
        <div className="cards">
          <StoryCards articles={rest} />
        </div>
      )}
      <PaginationLinks pagination={pagination} locale={locale} />
    </section>
  );
}

/** Renders the years of the archive, the months of a year, or the articles of a period. */
import type { ArchivePage } from '../../site/page.ts';
import { ArticleList } from '../components/article-list.tsx';
import { CountedLinks } from '../components/counted-links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function ArchiveView({ page }: { page: ArchivePage }) {
  return (
    <>
      <PageHeading page={page} />
      {page.periods.length > 0 ? (
        <div className="topics">
          <CountedLinks links={page.periods} />
        </div>
      ) : (
        <ArticleList page={page} />
      )}
      <PaidLinks page={page} />
    </>
  );
}

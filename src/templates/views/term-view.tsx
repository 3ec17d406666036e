/** Renders the articles with one term of a taxonomy, such as a tag. */
import type { TermPage } from '../../site/page.ts';
import { ArticleList } from '../components/article-list.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function TermView({ page }: { page: TermPage }) {
  return (
    <>
      <PageHeading page={page} />
      <ArticleList page={page} />
      {page.feed && (
        <p className="meta">
          <a rel="alternate" type="application/atom+xml" href={page.feed.url}>
            {page.feed.title}
          </a>
        </p>
      )}
      <PaidLinks page={page} />
    </>
  );
}

/** Renders the page of one author: their articles. */
import type { AuthorPage } from '../../site/page.ts';
import { ArticleList } from '../components/article-list.tsx';
import { AuthorProfile } from '../components/author-profile.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function AuthorView({ page }: { page: AuthorPage }) {
  return (
    <>
      <PageHeading page={page} />
      <AuthorProfile page={page} />
      <ArticleList page={page} />
      <PaidLinks page={page} />
    </>
  );
}

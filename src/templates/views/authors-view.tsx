/** Renders the list of all authors. */
import type { AuthorsPage } from '../../site/page.ts';
import { AuthorIndex } from '../components/author-index.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function AuthorsView({ page }: { page: AuthorsPage }) {
  return (
    <>
      <PageHeading page={page} />
      <AuthorIndex groups={page.groups} />
      <PaidLinks page={page} />
    </>
  );
}

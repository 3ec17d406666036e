/** Owns the page of one author. */
import type { AuthorPage } from '../../site/page.ts';
import { Listing } from '../components/article-list.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';

export function AuthorView({ page }: { page: AuthorPage }) {
  return (
    <>
      <PageTop page={page} />
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lede">{page.description}</p>
        <p className="meta">{page.count}</p>
      </header>
      <Listing articles={page.articles} pagination={page.pagination} locale={page.locale} />
      <PaidLinks page={page} />
    </>
  );
}

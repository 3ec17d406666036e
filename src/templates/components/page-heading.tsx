/** Renders the top of a listing: breadcrumbs, title, description and number of articles. */
import type { Page } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { PageTop } from './page-top.tsx';

export const PageHeading = replaceable('PageHeading', BuiltIn);

function BuiltIn({ page }: { page: Page & { title: string; description: string; count?: string | null } }) {
  return (
    <>
      <PageTop page={page} />
      <header className="page-head">
        <h1>{page.title}</h1>
        {page.description !== '' && <p className="lede">{page.description}</p>}
        {page.count !== undefined && page.count !== null && <p className="meta">{page.count}</p>}
      </header>
    </>
  );
}

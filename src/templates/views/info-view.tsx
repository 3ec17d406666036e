/** Renders a page of plain text: about us, privacy policy, terms, and the pages of a site's own. */
import type { Body, InfoPage } from '../../site/page.ts';
import { BodyText } from '../components/body-text.tsx';
import { EditLink } from '../components/edit-link.tsx';
import { Neighbours } from '../components/neighbours.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-links.tsx';
import { Sidebar } from '../components/sidebar.tsx';
import { useStrings } from '../strings-context.ts';

export function InfoView({ page, body }: { page: InfoPage; body: Body | null }) {
  return (
    <>
      <PageTop page={page} />
      {page.sidebar && <Sidebar groups={page.sidebar} />}
      <div className="reading">
        <header className="article-head">
          <h1>{page.title}</h1>
          {!page.isExcerpt && <p className="lede">{page.description}</p>}
        </header>
        <BodyText body={body} label={useStrings().article.contents} />
        {page.edit !== undefined && <EditLink url={page.edit} />}
      </div>
      {page.neighbours && <Neighbours page={page.neighbours} />}
      <PaidLinks page={page} />
    </>
  );
}

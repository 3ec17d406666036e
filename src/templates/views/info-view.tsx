/** Owns the pages of plain text: about us, privacy policy, terms. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Body, InfoPage } from '../../site/page.ts';
import { Contents } from '../components/contents.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';

export function InfoView({ page, body }: { page: InfoPage; body: Body | null }) {
  return (
    <>
      <PageTop page={page} />
      <div className="reading">
        <header className="article-head">
          <h1>{page.title}</h1>
          <p className="lede">{page.description}</p>
        </header>
        {body && <Contents body={body} label={stringsOf(page.locale).article.contents} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
        {body && <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />}
      </div>
      <PaidLinks page={page} />
    </>
  );
}

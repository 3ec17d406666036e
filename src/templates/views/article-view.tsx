/** Renders an article with its neighbours and related articles. */
import type { ArticlePage, Body } from '../../site/page.ts';
import { AuthorBox } from '../components/author-box.tsx';
import { BodyText } from '../components/body-text.tsx';
import { Byline } from '../components/byline.tsx';
import { CardGrid } from '../components/card-grid.tsx';
import { CommentsSection } from '../components/comments-section.tsx';
import { Cover } from '../components/cover.tsx';
import { EditLink } from '../components/edit-link.tsx';
import { each } from '../components/lists.tsx';
import { Neighbours } from '../components/neighbours.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-links.tsx';
import { Section } from '../components/section.tsx';
import { SeriesParts } from '../components/series-parts.tsx';
import { Sidebar } from '../components/sidebar.tsx';
import { TermLinks } from '../components/term-links.tsx';
import { useStrings } from '../strings-context.ts';

export function ArticleView({ page, body }: { page: ArticlePage; body: Body | null }) {
  const { article, sections } = useStrings();
  return (
    <>
      <PageTop page={page} />
      {page.sidebar && <Sidebar groups={page.sidebar} />}
      <article className="reading">
        <header className="article-head">
          <h1>{page.title}</h1>
          {!page.isExcerpt && <p className="lede">{page.description}</p>}
          <Byline page={page} />
          {page.sponsored !== undefined && <p className="meta">{page.sponsored}</p>}
          {page.disclosed && <p className="meta">{article.disclosure}</p>}
        </header>
        {page.cover && (
          <Cover
            className="figure"
            picture={page.cover}
            sizes="(min-width: 60rem) min(70vw, 60rem), 100vw"
            eager
          />
        )}
        <BodyText body={body} label={article.contents} />
        {page.edit !== undefined && <EditLink url={page.edit} />}
        {page.series && <SeriesParts series={page.series} />}
        {page.terms && <TermLinks terms={page.terms} />}
        {!page.withoutByline && <AuthorBox author={page.author} />}
        {!page.withoutByline &&
          page.coAuthors &&
          each(page.coAuthors, (author) => <AuthorBox author={author} />)}
        {page.comments && <CommentsSection comments={page.comments} />}
      </article>
      <Neighbours page={page} />
      <PaidLinks page={page} />
      {page.related.length > 0 && (
        <Section id="related" title={sections.related}>
          <CardGrid articles={page.related} />
        </Section>
      )}
    </>
  );
}

/** Renders an article with its neighbours and related articles, and the pages of plain text. */
import type { ArticlePage, Body, InfoPage } from '../../site/page.ts';
import { CardGrid } from '../components/cards.tsx';
import { BodyText, PageTop, PaidLinks, Section } from '../components/page-sections.tsx';
import { Cover } from '../components/picture.tsx';
import { useStrings } from '../strings-context.ts';

export function ArticleView({ page, body }: { page: ArticlePage; body: Body | null }) {
  const { article, sections } = useStrings();
  return (
    <>
      <PageTop page={page} />
      <article className="reading">
        <ArticleHead page={page} />
        {page.cover && (
          <Cover className="figure" picture={page.cover} sizes="(min-width: 60rem) 58rem, 100vw" eager />
        )}
        <BodyText body={body} label={article.contents} />
        <footer className="author-box">
          <span className="monogram" aria-hidden="true">
            {page.author.initials}
          </span>
          <div>
            <h2 className="author-label">{article.aboutAuthor}</h2>
            <p className="author-name">
              <a rel="author" href={page.author.url}>
                {page.author.title}
              </a>
            </p>
            <p className="summary">{page.author.description}</p>
          </div>
        </footer>
      </article>
      <Neighbours page={page} />
      <PaidLinks page={page} />
      {page.related.length > 0 && (
        <Section id="related" title={sections.more}>
          <CardGrid articles={page.related} />
        </Section>
      )}
    </>
  );
}

function ArticleHead({ page }: { page: ArticlePage }) {
  const { article } = useStrings();
  return (
    <header className="article-head">
      <h1>{page.title}</h1>
      <p className="lede">{page.description}</p>
      <div className="byline">
        <p className="byline-author">
          {article.by}{' '}
          <a rel="author" href={page.author.url}>
            {page.author.title}
          </a>
        </p>
        <p className="meta">
          <span>
            {article.published} <time dateTime={page.published.iso}>{page.published.text}</time>
          </span>
          {page.updated && (
            <span>
              {article.updated} <time dateTime={page.updated.iso}>{page.updated.text}</time>
            </span>
          )}
          <span>{page.readingTime}</span>
        </p>
        <button type="button" className="copy copy-link" data-copy={page.shareUrl} hidden>
          {article.copyLink}
        </button>
      </div>
    </header>
  );
}

function Neighbours({ page: { previous, next } }: { page: ArticlePage }) {
  const { article } = useStrings();
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label={article.neighbours}>
      {previous && (
        <a className="neighbour" rel="prev" href={previous.url}>
          <span className="meta">{article.previous}</span>
          <span className="line-title">{previous.title}</span>
        </a>
      )}
      {next && (
        <a className="neighbour neighbour-next" rel="next" href={next.url}>
          <span className="meta">{article.next}</span>
          <span className="line-title">{next.title}</span>
        </a>
      )}
    </nav>
  );
}

/** About us, privacy policy, terms. */
export function InfoView({ page, body }: { page: InfoPage; body: Body | null }) {
  return (
    <>
      <PageTop page={page} />
      <div className="reading">
        <header className="article-head">
          <h1>{page.title}</h1>
          <p className="lede">{page.description}</p>
        </header>
        <BodyText body={body} label={useStrings().article.contents} />
      </div>
      <PaidLinks page={page} />
    </>
  );
}

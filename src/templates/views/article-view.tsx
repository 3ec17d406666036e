/** Owns the article: head, contents, text, author, neighbours, related. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { ArticlePage, Body } from '../../site/page.ts';
import { StoryCards } from '../components/cards.tsx';
import { Contents } from '../components/contents.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';
import { Cover } from '../components/picture.tsx';

export function ArticleView({ page, body }: { page: ArticlePage; body: Body | null }) {
  const { article, sections } = stringsOf(page.locale);
  return (
    <>
      <PageTop page={page} />
      <article className="reading">
        <ArticleHead page={page} />
        {page.cover && (
          <Cover className="figure" picture={page.cover} sizes="(min-width: 60rem) 58rem, 100vw" eager />
        )}
        {body && <Contents body={body} label={article.contents} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
        {body && <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />}
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
        <section aria-labelledby="related">
          <h2 className="section-title" id="related">
            {sections.more}
          </h2>
          <div className="cards">
            <StoryCards articles={page.related} />
          </div>
        </section>
      )}
    </>
  );
}

function ArticleHead({ page }: { page: ArticlePage }) {
  const { article } = stringsOf(page.locale);
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

function Neighbours({ page }: { page: ArticlePage }) {
  if (!page.previous && !page.next) return null;
  const { article } = stringsOf(page.locale);
  return (
    <nav className="neighbours" aria-label={article.neighbours}>
      {page.previous && (
        <a className="neighbour" rel="prev" href={page.previous.url}>
          <span className="meta">{article.previous}</span>
          <span className="line-title">{page.previous.title}</span>
        </a>
      )}
      {page.next && (
        <a className="neighbour neighbour-next" rel="next" href={page.next.url}>
          <span className="meta">{article.next}</span>
          <span className="line-title">{page.next.title}</span>
        </a>
      )}
    </nav>
  );
}

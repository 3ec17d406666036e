import { type ArticlePage, type Body, BodyText, useStrings } from 'articles/theme';

export default function Article({ page, body }: { page: ArticlePage; body: Body | null }) {
  const { article } = useStrings();
  return (
    <>
      <header>
        <h1>{page.title}</h1>
        <time className="post-meta" dateTime={page.published.iso}>
          {page.published.text}
        </time>
      </header>
      <BodyText body={body} label={article.contents} />
    </>
  );
}

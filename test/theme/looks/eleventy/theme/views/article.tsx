import { type ArticlePage, type Body, BodyText, Neighbours, useStrings } from 'articles/theme';

export default function Article({ page, body }: { page: ArticlePage; body: Body | null }) {
  const { article } = useStrings();
  return (
    <>
      <h1>{page.title}</h1>
      <div className="tags">
        <time dateTime={page.published.iso}>{page.published.text}</time>
        <a href={page.category.url}>{page.category.title}</a>
      </div>
      <BodyText body={body} label={article.contents} />
      <Neighbours page={page} />
    </>
  );
}

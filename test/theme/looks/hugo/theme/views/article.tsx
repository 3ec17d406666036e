import { type ArticlePage, type Body, BodyText, CardGrid, Section, useStrings } from 'articles/theme';

export default function Article({ page, body }: { page: ArticlePage; body: Body | null }) {
  const { article, sections } = useStrings();
  return (
    <>
      <header>
        <p className="meta">{page.category.title}</p>
        <h1>{page.title}</h1>
        <time dateTime={page.published.iso}>{page.published.text}</time>
      </header>
      <div className="single">
        <div>
          <BodyText body={body} label={article.contents} />
        </div>
        <Section id="related" title={sections.more}>
          <CardGrid articles={page.related} />
        </Section>
      </div>
    </>
  );
}

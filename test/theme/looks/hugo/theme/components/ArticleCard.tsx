import type { ArticleSummary } from 'articles/theme';

export default function ArticleCard({ article }: { article: ArticleSummary }) {
  return (
    <article className="post-card">
      <p className="meta">{article.category.title}</p>
      <h3>
        <a href={article.url}>{article.title}</a>
      </h3>
      <p>{article.description}</p>
    </article>
  );
}

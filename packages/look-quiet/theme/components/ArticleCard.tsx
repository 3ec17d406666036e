/** Renders an entry of a list as in the contents of a journal: title, summary, one line of facts, no picture. */
import { type ArticleSummary, CardFacts } from 'articles/theme';

export default function Entry({ article }: { article: ArticleSummary }) {
  return (
    <article className="card story">
      <h3 className="story-title">
        <a href={article.url}>{article.title}</a>
      </h3>
      <p className="summary">{article.description}</p>
      <p className="meta">
        {!article.withoutByline && <span>{article.author}</span>}
        <CardFacts article={article} />
      </p>
    </article>
  );
}

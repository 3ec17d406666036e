/** Renders the category and the title of an article in a list. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';

export const CardTitle = replaceable('CardTitle', BuiltIn);

function BuiltIn({ article }: { article: ArticleSummary }) {
  return (
    <>
      <p className="kicker">
        <a href={article.category.url}>{article.category.title}</a>
      </p>
      <h3 className="story-title">
        <a href={article.url}>{article.title}</a>
      </h3>
    </>
  );
}

/** Renders articles as a grid of cards. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { ArticleCard } from './article-card.tsx';
import { each } from './lists.tsx';

export const CardGrid = replaceable('CardGrid', BuiltIn);

function BuiltIn({ articles }: { articles: readonly ArticleSummary[] }) {
  // The style sheet puts what does not fill rows of four into a first row of two or three.
  const hasWideRow = articles.length % 4 === 1 || articles.length % 4 === 2;
  return (
    <div className="cards">
      {each(articles, (article, index) => (
        <ArticleCard article={article} wide={hasWideRow && index < 2} />
      ))}
    </div>
  );
}

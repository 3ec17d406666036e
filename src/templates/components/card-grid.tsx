/** Renders articles as a grid of cards. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { ArticleCard } from './article-card.tsx';
import { each } from './lists.tsx';

export const CardGrid = replaceable('CardGrid', BuiltIn);

function BuiltIn({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <div className="cards">
      {each(articles, (article) => (
        <ArticleCard article={article} />
      ))}
    </div>
  );
}

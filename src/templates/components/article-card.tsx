/** Renders an article in a list. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { CardFacts } from './card-facts.tsx';
import { CardTitle } from './card-title.tsx';
import { Cover } from './cover.tsx';

interface ArticleCardProps {
  article: ArticleSummary;
  /** True for a card without a cover. */
  plain?: boolean;
}

export const ArticleCard = replaceable('ArticleCard', BuiltIn);

function BuiltIn({ article, plain = false }: ArticleCardProps) {
  return (
    <article className="card">
      {article.cover && !plain && <Cover picture={article.cover} sizes="(min-width: 60rem) 18rem, 50vw" />}
      <div className="story">
        <CardTitle article={article} />
        <p className="summary">{article.description}</p>
        <p className="meta">
          <CardFacts article={article} />
        </p>
      </div>
    </article>
  );
}

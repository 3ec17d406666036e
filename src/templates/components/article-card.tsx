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
  /** True for one of at most two cards in a row. */
  wide?: boolean;
}

/** Widths of covers in rows of two and of more. On phones a cover is a small square. */
const WIDE = '(min-width: 60rem) min(46vw, 46rem), (min-width: 37rem) 50vw, 10rem';
const NARROW = '(min-width: 60rem) min(30vw, 30rem), (min-width: 37rem) 50vw, 10rem';

export const ArticleCard = replaceable('ArticleCard', BuiltIn);

function BuiltIn({ article, plain = false, wide = false }: ArticleCardProps) {
  return (
    <article className="card">
      {article.cover && !plain && <Cover picture={article.cover} sizes={wide ? WIDE : NARROW} />}
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

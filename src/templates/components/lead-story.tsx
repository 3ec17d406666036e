/** Renders the lead story of a page. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { CardFacts } from './card-facts.tsx';
import { CardTitle } from './card-title.tsx';
import { Cover } from './cover.tsx';

export const LeadStory = replaceable('LeadStory', BuiltIn);

function BuiltIn({ article }: { article: ArticleSummary }) {
  return (
    <article className="lead">
      {article.cover && (
        <Cover picture={article.cover} sizes="(min-width: 60rem) min(60vw, 60rem), 100vw" eager />
      )}
      <div className="story">
        <CardTitle article={article} />
        <p className="lede">{article.description}</p>
        <p className="meta">
          {!article.withoutByline && <span>{article.author}</span>}
          <CardFacts article={article} />
        </p>
      </div>
    </article>
  );
}

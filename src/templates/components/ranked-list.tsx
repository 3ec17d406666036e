/** Renders articles as a numbered, dense list. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { CardFacts } from './card-facts.tsx';
import { each } from './lists.tsx';

export const RankedList = replaceable('RankedList', BuiltIn);

function BuiltIn({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <ol className="ranked">
      {each(articles, (article) => (
        <li>
          <h3 className="line-title">
            <a href={article.url}>{article.title}</a>
          </h3>
          <p className="meta">
            <CardFacts article={article} />
          </p>
        </li>
      ))}
    </ol>
  );
}

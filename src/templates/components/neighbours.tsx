/** Renders links to the older and the newer article of a subcategory. */
import type { ArticlePage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

export const Neighbours = replaceable('Neighbours', BuiltIn);

function BuiltIn({ page: { previous, next } }: { page: Pick<ArticlePage, 'previous' | 'next'> }) {
  const { article } = useStrings();
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label={article.neighbours}>
      {previous && (
        <a className="neighbour" rel="prev" href={previous.url}>
          <span className="meta">{article.previous}</span>
          <span className="line-title">{previous.title}</span>
        </a>
      )}
      {next && (
        <a className="neighbour neighbour-next" rel="next" href={next.url}>
          <span className="meta">{article.next}</span>
          <span className="line-title">{next.title}</span>
        </a>
      )}
    </nav>
  );
}

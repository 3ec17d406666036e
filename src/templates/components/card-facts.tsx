/** Renders the date and the reading time of an article in a list. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

export const CardFacts = replaceable('CardFacts', BuiltIn);

function BuiltIn({ article }: { article: ArticleSummary }) {
  const { updated } = useStrings().article;
  const date = <time dateTime={article.date.iso}>{article.date.text}</time>;
  if (!article.withoutByline)
    return (
      <>
        {date}
        <span>{article.readingTime}</span>
      </>
    );
  return article.changed ? (
    <span>
      {updated} {date}
    </span>
  ) : null;
}

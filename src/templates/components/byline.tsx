/** Renders author, dates and reading time of an article, and a button that copies its address. */
import { withSpace } from '../../locales/locale-format.ts';
import type { ArticlePage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const Byline = replaceable('Byline', BuiltIn);

function BuiltIn({ page }: { page: ArticlePage }) {
  const { article } = useStrings();
  const updated = page.updated && (
    <span>
      {article.updated} <time dateTime={page.updated.iso}>{page.updated.text}</time>
    </span>
  );
  if (page.withoutByline) return updated && <p className="meta">{updated}</p>;
  return (
    <div className="byline">
      <p className="byline-author">
        {withSpace(article.by)}
        <a rel="author" href={page.author.url}>
          {page.author.title}
        </a>
        {page.coAuthors &&
          each(page.coAuthors, (author) => (
            <>
              {author.joint}
              <a rel="author" href={author.url}>
                {author.title}
              </a>
            </>
          ))}
      </p>
      <p className="meta">
        <span>
          {article.published} <time dateTime={page.published.iso}>{page.published.text}</time>
        </span>
        {updated}
        <span>{page.readingTime}</span>
      </p>
      <button type="button" className="copy copy-link" data-copy={page.shareUrl} hidden>
        {article.copyLink}
      </button>
    </div>
  );
}

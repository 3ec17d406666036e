/** Renders a box with the name and description of the author of an article. */
import type { ArticlePage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

export const AuthorBox = replaceable('AuthorBox', BuiltIn);

function BuiltIn({ author }: Pick<ArticlePage, 'author'>) {
  const { article } = useStrings();
  return (
    <footer className="author-box">
      <span className="monogram" aria-hidden="true">
        {author.initials}
      </span>
      <div>
        <h2 className="author-label">{article.aboutAuthor}</h2>
        <p className="author-name">
          <a rel="author" href={author.url}>
            {author.title}
          </a>
        </p>
        <p className="summary">{author.description}</p>
      </div>
    </footer>
  );
}

/** Renders a box with the name, role and description of each author of an article. */
import type { ArticlePage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { AuthorPhoto } from './author-photo.tsx';

export const AuthorBox = replaceable('AuthorBox', BuiltIn);

function BuiltIn({ author }: Pick<ArticlePage, 'author'>) {
  const { article } = useStrings();
  return (
    <footer className="author-box">
      <AuthorPhoto author={author} />
      <div>
        <h2 className="author-label">{article.aboutAuthor}</h2>
        <p className="author-name">
          <a rel="author" href={author.url}>
            {author.title}
          </a>
        </p>
        {author.role !== undefined && <p className="meta">{author.role}</p>}
        <p className="summary">{author.description}</p>
      </div>
    </footer>
  );
}

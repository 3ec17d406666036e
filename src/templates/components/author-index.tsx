/** Renders one line for each author, with photo and role where there are any. A long list is grouped by first letter. */
import type { AuthorsPage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { AuthorPhoto } from './author-photo.tsx';
import { LetterLinks } from './letter-links.tsx';
import { each } from './lists.tsx';

export const AuthorIndex = replaceable('AuthorIndex', BuiltIn);

function BuiltIn({ groups }: Pick<AuthorsPage, 'groups'>) {
  const hasPhotos = groups.some(({ authors }) => authors.some(({ photo }) => photo !== undefined));
  return (
    <>
      <LetterLinks groups={groups} />
      <div className="people">
        {each(groups, ({ letter, id, authors }) => (
          <section id={id}>
            {letter !== null && <h2>{letter}</h2>}
            <ul>
              {each(authors, (author) => (
                <li>
                  {hasPhotos && <AuthorPhoto author={author} />}
                  <a href={author.url}>{author.title}</a>
                  {author.role !== undefined && <span className="meta">{author.role}</span>}
                  {author.count !== null && <span className="meta">{author.count}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** Renders one line for each author. A long list is grouped by first letter. */
import type { AuthorsPage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const AuthorIndex = replaceable('AuthorIndex', BuiltIn);

function BuiltIn({ groups }: Pick<AuthorsPage, 'groups'>) {
  const { layout } = useStrings();
  return (
    <>
      {groups.length > 1 && (
        <nav className="letters" aria-label={layout.letters}>
          <ul>
            {each(groups, ({ letter, id }) => (
              <li>
                <a href={`#${id}`}>{letter}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="people">
        {each(groups, ({ letter, id, authors }) => (
          <section id={id}>
            {letter !== null && <h2>{letter}</h2>}
            <ul>
              {each(authors, ({ url, title, count }) => (
                <li>
                  <a href={url}>{title}</a>
                  {count !== null && <span className="meta">{count}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

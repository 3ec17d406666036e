/** Renders photo, role and profiles elsewhere at the top of the page of an author. */
import type { AuthorPage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { Cover } from './cover.tsx';
import { each } from './lists.tsx';

export const AuthorProfile = replaceable('AuthorProfile', BuiltIn);

function BuiltIn({ page }: { page: AuthorPage }) {
  const { photo, role, links } = page;
  if (!photo && role === undefined && !links) return null;
  return (
    <div className="author-profile">
      {photo && <Cover className="photo" picture={photo} sizes="6rem" eager />}
      <div>
        {role !== undefined && <p className="meta">{role}</p>}
        {links && (
          <ul>
            {each(links, ({ title, url }) => (
              <li>
                <a rel="me" href={url}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

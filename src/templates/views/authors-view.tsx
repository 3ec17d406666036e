/** Renders the list of all authors. */
import type { AuthorsPage } from '../../site/page.ts';
import { each } from '../components/lists.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function AuthorsView({ page }: { page: AuthorsPage }) {
  return (
    <>
      <PageHeading page={page} />
      <ul className="people">
        {each(page.authors, ({ initials, url, title, description, count }) => (
          <li className="person">
            <span className="monogram" aria-hidden="true">
              {initials}
            </span>
            <div>
              <h2 className="person-name">
                <a href={url}>{title}</a>
              </h2>
              <p className="summary">{description}</p>
              <p className="meta">{count}</p>
            </div>
          </li>
        ))}
      </ul>
      <PaidLinks page={page} />
    </>
  );
}

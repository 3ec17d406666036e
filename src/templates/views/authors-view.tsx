/** Renders the list of all authors, and the page of one author. */
import type { AuthorPage, AuthorsPage } from '../../site/page.ts';
import { Listing } from '../components/article-list.tsx';
import { each } from '../components/lists.tsx';
import { PageHead, PaidLinks } from '../components/page-sections.tsx';

export function AuthorsView({ page }: { page: AuthorsPage }) {
  return (
    <>
      <PageHead page={page} />
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

export function AuthorView({ page }: { page: AuthorPage }) {
  return (
    <>
      <PageHead page={page} />
      <Listing page={page} />
      <PaidLinks page={page} />
    </>
  );
}

/** Owns the list of all authors. */
import type { AuthorsPage } from '../../site/page.ts';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';

export function AuthorsView({ page }: { page: AuthorsPage }) {
  return (
    <>
      <PageTop page={page} />
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lede">{page.description}</p>
      </header>
      <ul className="people">
        {page.authors.map((author, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
          <li className="person" key={index}>
            <span className="monogram" aria-hidden="true">
              {author.initials}
            </span>
            <div>
              <h2 className="person-name">
                <a href={author.url}>{author.title}</a>
              </h2>
              <p className="summary">{author.description}</p>
              <p className="meta">{author.count}</p>
            </div>
          </li>
        ))}
      </ul>
      <PaidLinks page={page} />
    </>
  );
}

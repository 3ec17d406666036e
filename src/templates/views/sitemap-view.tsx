/** Renders the sitemap page: every section with its articles. The search form opens it without JavaScript. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Link, SitemapPage } from '../../site/page.ts';
import { each } from '../components/lists.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';
import { PageHead } from '../components/section.tsx';

export function SitemapView({ page }: { page: SitemapPage }) {
  return (
    <>
      <PageTop page={page} />
      <PageHead page={page} />
      <div className="directory">
        {each(page.categories, (category) => (
          <section className="directory-section">
            <h2>
              <a href={category.url}>{category.title}</a>
            </h2>
            <div className="directory-groups">
              {each(category.children, ({ url, title, articles, more }) => (
                <div className="directory-group">
                  <h3>
                    <a href={url}>{title}</a>
                  </h3>
                  <Links links={articles} more={more} />
                </div>
              ))}
            </div>
          </section>
        ))}
        {page.info.length > 0 && (
          <section className="directory-section">
            <h2>{stringsOf(page.locale).layout.information}</h2>
            <div className="directory-groups">
              <Links links={page.info} more={null} />
            </div>
          </section>
        )}
      </div>
      <PaidLinks page={page} />
    </>
  );
}

function Links({ links, more }: { links: readonly Link[]; more: Link | null }) {
  if (links.length === 0 && !more) return null;
  return (
    <ul>
      {each(links, ({ url, title }) => (
        <li>
          <a href={url}>{title}</a>
        </li>
      ))}
      {more && (
        <li className="directory-more">
          <a href={more.url}>{more.title}</a>
        </li>
      )}
    </ul>
  );
}

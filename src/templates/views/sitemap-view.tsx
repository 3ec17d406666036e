/** Renders the sitemap page: every section with its articles. The search form opens it without JavaScript. */
import type { SitemapPage } from '../../site/page.ts';
import { each, LinkList } from '../components/lists.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';
import { useStrings } from '../strings-context.ts';

export function SitemapView({ page }: { page: SitemapPage }) {
  const { layout } = useStrings();
  return (
    <>
      <PageHeading page={page} />
      <div className="directory">
        {each(page.categories, (category) => (
          <section className="directory-section">
            <h2>
              <a href={category.url}>{category.title}</a>
            </h2>
            <div className="directory-groups">
              {each(category.children, ({ url, title, articles, more }) => (
                <div className="directory-group">
                  {category.isDivided && (
                    <h3>
                      <a href={url}>{title}</a>
                    </h3>
                  )}
                  {(articles.length > 0 || more) && <LinkList links={articles} more={more} />}
                </div>
              ))}
            </div>
          </section>
        ))}
        {page.info.length > 0 && (
          <section className="directory-section">
            <h2>{layout.information}</h2>
            <div className="directory-groups">
              <LinkList links={page.info} />
            </div>
          </section>
        )}
      </div>
      <PaidLinks page={page} />
    </>
  );
}

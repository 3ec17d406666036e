/** Owns the listings of a category and of a subcategory: on the first page one story leads, the rest is denser. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { CategoryPage } from '../../site/page.ts';
import { Listing } from '../components/article-list.tsx';
import { RankedList } from '../components/cards.tsx';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';

export function CategoryView({ page }: { page: CategoryPage }) {
  const { sections } = stringsOf(page.locale);
  return (
    <>
      <PageTop page={page} />
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lede">{page.description}</p>
        <p className="meta">{page.count}</p>
      </header>
      {page.children.length > 0 && (
        <nav className="topics" aria-labelledby="topics">
          <h2 className="topics-title" id="topics">
            {page.kind === 'category' ? sections.subcategories : sections.siblings}
          </h2>
          <ul>
            {page.children.map((child, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
              <li key={index}>
                <a href={child.url}>{child.title}</a> <span className="meta">{child.count}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Listing articles={page.articles} pagination={page.pagination} locale={page.locale} />
      <PaidLinks page={page} />
      {page.hot.length > 0 && (
        <section aria-labelledby="hot">
          <h2 className="section-title" id="hot">
            {sections.hot}
          </h2>
          <RankedList articles={page.hot} />
        </section>
      )}
    </>
  );
}

/** Renders the listings of a category and of a subcategory. */
import type { CategoryPage } from '../../site/page.ts';
import { Listing } from '../components/article-list.tsx';
import { RankedList } from '../components/cards.tsx';
import { each } from '../components/lists.tsx';
import { PageHead, PaidLinks, Section } from '../components/page-sections.tsx';
import { useStrings } from '../strings-context.ts';

export function CategoryView({ page }: { page: CategoryPage }) {
  const { sections } = useStrings();
  return (
    <>
      <PageHead page={page} />
      {page.children.length > 0 && (
        <nav className="topics" aria-labelledby="topics">
          <h2 className="topics-title" id="topics">
            {page.kind === 'category' ? sections.subcategories : sections.siblings}
          </h2>
          <ul>
            {each(page.children, ({ url, title, count }) => (
              <li>
                <a href={url}>{title}</a> <span className="meta">{count}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Listing page={page} />
      <PaidLinks page={page} />
      {page.hot.length > 0 && (
        <Section id="hot" title={sections.hot}>
          <RankedList articles={page.hot} />
        </Section>
      )}
    </>
  );
}

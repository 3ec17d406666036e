/** Renders the listings of a category and of a subcategory. */
import type { CategoryPage } from '../../site/page.ts';
import { ArticleList } from '../components/article-list.tsx';
import { CountedLinks } from '../components/counted-links.tsx';
import { each } from '../components/lists.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';
import { SelectedArticles } from '../components/selected-articles.tsx';
import { useStrings } from '../strings-context.ts';

export function CategoryView({ page }: { page: CategoryPage }) {
  const { sections } = useStrings();
  return (
    <>
      <PageHeading page={page} />
      {page.children.length > 0 && (
        <nav className="topics" aria-labelledby="topics">
          <h2 className="topics-title" id="topics">
            {page.kind === 'category' ? sections.subcategories : sections.siblings}
          </h2>
          <CountedLinks links={page.children} />
        </nav>
      )}
      {each(page.above, (section) => (
        <SelectedArticles section={section} />
      ))}
      <ArticleList page={page} />
      <PaidLinks page={page} />
      {each(page.below, (section) => (
        <SelectedArticles section={section} />
      ))}
    </>
  );
}

/** Renders a page of a listing as a grid. The first page of a category begins with a lead story and three more. */
import type { ArchivePage, AuthorPage, CategoryPage, TermPage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { CardGrid } from './card-grid.tsx';
import { LeadStories } from './lead-stories.tsx';
import { PageLinks } from './page-links.tsx';
import { Section } from './section.tsx';

export const ArticleList = replaceable('ArticleList', BuiltIn);

function BuiltIn({ page }: { page: CategoryPage | AuthorPage | TermPage | ArchivePage }) {
  const { articles, pagination } = page;
  const { listing, sections } = useStrings();
  const led = 'above' in page && pagination.previous === null && articles.length > 0;
  const rest = led ? articles.slice(4) : articles;
  return (
    <Section className="front" id="articles" title={pagination.position ?? sections.latest}>
      {articles.length === 0 && <p className="empty">{listing.empty}</p>}
      {led && <LeadStories articles={articles.slice(0, 4)} />}
      {rest.length > 0 && <CardGrid articles={rest} />}
      <PageLinks pagination={pagination} />
    </Section>
  );
}

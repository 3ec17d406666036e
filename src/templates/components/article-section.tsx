/** Renders a section of selected articles: a front with a lead, a dense list, or a grid. */
import type { ArticleSection } from '../../site/page.ts';
import { CardGrid, LeadStories, RankedList } from './cards.tsx';
import { Section } from './page-sections.tsx';

/** The form of each kind. */
const FORMS = {
  best: LeadStories,
  featured: LeadStories,
  hot: RankedList,
  latest: CardGrid,
  more: CardGrid,
  category: CardGrid,
};

export function SelectedArticles({
  section: { kind, id, title, url, articles },
}: {
  section: ArticleSection;
}) {
  if (articles.length === 0) return null;
  const Form = FORMS[kind];
  return (
    <Section {...(Form === LeadStories && { className: 'front' })} id={id} title={title} url={url}>
      <Form articles={articles} />
    </Section>
  );
}

/** Renders a section of selected articles: a lead with further stories, a dense list, or a grid. */
import type { ArticleSection } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { CardGrid } from './card-grid.tsx';
import { LeadStories } from './lead-stories.tsx';
import { RankedList } from './ranked-list.tsx';
import { Section } from './section.tsx';

/** The layout of each kind of section. */
const FORMS = {
  best: LeadStories,
  featured: LeadStories,
  hot: RankedList,
  latest: CardGrid,
  more: CardGrid,
  category: CardGrid,
};

export const SelectedArticles = replaceable('SelectedArticles', BuiltIn);

function BuiltIn({ section: { kind, id, title, url, articles } }: { section: ArticleSection }) {
  if (articles.length === 0) return null;
  const Form = FORMS[kind];
  return (
    <Section {...(Form === LeadStories && { className: 'front' })} id={id} title={title} url={url}>
      <Form articles={articles} />
    </Section>
  );
}

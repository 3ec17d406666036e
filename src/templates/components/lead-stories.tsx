/** Renders the story that opens a page, and those beside it, which have no covers. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { ArticleCard } from './article-card.tsx';
import { LeadStory } from './lead-story.tsx';
import { each } from './lists.tsx';

export const LeadStories = replaceable('LeadStories', BuiltIn);

function BuiltIn({ articles: [lead, ...seconds] }: { articles: readonly ArticleSummary[] }) {
  return (
    <>
      {lead && <LeadStory article={lead} />}
      <div className="seconds">
        {each(seconds, (article) => (
          <ArticleCard article={article} plain />
        ))}
      </div>
    </>
  );
}

/** Renders the lead story of a page, and the stories beside it, which have no covers. */
import type { ArticleSummary } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { ArticleCard } from './article-card.tsx';
import { CardGrid } from './card-grid.tsx';
import { LeadStory } from './lead-story.tsx';
import { each } from './lists.tsx';

/** With fewer stories the column beside the lead would be half empty, so they follow below it. */
const MIN_SECONDS = 3;

export const LeadStories = replaceable('LeadStories', BuiltIn);

function BuiltIn({ articles: [lead, ...seconds] }: { articles: readonly ArticleSummary[] }) {
  return (
    <>
      {lead && <LeadStory article={lead} />}
      {seconds.length >= MIN_SECONDS && (
        <div className="seconds">
          {each(seconds, (article) => (
            <ArticleCard article={article} plain />
          ))}
        </div>
      )}
      {seconds.length > 0 && seconds.length < MIN_SECONDS && <CardGrid articles={seconds} />}
    </>
  );
}

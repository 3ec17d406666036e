/** Renders all terms of a taxonomy with their numbers of articles. A long list is grouped by first letter. */
import type { TaxonomyPage } from '../../site/page.ts';
import { CountedLinks } from '../components/counted-links.tsx';
import { LetterLinks } from '../components/letter-links.tsx';
import { each } from '../components/lists.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function TaxonomyView({ page }: { page: TaxonomyPage }) {
  const isLettered = page.groups.length > 1;
  return (
    <>
      <PageHeading page={page} />
      <LetterLinks groups={page.groups} />
      <div className={isLettered ? 'people' : 'topics'}>
        {each(page.groups, ({ letter, id, terms }) => (
          <section id={id}>
            {letter !== null && <h2>{letter}</h2>}
            <CountedLinks links={terms} />
          </section>
        ))}
      </div>
      <PaidLinks page={page} />
    </>
  );
}

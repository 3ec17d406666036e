/** Renders all terms of a taxonomy with their numbers of articles. */
import type { TaxonomyPage } from '../../site/page.ts';
import { CountedLinks } from '../components/counted-links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PaidLinks } from '../components/paid-links.tsx';

export function TaxonomyView({ page }: { page: TaxonomyPage }) {
  return (
    <>
      <PageHeading page={page} />
      <div className="topics">
        <CountedLinks links={page.terms} />
      </div>
      <PaidLinks page={page} />
    </>
  );
}

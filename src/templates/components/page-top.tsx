/** Renders the line above a page's title: breadcrumbs, and links to the page in other languages. */
import type { Page } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { PageTranslations } from './page-translations.tsx';

export const PageTop = replaceable('PageTop', BuiltIn);

function BuiltIn({ page: { breadcrumbs, translations } }: { page: Page }) {
  if (breadcrumbs.length === 0 && translations.length === 0) return null;
  return (
    <div className="page-top">
      {breadcrumbs.length > 0 && <Breadcrumbs links={breadcrumbs} />}
      {translations.length > 0 && <PageTranslations links={translations} />}
    </div>
  );
}

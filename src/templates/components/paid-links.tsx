/** Renders the paid links of a page, which always have a visible label. */
import type { Page } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const PaidLinks = replaceable('PaidLinks', BuiltIn);

function BuiltIn({ page }: { page: Page }) {
  const { ads } = useStrings();
  if (!page.ads) return null;
  return (
    <aside className="paid" aria-labelledby="paid-label paid-heading">
      <p className="paid-label" id="paid-label">
        {ads.label}
      </p>
      <h2 className="paid-heading" id="paid-heading">
        {page.ads.heading}
      </h2>
      <div className="paid-blocks">
        {each(page.ads.blocks, (html) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own ad data
          <div dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </div>
    </aside>
  );
}

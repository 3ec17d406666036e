/** Renders the blocks of paid links, always with a visible label. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Page } from '../../site/page.ts';
import { each } from './lists.tsx';

export function PaidLinks({ page }: { page: Page }) {
  if (!page.ads) return null;
  return (
    <aside className="paid" aria-labelledby="paid-label paid-heading">
      <p className="paid-label" id="paid-label">
        {stringsOf(page.locale).ads.label}
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

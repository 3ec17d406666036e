/** Owns the blocks of paid links: always labelled as what they are. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Page } from '../../site/page.ts';

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
        {page.ads.blocks.map((html, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own ad data
          <div key={index} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </div>
    </aside>
  );
}

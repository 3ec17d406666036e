/** Renders the paid links of a page, which always have a visible label. */
import type { Page } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const PaidLinks = replaceable('PaidLinks', BuiltIn);

function BuiltIn({ page }: { page: Page }) {
  const { ads } = useStrings();
  if (!page.ads) return null;
  const { heading, blocks, codes } = page.ads;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own comments
  const hidden = codes && each(codes, (html) => <div hidden dangerouslySetInnerHTML={{ __html: html }} />);
  if (blocks.length === 0) return hidden ?? null;
  return (
    <>
      {hidden}
      <aside className="paid" aria-labelledby="paid-label paid-heading">
        <p className="paid-label" id="paid-label">
          {ads.label}
        </p>
        <h2 className="paid-heading" id="paid-heading">
          {heading}
        </h2>
        <div className="paid-blocks">
          {each(blocks, (html) => (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own ad data
            <div dangerouslySetInnerHTML={{ __html: html }} />
          ))}
        </div>
      </aside>
    </>
  );
}

/** Renders links to the sections of an edition. Wide screens show them beside the menu. */
import type { Link } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { LinkList } from './lists.tsx';

export const SectionRow = replaceable('SectionRow', BuiltIn);

function BuiltIn({ links }: { links: readonly Link[] }) {
  const { layout } = useStrings();
  if (links.length === 0) return null;
  return (
    <nav className="section-row" aria-label={layout.sections}>
      <LinkList links={links} />
    </nav>
  );
}

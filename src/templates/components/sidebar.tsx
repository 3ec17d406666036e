/** Renders the tree of pages beside a text. On narrow screens it is folded above the text. */
import type { SidebarGroup } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each, LinkList } from './lists.tsx';

export const Sidebar = replaceable('Sidebar', BuiltIn);

function BuiltIn({ groups }: { groups: readonly SidebarGroup[] }) {
  const { layout } = useStrings();
  return (
    <nav className="sidebar" aria-label={layout.pages}>
      <details>
        <summary>{layout.pages}</summary>
        {each(groups, (group) => (
          <Group group={group} />
        ))}
      </details>
    </nav>
  );
}

function Group({ group }: { group: SidebarGroup }) {
  const inside = (
    <>
      {group.links.length > 0 && <LinkList links={group.links} />}
      {each(group.groups, (inner) => (
        <Group group={inner} />
      ))}
    </>
  );
  if (group.title === null) return inside;
  return (
    <details open={group.open}>
      <summary>{group.title}</summary>
      {inside}
    </details>
  );
}

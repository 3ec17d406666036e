/** Renders the path from home to a page as links. The last link is the page itself. */
import type { Link } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const Breadcrumbs = replaceable('Breadcrumbs', BuiltIn);

function BuiltIn({ links }: { links: readonly Link[] }) {
  const { layout } = useStrings();
  return (
    <nav className="breadcrumbs" aria-label={layout.breadcrumbs}>
      <ol>
        {each(links, ({ url, title }, index) => (
          <li>
            {index === links.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <a href={url}>{title}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Renders links with the number of articles behind each. */
import type { Link } from '../../site/page.ts';
import { each } from './lists.tsx';

export function CountedLinks({ links }: { links: readonly (Link & { count: string })[] }) {
  return (
    <ul>
      {each(links, ({ url, title, count }) => (
        <li>
          <a href={url}>{title}</a> <span className="meta">{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** Renders lists whose items never move, so their positions serve as keys. */
import { Fragment, type ReactElement } from 'react';
import type { Link } from '../../site/page.ts';

export function each<Item>(items: readonly Item[], render: (item: Item, index: number) => ReactElement) {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
    <Fragment key={index}>{render(item, index)}</Fragment>
  ));
}

interface LinkListProps {
  links: readonly (Link & { current?: boolean })[];
  className?: string;
  /** The last link, which leads to the whole list. */
  more?: Link | null;
}

export function LinkList({ links, className, more }: LinkListProps) {
  return (
    <ul className={className}>
      {each(links, ({ url, title, current }) => (
        <li>
          <a href={url} aria-current={current ? 'page' : undefined}>
            {title}
          </a>
        </li>
      ))}
      {more && (
        <li className="directory-more">
          <a href={more.url}>{more.title}</a>
        </li>
      )}
    </ul>
  );
}

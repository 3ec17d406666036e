/** Renders the tags and other terms of an article, as links to their pages. */
import { fillText } from '../../locales/locale-format.ts';
import type { ArticlePage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const TermLinks = replaceable('TermLinks', BuiltIn);

function BuiltIn({ terms }: { terms: NonNullable<ArticlePage['terms']> }) {
  const { listing } = useStrings();
  return each(terms, ({ title, url, links }) => (
    <p className="meta terms">
      <span>
        <a href={url}>{fillText(listing.termLabel, { title })}</a>
      </span>
      {each(links, (link) => (
        <a rel="tag" href={link.url}>
          {link.title}
        </a>
      ))}
    </p>
  ));
}
